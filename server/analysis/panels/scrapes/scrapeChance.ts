/**
 * Tests how often an overlap occurs by chance. The cause's marks are shifted around the window against the scrapes:
 * both keep their own clusters, only their overlap is random. See docs/reference/scrapes.md.
 */
import type { OverlapTest, Part, ScrapesPanel } from '../../../../core/contract/contract.ts';
import { formatPValue } from '../../../../core/text/format.ts';
import { parts, quantity, render } from '../../../../core/text/parts.ts';
import { numberAt } from '../../../../core/elementAt.ts';
import type { Suspect } from './scrapeSuspects.ts';
import { quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';

/** Fewer slow scrapes than this cannot be distinguished from chance. */
const MIN_EVENTS = 5;
const SLOWEST_SHARE = 0.05;
/** Minimum duration of a slow answer, in medians, whatever its rank. */
const SLOW_OVER_MEDIAN = 2;
/** Minimum duration of a slow answer: a shorter one delays nothing. */
const MIN_SLOW_SECONDS = 0.05;
/** Share of the timeout, within these bounds, that is a delay worth acting on. */
const FELT_RATIO = 0.1;
const FELT_SECONDS = { least: 0.2, most: 1, unknown: 0.5 };

export function feltSeconds(timeoutSeconds: number | null): number {
  return timeoutSeconds === null ? FELT_SECONDS.unknown
    : Math.min(FELT_SECONDS.most, Math.max(FELT_SECONDS.least, FELT_RATIO * timeoutSeconds));
}

/** P-value of an overlap below which it is not by chance. */
export const LINKED = 0.01;

export interface SlowScrapes extends Pick<ScrapesPanel, 'slow'> {
  /** Rows of slow and lost scrapes, ascending. */
  rows: number[];
}

/**
 * Returns the slowest 5 % of the measured scrapes that took at least twice the median and 50 ms, and every one that was
 * lost to slowness.
 */
export function slowScrapes(measured: Float64Array, isLost: (row: number) => boolean): SlowScrapes {
  const sorted = sortedFinite(measured);
  const [middle, high] = [quantile(sorted, 0.5), quantile(sorted, 1 - SLOWEST_SHARE)];
  const thresholdSeconds = middle === null || high === null ? null
    : Math.max(SLOW_OVER_MEDIAN * middle, high, MIN_SLOW_SECONDS);
  const rows: number[] = [];
  let lost = 0;
  for (let row = 0; row < measured.length; row++) {
    if (isLost(row)) lost++;
    if (isLost(row) || (thresholdSeconds !== null && numberAt(measured, row) >= thresholdSeconds)) rows.push(row);
  }
  return { slow: { thresholdSeconds, count: rows.length, lost }, rows };
}

/**
 * Returns the slow rows that a suspect may explain. A standstill explains its own: a stopped process does not answer,
 * whatever else holds meanwhile.
 */
export function openRows({ cause }: Suspect, suspects: readonly Suspect[], rows: readonly number[]): readonly number[] {
  const still = suspects.find((one) => one.cause === 'freeze')?.mask;
  return cause === 'freeze' || still?.includes(1) !== true ? rows : rows.filter((row) => still[row] !== 1);
}

/** Returns one test per cause that held at some time of the window, in the order given. */
export function overlapTests(suspects: readonly Suspect[], { rows: all }: SlowScrapes): OverlapTest[] {
  const compaction = suspects.find(({ cause }) => cause === 'compaction')?.mask;
  return suspects.filter(({ mask }) => mask.includes(1)).map((suspect) => {
    const rows = openRows(suspect, suspects, all);
    const test = overlapTest(suspect, rows);
    if (suspect.cause !== 'gc' || compaction?.includes(1) !== true) return test;
    return { ...test, outsideCompactions: outside(compaction, suspect, rows) };
  });
}

/** Rows next to a compaction may still feel it. */
const BESIDE_ROWS = 1;

/**
 * Runs the same test over the scrapes outside compactions, concatenated. Cycles cluster in compactions, so that what
 * slows scrapes there seems to be due to cycles.
 */
function outside(
  compaction: Uint8Array, suspect: Suspect, rows: readonly number[]
): NonNullable<OverlapTest['outsideCompactions']> {
  const place = new Int32Array(compaction.length).fill(-1);
  const kept: number[] = [];
  for (let row = 0; row < compaction.length; row++) {
    if (compaction.subarray(Math.max(0, row - BESIDE_ROWS), row + BESIDE_ROWS + 1).includes(1)) continue;
    place[row] = kept.length;
    kept.push(numberAt(suspect.mask, row));
  }
  const own = rows.map((row) => numberAt(place, row)).filter((at) => at >= 0);
  const { overlapping, expected, pValue } = overlapTest({ ...suspect, mask: Uint8Array.from(kept) }, own);
  return { slow: own.length, overlapping, expected: Number.isFinite(expected) ? expected : 0, pValue };
}

function overlapTest({ cause, noun, mask }: Suspect, rows: readonly number[]): OverlapTest {
  const { length } = mask;
  const marked = mask.reduce((sum, mark) => sum + mark, 0);
  const overlapping = rows.reduce((sum, row) => sum + numberAt(mask, row), 0);
  // Counts every shift at once: a marked row and a slow row meet at exactly one.
  const counts = new Float64Array(length);
  for (let at = 0; at < length; at++) {
    if (mask[at] !== 1) continue;
    for (const row of rows) {
      const shift = at >= row ? at - row : at - row + length;
      counts[shift] = numberAt(counts, shift) + 1;
    }
  }
  const isTestable = rows.length >= MIN_EVENTS && marked < length;
  const expected = rows.length * marked / length;
  const expectedHigh = quantile(counts.toSorted(), 0.95) ?? expected;
  const pValue = isTestable ? counts.reduce((met, count) => met + (count >= overlapping ? 1 : 0), 0) / length : null;
  const test = { cause, overlapping, expected, expectedHigh, pValue, windowRatio: marked / length };
  return { ...test, sentence: render(overlapParts(test, rows.length, noun)) };
}

/** Returns `17 of 22 slow or lost scrapes overlap a GC cycle; 2.6 expected by chance (p < 0.001): significant.` */
export function overlapParts(test: Omit<OverlapTest, 'sentence'>, slow: number, noun: string): Part[] {
  const { overlapping, expected, pValue, windowRatio } = test;
  const of = parts`${quantity(overlapping, 'count')} of ${quantity(slow, 'count')}`;
  const seen = parts`${of} slow or lost scrapes overlap ${noun}`;
  if (windowRatio === 1) return parts`${seen}, which held all of the window.`;
  if (pValue === null) return parts`${seen}: too few to judge.`;
  const chance = quantity(expected < 10 ? Math.round(10 * expected) / 10 : Math.round(expected), 'count');
  const word = pValue < LINKED ? 'significant' : pValue < 0.05 ? 'weakly significant' : 'not significant';
  return parts`${seen}; ${chance} expected by chance (${formatPValue(pValue)}): ${word}.`;
}

/**
 * Returns the share of all positions in the window at which `length` rows in a row would meet the mark; null when
 * nothing is marked.
 */
export function chanceOfMeeting(mask: Uint8Array, length: number): number | null {
  const marked = mask.indexOf(1);
  if (marked < 0 || mask.length === 0) return null;
  // Distance from each position to the next mark, around the window.
  let next = mask.length + marked;
  let meets = 0;
  for (let at = mask.length - 1; at >= 0; at--) {
    if (mask[at] === 1) next = at;
    if (next - at < length) meets++;
  }
  return meets / mask.length;
}

/** Returns `1 time in 6`, `less than 1 time in 400`, `almost always`. */
export function chanceText(ratio: number): string {
  if (ratio > 0.75) return 'almost always';
  if (ratio > 0.4) return 'about half of the time';
  return ratio < 0.0025 ? 'less than 1 time in 400' : `1 time in ${Math.round(1 / ratio)}`;
}
