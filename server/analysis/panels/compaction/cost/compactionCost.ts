/** Compares compactions with the quiet time around them: CPU cores, bytes written, resident memory. */
import { elementAt, numberAt } from '../../../../../core/elementAt.ts';
import { countPassing } from '../../../../../core/statistics/ascending.ts';
import type { RoleSeries } from '../../../../data/metrics/roleNames.ts';
import type { ScrapeTable } from '../../../../data/metrics/series.ts';
import { likelyStartMs, type CompactionInterval } from '../../../signals/compaction/compactionIntervals.ts';
import { chanceOfRate, type RowState } from './compactionChance.ts';
import type { CounterSteps } from '../../../signals/counterSteps.ts';
import { memoised } from '../../../signals/memoised.ts';
import { median, midmean } from '../../../../../core/statistics/quantiles.ts';

/** Minimum number of quiet readings for a reliable baseline. */
const MIN_QUIET_ROWS = 10;

/**
 * Returns the state of the time each row's rise covers (or of its moment, if `steps` is absent). `edge` rows touch an
 * episode's error span or straddle its bounds: they count neither as quiet nor as compaction, except that a straddling
 * row belongs to the episode when its middle does.
 */
export function rowStates(scrapes: ScrapeTable, compactions: CompactionInterval[], steps?: CounterSteps): RowState[] {
  const states = new Array<RowState>(scrapes.length).fill('quiet');
  let next = 0;
  let near = compactions.at(0);
  for (let row = 0; row < scrapes.length && near !== undefined; row++) {
    const toMs = numberAt(scrapes.startMs, row);
    const seconds = steps === undefined ? 0 : numberAt(steps.seconds, row);
    const fromMs = seconds > 0 ? toMs - 1000 * seconds : toMs;
    while (near !== undefined && near.endMs < fromMs) near = compactions[++next];
    if (near === undefined || near.startMs - near.startErrorMs > toMs) continue;
    const middleMs = (fromMs + toMs) / 2;
    const inside = middleMs >= likelyStartMs(near) && middleMs <= near.endMs - near.endErrorMs / 2;
    states[row] = inside ? 'compaction' : 'edge';
  }
  return states;
}

export interface Comparison {
  quiet: number | null;
  during: number | null;
  /** `during / quiet`; null if either is missing or quiet is 0. */
  multiple: number | null;
  /** Probability that other moments have as much by chance, see chanceOfRate; null: not tested. */
  pValue: number | null;
}

/** Number of neighbouring steps on each side that give the scrape rate around one. */
const PACE_STEPS = 5;
/** Maximum length of a rise, in steps of its surroundings; a longer one is due to a gap. */
const LONGEST_STEPS = 2.5;

/**
 * Returns the steps without those over gaps (NaN in both). What is a gap depends on the pace around it, so that a
 * coarse history joined with a finer recording keeps its steps, and a gap in the finer part stays one.
 */
export const withoutGaps = memoised((steps: CounterSteps): CounterSteps => {
  const { length } = steps.seconds;
  const increase = new Float64Array(length).fill(NaN);
  const seconds = new Float64Array(length).fill(NaN);
  const rows = new Int32Array(length);
  const lengths = new Float64Array(length);
  let count = 0;
  let shortest = Infinity;
  for (let row = 0; row < length; row++) {
    const span = numberAt(steps.seconds, row);
    if (!(span > 0)) continue;
    rows[count] = row;
    lengths[count++] = span;
    if (span < shortest) shortest = span;
  }
  const isFar = (k: number): boolean => {
    const span = numberAt(lengths, k);
    if (span <= LONGEST_STEPS * shortest) return false;
    for (let near = Math.max(0, k - PACE_STEPS); near < Math.min(count, k + 1 + PACE_STEPS); near++)
      if (span > LONGEST_STEPS * numberAt(lengths, near)) return true;
    return false;
  };
  const side = (from: number, to: number): number =>
    median(lengths.subarray(Math.max(0, from), Math.min(count, to))) ?? 0;
  for (let k = 0; k < count; k++) {
    const row = numberAt(rows, k);
    // A step no longer than any around it is no longer than their median either; most steps are like that.
    if (isFar(k)) {
      // The coarser side counts: the first fine step after coarse ones is not a gap, nor the last coarse one before it.
      const pace = Math.max(side(k - PACE_STEPS, k), side(k + 1, k + 1 + PACE_STEPS));
      if (pace > 0 && numberAt(lengths, k) > LONGEST_STEPS * pace) continue;
    }
    increase[row] = numberAt(steps.increase, row);
    seconds[row] = numberAt(lengths, k);
  }
  return { increase, seconds };
});

/** Returns, per scrape row, how many seconds of its rise are in an episode (between the likeliest start and end). */
export function secondsInside(
  scrapes: ScrapeTable, compactions: readonly CompactionInterval[], steps: CounterSteps
): Float64Array {
  const inside = new Float64Array(scrapes.length);
  let next = 0;
  for (let row = 0; row < scrapes.length; row++) {
    if (!(numberAt(steps.seconds, row) > 0)) continue;
    // Same moment as in counterSteps: a counter is read halfway between request and answer.
    const toMs = numberAt(scrapes.startMs, row) + 500 * numberAt(scrapes.durationSeconds, row);
    const fromMs = toMs - 1000 * numberAt(steps.seconds, row);
    while (next < compactions.length && elementAt(compactions, next).endMs < fromMs) next++;
    for (
      let i = next;
      i < compactions.length && elementAt(compactions, i).startMs - elementAt(compactions, i).startErrorMs < toMs; i++
    ) {
      const endMs = elementAt(compactions, i).endMs - elementAt(compactions, i).endErrorMs / 2;
      inside[row] = numberAt(inside, row)
        + Math.max(0, Math.min(toMs, endMs) - Math.max(fromMs, likelyStartMs(elementAt(compactions, i)))) / 1000;
    }
  }
  return inside;
}

