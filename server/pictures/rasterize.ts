/** SVG text as PNG, with the bundled faces and nothing of the system's. */
import { Resvg } from '@resvg/resvg-js';
import { palettePng } from './palettePng.ts';

/** At most: 2400 px wide at 3x and 2400 high is more than anybody looks at, and 200 MB on the way. */
const MAX_PIXELS = 50_000_000;

/** `fontFiles`: paths of TrueType files. Throws on an SVG that is none, or would be too large. */
export function png(svg: string, scale: number, fontFiles: string[]): Uint8Array {
  const picture = new Resvg(svg, {
    font: {
      loadSystemFonts: false, fontFiles, defaultFontFamily: 'IBM Plex Sans', sansSerifFamily: 'IBM Plex Sans',
      monospaceFamily: 'IBM Plex Mono',
    },
    fitTo: { mode: 'zoom', value: scale },
    logLevel: 'off',
  });
  if (picture.width * picture.height * scale * scale > MAX_PIXELS) throw new Error(
    `the picture would have more than ${MAX_PIXELS / 1e6} million pixels; ask for a smaller width or scale`
  );
  const { pixels, width, height } = picture.render();
  return palettePng(pixels, width, height);
}
