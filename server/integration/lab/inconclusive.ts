/**
 * A premise of a test did not hold, for example because the machine stood still: the run proves nothing, neither for
 * nor against the product.
 */
export class Inconclusive extends Error {
  override name = 'Inconclusive';
}
