/**
 * Estimates GC CPU in cores by every estimator that the inputs allow (E1 to E5 of docs/reference/gc-cpu.md), with the
 * reason if one is not available.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { GcEstimate, GcEstimator, GcProfile } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import type { CycleLock } from '../../signals/gc/cycleLock.ts';
import { gcAtCeiling, type AtCeiling } from './gcAtCeiling.ts';
import { eventLockedCost, type EventLockedCost } from '../../signals/gc/eventLockedCost.ts';
import type { GcCycles } from '../../signals/gc/gcCycles.ts';
import { lastValue } from '../../signals/lastValue.ts';
import { profileShare } from './gcProfileShare.ts';
import type { CounterSteps } from '../../signals/counterSteps.ts';
import type { CpuCeiling } from '../../signals/cpuCeiling.ts';
import { BOOTSTRAP_DRAWS, bootstrapInterval } from '../../../../core/statistics/bootstrap.ts';
import type { Random } from '../../../../core/statistics/random.ts';
import { formatValue } from '../../../../core/text/format.ts';
import { count, render } from '../../../../core/text/parts.ts';

/** Estimators that estimate; E6 is measured, see gcTraces.ts. */
type Estimated = Exclude<GcEstimator, 'E6'>;

const ESTIMATOR_NAMES: Record<Estimated, string> = {
  E1: 'CPU profile', E2: 'event-locked', E3: 'scan model', E4: 'lifetime fraction', E5: 'direct',
};

export interface GcEstimatesInput {
  window: RoleWindow;
  facts: TargetFacts;
  gc: GcCycles;
  cpu: CounterSteps;
  /** Rises of the target's own counter of GC CPU seconds, null when it has none. */
  gcCpu: CounterSteps | null;
  locked: { lock: CycleLock } | { lock: null; why: string };
  profiles: readonly GcProfile[];
  cycleLengthSeconds: number | null;
  ceiling: CpuCeiling | null;
  random: Random;
}

export interface GcEstimates {
  /** E1 to E5, at most one of them `best`. */
  estimates: GcEstimate[];
  /** Measurement of E2, for the chart around a cycle; null without E2. */
  eventLocked: EventLockedCost | null;
}

type Known = Pick<GcEstimate, 'note' | 'from' | 'cyclesUsed'> & {
  cores: number; lowCores: number; highCores: number; coreSecondsPerCycle: number | null;
  /** More than the whole process used: shown, but never the best. */
  beyondProcess?: boolean;
};

/** Returns all five. The best is E5 (the target counts itself), else the other with the narrowest band for its size. */
export function gcEstimates(input: GcEstimatesInput): GcEstimates {
  const { window, locked, gc, random } = input;
  const names = (...roles: Parameters<RoleWindow['role']>[0][]): string[] =>
    roles.flatMap((role) => window.role(role)?.names ?? []);
  const locking = locked.lock === null ? { cost: null, why: locked.why } : eventLockedCost(locked.lock, gc, random);
  const eventLocked = locking.cost;
  const capped = locked.lock === null || eventLocked === null ? null
    : gcAtCeiling(locked.lock, eventLocked, input.ceiling);
  const share = profileShare(input, eventLocked?.variation ?? null);
  const found: Record<Estimated, Known | string> = {
    E1: share.known ?? share.why,
    E2: eventLocked === null ? `cannot be estimated: ${'why' in locking ? locking.why : ''}` : {
      ...eventLocked, highCores: capped?.mostCores ?? eventLocked.highCores,
      note: `${render(count(eventLocked.cyclesUsed, 'cycle'))} measured against the quiet CPU around each`
        + (capped === null ? '' : atCeilingNote(capped)),
      from: names('cpuSeconds', 'gcCycles', 'lastGcSeconds'),
    },
    E3: share.scanModel ?? share.scanWhy,
    E4: withinProcess(lifetimeFraction(input), input.cpu),
    E5: withinProcess(direct(input), input.cpu),
  };
  const order = Object.keys(found) as Estimated[];
  const best = bestOf(found);
  return {
    eventLocked,
    estimates: order.map((estimator) => {
      const one = found[estimator];
      const name = ESTIMATOR_NAMES[estimator];
      return typeof one === 'string'
        ? {
          estimator, name, cores: null, lowCores: null, highCores: null, coreSecondsPerCycle: null, cyclesUsed: 0,
          note: one, from: [], best: false,
        }
        : {
          estimator, name, cores: one.cores, lowCores: one.lowCores, highCores: one.highCores,
          coreSecondsPerCycle: one.coreSecondsPerCycle, cyclesUsed: one.cyclesUsed, note: one.note, from: one.from,
          best: estimator === best,
        };
    }),
  };
}

