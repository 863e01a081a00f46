/**
 * Sums several columns of values in few passes over the stacks. Columns without a common sample form one layer, because
 * each sample has at most one of them; and a column that is a multiple of another one needs no pass of its own:
 *
 * ```
 *   sample        0   1   2   3
 *   cpu before   10  20   .   .      10 * samples before: not summed, multiplied afterwards
 *   cpu after     .   .  10  10      10 * samples after
 *   samples b.    1   2   .   .  ┐
 *   samples a.    .   .   1   1  ┴ one layer: 1 2 1 1
 * ```
 */
export interface Layer {
  /** Owner by sample: index into `columns` of the one with a value there, or -1, and that value. */
  owner: Int8Array;
  values: Float64Array;
  /** Indices of the given columns. */
  columns: number[];
}

/** A column's sum is the sum over its layer's columns of `factors` times their sums. */
export interface Placed { layer: number; factors: number[] }

/** Assigns columns to layers; `placed` is null for columns without a value. At most 127 columns. */
export function layersOf(columns: readonly Float64Array[]): { layers: Layer[]; placed: (Placed | null)[] } {
  const layers: Layer[] = [];
  const placed: (Placed | null)[] = columns.map(() => null);
  // From the end: sample counts are often first, and measured values are multiples of them.
  for (let index = columns.length - 1; index >= 0; index--) {
    const column = columns[index];
    if (column === undefined || column.every((value) => value === 0)) continue;
    placed[index] = asMultiple(layers, column) ?? beside(layers, column, index);
  }
  for (const each of placed) {
    const width = each === null ? 0 : (layers[each.layer]?.columns.length ?? 0);
    while (each !== null && each.factors.length < width) each.factors.push(0);
  }
  return { layers, placed };
}

function asMultiple(layers: readonly Layer[], column: Float64Array): Placed | null {
  for (const [layer, { owner, values, columns }] of layers.entries()) {
    const factors = factorsOf(column, owner, values, columns.length);
    if (factors !== null) return { layer, factors };
  }
  return null;
}

/** Returns integer factors only, because their products are as exact as sums. */
function factorsOf(column: Float64Array, owner: Int8Array, values: Float64Array, width: number): number[] | null {
  const factors = new Float64Array(width).fill(NaN);
  for (let sample = 0; sample < column.length; sample++) {
    const value = column[sample] ?? 0;
    const own = owner[sample] ?? -1;
    if (own < 0) {
      if (value !== 0) return null;
      continue;
    }
    const base = values[sample] ?? 0;
    let factor = factors[own] ?? 0;
    if (Number.isNaN(factor)) {
      factor = value / base;
      if (!Number.isInteger(factor)) return null;
      factors[own] = factor;
    }
    if (factor * base !== value) return null;
  }
  return Array.from(factors, (factor) => (Number.isNaN(factor) ? 0 : factor));
}

/** Places the column in the first layer with no values in the same samples, else in a new one. */
function beside(layers: Layer[], column: Float64Array, index: number): Placed {
  let layer = layers.findIndex(({ owner }) => column.every((value, sample) => value === 0 || owner[sample] === -1));
  if (layer < 0) layer = layers.push(
    { owner: new Int8Array(column.length).fill(-1), values: new Float64Array(column.length), columns: [] }
  ) - 1;
  const { owner, values, columns } = layers[layer] ?? { owner: new Int8Array(0), values: column, columns: [] };
  const place = columns.push(index) - 1;
  for (let sample = 0; sample < column.length; sample++) {
    const value = column[sample] ?? 0;
    if (value === 0) continue;
    owner[sample] = place;
    values[sample] = value;
  }
  return { layer, factors: [...new Array<number>(place).fill(0), 1] };
}
