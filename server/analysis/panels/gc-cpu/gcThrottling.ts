/** Checks by container counters whether a CPU limit throttles the target, and when; see docs/reference/gc-cpu.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { ContainerSamples } from '../../../../core/containerSamples.ts';
import type { CpuThrottling, GcCpuPanel, Spike, ThrottlingOverlap } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { reduceToPoints, type PointGrid } from '../../signals/counterSteps.ts';
import type { GcCycles } from '../../signals/gc/gcCycles.ts';
import { hostCpu, hostRates, hostSteps } from '../../signals/host/hostRates.ts';
import { throttleRates, throttleSteps, type ThrottleStep } from '../../signals/host/throttleSteps.ts';
import { joinedSpans, pacesMs, type SpanMs } from '../../signals/windowFrame.ts';
import { binomialAtLeast } from '../../../../core/statistics/binomial.ts';

/** Share of its periods from which a span is throttled. */
const THROTTLED_RATIO = 0.1;
/** Minimum number of spans or spikes for a verdict. */
const MIN_COUNTED = 5;
const MIN_COVERED = 0.5;
/** Minimum ratio of the covered share to that expected by chance... */
const ABOVE_CHANCE = 1.5;
/** ...with less than this probability that chance covers as much. */
const SIGNIFICANT = 0.01;
/** Maximum scrape steps that a row after a hole covers. */
const LONGEST_STEPS = 2.5;

export interface ThrottlingInput {
  window: RoleWindow;
  container: ContainerSamples;
  gc: GcCycles;
  cycleLengthSeconds: number | null;
  spikes: readonly Spike[];
}

/** Summarizes throttling in the window alone. Without counters every figure is null and `sentence` says why. */
export function cpuThrottling({ window, container, gc, cycleLengthSeconds, spikes }: ThrottlingInput): CpuThrottling {
  const { steps, usualMs } = stepsIn(window, container);
  const sum = (of: (step: ThrottleStep) => number): number => steps.reduce((total, step) => total + of(step), 0);
  const [periods, throttledPeriods] = [sum((step) => step.periods), sum((step) => step.throttledPeriods)];
  const cycles = gc.cycles.map(({ endMs }) => ({ startMs: endMs - 1000 * (cycleLengthSeconds ?? 0), endMs }));
  const isThrottled = throttledPeriods > 0;
  return {
    ...(container.source === undefined ? {} : { source: container.source }),
    sentence: container.sentence, labels: container.labels === null ? null : { ...container.labels },
    limitCores: container.limitCores, memoryLimitBytes: container.memoryLimitBytes,
    periods, throttledPeriods, throttledRatio: periods > 0 ? throttledPeriods / periods : null,
    throttledSeconds: steps.length === 0 ? null : sum((step) => step.throttledSeconds),
    measuredSeconds: sum((step) => step.endMs - step.startMs) / 1000,
    stepSeconds: usualMs === null ? null : usualMs / 1000,
    gc: isThrottled ? overlapWithGc(steps, cycles) : null,
    spikes: isThrottled ? overlapWithSpikes(steps, spikes) : null,
  };
}

function stepsIn({ startMs, endMs }: SpanMs, { runs }: ContainerSamples): ReturnType<typeof throttleSteps> {
  const { steps, usualMs } = throttleSteps(runs);
  return { steps: steps.filter((step) => step.endMs > startMs && step.startMs < endMs), usualMs };
}

function verdictOf(coveredRatio: number, chanceRatio: number, { counted, covered }: {
  counted: number; covered: number
}): ThrottlingOverlap {
  const isUnclear = counted < MIN_COUNTED || ABOVE_CHANCE * chanceRatio >= 1;
  const coincides = coveredRatio >= MIN_COVERED && coveredRatio >= ABOVE_CHANCE * chanceRatio
    && binomialAtLeast(covered, counted, chanceRatio) < SIGNIFICANT;
  return {
    coveredRatio, chanceRatio, counted, covered,
    verdict: isUnclear ? 'unclear' : coincides ? 'coincides' : 'apart',
  };
}