function atCeilingNote({ atCeiling, events, ceilingCores }: AtCeiling): string {
  return `; in ${atCeiling} of ${events} the process was CPU-limited at ${formatValue(ceilingCores, 'cores')}, where `
    + 'GC displaces other work: this is the least it took, and the interval reaches up to all CPU around the cycles';
}

function bestOf(found: Record<Estimated, Known | string>): Estimated | null {
  if (typeof found.E5 !== 'string' && found.E5.beyondProcess !== true) return 'E5';
  let best: { estimator: Estimated; width: number } | null = null;
  for (const estimator of ['E1', 'E2', 'E3', 'E4'] as const) {
    const one = found[estimator];
    if (typeof one === 'string' || one.beyondProcess === true) continue;
    const width = one.cores > 0 ? (one.highCores - one.lowCores) / one.cores : Infinity;
    if (best === null || width < best.width) best = { estimator, width };
  }
  return best?.estimator ?? null;
}

/** Factor by which a counter may exceed the process by its edges alone, as it is updated at the end of a cycle. */
const EDGE_RATIO = 1.05;

/** Marks an estimate above the process's CPU: worker time is wall time, so it includes waits for saturated CPU. */
function withinProcess(one: Known | string, cpu: CounterSteps): Known | string {
  const used = usedCores(cpu);
  if (typeof one === 'string' || used === null || one.cores <= EDGE_RATIO * used) return one;
  const note = `more than the ${formatValue(used, 'cores')} that the whole process used: `
    + 'the runtime measures its workers in wall time, and here they waited for a core';
  return { ...one, beyondProcess: true, note };
}

function usedCores(cpu: CounterSteps): number | null {
  let used = 0;
  let seconds = 0;
  cpu.increase.forEach((rise, row) => {
    if (!Number.isNaN(rise)) { used += rise; seconds += numberAt(cpu.seconds, row); }
  });
  return seconds > 0 ? used / seconds : null;
}

/** E5: rise of the target's own counter over the time it covers. */
function direct({ window, gcCpu, gc, random }: GcEstimatesInput): Known | string {
  if (gcCpu === null) {
    const names = window.expectedNames('gcCpuSeconds');
    return `the target does not export GC CPU${names.length === 0 ? '' : ` (no ${names.join(', ')})`}`;
  }
  const rises: number[] = [];
  const seconds: number[] = [];
  gcCpu.increase.forEach((rise, row) => {
    if (!Number.isNaN(rise)) { rises.push(rise); seconds.push(numberAt(gcCpu.seconds, row)); }
  });
  const note = 'counted by the target itself at the end of each cycle, work of idle-priority workers included';
  return coresFromSteps(rises, seconds, gc, { from: window.role('gcCpuSeconds')?.names ?? [], note, random })
    ?? 'too few readings of its counter';
}

/**
 * E4: the fraction is GC CPU since start over GOMAXPROCS x uptime, brought up to date at the end of a cycle. So
 * fraction x (last GC - process start) x GOMAXPROCS is GC CPU seconds at that moment; its rise from cycle to cycle is
 * what the cycles took. The runtime excludes idle-priority workers, so the band's upper end is `withIdleWorkers`.
 */
