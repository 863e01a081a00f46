/**
 * Decides whether GC cycles cause CPU spikes. A cycle in a spike proves nothing: cycles can be so frequent that every
 * spike has one. See docs/reference/gc-cpu.md.
 */
import { elementAt } from '../../../../core/elementAt.ts';
import type { GcProfile } from '../../../../core/contract/contract.ts';
import type { CycleLock } from '../gc/cycleLock.ts';
import type { GcCycles } from '../gc/gcCycles.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { areOnSpans } from './onSpans.ts';
import { overlapMs, type FoundSpike } from './findSpikes.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';
import type { SpikeKind } from './spikeKinds.ts';

/**
 * A cycle uses CPU for this long before its end, or longer if measured so: the measured reach of few cycles, not all of
 * which cost CPU, is sometimes too short.
 */
const BACK_MS = 3000;
/**
 * CPU rises at cycles if their mean excess is this multiple of its error, over at least this many cycles; after that,
 * until it falls below the lower multiple, so that one more cycle does not change the cause of all spikes.
 */
const MIN_MEASURED = 5;
const LOCKED_ERRORS = 3;
const UNLOCKED_ERRORS = 1.5;
const MAX_OF_IT = 0.5;

export interface GcCause {
  /** Times when a cycle may use CPU: ascending, not overlapping. */
  reach: SpanMs[];
  /** Whether spikes on cycles are caused by them. */
  isLinked: boolean;
  /** Mean CPU above quiet of a cycle outside events; null if the link is not based on it. */
  perCycleSeconds: number | null;
}

export interface GcCauseInput {
  samples: readonly Sample[];
  levels: QuietLevels;
  /** Spikes that nothing else explains. */
  spikes: readonly FoundSpike[];
  gc: GcCycles;
  lock: CycleLock | null;
  stepMs: number;
  kind: Pick<SpikeKind, 'gcReachMs'>;
}

/**
 * Returns when cycles may use CPU, and whether they cause spikes: either more spikes are on them than by chance,
 * whatever a cycle costs on average, since some cost nothing; or CPU rises at cycles outside events (their mean excess
 * clearly exceeds its error).
 */
export function gcCause({ samples, levels, spikes, gc, lock, stepMs, kind }: GcCauseInput): GcCause {
  const { gcReachMs } = kind;
  const backMs = gcReachMs?.back ?? Math.max(stepMs, BACK_MS, lock === null ? 0 : lock.width.back * stepMs);
  const onMs = gcReachMs?.on ?? stepMs * (lock === null ? 1 : lock.width.on);
  const reach = joinedSpans(gc.cycles.map(({ endMs }) => ({ startMs: endMs - backMs, endMs: endMs + onMs })));
  const areOn = areOnSpans(samples, levels, spikes, reach);
  const excess = lock === null ? [] : excessPerCycle(lock, joinedSpans(samples.filter(({ isBusy }) => isBusy)));
  if (areOn || excess.length < MIN_MEASURED) return { reach, perCycleSeconds: null, isLinked: areOn };
  const perCycleSeconds = excess.reduce((sum, value) => sum + value, 0) / excess.length;
  return { reach, perCycleSeconds, isLinked: isClear(excess) };
}

/** Reports whether the mean is clearly above 0, going through the cycles in time. */
function isClear(excess: readonly number[]): boolean {
  let [sum, squares] = [0, 0];
  let is = false;
  excess.forEach((value, k) => {
    sum += value;
    squares += value ** 2;
    if (k + 1 < MIN_MEASURED) return;
    const mean = sum / (k + 1);
    const error = Math.sqrt(Math.max(0, squares / (k + 1) - mean ** 2) / k);
    is = mean > (is ? UNLOCKED_ERRORS : LOCKED_ERRORS) * error;
  });
  return is;
}

/** Returns the excess of measured cycles outside events: queries allocate, so cycles cluster in their CPU use. */
function excessPerCycle({ intervals, events, measured }: CycleLock, busy: readonly SpanMs[]): number[] {
  return measured.filter(({ first, last }) => {
    const from = elementAt(intervals, elementAt(events, first).at).startMs;
    const to = elementAt(intervals, elementAt(events, last).at).endMs;
    return overlapMs(busy, { startMs: from, endMs: to }) === 0;
  }).map(({ excessSeconds, cycles }) => excessSeconds / cycles);
}

/** Reports whether GC is most of a spike, according to a CPU profile taken during most of it; null without one. */
export function profiledAsGc(spike: FoundSpike, profiles: readonly GcProfile[]): boolean | null {
  const lengthMs = spike.endMs - spike.startMs;
  const during = profiles.filter(({ start, durationSeconds }) => overlapMs(
    [spike], { startMs: start * 1000, endMs: (start + durationSeconds) * 1000 }
  ) >= MAX_OF_IT * lengthMs);
  if (during.length === 0) return null;
  const { start, durationSeconds, gcCpuSeconds } = elementAt(during, 0);
  const withinMs = overlapMs([spike], { startMs: start * 1000, endMs: (start + durationSeconds) * 1000 });
  return gcCpuSeconds >= MAX_OF_IT * spike.excess * withinMs / lengthMs;
}
