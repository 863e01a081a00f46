/**
 * The two-sided U test of Mann and Whitney as golang.org/x/perf/benchmath runs it: exact up to 50 samples a side, with
 * equal values up to 25, above by the normal distribution with corrections for ties and continuity.
 */
import { standardNormalCdf } from './normalCdf.ts';

const EXACT = 50;
const EXACT_WITH_TIES = 25;

/** One instance for all rows of a report: rows with the same sizes and ties share their distribution. */
export class MannWhitney {
  /** Distributions by sizes and ties: at each index the share of all splits with U at most the index. */
  private readonly known = new Map<string, Float64Array>();

  /**
   * Returns the two-sided p-value for the hypothesis that both groups come from one population. Both must be ascending
   * and not empty; null if all samples are equal, so nothing can be tested. With two distinct values in groups of
   * different sizes it can exceed 1, as benchstat's does.
   */
  pValue(before: readonly number[], after: readonly number[]): number | null {
    const n1 = before.length;
    const n2 = after.length;
    const { rankSum, ties } = ranked(before, after);
    const u1 = rankSum - (n1 * (n1 + 1)) / 2;
    const u2 = n1 * n2 - u1;
    const hasTies = ties.length < n1 + n2;
    const limit = hasTies ? EXACT_WITH_TIES : EXACT;
    if (n1 > limit || n2 > limit) return byNormal(u1, n1, n2, ties);
    if (ties.length === 1) return null;
    if (u1 === u2) return 1;
    const small = Math.min(u1, u2);
    const [first, second] = ties;
    if (ties.length === 2 && hasTies)
      return (2 * ofTwoRanks(small, n1, [first ?? 0, second ?? 0])) / choose(n1 + n2, n1);
    const share = hasTies
      ? this.shares(`${n1}:${ties.join()}`, () => sharesWithTies(n1, ties))[Math.floor(2 * small)]
      : this.shares(`${Math.min(n1, n2)} ${Math.max(n1, n2)}`, () => shares(Math.min(n1, n2), Math.max(n1, n2)))[small];
    return 2 * (share ?? 0);
  }

  private shares(key: string, make: () => Float64Array): Float64Array {
    const found = this.known.get(key) ?? make();
    this.known.set(key, found);
    return found;
  }
}

/**
 * Returns the sum of the first group's ranks, where equal values share their mean, and how many values share each rank.
 */
function ranked(before: readonly number[], after: readonly number[]): { rankSum: number; ties: number[] } {
  const ties: number[] = [];
  let rankSum = 0;
  for (let i = 0, j = 0; i < before.length || j < after.length;) {
    const value = Math.min(before[i] ?? Infinity, after[j] ?? Infinity);
    const done = i + j;
    const own = i;
    while (i < before.length && before[i] === value) i++;
    while (j < after.length && after[j] === value) j++;
    const size = i + j - done;
    ties.push(size);
    rankSum += ((2 * done + size + 1) / 2) * (i - own);
  }
  return { rankSum, ties };
}

/**
 * Returns the cumulative shares by Mann and Whitney's recurrence, n <= m, for U up to the middle, which includes the
 * smaller U of a pair.
 */
function shares(n: number, m: number): Float64Array {
  const most = Math.floor((n * m) / 2);
  const rows = Array.from({ length: n + 1 }, () => new Float64Array(most + 1));
  const empty = new Float64Array(most + 1);
  for (let below = 0; below <= m; below++) {
    (rows[0] ?? empty)[0] = 1;
    for (let size = 1; size <= Math.min(n, below); size++) {
      const left = rows[size - 1] ?? empty;
      const right = rows[size <= below - 1 ? size : below - 1] ?? empty;
      const into = rows[size] ?? empty;
      for (let u = Math.min(most, size * below); u >= 0; u--) {
        const l = u >= below ? size * (left[u - below] ?? 0) : 0;
        into[u] = (l + below * (right[u] ?? 0)) / (size + below);
      }
    }
  }
  return summedUp(rows[n] ?? empty, 1);
}

/**
 * Returns the shares by twice U of the first group, up to the middle: counts splits by size and doubled rank sum, one
 * shared rank after another.
 */
function sharesWithTies(n1: number, ties: readonly number[]): Float64Array {
  const total = ties.reduce((sum, size) => sum + size, 0);
  const least = n1 * (n1 + 1);
  const most = least + n1 * (total - n1);
  const ways = Array.from({ length: n1 + 1 }, () => new Float64Array(most + 1));
  (ways[0] ?? ways[n1])?.fill(1, 0, 1);
  let done = 0;
  for (const size of ties) {
    const rank = 2 * done + size + 1;
    for (let have = Math.min(n1, done + size); have > 0; have--) {
      const into = ways[have];
      for (let taken = 1; taken <= Math.min(size, have); taken++) {
        const from = ways[have - taken];
        const factor = choose(size, taken);
        if (into === undefined || from === undefined) continue;
        for (let sum = rank * taken; sum <= most; sum++)
          into[sum] = (into[sum] ?? 0) + factor * (from[sum - rank * taken] ?? 0);
      }
    }
    done += size;
  }
  return summedUp((ways[n1] ?? new Float64Array()).subarray(least), choose(total, n1));
}

function summedUp(ways: Float64Array, total: number): Float64Array {
  let sum = 0;
  return ways.map((count) => (sum += count) / total);
}

/**
 * Returns the share as benchstat's base case, which truncates towards zero: for an unreachable U it counts the splits
 * of the smallest, so that p can exceed 1 (18 against 17 and 17: 1.333).
 */
function ofTwoRanks(u: number, n1: number, [first, second]: readonly [number, number]): number {
  let ways = 0;
  const most = Math.trunc((2 * u - n1 * (first - n1)) / (first + second));
  for (let above = Math.max(0, n1 - first); above <= most; above++)
    ways += chooseOrNone(first, n1 - above) * chooseOrNone(second, above);
  return ways;
}

function chooseOrNone(n: number, k: number): number {
  return k < 0 || k > n ? 0 : choose(n, k);
}

/** Returns the smallest possible two-sided p for this many runs, without ties. */
export function leastPValue(n1: number, n2: number): number {
  let splits = 1;
  for (let i = 1; i <= Math.min(n1, n2) && splits < 1e6; i++) splits = (splits * (Math.max(n1, n2) + i)) / i;
  return 2 / splits;
}

/** Returns the binomial coefficient, exact up to 50 choose 25. */
function choose(n: number, k: number): number {
  let count = 1;
  for (let i = 1; i <= Math.min(k, n - k); i++) count = (count * (n - Math.min(k, n - k) + i)) / i;
  return Math.round(count);
}

function byNormal(u1: number, n1: number, n2: number, ties: readonly number[]): number | null {
  const n = n1 + n2;
  const tied = ties.reduce((sum, size) => sum + size ** 3 - size, 0);
  const sigma = Math.sqrt((n1 * n2 * (n + 1 - tied / (n * (n - 1)))) / 12);
  if (sigma === 0) return null;
  const off = u1 - (n1 * n2) / 2;
  const below = standardNormalCdf((off - Math.sign(off) * 0.5) / sigma);
  return 2 * Math.min(below, 1 - below);
}
