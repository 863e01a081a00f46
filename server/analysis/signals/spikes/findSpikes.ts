/** Spikes of a series: where it rises well above its quiet level and comes back. See docs/reference/gc-cpu.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { quietLevels, typicalLevel, type QuietLevels, type Sample } from './quietLevel.ts';

/** A spike rises by this many times the scatter of the quiet level. */
const SCATTERS = 6;
/** It lasts as long as the series is above this share of that rise. */
const STILL_UP = 0.5;
/** At a limit nothing rises further: coming this close to it from the quiet level is a spike too. */
const TO_LIMIT = 0.8;
export interface FoundSpike extends SpanMs {
  /** False where it lasts until the last sample. */
  isOver: boolean;
  peak: number;
  /** At the peak. */
  quiet: number;
  /** Above the quiet level, weighed. */
  excess: number;
  /** Its samples: `from <= k < to`. */
  from: number;
  to: number;
  /** The sample of the peak. */
  top: number;
}

export interface SpikesFound {
  /** Median quiet level; null where too little is known, and then there are no spikes. */
  quiet: number | null;
  levels: QuietLevels | null;
  spikes: FoundSpike[];
}

export interface SpikeRules {
  /** A spike rises by this many times the quiet level. */
  quietTimes: number;
  /** What lasts this long is a level; it is told from so much to either side. */
  levelMs: number;
  /** Closer together than this they are one. */
  joinMs: number;
  /** Rises below this are noise of the measurement, over a sample of so many seconds. */
  leastRise: (seconds: number) => number;
  /** What a spike adds in all, at least. */
  leastExcess: number;
  /** What the series cannot exceed; null where nothing limits it. */
  limit: number | null;
}

/**
 * Spikes, ascending and apart. A sample starts one when it rises above the quiet level by the larger of a multiple of
 * it and 6 times its scatter; the spike reaches to either side for as long as the series stays above half of that rise;
 * those close together are one. What lasts as long as a level without a known event is no spike. Nothing reaches over a
 * hole in the samples.
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

/** Neither noise nor a level of its own. */
function isOne(
  samples: readonly Sample[], { startMs, endMs, excess, from, to }: FoundSpike, least: number, levelMs: number
): boolean {
  if (excess < least) return false;
  return endMs - startMs < levelMs || samples.slice(from, to).some(({ isBusy }) => isBusy);
}

/** Part of the excess of a spike, 0 to 1, that lies in the spans. */
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

/** The same spans are held against thousands of spikes. */
function joinedOnce(spans: readonly SpanMs[]): readonly SpanMs[] {
  let joined = joinedOf.get(spans);
  if (joined === undefined) joinedOf.set(spans, joined = joinedSpans(spans));
  return joined;
}

/** `overlapMs` for spans that mostly ascend: a day of samples is gone through once. */
export function ascendingOverlap(joined: readonly SpanMs[]): (startMs: number, endMs: number) => number {
  let next = 0;
  let askedMs = -Infinity;
  return (startMs, endMs) => {
    if (startMs < askedMs) return overlapMs(joined, { startMs, endMs });
    askedMs = startMs;
    while (next < joined.length && elementAt(joined, next).endMs <= startMs) next++;
    let sum = 0;
    for (let k = next; k < joined.length && elementAt(joined, k).startMs < endMs; k++) {
      const span = elementAt(joined, k);
      sum += Math.min(endMs, span.endMs) - Math.max(startMs, span.startMs);
    }
    return sum;
  };
}

/** How long a span lies in any of `joined`, which ascend and are apart from each other. */
export function overlapMs(joined: readonly SpanMs[], { startMs, endMs }: SpanMs): number {
  let low = 0;
  let high = joined.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elementAt(joined, middle).endMs <= startMs) low = middle + 1;
    else high = middle;
  }
  let sum = 0;
  for (; low < joined.length && elementAt(joined, low).startMs < endMs; low++) {
    const span = elementAt(joined, low);
    sum += Math.min(endMs, span.endMs) - Math.max(startMs, span.startMs);
  }
  return sum;
}
