/** Values that come and go, kept in order: a rolling median without sorting again. */
import { numberAt } from '../../../core/elementAt.ts';

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

  /** The value must be in it. */
  remove(value: number): void {
    const at = this.firstNotBelow(value);
    this.values.copyWithin(at, at + 1, this.size);
    this.size--;
  }

  /** The lower one of two. NaN when empty. */
  median(): number {
    return this.size === 0 ? NaN : numberAt(this.values, (this.size - 1) >> 1);
  }

  /** Median distance from `centre`, without copying: distances ascend on either side of it. */
  medianDistance(centre: number): number {
    if (this.size === 0) return NaN;
    const wanted = (this.size - 1) >> 1;
    let right = this.firstNotBelow(centre);
    let left = right - 1;
    let distance = 0;
    for (let taken = 0; taken <= wanted; taken++) {
      const onLeft = left >= 0 ? centre - numberAt(this.values, left) : Infinity;
      const onRight = right < this.size ? numberAt(this.values, right) - centre : Infinity;
      distance = Math.min(onLeft, onRight);
      if (onLeft <= onRight) left--; else right++;
    }
    return distance;
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