/**
 * Compares a counter's rate during compactions with that in quiet time. Quiet is the mean of the middle half of the
 * readings, so GC cycles and the write burst at block boundaries do not lift it; `during` is all that was used over all
 * the time, a step that straddles an episode's bound counted by the part inside it.
 */
export function compareRates(
  steps: CounterSteps, states: RowState[], { inside, isTested }: { inside: Float64Array; isTested: boolean }
): Comparison {
  const quiet: number[] = [];
  let amount = 0;
  let seconds = 0;
  for (let row = 0; row < states.length; row++) {
    const span = numberAt(steps.seconds, row);
    if (!(span > 0)) continue;
    const rate = numberAt(steps.increase, row) / span;
    if (states[row] === 'quiet') quiet.push(rate);
    if (!(numberAt(inside, row) > 0)) continue;
    amount += rate * numberAt(inside, row);
    seconds += numberAt(inside, row);
  }
  const compared = compare(quiet, seconds > 0 ? amount / seconds : null);
  if (!isTested) return compared;
  return { ...compared, pValue: chanceOfRate(steps, states, { inside, during: compared.during }) };
}

/** Compares a gauge in the same way. */
export function compareGauge(series: RoleSeries | undefined, states: RowState[]): Comparison {
  if (series === undefined) return { quiet: null, during: null, multiple: null, pValue: null };
  const quiet: number[] = [];
  let sum = 0;
  let count = 0;
  states.forEach((state, row) => {
    const value = numberAt(series.values, row);
    if (series.present[row] === 0 || !Number.isFinite(value)) return;
    if (state === 'quiet') quiet.push(value);
    else if (state === 'compaction') {
      sum += value;
      count += 1;
    }
  });
  return compare(quiet, count > 0 ? sum / count : null);
}

function compare(quietValues: number[], during: number | null): Comparison {
  const quiet = quietValues.length < MIN_QUIET_ROWS ? null : midmean(quietValues);
  const multiple = quiet === null || quiet <= 0 || during === null ? null : during / quiet;
  return { quiet, during, multiple, pValue: null };
}

/**
 * Returns how much of a counter (core-seconds, bytes) an episode used above the quiet rate, over the whole scrape steps
 * that touch it. null when the quiet rate or a step inside it is unknown, or the episode spans a gap or the window's
 * edge.
 */
export function costAboveQuiet(
  scrapes: ScrapeTable, steps: CounterSteps, compaction: CompactionInterval, quietRate: number | null,
): number | null {
  if (quietRate === null || compaction.running) return null;
  const fromMs = compaction.startMs - compaction.startErrorMs;
  let amount = 0;
  let seconds = 0;
  for (let row = firstRowAfter(scrapes, fromMs); row < scrapes.length; row++) {
    const span = numberAt(steps.seconds, row);
    if (!(span > 0)) continue;
    if (numberAt(scrapes.startMs, row) - span * 1000 >= compaction.endMs) break;
    amount += numberAt(steps.increase, row);
    seconds += span;
  }
  const coveredMs = seconds * 1000;
  return coveredMs < (compaction.endMs - compaction.endErrorMs - compaction.startMs) * 0.95 || seconds === 0 ? null
    : amount - quietRate * seconds;
}

/** Time before an episode that gives the resident memory it starts from. */
const BEFORE_MS = 60_000;
/** Time after its end in which memory may still rise until the runtime releases it. */
const AFTER_MS = 2000;
const MIN_BEFORE = 3;

/**
 * Returns the rise of a gauge in an episode above the median of the minute before it; 0 when it fell, null with fewer
 * than three readings before, or none in it.
 */
export function riseIn(
  scrapes: ScrapeTable, series: RoleSeries | undefined, compaction: CompactionInterval
): number | null {
  if (series === undefined) return null;
  const fromMs = compaction.startMs - compaction.startErrorMs;
  const before: number[] = [];
  let highest: number | null = null;
  for (
    let row = firstRowAfter(scrapes, fromMs - BEFORE_MS);
    row < scrapes.length && numberAt(scrapes.startMs, row) <= compaction.endMs + AFTER_MS; row++
  ) {
    const value = numberAt(series.values, row);
    if (series.present[row] === 0 || !Number.isFinite(value)) continue;
    if (numberAt(scrapes.startMs, row) <= fromMs) before.push(value);
    else if (highest === null || value > highest) highest = value;
  }
  const usual = median(before);
  if (usual === null || before.length < MIN_BEFORE || highest === null) return null;
  return Math.max(0, highest - usual);
}

/** Returns the first row whose request was sent after the moment. */
export function firstRowAfter(scrapes: ScrapeTable, timeMs: number): number {
  return countPassing(scrapes.length, (row) => numberAt(scrapes.startMs, row) <= timeMs);
}
