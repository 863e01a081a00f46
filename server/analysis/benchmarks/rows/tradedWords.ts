/** Sets the change of time of two sides against that of memory, if one is traded for the other. */
import type { BenchmarkUnit } from '../../../../core/contract/contract.ts';
import { tradeWords, type UnitChange } from '../../../../core/text/benchmarks/tradeOffs.ts';
import { meanChange, ratioText } from '../../../../core/views/benchmarks/benchClaim.ts';
import { comparedPairs } from '../../../../core/views/benchmarks/scatter.ts';

/** Returns a sentence, or none for several tables of a unit, as of several packages. */
export function tradedWords(units: readonly BenchmarkUnit[]): string[] {
  const names = new Set(units.map(({ unit }) => unit));
  if (names.size < units.length) return [];
  const changes = units.flatMap((table): UnitChange[] => {
    const change = meanChange(table);
    return change === null || !Number.isFinite(change) ? [] : [{ unit: table.unit, change }];
  });
  const said = tradeWords(changes, ratioText, units.some((table) => comparedPairs(table).length > 1));
  return said === null ? [] : [said];
}
