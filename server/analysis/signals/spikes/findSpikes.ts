/** Finds spikes of a series: rises well above its quiet level that come back. See docs/reference/gc-cpu.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { countPassing } from '../../../../core/statistics/ascending.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { quietLevels, typicalLevel, type QuietLevels, type Sample } from './quietLevel.ts';

/** Minimum rise of a spike, in multiples of the quiet level's scatter. */
const SCATTERS = 6;
/** A spike lasts while the series is above this share of that rise. */
const STILL_UP = 0.5;
/** Share of the distance from quiet level to limit that counts as a spike, as nothing rises beyond the limit. */
const TO_LIMIT = 0.8;
export interface FoundSpike extends SpanMs {
  /** False if it lasts until the last sample. */
  isOver: boolean;
  peak: number;
  /** Quiet level at the peak. */
  quiet: number;
  /** Weighted area above the quiet level. */
  excess: number;
  /** Sample range: `from <= k < to`. */
  from: number;
  to: number;
  /** Index of the peak sample. */
  top: number;
}

export interface SpikesFound {
  /** Median quiet level; null if too little is known, and then there are no spikes. */
  quiet: number | null;
  levels: QuietLevels | null;
  spikes: FoundSpike[];
}

export interface SpikeRules {
  /** Minimum rise of a spike, in multiples of the quiet level. */
  quietTimes: number;
  /** A rise of this duration is a level, not a spike; also how far a level looks to either side. */
  levelMs: number;
  /** Spikes closer together than this are joined. */
  joinMs: number;
  /** Returns the rise below which a sample of that many seconds is measurement noise. */
  leastRise: (seconds: number) => number;
  /** Minimum area of a spike. */
  leastExcess: number;
  /** Maximum possible value of the series; null if unlimited. */
  limit: number | null;
}

/**
 * Returns the spikes, ascending and non-overlapping. A sample starts one when it rises above the quiet level by the
 * larger of a multiple of the level and 6 times its scatter; the spike extends to either side while the series stays
 * above half of that rise. Close spikes are joined. A rise as long as `levelMs` without a known event is not a spike. A
 * spike never spans a gap in the samples.
 */
export function findSpikes(
  samples: readonly Sample[], { leastRise, leastExcess, limit, quietTimes, levelMs, joinMs }: SpikeRules
): SpikesFound {
  const levels = quietLevels(samples, levelMs);
  if (levels === null) return { quiet: null, levels, spikes: [] };
  const rise = samples.map(({ startMs, endMs }, k) => {
    const quiet = numberAt(levels.level, k);
    const usual = Math.max(quietTimes * quiet, SCATTERS * numberAt(levels.scatter, k));
    const possible = limit === null || limit <= quiet ? usual : Math.min(usual, TO_LIMIT * (limit - quiet));
    return Math.max(possible, leastRise((endMs - startMs) / 1000));
  });
  const above = (k: number): number => elementAt(samples, k).value - numberAt(levels.level, k);
  const spikes: FoundSpike[] = [];
  for (let from = 0; from < samples.length;) {
    if (above(from) < STILL_UP * elementAt(rise, from)) { from++; continue; }
    let to = from;
    let isSpike = false;
    while (
      to < samples.length && above(to) >= STILL_UP * elementAt(rise, to)
        && (to === from || touches(samples, to, joinMs))
    ) {
      isSpike ||= above(to) >= elementAt(rise, to);
      to++;
    }
    if (isSpike) {
      const last = spikes.at(-1);
      const isSame = last !== undefined && elementAt(samples, from).startMs - last.endMs <= joinMs;
      const spike = measured(samples, levels, isSame ? last.from : from, to);
      if (isSame) spikes[spikes.length - 1] = spike; else spikes.push(spike);
    }
    from = to;
  }
  const large = spikes.filter((spike) => isOne(samples, spike, leastExcess, levelMs));
  return { quiet: typicalLevel(levels), levels, spikes: large };
}

function touches(samples: readonly Sample[], k: number, joinMs: number): boolean {
  return elementAt(samples, k).startMs - elementAt(samples, k - 1).endMs <= joinMs;
}

function measured(samples: readonly Sample[], { level }: QuietLevels, from: number, to: number): FoundSpike {
  let peak = from;
  let excess = 0;
  for (let k = from; k < to; k++) {
    const { value, weight } = elementAt(samples, k);
    if (value > elementAt(samples, peak).value) peak = k;
    excess += (value - numberAt(level, k)) * weight;
  }
  return {
    startMs: elementAt(samples, from).startMs, endMs: elementAt(samples, to - 1).endMs, isOver: to < samples.length,
    peak: elementAt(samples, peak).value, quiet: numberAt(level, peak), excess, from, to, top: peak,
  };
}

/** Reports whether it is neither noise nor a level of its own. */
function isOne(
  samples: readonly Sample[], { startMs, endMs, excess, from, to }: FoundSpike, least: number, levelMs: number
): boolean {
  if (excess < least) return false;
  return endMs - startMs < levelMs || samples.slice(from, to).some(({ isBusy }) => isBusy);
}

/** Returns the share of a spike's excess, 0 to 1, that falls in the spans. */
export function shareWithin(
  samples: readonly Sample[], { level }: QuietLevels, { from, to }: Pick<FoundSpike, 'from' | 'to'>,
  spans: readonly SpanMs[],
): number {
  const joined = joinedOnce(spans);
  let all = 0;
  let within = 0;
  for (let k = from; k < to; k++) {
    const { startMs, endMs, value, weight } = elementAt(samples, k);
    const excess = Math.max(0, value - numberAt(level, k)) * weight;
    all += excess;
    within += excess * overlapMs(joined, { startMs, endMs }) / (endMs - startMs);
  }
  return all > 0 ? within / all : 0;
}

const joinedOf = new WeakMap<readonly SpanMs[], SpanMs[]>();

/** Caches the joined spans, because the same spans are compared with thousands of spikes. */
function joinedOnce(spans: readonly SpanMs[]): readonly SpanMs[] {
  let joined = joinedOf.get(spans);
  if (joined === undefined) joinedOf.set(spans, joined = joinedSpans(spans));
  return joined;
}

/** Like `overlapMs`, for mostly ascending spans: goes through a day of samples once. */
export function ascendingOverlap(joined: readonly SpanMs[]): (startMs: number, endMs: number) => number {
  let next = 0;
  let askedMs = -Infinity;
  return (startMs, endMs) => {
    if (startMs < askedMs) return overlapMs(joined, { startMs, endMs });
    askedMs = startMs;
    while (next < joined.length && elementAt(joined, next).endMs <= startMs) next++;
    return overlapFrom(joined, next, { startMs, endMs });
  };
}

function overlapFrom(joined: readonly SpanMs[], first: number, { startMs, endMs }: SpanMs): number {
  let sum = 0;
  for (let k = first; k < joined.length && elementAt(joined, k).startMs < endMs; k++) {
    const span = elementAt(joined, k);
    sum += Math.min(endMs, span.endMs) - Math.max(startMs, span.startMs);
  }
  return sum;
}

/** Returns how long a span overlaps `joined`, which ascend and do not overlap each other. */
export function overlapMs(joined: readonly SpanMs[], { startMs, endMs }: SpanMs): number {
  return overlapFrom(
    joined, countPassing(joined.length, (k) => elementAt(joined, k).endMs <= startMs), { startMs, endMs }
  );
}
