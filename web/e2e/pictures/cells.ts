import type { Page } from '@playwright/test';
import type { Cells } from '../../../testdata/pictures/cells.ts';

/** Returns the cells of a PNG, and a PNG with one pixel per cell. `blank` is a page without its own policy. */
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
