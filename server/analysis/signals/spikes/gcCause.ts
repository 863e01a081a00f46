/**
 * Do GC cycles make CPU spikes? A cycle in a spike proves nothing: cycles can be so frequent that every spike has one.
 * See docs/reference/gc-cpu.md.
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
 * A cycle uses CPU for so long before its end, or longer where that was measured: the measured reach of few cycles, not
 * all of which cost CPU, comes out short now and then.
 */
const BACK_MS = 3000;
/**
 * CPU rises at cycles where their mean excess is this many times its error, over at least so many; once it did, until
 * that falls to fewer: one cycle more does not change what all spikes come from.
 */
const MIN_MEASURED = 5;
const LOCKED_ERRORS = 3;
const UNLOCKED_ERRORS = 1.5;
const MAX_OF_IT = 0.5;

export interface GcCause {
  /** When a cycle may use CPU: ascending, apart. */
  reach: SpanMs[];
  /** Whether spikes that lie on cycles are theirs. */
  isLinked: boolean;
  /** CPU above quiet of a cycle outside events, on average; null where it is not what links them. */
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
 * Where cycles reach, and whether they make spikes: more spikes lie on them than the time they cover gives by chance,
 * whatever a cycle costs on average, since some cost nothing; else CPU rises at cycles outside events (their mean
 * excess is clear of its error).
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

/** Whether the mean is clear of 0, going through the cycles in time. */
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

/** Of the measured cycles outside events: queries allocate, so that cycles crowd where queries use CPU. */
function excessPerCycle({ intervals, events, measured }: CycleLock, busy: readonly SpanMs[]): number[] {
  return measured.filter(({ first, last }) => {
    const from = elementAt(intervals, elementAt(events, first).at).startMs;
    const to = elementAt(intervals, elementAt(events, last).at).endMs;
    return overlapMs(busy, { startMs: from, endMs: to }) === 0;
  }).map(({ excessSeconds, cycles }) => excessSeconds / cycles);
}

/** What CPU profiles taken during most of a spike say: whether GC is most of it; null without one. */
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
