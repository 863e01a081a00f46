/** Sets the change of time of two sides against that of memory, if one is traded for the other. */
import type { BenchmarkUnit } from '../../../../core/contract/contract.ts';
import { tradeWords, type UnitChange } from '../../../../core/text/benchmarks/tradeOffs.ts';
import { changeOf, ratioText, steadyMean } from '../../../../core/views/benchmarks/benchClaim.ts';
import { comparedPairs } from '../../../../core/views/benchmarks/scatter.ts';

/** Returns the mean change of a unit of which something changed beyond noise; null for others. */
function meanOf(table: BenchmarkUnit): number | null {
  const pairs = comparedPairs(table);
  const changes = pairs.flatMap(({ after }) => changeOf(after) ?? []);
  if (changes.length === 0) return null;
  const { ratio, omitted } = steadyMean(table);
  return (omitted === 0 ? table.geomeans[1]?.deltaRatio : ratio) ?? (pairs.length === 1 ? changes[0] : null) ?? null;
}

/** Returns a sentence, or none for several tables of a unit, as of several packages. */
export function tradedWords(units: readonly BenchmarkUnit[]): string[] {
  const names = new Set(units.map(({ unit }) => unit));
  if (names.size < units.length) return [];
  const changes = units.flatMap((table): UnitChange[] => {
    const change = meanOf(table);
    return change === null || !Number.isFinite(change) ? [] : [{ unit: table.unit, change }];
  });
  const said = tradeWords(changes, ratioText, units.some((table) => comparedPairs(table).length > 1));
  return said === null ? [] : [said];
}
