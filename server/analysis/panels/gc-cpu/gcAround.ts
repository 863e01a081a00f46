/** Averages CPU around the end of a GC cycle, and fits how long a cycle uses CPU; see docs/reference/gc-cpu.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { GcAround } from '../../../../core/contract/contract.ts';
import type { CycleLock, GcEvent } from '../../signals/gc/cycleLock.ts';
import { BOOTSTRAP_DRAWS, bootstrapBands } from '../../../../core/statistics/bootstrap.ts';
import type { Random } from '../../../../core/statistics/random.ts';

/** Number of intervals drawn on each side of the one a cycle ended in. */
const EACH_SIDE = 10;
/** Number of cycles from which neighbours are grouped in blocks for the bootstrap, to bound its cost. */
const MAX_DRAWN = 120;
const MIN_CYCLES = 3;
/** Lengths tried, from a tenth of an interval to this many of them. */
const LENGTHS = 40;
const LONGEST_STEPS = 10;
const SHORTEST_STEPS = 0.1;
/** Maximum cycles whose length is fitted; more change nothing. */
const MAX_FITTED = 400;

/**
 * Returns the mean over cycles outside compactions, each with its band (95 %, bootstrap over cycles). Where cycles
 * overlap each interval counts for the nearer one only. An offset that no cycle has a reading for is null. null with
 * fewer than three cycles.
 */
export function gcAround(
  lock: CycleLock, scrapeStepMs: number, lengthSeconds: number | null,
  { measured, random }: { measured: GcAround['measured']; random: Random }
): GcAround | null {
  const { intervals, events, levels } = lock;
  const width = 2 * EACH_SIDE + 1;
  const size = Math.max(1, Math.ceil(events.length / MAX_DRAWN));
  const sums: Float64Array[] = [];
  const counts: Float64Array[] = [];
  let cycles = 0, overlapping = 0, quiet = 0;
  events.forEach(({ at }, i) => {
    if (Number.isNaN(levels[i]) || elementAt(intervals, at).working) return;
    const block = Math.floor(cycles / size);
    const sum = sums[block] ??= new Float64Array(width);
    const count = counts[block] ??= new Float64Array(width);
    const before = i > 0 ? elementAt(events, i - 1).at : -Infinity;
    const after = i + 1 < events.length ? elementAt(events, i + 1).at : Infinity;
    for (let offset = -EACH_SIDE; offset <= EACH_SIDE; offset++) {
      const k = at + offset;
      if (k < 0 || k >= intervals.length || k - before < Math.abs(offset) || after - k < Math.abs(offset)) continue;
      const { cpuSeconds, seconds, working, endMs } = elementAt(intervals, k);
      // After a gap, the interval with this index is at another time.
      const strayMs = Math.abs(endMs - elementAt(intervals, at).endMs - offset * scrapeStepMs);
      if (working || seconds > 2.5 * scrapeStepMs / 1000 || strayMs > scrapeStepMs) continue;
      sum[offset + EACH_SIDE] = numberAt(sum, offset + EACH_SIDE) + cpuSeconds / seconds;
      count[offset + EACH_SIDE] = numberAt(count, offset + EACH_SIDE) + 1;
    }
    cycles++;
    quiet += elementAt(levels, i);
    if (at - before <= EACH_SIDE || after - at <= EACH_SIDE) overlapping++;
  });
  if (cycles < MIN_CYCLES) return null;
  const { mean, low, high } = bootstrapBands(sums, counts, BOOTSTRAP_DRAWS, random);
  return {
    offsetSeconds: Array.from({ length: width }, (_, k) => (k - EACH_SIDE) * scrapeStepMs / 1000),
    meanCores: mean, lowCores: low, highCores: high, quietCores: quiet / cycles, cycles, overlapping, lengthSeconds,
    measured,
  };
}

/**
 * Fits how long a cycle uses CPU: the length L for which "a steady excess from L before the end to the end" fits the
 * intervals around lone cycles best, by least squares. The ends are anywhere in their intervals, so lengths below one
 * interval show too. null with fewer than three lone cycles whose moment is known, or when no length makes the fit
 * better than none.
 */
export function cycleLengthSeconds({ intervals, events, levels, measured }: CycleLock, scrapeStepMs: number): number
  | null {
  const lone = measured.filter(({ first, last, cycles }) => first === last && cycles === 1)
    .map(({ first }) => ({ ...events[first], level: levels[first] }))
    .filter((event): event is GcEvent & { endMs: number; level: number } => event.endMs !== null).slice(0, MAX_FITTED);
  if (lone.length < MIN_CYCLES) return null;
  let best: { lengthMs: number; explained: number } | null = null;
  for (let k = 0; k < LENGTHS; k++) {
    const lengthMs = scrapeStepMs * SHORTEST_STEPS * (LONGEST_STEPS / SHORTEST_STEPS) ** (k / (LENGTHS - 1));
    let both = 0, own = 0;
    for (const { at, endMs, level } of lone) {
      for (let i = Math.max(0, at - LONGEST_STEPS); i <= Math.min(intervals.length - 1, at + 2); i++) {
        const interval = elementAt(intervals, i);
        const inCycle = overlapMs(interval, endMs - lengthMs, endMs) / 1000;
        if (inCycle === 0) continue;
        both += inCycle * (interval.cpuSeconds - level * interval.seconds);
        own += inCycle * inCycle;
      }
    }
    const explained = both > 0 && own > 0 ? both * both / own : 0;
    if (explained > (best?.explained ?? 0)) best = { lengthMs, explained };
  }
  return best === null ? null : best.lengthMs / 1000;
}

export function overlapMs(interval: { startMs: number; endMs: number }, fromMs: number, toMs: number): number {
  return Math.max(0, Math.min(interval.endMs, toMs) - Math.max(interval.startMs, fromMs));
}
