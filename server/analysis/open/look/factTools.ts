/** What the readers of facts share: lines counted once, times, and texts as sentences can hold them. */
import { shortError } from '../../logs/shortError.ts';
import type { Look } from './look.ts';

const MAX_TEXT = 200;

/** The lines without their repetitions: exports of log stores often have each twice. */
export function distinct({ lines }: Look): string[] {
  return [...new Set(lines)];
}

export const quoted = (text: string): string => `"${ends(text.trim())}"`;
export const joined = (parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(' ') || null;

/** Its beginning and its end: the cause of causes comes last. */
export function ends(text: string): string {
  return shortError(text, MAX_TEXT);
}

/** The median of the seconds between times, which may be in any order; null with fewer than two. */
export function middleGap(of: readonly number[]): number | null {
  const times = of.filter(Number.isFinite).sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time)).sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? null;
}

/** Unix seconds; NaN without a time. */
export function timeOf(line: string): number {
  const stated = /"ts": ?(\d{9,10}(?:\.\d{1,9})?)/.exec(line)?.[1];
  if (stated !== undefined) return Number(stated);
  const text = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d))/.exec(line)?.[1];
  return text === undefined ? NaN : Date.parse(text) / 1000;
}
