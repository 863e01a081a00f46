/** Comparison of pictures in cells of a few pixels, small to store and indifferent to the drawing of letters. */

/** The mean colour of each cell, row by row: red, green, blue, in steps of 17. */
export interface Cells { columns: number; rows: number; rgb: readonly number[] }

/** Two steps of a channel: letters drawn otherwise change a cell by less. */
const CHANGED = 34;
/** Cells on a side of a tile, and how many of its cells may change: a line that moved by one cell changes 16. */
const TILE = 8;
const MAX_CHANGED = 15;

/** Returns the places, in cells, of the tiles that differ; all of them when the sizes do. */
export function unlikeTiles(one: Cells, other: Cells): { column: number; row: number }[] {
  const isSame = one.columns === other.columns && one.rows === other.rows;
  const tiles: { column: number; row: number }[] = [];
  for (let row = 0; row < one.rows; row += TILE) {
    for (let column = 0; column < one.columns; column += TILE) {
      if (!isSame || changedIn(one, other, column, row) > MAX_CHANGED) tiles.push({ column, row });
    }
  }
  return tiles;
}

function changedIn(one: Cells, other: Cells, column: number, row: number): number {
  let changed = 0;
  for (let y = row; y < Math.min(row + TILE, one.rows); y += 1) {
    for (let x = column; x < Math.min(column + TILE, one.columns); x += 1) {
      const at = 3 * (y * one.columns + x);
      if ([0, 1, 2].some((c) => Math.abs((one.rgb[at + c] ?? 0) - (other.rgb[at + c] ?? 0)) >= CHANGED)) changed += 1;
    }
  }
  return changed;
}
