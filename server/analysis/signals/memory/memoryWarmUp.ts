/** Measures how long a started process takes to reach its later cost. See docs/reference/memory.md. */
import type { Part, Settling, WarmUp } from '../../../../core/contract/contract.ts';
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { sumRises, type MemoryFrame } from './memoryFrame.ts';
import { countBelow } from '../../../../core/statistics/ascending.ts';
import { median, quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';
import { medianStepMs, type SpanMs } from '../windowFrame.ts';
import { at, bytes, joined, parts, quantity, range, render, seconds as duration } from '../../../../core/text/parts.ts';

/** Minimum length of a step, which also holds three scrapes. */
const MIN_STEP_MS = 5000;
/** Maximum time after a start; later the load itself changes. */
const HORIZON_MS = 1_800_000;
/** Fewer steps cannot distinguish a steady level from a transient one. */
const MIN_STEPS = 12;
const STEPS_IN_BAND = 3;
/** Width in robust standard deviations; the settling time is also given for a wider and a narrower band. */
const BAND = 3;
/** Minimum band as a share of the settled level; a smaller change is not a warm-up. */
const MIN_BAND = 0.1;
/** The figure still drifts if its last quarter differs this much from the one before. */
const DRIFT = 0.2;
/** Factor from MAD to standard deviation of a normal distribution. */
const MAD_TO_SIGMA = 1.4826;
/** A process that started longer before the first good scrape has already warmed up. */
const SEEN_FROM_START_MS = 60_000;

type Measured = Omit<WarmUp, 'sentence' | 'parts'>;

interface Step { timeMs: number; rows: number[] }

/**
 * Returns a warm-up for each process start that the window saw from its beginning (at most 60 s before the first good
 * scrape), oldest first. Compactions are excluded from the CPU: they cost the same at any age. A start with fewer than
 * 12 steps of 5 s (or of three scrapes) after its first sample is ignored as too short.
 */
export function findWarmUps(window: RoleWindow, frame: MemoryFrame, compactions: readonly SpanMs[]): WarmUp[] {
  const { fresh, restarts } = frame;
  const [row] = fresh;
  if (row === undefined) return [];
  const starts: { timeMs: number; row: number }[] = restarts.map(({ timeMs, row }) => ({ timeMs, row }));
  const stated = window.role('processStartSeconds');
  const firstStartMs = stated?.present[row] === 1 ? numberAt(stated.values, row) * 1000 : NaN;
  if (numberAt(window.scrapes.startMs, row) - firstStartMs <= SEEN_FROM_START_MS)
    starts.unshift({ timeMs: firstStartMs, row });
  return starts.flatMap(
    (start, i) => warmUpOf(window, frame, compactions, { start, untilRow: starts[i + 1]?.row ?? Infinity }) ?? []
  );
}

function warmUpOf(
  window: RoleWindow, frame: MemoryFrame, compactions: readonly SpanMs[],
  { start, untilRow }: { start: { timeMs: number; row: number }; untilRow: number },
): WarmUp | null {
  const { startMs } = window.scrapes;
  const placeOf = (row: number): number => countBelow(frame.fresh.length, (k) => numberAt(frame.fresh, k), row);
  const life = Array.from(frame.fresh.subarray(placeOf(start.row), placeOf(untilRow)));
  const firstIngest = life.findIndex((row) => numberAt(frame.samples.increase, row) > 0);
  if (firstIngest < 0) return null;
  const ingestMs = numberAt(startMs, elementAt(life, Math.max(0, firstIngest - 1)));
  const stepMs = Math.max(MIN_STEP_MS, 3 * (medianStepMs(window.scrapes, frame.fresh) ?? 0));
  const steps: Step[] = [];
  for (const row of life.slice(firstIngest)) {
    if (numberAt(startMs, row) > ingestMs + HORIZON_MS) break;
    const timeMs = ingestMs + stepMs * Math.floor((numberAt(startMs, row) - ingestMs - 1) / stepMs);
    const last = steps.at(-1);
    if (last?.timeMs === timeMs) last.rows.push(row);
    else steps.push({ timeMs, rows: [row] });
  }
  if (steps.length < MIN_STEPS) return null;
  const inCompaction = rowsWithin(startMs, life, compactions, stepMs / 3);
  const cpuPerSample = steps.map(({ rows }) => {
    const { rises: [cpu, samples] } =
      sumRises(rows.filter((row) => inCompaction[row] === 0), [frame.cpu, frame.samples]);
    return samples > 0 ? cpu / samples : NaN;
  });
  const rssPerSeries = steps.map(({ rows }) => median(
    rows.map(
      (row) => (numberAt(frame.series, row) > 0 ? numberAt(frame.resident, row) / numberAt(frame.series, row) : NaN)
    )
  ) ?? NaN);
  const settling = [
    settlingOf('cpuPerSample', steps, cpuPerSample, { ingestMs, stepMs }),
    settlingOf('rssPerSeries', steps, rssPerSeries, { ingestMs, stepMs }),
  ]
    .filter((one): one is Settling => one !== null);
  if (settling.length === 0) return null;
  const seconds = settling.some((one) => one.seconds === null) ? null
    : Math.max(...settling.map((one) => one.seconds ?? 0));
  const cpu = settling.find(({ what }) => what === 'cpuPerSample');
  const created = createdRates(frame, steps, ingestMs + 1000 * (cpu?.seconds ?? seconds ?? 0));
  const warm: Measured = {
    processStart: start.timeMs / 1000, ingestStart: ingestMs / 1000, settling, seconds,
    seriesPerSecond: created.before, seriesPerSecondAfter: created.after,
    extraCoreSeconds: cpu === undefined || cpu.seconds === null ? null : extraCpu(frame, steps, cpu, ingestMs),
  };
  const said = warmUpParts(warm);
  return { ...warm, sentence: render(said), parts: said };
}

/** Returns 1 for each of the rows in a span or up to `afterMs` after it. Rows and spans ascend. */
function rowsWithin(
  startMs: Float64Array, rows: readonly number[], spans: readonly SpanMs[], afterMs: number
): Uint8Array {
  const within = new Uint8Array(startMs.length);
  let next = 0;
  for (const row of rows) {
    while (next < spans.length && elementAt(spans, next).endMs <= numberAt(startMs, row) - afterMs) next++;
    if (next < spans.length && elementAt(spans, next).startMs < numberAt(startMs, row)) within[row] = 1;
  }
  return within;
}

/**
 * Returns the time of the first of three steps in a row within the band around the later half's median; null with too
 * few steps that have a value.
 */
function settlingOf(
  what: Settling['what'], steps: readonly Step[], values: readonly number[],
  { ingestMs, stepMs }: { ingestMs: number; stepMs: number },
): Settling | null {
  const known = steps.map(({ timeMs }, i) => ({ timeMs, value: elementAt(values, i) }))
    .filter(({ value }) => Number.isFinite(value));
  if (known.length < MIN_STEPS) return null;
  const later = sortedFinite(known.slice(known.length >> 1).map(({ value }) => value));
  const settled = quantile(later, 0.5) ?? 0;
  const sigma = MAD_TO_SIGMA * (median(later.map((value) => Math.abs(value - settled))) ?? 0);
  const quarter = later.length >> 1;
  const tail = known.slice(known.length >> 1).map(({ value }) => value);
  const drifts = Math.abs((median(tail.slice(quarter)) ?? 0) - (median(tail.slice(0, quarter)) ?? 0)) > DRIFT * settled;
  const secondsFor = (width: number): number | null => {
    if (drifts) return null;
    const band = Math.max(MIN_BAND * settled, width * sigma);
    // A level first reached within the half that defines it does not count.
    const isNear = ({ value }: { value: number }): boolean => Math.abs(value - settled) <= band;
    const settles = known.slice(0, known.length >> 1).find((_, at) => (
      at + STEPS_IN_BAND <= known.length && known.slice(at, at + STEPS_IN_BAND).every(isNear)));
    return settles === undefined ? null : Math.max(0, (settles.timeMs - ingestMs) / 1000);
  };
  return {
    what, seconds: secondsFor(BAND), lowSeconds: secondsFor(BAND + 1), highSeconds: secondsFor(BAND - 1),
    first: elementAt(known, 0).value, settled, stepSeconds: stepMs / 1000,
  };
}

function createdRates(
  frame: MemoryFrame, steps: readonly Step[], untilMs: number
): { before: number | null; after: number | null } {
  const rate = (taken: readonly Step[]): number | null => {
    const { rises: [created], seconds, used } = sumRises(taken.flatMap(({ rows }) => rows), [frame.created]);
    return used > 0 && seconds > 0 ? created / seconds : null;
  };
  return {
    before: rate(steps.filter(({ timeMs }) => timeMs < untilMs)),
    after: rate(steps.filter(({ timeMs }) => timeMs >= untilMs)),
  };
}

function extraCpu(
  frame: MemoryFrame, steps: readonly Step[], { seconds, settled }: Settling, ingestMs: number
): number {
  const rows = steps.filter(({ timeMs }) => timeMs < ingestMs + 1000 * (seconds ?? 0)).flatMap((step) => step.rows);
  const { rises: [cpu, samples] } = sumRises(rows, [frame.cpu, frame.samples]);
  return cpu - settled * samples;
}

function settlingParts({ what, seconds, lowSeconds, highSeconds, first, settled, stepSeconds }: Settling): Part[] {
  const isCpu = what === 'cpuPerSample';
  const name = isCpu ? 'CPU per sample' : 'resident memory per series';
  const said = isCpu ? duration : bytes;
  const [from, to] = [said(first), said(settled)];
  if (seconds === null) return parts`${name} did not settle (first ${from}, later half ${to})`;
  if (seconds === 0) return parts`${name} was at its later level (${to}) from the first ${duration(stepSeconds)} on`;
  const spread = lowSeconds === null || highSeconds === null || lowSeconds === highSeconds ? null
    : parts` (${range(lowSeconds, highSeconds, 'seconds')}, depending on the width of the band)`;
  return parts`${name} settled after ${duration(seconds)}${spread}, from ${from} to ${to}`;
}

function warmUpParts(warm: Measured): Part[] {
  const { seriesPerSecond: before, seriesPerSecondAfter: after, extraCoreSeconds } = warm;
  const created = before === null || after === null || before < 2 * after ? null
    : parts`Meanwhile new series were created at ${
      rate(before)}, later at ${rate(after)}: this is the cost of a start.`;
  const extra = extraCoreSeconds === null || extraCoreSeconds < 0.05 ? null
    : parts`It used ${quantity(extraCoreSeconds, 'coreSeconds')} more than the settled cost of its samples.`;
  const settled = joined(warm.settling.map(settlingParts), '; ');
  return joined([parts`Samples came in from ${at(warm.ingestStart)} on; ${settled}.`, created, extra], ' ');
}

function rate(perSecond: number): Part {
  return quantity(perSecond < 10 ? perSecond : Math.round(perSecond), 'perSecond');
}
