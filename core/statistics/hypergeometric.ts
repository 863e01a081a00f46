/**
 * Returns P(X >= k), where X is the number of marked items among `drawn` items drawn without replacement from `all`, of
 * which `marked` are marked: the one-sided p-value of Fisher's exact test.
 */
export function hypergeometricAtLeast(k: number, all: number, marked: number, drawn: number): number {
  const most = Math.min(marked, drawn);
  if (k <= Math.max(0, drawn + marked - all)) return 1;
  let sum = 0;
  for (let x = k; x <= most; x++)
    sum += Math.exp(logChoose(marked, x) + logChoose(all - marked, drawn - x) - logChoose(all, drawn));
  return Math.min(1, sum);
}

function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= Math.min(k, n - k); i++) sum += Math.log((n - i + 1) / i);
  return sum;
}
