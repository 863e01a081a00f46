/** Finds ratios whose mean hides what the benchmarks do, so that none is computed from them. Pure. */

/** Change in both directions, and logarithms of the largest and of the least change, from which a mean hides them. */
const OPPOSED = 0.05;
const LARGE_LOG = 0.4;
const MUCH_LESS = 0.1;

/** Whether some ratios change and others go the other way, or some change much and others hardly. */
export function isHiding(ratios: readonly number[]): boolean {
  const logs = ratios.map((ratio) => Math.abs(Math.log(Math.max(ratio, 1e-9))));
  const most = Math.max(...logs);
  return (ratios.some((ratio) => ratio >= 1 + OPPOSED) && ratios.some((ratio) => ratio <= 1 - OPPOSED))
    || (most >= LARGE_LOG && Math.min(...logs) <= MUCH_LESS * most);
}
