/** Least squares with non-negative weights, from sums of products. Pure. */
import { numberAt } from '../../../../core/elementAt.ts';

const MAX_SWEEPS = 2000;
/** Convergence threshold, as a share of the largest weight. */
const TOLERANCE = 1e-7;
/** A column that has lost this much to rounding contains no information. */
const MIN_PIVOT = 1e-12;

export interface NormalEquations {
  /** Products of the columns with each other, row-major. */
  products: Float64Array;
  /** Products of the columns with the target curve. */
  targets: Float64Array;
}

/**
 * Returns the weights, each from 0 to its own upper bound, by coordinate descent: sets one weight after the other to
 * its best value; a convex sum of squares has only the minimum that this reaches.
 */
export function nonNegativeWeights({ products, targets }: NormalEquations, upper: Float64Array): Float64Array {
  const width = targets.length;
  const weights = new Float64Array(width);
  let scale = 0;
  for (let a = 0; a < width; a++) scale = Math.max(scale, numberAt(products, a * width + a));
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let [moved, largest] = [0, 0];
    for (let a = 0; a < width; a++) {
      const pivot = numberAt(products, a * width + a);
      if (!(pivot > MIN_PIVOT * scale)) continue;
      let left = numberAt(targets, a);
      for (let b = 0; b < width; b++)
        if (b !== a) left -= numberAt(products, a * width + b) * numberAt(weights, b);
      const next = Math.min(numberAt(upper, a), Math.max(0, left / pivot));
      moved = Math.max(moved, Math.abs(next - numberAt(weights, a)));
      largest = Math.max(largest, next);
      weights[a] = next;
    }
    if (moved <= TOLERANCE * largest) break;
  }
  return weights;
}
