/** Renders SVG text as PNG, with the bundled fonts only. */
import { Resvg } from '@resvg/resvg-js';
import { palettePng } from './palettePng.ts';

/** Maximum pixels: 2400 x 2400 px at 3x is more than needed, and takes 200 MB to render. */
const MAX_PIXELS = 50_000_000;

/** Returns a PNG. `fontFiles`: paths of TrueType files. Throws on text that is not an SVG or would be too large. */
export function png(svg: string, scale: number, fontFiles: string[]): Uint8Array {
  const picture = new Resvg(svg, {
    font: {
      loadSystemFonts: false, fontFiles, defaultFontFamily: 'IBM Plex Sans', sansSerifFamily: 'IBM Plex Sans',
      monospaceFamily: 'IBM Plex Mono',
    },
    fitTo: { mode: 'zoom', value: scale },
    logLevel: 'off',
  });
  if (picture.width * picture.height * scale * scale > MAX_PIXELS)
    throw new Error(`the picture would exceed ${MAX_PIXELS / 1e6} million pixels; choose a smaller width or scale`);
  const { pixels, width, height } = picture.render();
  return palettePng(pixels, width, height);
}
