/**
 * Pictures of a page in cells of a few pixels: small to store, indifferent to the drawing of letters, and unlike where
 * a chart has moved or a line of text is gone.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';

/** The mean colour of each cell, row by row: red, green, blue, in steps of 17. */
export interface Cells { columns: number; rows: number; rgb: readonly number[] }

/** Two steps of a channel: letters drawn otherwise change a cell by less. */
const CHANGED = 34;
/** Cells on a side of a tile, and how many of its cells may change: a line that moved by one cell changes 16. */
const TILE = 8;
const MOST_CHANGED = 15;

/** Places, in cells, of the tiles that differ; all of them when the sizes do. */
export function unlikeTiles(one: Cells, other: Cells): { column: number; row: number }[] {
  const isSame = one.columns === other.columns && one.rows === other.rows;
  const tiles: { column: number; row: number }[] = [];
  for (let row = 0; row < one.rows; row += TILE) {
    for (let column = 0; column < one.columns; column += TILE) {
      if (!isSame || changedIn(one, other, column, row) > MOST_CHANGED) tiles.push({ column, row });
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

/** What the page shows now, once it shows the same twice. */
export async function still(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready);
  let last: Buffer = Buffer.alloc(0);
  for (;;) {
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
    if (last.equals(now)) return now;
    last = now;
    await page.waitForTimeout(250);
  }
}

/** Cells of a PNG, and the PNG that holds a pixel for each. `blank` is a page without a policy of its own. */
export async function cellsOf(blank: Page, png: Buffer, cellPx: number): Promise<{ cells: Cells; png: Buffer }> {
  const { small, ...cells } = await blank.evaluate(async ({ base64, px }) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const draw = (width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (context === null) throw new Error('this browser draws no canvas');
      return [canvas, context];
    };
    const [, whole] = draw(image.width, image.height);
    whole.drawImage(image, 0, 0);
    const { data } = whole.getImageData(0, 0, image.width, image.height);
    const [columns, rows] = [Math.ceil(image.width / px), Math.ceil(image.height / px)];
    const [canvas, context] = draw(columns, rows);
    const out = context.createImageData(columns, rows);
    const rgb: number[] = [];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const sum = [0, 0, 0];
        let pixels = 0;
        for (let y = row * px; y < Math.min((row + 1) * px, image.height); y += 1) {
          for (let x = column * px; x < Math.min((column + 1) * px, image.width); x += 1) {
            for (let c = 0; c < 3; c += 1) sum[c] = (sum[c] ?? 0) + (data[4 * (y * image.width + x) + c] ?? 0);
            pixels += 1;
          }
        }
        const mean = sum.map((one) => 17 * Math.round(one / pixels / 17));
        rgb.push(...mean);
        out.data.set([...mean, 255], 4 * (row * columns + column));
      }
    }
    context.putImageData(out, 0, 0);
    return { columns, rows, rgb, small: canvas.toDataURL('image/png').split(',')[1] ?? '' };
  }, { base64: png.toString('base64'), px: cellPx });
  return { cells, png: Buffer.from(small, 'base64') };
}

/** The stored picture; null without one. UPDATE_PICTURES=1 stores `png` first. */
export async function stored(blank: Page, path: string, png: Buffer): Promise<Cells | null> {
  if (process.env['UPDATE_PICTURES'] === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, png);
  }
  return existsSync(path) ? (await cellsOf(blank, readFileSync(path), 1)).cells : null;
}