function lifetimeFraction({ window, facts, gc, cpu, random }: GcEstimatesInput): Known | string {
  const fraction = window.role('gcCpuFraction');
  if (fraction === undefined)
    return 'the target does not export the fraction of CPU since its start that went to GC; '
      + 'client libraries since 2021 omit it';
  const start = window.role('processStartSeconds');
  const lastGc = window.role('lastGcSeconds');
  if (start === undefined || lastGc === undefined)
    return 'needs the process start and the time of the last cycle besides the fraction';
  const procs = lastValue(window.role('maxProcs')) ?? facts.maxProcs ?? null;
  if (procs === null) return 'GOMAXPROCS is not known, and the fraction is relative to it';
  const rises: number[] = [];
  const seconds: number[] = [];
  let before: { total: number; atSeconds: number; start: number } | null = null;
  let lastFraction = NaN;
  for (let row = 0; row < window.scrapes.length; row++) {
    const has = window.scrapes.error[row] === null && fraction.present[row] === 1 && start.present[row] === 1
      && lastGc.present[row] === 1;
    if (!has || fraction.values[row] === lastFraction) continue;
    lastFraction = numberAt(fraction.values, row);
    const atSeconds = numberAt(lastGc.values, row);
    const total = lastFraction * (atSeconds - numberAt(start.values, row)) * procs;
    if (!Number.isFinite(total) || atSeconds <= numberAt(start.values, row)) continue;
    if (before !== null && Math.abs(before.start - numberAt(start.values, row)) < 1 && atSeconds > before.atSeconds) {
      rises.push(total - before.total);
      seconds.push(atSeconds - before.atSeconds);
    }
    before = { total, atSeconds, start: numberAt(start.values, row) };
  }
  const from = [...fraction.names, ...lastGc.names, ...start.names];
  const counted = coresFromSteps(
    rises, seconds, gc,
    {
      from,
      note: 'growth of the fraction since start; it excludes idle-priority workers, so the interval reaches up to '
        + 'what they can have added',
      random,
    }
  );
  return counted === null ? 'the fraction changed too rarely in this window'
    : { ...counted, highCores: withIdleWorkers(counted.highCores, cpu) };
}

/**
 * While a mark runs, counted workers fill a quarter of GOMAXPROCS (runtime/mgcpacer.go, gcBackgroundUtilization) and
 * idle-priority ones at most the rest.
 */
const MAX_WITH_IDLE = 4;

/** Returns the most that a counted figure can be with idle-priority workers, which are part of the process's CPU. */
function withIdleWorkers(countedCores: number, cpu: CounterSteps): number {
  const used = usedCores(cpu);
  const most = MAX_WITH_IDLE * countedCores;
  return used === null ? most : Math.max(countedCores, Math.min(most, used));
}

const BLOCKS = 60;

/** Returns the mean rate of consecutive steps, with its spread over blocks; null with fewer than three blocks. */
function coresFromSteps(
  rises: number[], seconds: number[], gc: GcCycles,
  { from, note, random }: { from: string[]; note: string; random: Random }
): Known | null {
  const blockLength = Math.max(1, Math.ceil(rises.length / BLOCKS));
  const blockRises: number[] = [];
  const blockSeconds: number[] = [];
  let totalRise = 0;
  let totalSeconds = 0;
  for (let i = 0; i < rises.length; i++) {
    const block = Math.floor(i / blockLength);
    blockRises[block] = (blockRises[block] ?? 0) + elementAt(rises, i);
    blockSeconds[block] = (blockSeconds[block] ?? 0) + elementAt(seconds, i);
    totalRise += elementAt(rises, i);
    totalSeconds += elementAt(seconds, i);
  }
  const spread = bootstrapInterval(blockRises.length, BOOTSTRAP_DRAWS, random, (drawn) => {
    let drawnRise = 0;
    let drawnSeconds = 0;
    for (
      const block of drawn
    ) { drawnRise += elementAt(blockRises, block); drawnSeconds += elementAt(blockSeconds, block); }
    return drawnRise / drawnSeconds;
  });
  if (spread === null || !(totalSeconds > 0)) return null;
  const cyclesUsed = gc.cycles.length + gc.withoutTime;
  return {
    cores: Math.max(0, totalRise / totalSeconds), lowCores: Math.max(0, spread.low),
    highCores: Math.max(0, spread.high),
    cyclesUsed, coreSecondsPerCycle: cyclesUsed > 0 ? Math.max(0, totalRise / cyclesUsed) : null, from, note,
  };
}

