/** Changes from before to after, in words. */
import type { Sides } from '../contract/contract.ts';
import { formatNumber, formatProfileValue } from './format.ts';

/** Returns a change with its sign: `+1.2 s`, `−24.1 s`, `0 s`. */
export function formatDelta(delta: number, unit: string): string {
  return `${delta > 0 ? '+' : ''}${formatProfileValue(delta, unit)}`;
}

/** Returns the change relative to before: `−32 %`, `×12`, `new`, `gone`; '' if both are zero or it is no ratio. */
export function changeText(before: number, after: number): string {
  if (before === 0) return after === 0 ? '' : 'new';
  if (after === 0) return 'gone';
  // A percentage of a negative side (a profile that is itself a difference) has no meaning.
  if (before < 0 || after < 0) return '';
  const ratio = after / before;
  if (ratio >= 10) return `×${formatNumber(ratio)}`;
  const exact = (ratio - 1) * 100;
  // Does not round up to -100 %, which would mean gone.
  if (Math.round(exact) === -100) return `−${Math.floor(-exact * 10) / 10} %`;
  const percent = Math.round(exact);
  return percent === 0 ? '0 %' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

/**
 * Returns the change of a function's own value. `new` and `gone` apply only to the whole function; one that now only
 * calls others, or only called others before, changed `to 0` or `from 0`. Without `cum` that is not known.
 */
export function flatChangeText(flat: Pick<Sides, 'before' | 'after'>, cum?: Pick<Sides, 'before' | 'after'>): string {
  if (flat.before === flat.after) return changeText(flat.before, flat.after);
  if (flat.after === 0 && cum?.after !== 0) return 'to 0';
  if (flat.before === 0 && cum?.before !== 0) return 'from 0';
  return changeText(flat.before, flat.after);
}

/** Returns `8.99 s → 1.85 s`, or `3 s → gone` or `new → 3 s` if a side lacks the function and its callees. */
export function sidesText(
  { before, after }: Pick<Sides, 'before' | 'after'>, cum: Pick<Sides, 'before' | 'after'>, unit: string
): string {
  const isIn = before !== after;
  return `${isIn && before === 0 && cum.before === 0 ? 'new' : formatProfileValue(before, unit)} → ${
    isIn && after === 0 && cum.after === 0 ? 'gone' : formatProfileValue(after, unit)}`;
}

/** Returns `49 s → 38.5 s, −10.5 s (−21 %)`. */
export function fromTo(before: number, after: number, unit: string): string {
  const change = changeText(before, after);
  const delta = before === after ? 'no change'
    : `${formatDelta(after - before, unit)}${change === '' ? '' : ` (${change})`}`;
  return `${formatProfileValue(before, unit)} → ${formatProfileValue(after, unit)}, ${delta}`;
}
