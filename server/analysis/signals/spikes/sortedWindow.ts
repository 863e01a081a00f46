/** Sorted values with insertion and removal: a rolling median without sorting again. */
import { numberAt } from '../../../../core/elementAt.ts';

export class SortedWindow {
  private readonly values: Float64Array;
  size = 0;

  constructor(most: number) {
    this.values = new Float64Array(most);
  }

  add(value: number): void {
    const at = this.firstNotBelow(value);
    this.values.copyWithin(at + 1, at, this.size);
    this.values[at] = value;
    this.size++;
  }

  /** Removes a value, which must be present. */
  remove(value: number): void {
    const at = this.firstNotBelow(value);
    this.values.copyWithin(at, at + 1, this.size);
    this.size--;
  }

  /** Returns the median, the lower one of two; NaN if empty. */
  median(): number {
    return this.size === 0 ? NaN : numberAt(this.values, (this.size - 1) >> 1);
  }

  /** Returns the median distance from `centre`: the nearest half is contiguous, so its start is found by bisection. */
  medianDistance(centre: number): number {
    if (this.size === 0) return NaN;
    const nearest = (this.size + 1) >> 1;
    let low = 0;
    let high = this.size - nearest;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (centre - numberAt(this.values, middle) > numberAt(this.values, middle + nearest) - centre) low = middle + 1;
      else high = middle;
    }
    return Math.max(
      Math.abs(centre - numberAt(this.values, low)), Math.abs(numberAt(this.values, low + nearest - 1) - centre)
    );
  }

  private firstNotBelow(value: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numberAt(this.values, middle) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
