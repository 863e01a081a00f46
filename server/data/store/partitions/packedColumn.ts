/** An immutable column of exact numbers, in as few bytes as its values allow. */

/** Value i is `base + steps[i] / perUnit`; `steps` null: all are `base`. */
interface Steps { base: number; perUnit: number; steps: Uint16Array | Uint32Array | null }

const SHORT = 2 ** 16;
const WORD = 2 ** 32;

export class PackedColumn {
  private readonly packed: Steps | Float64Array;

  /** `perUnit`: reciprocal of the usual resolution, such as 1e9 for seconds that are whole nanoseconds. */
  constructor(values: Float64Array, perUnit = 1) {
    this.packed = stepsOf(values, perUnit) ?? values.slice();
  }

  at(place: number): number {
    if (this.packed instanceof Float64Array) return this.packed[place] ?? NaN;
    const { base, perUnit, steps } = this.packed;
    return steps === null ? base : base + (steps[place] ?? NaN) / perUnit;
  }
}

/** Returns the packed values; null if one would not be restored exactly. */
function stepsOf(values: Float64Array, perUnit: number): Steps | null {
  const [first = 0] = values;
  if (values.every((value) => Object.is(value, first))) return { base: first, perUnit, steps: null };
  // A base with a fraction would not restore the last digit.
  const base = perUnit === 1 ? values.reduce((least, value) => Math.min(least, value), first) : 0;
  let highest = 0;
  for (const value of values) {
    const step = Math.round((value - base) * perUnit);
    if (!(step >= 0 && step < WORD) || !Object.is(base + step / perUnit, value)) return null;
    highest = Math.max(highest, step);
  }
  const steps = highest < SHORT ? new Uint16Array(values.length) : new Uint32Array(values.length);
  for (const [i, value] of values.entries()) steps[i] = Math.round((value - base) * perUnit);
  return { base, perUnit, steps };
}