/** Returns the throttled seconds in steps in which a cycle ran; by chance, their share equals that of all time. */
function overlapWithGc(steps: readonly ThrottleStep[], cycles: readonly SpanMs[]): ThrottlingOverlap {
  const withGc = touching(steps, cycles);
  const seconds = { all: 0, gc: 0 }, ms = { all: 0, gc: 0 }, spans = { all: 0, gc: 0 };
  steps.forEach((step, i) => {
    const isIn = withGc[i] === true;
    const length = step.endMs - step.startMs;
    ms.all += length;
    if (isIn) ms.gc += length;
    if (step.throttledPeriods === 0) return;
    seconds.all += step.throttledSeconds;
    spans.all++;
    if (!isIn) return;
    seconds.gc += step.throttledSeconds;
    spans.gc++;
  });
  const covered = seconds.all > 0 ? seconds.gc / seconds.all : 0;
  return verdictOf(covered, ms.gc / ms.all, { counted: spans.all, covered: spans.gc });
}

/** Returns whether each of the ascending steps touches one of the spans, which ascend by their ends. */
function touching(steps: readonly SpanMs[], spans: readonly SpanMs[]): boolean[] {
  const joined = joinedSpans(spans);
  let next = 0;
  return steps.map(({ startMs, endMs }) => {
    while (next < joined.length && elementAt(joined, next).endMs <= startMs) next++;
    return next < joined.length && elementAt(joined, next).startMs < endMs;
  });
}

/** Counts the spikes that touch a throttled span, among those for which the counters are known. */
function overlapWithSpikes(steps: readonly ThrottleStep[], spikes: readonly Spike[]): ThrottlingOverlap {
  const known = joinedSpans(steps);
  const throttled = joinedSpans(steps.filter((step) => step.throttledPeriods >= THROTTLED_RATIO * step.periods
    && step.throttledPeriods > 0));
  const counted = spikes.map(({ start, end }) => ({ startMs: 1000 * start, endMs: 1000 * end }))
    .filter((spike) => touching([spike], known)[0]);
  const covered = counted.filter((spike) => touching([spike], throttled)[0]).length;
  // A longer spike is more likely to touch a span by chance: as likely as a span of its length at a random time.
  const chance = counted.reduce((sum, spike) => sum + reach(known, throttled, spike.endMs - spike.startMs), 0);
  return verdictOf(
    counted.length === 0 ? 0 : covered / counted.length, counted.length === 0 ? 0 : chance / counted.length,
    { counted: counted.length, covered }
  );
}

/** Returns the share of the moments of `known` at which a span of this length may begin and touch one of the spans. */
function reach(known: readonly SpanMs[], spans: readonly SpanMs[], lengthMs: number): number {
  const wide = joinedSpans(spans.map(({ startMs, endMs }) => ({ startMs: startMs - lengthMs, endMs })));
  const length = (all: readonly SpanMs[]): number => all.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const inside = known.flatMap((one) => wide.map(({ startMs, endMs }) => ({
    startMs: Math.max(one.startMs, startMs), endMs: Math.max(one.startMs, startMs, Math.min(one.endMs, endMs)),
  })));
  return length(known) > 0 ? length(inside) / length(known) : 0;
}

type Lines = Pick<
  GcCpuPanel['series'],
  'throttledPeriodsRatio' | 'throttledSecondsPerSecond' | 'hostCpuWaitingRatio' | 'hostStolenCores'
>;

/** Returns lines on the panel's own points: throttling of the container, and waiting on the host from node_exporter. */
export function throttlingLines(window: RoleWindow, grid: PointGrid, container: ContainerSamples): Lines {
  const { startMs } = window.scrapes;
  const paces = pacesMs(window.scrapes);
  const spans = Array.from(startMs).map((endMs, row) => {
    const before = row === 0 ? -Infinity : numberAt(startMs, row - 1);
    const paceMs = numberAt(paces, row);
    return { startMs: endMs - before > LONGEST_STEPS * paceMs ? endMs - paceMs : before, endMs };
  });
  const { periodsRatio, secondsPerSecond } = throttleRates(stepsIn(window, container).steps, spans);
  const weights = Float64Array.from(spans, (span) => span.endMs - span.startMs);
  const host = hostSteps(window);
  const mean = (values: Float64Array, by: Float64Array): (number | null)[] =>
    reduceToPoints(grid, values, 'mean', by);
  return {
    throttledPeriodsRatio: mean(periodsRatio, weights), throttledSecondsPerSecond: mean(secondsPerSecond, weights),
    hostCpuWaitingRatio: mean(
      hostRates(window, host, 'hostCpuPressureSeconds').map((one) => Math.min(1, one)), host.weights
    ),
    hostStolenCores: mean(hostCpu(window, host).stolenCores, host.weights),
  };
}
