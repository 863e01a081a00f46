/** Spikes of a series: where it rises well above its quiet level and comes back. See docs/reference/gc-cpu.md. */
import { elementAt, numberAt } from '../../../core/elementAt.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';
import { LEVEL_MS, quietLevels, typicalLevel, type QuietLevels, type Sample } from './quietLevel.ts';

/** A spike rises to this many times the quiet level, and this many times its scatter above it. */
const QUIET_TIMES = 2;
const SCATTERS = 6;
/** It lasts as long as the series is above this share of that rise. */
const STILL_UP = 0.5;
/** At a limit nothing rises further: coming this close to it from the quiet level is a spike too. */
const TO_LIMIT = 0.8;
/** Closer together than this they are one. */
const JOIN_MS = 3000;

export interface FoundSpike extends SpanMs {
  /** False where it lasts until the last sample. */
  isOver: boolean;
  peak: number;
  /** At the peak. */
  quiet: number;
  /** Above the quiet level, times seconds. */
  excess: number;
  /** Its samples: `from <= k < to`. */
  from: number;
  to: number;
}

export interface SpikesFound {
  /** Median quiet level; null where too little is known, and then there are no spikes. */
  quiet: number | null;
  levels: QuietLevels | null;
  spikes: FoundSpike[];
}

export interface SpikeRules {
  /** Rises below this are noise of the measurement, over a sample of so many seconds. */
  leastRise: (seconds: number) => number;
  /** What a spike adds in all, at least. */
  leastExcess: number;
  /** What the series cannot exceed; null where nothing limits it. */
  limit: number | null;
}

/**
 * Spikes, ascending and apart. A sample starts one when it is above the larger of twice the quiet level and that level
 * plus 6 times the scatter; the spike reaches to either side for as long as the series stays above half of that rise;
 * those less than 3 s apart are one. What lasts 5 minutes without a known event is a level and no spike. Nothing
 * reaches over a hole in the samples.
 */
export function findSpikes(samples: readonly Sample[], { leastRise, leastExcess, limit }: SpikeRules): SpikesFound {
  const levels = quietLevels(samples);
  if (levels === null) return { quiet: null, levels, spikes: [] };
  const rise = samples.map(({ startMs, endMs }, k) => {
    const quiet = numberAt(levels.level, k);
    const usual = Math.max((QUIET_TIMES - 1) * quiet, SCATTERS * numberAt(levels.scatter, k));
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
      to < samples.length && above(to) >= STILL_UP * elementAt(rise, to) && (to === from || touches(samples, to))
    ) {
      isSpike ||= above(to) >= elementAt(rise, to);
      to++;
    }
    if (isSpike) {
      const last = spikes.at(-1);
      const isSame = last !== undefined && elementAt(samples, from).startMs - last.endMs <= JOIN_MS;
      const spike = measured(samples, levels, isSame ? last.from : from, to);
      if (isSame) spikes[spikes.length - 1] = spike; else spikes.push(spike);
    }
    from = to;
  }
  return { quiet: typicalLevel(levels), levels, spikes: spikes.filter((spike) => isOne(samples, spike, leastExcess)) };
}

function touches(samples: readonly Sample[], k: number): boolean {
  return elementAt(samples, k).startMs - elementAt(samples, k - 1).endMs <= JOIN_MS;
}

function measured(samples: readonly Sample[], { level }: QuietLevels, from: number, to: number): FoundSpike {
  let peak = from;
  let excess = 0;
  for (let k = from; k < to; k++) {
    const { startMs, endMs, value } = elementAt(samples, k);
    if (value > elementAt(samples, peak).value) peak = k;
    excess += (value - numberAt(level, k)) * (endMs - startMs) / 1000;
  }
  return {
    startMs: elementAt(samples, from).startMs, endMs: elementAt(samples, to - 1).endMs, isOver: to < samples.length,
    peak: elementAt(samples, peak).value, quiet: numberAt(level, peak), excess, from, to,
  };
}

/** Neither noise nor a level of its own. */
function isOne(samples: readonly Sample[], { startMs, endMs, excess, from, to }: FoundSpike, least: number): boolean {
  if (excess < least) return false;
  return endMs - startMs < LEVEL_MS || samples.slice(from, to).some(({ isBusy }) => isBusy);
}

/** Part of the excess of a spike, 0 to 1, that lies in the spans. */
export function shareWithin(
  samples: readonly Sample[], { level }: QuietLevels, { from, to }: Pick<FoundSpike, 'from' | 'to'>,
  spans: readonly SpanMs[],
): number {
  const joined = joinedSpans(spans);
  let all = 0;
  let within = 0;
  for (let k = from; k < to; k++) {
    const { startMs, endMs, value } = elementAt(samples, k);
    const excess = Math.max(0, value - numberAt(level, k)) * (endMs - startMs);
    all += excess;
    within += excess * overlapMs(joined, { startMs, endMs }) / (endMs - startMs);
  }
  return all > 0 ? within / all : 0;
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
