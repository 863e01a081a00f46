/**
 * Figures as words for finding sentences. Times are UTC: a sentence may be read anywhere.
 */

/** `16:49:00 UTC`. */
export function clockText(timeMs: number): string {
  return `${new Date(Math.round(timeMs / 1000) * 1000).toISOString().slice(11, 19)} UTC`;
}

/** `p < 0.001`, `p = 0.03`. */
export function pValueText(pValue: number): string {
  return pValue < 0.001 ? 'p < 0.001' : `p = ${pValue.toFixed(pValue < 0.1 ? 3 : 2)}`;
}

/** `1 compaction`, `9 compactions`. */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
