import { expect, test } from 'vitest';
import { unlikeTiles, type Cells } from './cells.ts';

/** A white picture of 64 x 64 cells with a dark line in a row, and text of that darkness in four others. */
function picture(lineRow: number, ink: number): Cells {
  const rgb = new Array<number>(3 * 64 * 64).fill(255);
  rgb.fill(51, 3 * 64 * lineRow, 3 * 64 * (lineRow + 1));
  rgb.fill(255 - ink, 3 * 64 * 40, 3 * 64 * 44);
  return { columns: 64, rows: 64, rgb };
}

test('a line that moved and a text that is gone are seen, letters drawn otherwise are not', () => {
  expect(unlikeTiles(picture(10, 85), picture(10, 85))).toEqual([]);
  expect(unlikeTiles(picture(10, 85), picture(10, 68))).toEqual([]);
  expect(unlikeTiles(picture(10, 85), picture(11, 85))).toHaveLength(8);
  expect(unlikeTiles(picture(10, 85), picture(10, 0))).toHaveLength(8);
  expect(unlikeTiles(picture(10, 85), { ...picture(10, 85), rows: 63 }).length).toBeGreaterThan(0);
});
