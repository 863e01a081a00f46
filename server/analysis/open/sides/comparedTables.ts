/** Says whether two tables of benchstat that compare the same benchmarks agree. Pure. */
import { isComparisonTable } from '../outputs/comparisonFacts.ts';
import { readComparisonTable, type Comparison } from '../outputs/comparisonTable.ts';
import { percentOf } from '../outputs/benchmarks/timesCompared.ts';

interface Both { name: string; first: Comparison; second: Comparison }

const MIN_ROWS = 2;
/** Difference of old values from which it is reported. */
const MIN_BASE = 0.005;

/** Returns null unless both are tables of two sides with benchmarks of the same names and unit. */
export function tablesCompared(one: string, other: string, names: readonly [string, string]): string | null {
  if (!isComparisonTable(one) || !isComparisonTable(other)) return null;
  const [first, second] = [one, other].map((text) => readComparisonTable(text).rows
    .filter(({ side, unit, name }) => side === null && unit !== null && name !== ''));
  const unit = first?.[0]?.unit;
  const both = (first ?? []).flatMap((row): Both[] => {
    const again = second?.find(({ name, unit: of }) => name === row.name && of === unit);
    return row.unit !== unit || again === undefined ? [] : [{ name: row.name, first: row, second: again }];
  });
  if (both.length < MIN_ROWS) return null;
  const sign = ({ change }: Comparison): number => Math.sign(change ?? 0);
  const against = both.filter((row) => sign(row.first) * sign(row.second) < 0)
    .sort((a, b) => size(b.first) - size(a.first));
  const alike = both.filter((row) => sign(row.first) === sign(row.second));
  const [most] = against;
  const rest = both.length - against.length - alike.length;
  const said = most === undefined ? '' : ` ${against.length} ${against.length === 1 ? 'contradicts' : 'contradict'
  } (${against.length === 1 ? '' : 'most '}${most.name}: ${percentOf(ratio(most.first))} in ${names[0]}, ${
    percentOf(ratio(most.second))} in ${names[1]}), so ${
    against.length === 1 ? 'that change is' : 'those changes are'} not reproduced;`;
  return `${names[1]} beside ${names[0]}, ${unit ?? ''}: of the ${both.length} benchmarks in both,${said} ${
    alike.length} ${alike.length === 1 ? 'agrees' : 'agree'} in direction${
    rest === 0 ? '' : `, ${rest} changed in one table only`}.${basesWords(both)}`;
}

const ratio = ({ change }: Comparison): number => 1 + (change ?? 0);
const size = ({ change }: Comparison): number => Math.abs(change ?? 0);

/** Says how far the old sides of the two tables differ, which p within one table does not cover. */
function basesWords(both: readonly Both[]): string {
  const ratios = both.flatMap(({ first, second }) =>
    (first.base === null || second.base === null || first.base <= 0 ? [] : [second.base / first.base]));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  if (ratios.length < both.length || Math.max(Math.abs(least - 1), Math.abs(most - 1)) < MIN_BASE) return '';
  return ` Their old sides differ by ${percentOf(least)} to ${percentOf(most)} themselves, which the p of one table ${
    'does not cover: if the old code is the same, take only larger changes as real, and run both sides in turns.'}`;
}
