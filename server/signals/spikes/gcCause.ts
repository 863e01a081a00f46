/**
 * Do GC cycles make CPU spikes? A cycle in a spike proves nothing: cycles can be so frequent that every spike has one.
 * See docs/reference/gc-cpu.md.
 */
import { elementAt } from '../../../core/elementAt.ts';
import type { GcProfile } from '../../../core/contract/contract.ts';
import { binomialAtLeast } from '../../statistics/binomial.ts';
import type { CycleLock } from '../gc/cycleLock.ts';
import type { GcCycles } from '../gc/gcCycles.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { overlapMs, shareWithin, type FoundSpike } from './findSpikes.ts';
import type { QuietLevels, Sample } from './quietLevel.ts';

/** Where no reach could be measured. */
const BACK_MS = 3000;
/** So many spikes on cycles are not by chance where fewer than one in a hundred such counts are. */
const LINKED_P = 0.01;
/** CPU rises at cycles where their mean excess is this many times its error, over at least so many. */
const LEAST_MEASURED = 5;
const LOCKED_ERRORS = 3;
const MOST_OF_IT = 0.5;

export interface GcCause {
  /** When a cycle may use CPU: ascending, apart. */
  reach: SpanMs[];
  /** Whether spikes that lie on cycles are theirs. */
  isLinked: boolean;
}

export interface GcCauseInput {
  samples: readonly Sample[];
  levels: QuietLevels;
  /** Spikes that nothing else explains. */
  spikes: readonly FoundSpike[];
  gc: GcCycles;
  lock: CycleLock | null;
  stepMs: number;
}

/**
 * Where cycles reach, and whether they make spikes: either CPU rises at cycles (their mean excess is clear of its
 * error), or more spikes lie on them than the time they cover gives by chance. Without a cycle's moment, neither.
 */
export function gcCause({ samples, levels, spikes, gc, lock, stepMs }: GcCauseInput): GcCause {
  const backMs = Math.max(stepMs, lock === null ? BACK_MS : lock.width.back * stepMs);
  const onMs = stepMs * (lock === null ? 1 : lock.width.on);
  const reach = joinedSpans(gc.cycles.map(({ endMs }) => ({ startMs: endMs - backMs, endMs: endMs + onMs })));
  return { reach, isLinked: risesAtCycles(lock) || areOnCycles(samples, levels, spikes, reach) };
}

function risesAtCycles(lock: CycleLock | null): boolean {
  const measured = lock?.measured ?? [];
  if (measured.length < LEAST_MEASURED) return false;
  const perCycle = measured.map(({ excessSeconds, cycles }) => excessSeconds / cycles);
  const mean = perCycle.reduce((sum, value) => sum + value, 0) / perCycle.length;
  const squares = perCycle.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return mean > LOCKED_ERRORS * Math.sqrt(squares / (perCycle.length - 1) / perCycle.length);
}

function areOnCycles(
  samples: readonly Sample[], levels: QuietLevels, spikes: readonly FoundSpike[], reach: readonly SpanMs[]
): boolean {
  const free = joinedSpans(samples.filter(({ isBusy }) => !isBusy));
  const all = free.reduce((sum, span) => sum + span.endMs - span.startMs, 0);
  if (all === 0 || spikes.length === 0) return false;
  const covered = free.reduce((sum, span) => sum + overlapMs(reach, span), 0) / all;
  const on = spikes.filter((spike) => shareWithin(samples, levels, spike, reach) >= MOST_OF_IT).length;
  return binomialAtLeast(on, spikes.length, covered) < LINKED_P;
}

/** What CPU profiles taken during most of a spike say: whether GC is most of it; null without one. */
export function profiledAsGc(spike: FoundSpike, profiles: readonly GcProfile[]): boolean | null {
  const lengthMs = spike.endMs - spike.startMs;
  const during = profiles.filter(({ start, durationSeconds }) => overlapMs(
    [spike], { startMs: start * 1000, endMs: (start + durationSeconds) * 1000 }
  ) >= MOST_OF_IT * lengthMs);
  if (during.length === 0) return null;
  const { start, durationSeconds, gcCpuSeconds } = elementAt(during, 0);
  const withinMs = overlapMs([spike], { startMs: start * 1000, endMs: (start + durationSeconds) * 1000 });
  return gcCpuSeconds >= MOST_OF_IT * spike.excess * withinMs / lengthMs;
}
