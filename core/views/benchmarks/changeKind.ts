/** Classifies a benchmark's change as better or worse; pure. */
import type { BenchmarkCell, BenchmarkUnit } from '../../contract/contract.ts';

/** Returns `undefined` if the change is within noise, missing, or the unit has no better direction. */
export function changeKind(
  { isSignificant, deltaRatio }: Pick<NonNullable<BenchmarkCell['comparison']>, 'isSignificant' | 'deltaRatio'>,
  better: BenchmarkUnit['better'],
): 'better' | 'worse' | undefined {
  const gain = Math.sign(deltaRatio ?? 0) * better;
  if (!isSignificant || gain === 0) return undefined;
  return gain > 0 ? 'better' : 'worse';
}
