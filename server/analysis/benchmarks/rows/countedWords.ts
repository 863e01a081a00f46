/** Describes the counts of a comparison with too few runs for a test. Pure. */
import type { BenchmarkUnit, Part } from '../../../../core/contract/contract.ts';
import { joined, parts, quantity, range, ratio } from '../../../../core/text/parts.ts';

/** Smaller changes come from rounding a count over many iterations. */
const MIN_COUNTED = 0.001;

/**
 * Describes changes in B/op and allocs/op, which are counts: even too few runs for a test show them. `fixed`: of counts
 * that are shared by more or fewer iterations.
 */
export function countedWords(units: readonly BenchmarkUnit[], fixed: readonly string[]): Part[][] {
  const exact = units.filter(({ nearExact }) => nearExact);
  const statements = [...new Set(exact.map(({ unit }) => unit))].flatMap((unit) => {
    // Tables of other packages and machines share one statement.
    const rows = exact.flatMap((one) => (one.unit === unit ? one.rows : []));
    const ratios = rows.flatMap(({ cells }) => cells.flatMap((cell) => {
      const comparison = cell?.comparison ?? null;
      return comparison === null ? [] : [comparison.countedText === null ? 0 : comparison.measuredRatio ?? Infinity];
    }));
    if (ratios.length === 0) return [];
    const moved = (way: 1 | -1): Part[] | null => {
      const sizes = ratios.map((each) => way * each).filter((size) => size > MIN_COUNTED).sort((a, b) => a - b);
      const [least = 0, largest = 0] = [sizes[0], sizes.at(-1)];
      const by = largest === Infinity ? null
        : parts` by ${least === largest ? ratio(least) : range(least, largest, 'ratio')}`;
      if (sizes.length === 0) return null;
      const [some, all] = [quantity(sizes.length, 'count'), quantity(ratios.length, 'count')];
      return parts`${way === 1 ? 'rose' : 'fell'} in ${some} of ${all}${by}`;
    };
    const words = joined([moved(-1), moved(1)], ' and ');
    return [parts`${unit} ${words.length === 0 ? 'did not change' : words}.`];
  });
  return statements.length === 0 ? [] : [
    ...statements,
    ...fixed.length > 0 ? fixed.map((one) => parts`${one}`) : [parts`These are counts, not timings, and rarely noise.`],
  ];
}
