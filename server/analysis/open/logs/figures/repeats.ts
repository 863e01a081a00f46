/** Reports when an error comes again: at a regular interval, and with which causes. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { middleGap } from '../../look/factTools.ts';

const SAME_MOMENT_SECONDS = 1;
/** Gaps that differ from the median by a larger factor have no period. */
const MAX_GAP_RATIO = 1.25;

/** Returns the median gap of times if there are two or more, all alike; null without a period or at one moment. */
export function periodOf(times: readonly number[]): number | null {
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const middle = middleGap(times);
  if (middle === null || gaps.length < 2 || middle < SAME_MOMENT_SECONDS) return null;
  return gaps.every((gap) => gap * MAX_GAP_RATIO >= middle && gap <= MAX_GAP_RATIO * middle) ? middle : null;
}

/** Gaps of which the longest is longer by more have no period; one gap has none either. */
const EVEN_GAPS = 2;

/** Returns " every …" for times with a period, and ", … apart" for others; "" for one alone. */
export function paceOf(times: readonly number[]): [every: string, apart: string] {
  const gap = middleGap(times);
  const sorted = times.filter(Number.isFinite).sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((time, i) => time - (sorted[i] ?? time));
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
  if (gap === null) return ['', ''];
  if (gaps.length > 1 && most <= EVEN_GAPS * least) return [` every ${formatSeconds(gap)}`, ''];
  return ['', `, ${gaps.length === 1 ? '' : `${formatSeconds(least)} to `}${formatSeconds(most)} apart`];
}

/** Gaps that differ by less are reported as one; of a few gaps each counts more. */
const EVEN_RATIO = 1.1;
const FEW_GAPS = 3;
const EVEN_FEW_SECONDS = 60;

/** Returns the gaps between the times of a period: one if they are even, else the least and the largest. */
export function gapsOf(times: readonly number[], period: number): readonly number[] {
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
  const isEven = most <= EVEN_RATIO * least && (gaps.length > FEW_GAPS || most - least < EVEN_FEW_SECONDS);
  return isEven ? [period] : [least, most];
}

/** Times, epochs, durations and own ports, in which quotations of one cause differ. */
const STAMPS = new RegExp([
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/, /\b\d{10,19}\b/,
  /\b\d{1,9}\.\d{1,12}(?=(?:[mnµ]?s|m|h|seconds)\b)/, /:\d{4,5}(?=->)/,
  /\bafter \d{1,6}(?= attempts?\b)/,
].map(({ source }) => source).join('|'), 'g');

/** Drops quotations that differ from an earlier one only in times. */
export function withoutAgain(quotes: readonly string[]): string[] {
  const shapes = new Set<string>();
  return quotes.filter((quote) => {
    const shape = quote.replace(STAMPS, '0');
    return !shapes.has(shape) && shapes.add(shape);
  });
}
