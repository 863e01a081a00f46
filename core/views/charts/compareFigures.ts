/** Figures of two windows, or of two targets, side by side; pure. */
import type { Figure } from '../../contract/contract.ts';

/**
 * Verdict from the ranges of both sides. `apart`: disjoint, so the change exceeds each window's own spread. `meet`: it
 * may be spread. `none`: one side has no range, and a single number proves nothing.
 */
export type RangeVerdict = 'apart' | 'meet' | 'none';

export interface ComparedFigure {
  name: string;
  unit: Figure['unit'];
  /** Figure of the other side; null if that side has none. */
  base: Figure | null;
  here: Figure | null;
  /** (here - base) / base; null if a side is unknown or the base is 0, and for moments, which have no ratio. */
  deltaRatio: number | null;
  verdict: RangeVerdict;
}

/** Returns figures in the order of `here`, then those only in `base`, matched by name and unit. */
export function compareFigures(base: readonly Figure[], here: readonly Figure[]): ComparedFigure[] {
  const key = ({ name, unit }: Figure): string => `${unit} ${name}`;
  const byKey = new Map(base.map((figure) => [key(figure), figure]));
  const seen = new Set(here.map(key));
  return [
    ...here.map((figure) => compared(byKey.get(key(figure)) ?? null, figure)),
    ...base.filter((figure) => !seen.has(key(figure))).map((figure) => compared(figure, null)),
  ];
}

function compared(base: Figure | null, here: Figure | null): ComparedFigure {
  const { name, unit } = here ?? base ?? { name: '', unit: 'none' };
  const [before, after] = [base?.value ?? null, here?.value ?? null];
  const hasRatio = unit !== 'timestamp' && before !== null && after !== null && before !== 0;
  return {
    name, unit, base, here, deltaRatio: hasRatio ? (after - before) / Math.abs(before) : null,
    verdict: verdictOf(base, here),
  };
}

function verdictOf(base: Figure | null, here: Figure | null): RangeVerdict {
  const [low, high] = [base?.low ?? null, base?.high ?? null];
  const [lowHere, highHere] = [here?.low ?? null, here?.high ?? null];
  if (low === null || high === null || lowHere === null || highHere === null || here?.unit === 'timestamp')
    return 'none';
  return high < lowHere || highHere < low ? 'apart' : 'meet';
}

/**
 * Returns `3 of 21 figures changed beyond the ranges of both windows: GC CPU +52 %, ...`; figures without ranges are
 * not counted.
 */
export function comparisonSentence(rows: readonly ComparedFigure[], ratioText: (ratio: number) => string): string {
  const judged = rows.filter(({ verdict }) => verdict !== 'none');
  if (judged.length === 0) return 'No figure has a range on both sides, so none can be called different.';
  const apart = judged.filter(({ verdict }) => verdict === 'apart')
    .toSorted((a, b) => Math.abs(b.deltaRatio ?? Infinity) - Math.abs(a.deltaRatio ?? Infinity));
  if (apart.length === 0) return `None of the ${judged.length} figures with a range on both sides changed beyond it.`;
  const named = apart.slice(0, 3)
    .map(({ name, deltaRatio }) => (deltaRatio === null ? name : `${name} ${ratioText(deltaRatio)}`));
  return `${apart.length} of ${judged.length} figures with a range on both sides changed beyond it: `
    + `${named.join(', ')}${apart.length > named.length ? ' and more' : ''}.`;
}
