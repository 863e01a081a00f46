/** Whether a benchmark became better or worse; pure. */
import type { BenchmarkCell, BenchmarkUnit } from '../../contract/contract.ts';

/** `undefined`: the change is within noise, there is none, or the unit does not say what is better. */
export function changeKind(
  { isSignificant, deltaRatio }: Pick<NonNullable<BenchmarkCell['comparison']>, 'isSignificant' | 'deltaRatio'>,
  better: BenchmarkUnit['better'],
): 'better' | 'worse' | undefined {
  const gain = Math.sign(deltaRatio ?? 0) * better;
  if (!isSignificant || gain === 0) return undefined;
  return gain > 0 ? 'better' : 'worse';
}
