/** Do the values of one group tend to be larger than those of another? Mann and Whitney's test, by ranks alone. */

/** Up to so many values in both groups every split is counted; above, the sum of ranks is taken for normal. */
const MOST_EXACT = 20;

/** How probable each sum of doubled ranks is when any `size` of the values could be the group. */
type Distribution = Map<number, number>;

/** One for all rows of a diff: rows with the same ties share their distribution. */
export class RankTest {
  private readonly distributions = new Map<string, Distribution>();

  /**
   * Two-sided p-value that both groups come from one population: how often a random split into groups of these sizes has a
   * sum of ranks at least as far from its mean. Equal values share the mean of their ranks. 1 when all are equal; null for an empty group.
   */
  pValue(before: readonly number[], after: readonly number[]): number | null {
    if (before.length === 0 || after.length === 0) return null;
    const ranks = doubledRanks([...before, ...after]);
    const seen = ranks.slice(0, before.length).reduce((sum, rank) => sum + rank, 0);
    const mean = before.length * (ranks.length + 1);
    const off = Math.abs(seen - mean);
    if (off === 0) return 1;
    if (ranks.length > MOST_EXACT) return normalPValue(off, ranks, before.length);
    let p = 0;
    for (const [sum, probability] of this.distribution(ranks, before.length)) if (Math.abs(sum - mean) >= off) p += probability;
    return Math.min(1, p);
  }

  private distribution(ranks: readonly number[], size: number): Distribution {
    const sorted = [...ranks].sort((a, b) => a - b);
    const key = `${size}:${sorted.join()}`;
    let known = this.distributions.get(key);
    if (known === undefined) {
      known = splits(sorted, size);
      this.distributions.set(key, known);
    }
    return known;
  }
}

/** Twice the rank of each value, so that shared ranks stay whole. */
function doubledRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++;
    for (let i = from; i < to; i++) ranks[order[i] ?? 0] = from + 1 + to;
    from = to;
  }
  return ranks;
}

/** Counts all subsets of `size` by their sum, one value after the other. */
function splits(ranks: readonly number[], size: number): Distribution {
  const ways: Map<number, number>[] = Array.from({ length: size + 1 }, () => new Map<number, number>());
  ways[0]?.set(0, 1);
  for (const rank of ranks) {
    for (let taken = size; taken > 0; taken--) {
      for (const [sum, count] of ways[taken - 1] ?? []) {
        const into = ways[taken];
        into?.set(sum + rank, (into.get(sum + rank) ?? 0) + count);
      }
    }
  }
  const found = ways[size] ?? new Map<number, number>();
  const total = [...found.values()].reduce((sum, count) => sum + count, 0);
  return new Map([...found].map(([sum, count]) => [sum, count / total]));
}

/** With the correction for ties and for continuity (half a rank, which is one doubled). */
function normalPValue(off: number, ranks: readonly number[], size: number): number {
  const count = ranks.length;
  const tieSizes = new Map<number, number>();
  for (const rank of ranks) tieSizes.set(rank, (tieSizes.get(rank) ?? 0) + 1);
  const ties = [...tieSizes.values()].reduce((sum, tied) => sum + tied ** 3 - tied, 0);
  const variance = 4 * ((size * (count - size)) / 12) * (count + 1 - ties / (count * (count - 1)));
  return variance <= 0 ? 1 : Math.min(1, twoNormalTails(Math.max(0, off - 1) / Math.sqrt(variance)));
}

/** Abramowitz and Stegun 7.1.26 for erfc(z / sqrt 2), absolute error below 1.5e-7. */
function twoNormalTails(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return polynomial * Math.exp(-x * x);
}
