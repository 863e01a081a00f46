/** What a picture's address says of its looks: `width`, `theme`, `scale`. */
import type { Request } from 'express';
import type { PictureFormat, PictureLook } from '../../pictures/pictureTypes.ts';
import { badData, RequestError } from './errors.ts';
import { oneOf, text } from './queryParameters.ts';

const WIDTHS = { least: 280, most: 2400, usual: 800 };
const SCALES = { least: 1, most: 3 };

export function pictureLook(req: Request, format: PictureFormat): PictureLook {
  const widthPx = readWidth(req);
  return { widthPx, theme: oneOf(req, 'theme', ['light', 'dark']) ?? 'light', scale: readScale(req), format };
}

function readWidth(req: Request): number {
  const value = text(req, 'width');
  if (value === undefined) return WIDTHS.usual;
  const width = Number(value);
  if (!/^\d+$/.test(value) || width < WIDTHS.least || width > WIDTHS.most) throw badData(`"width"="${value}" is not a whole number from ${WIDTHS.least} to ${WIDTHS.most}.`);
  return width;
}

function readScale(req: Request): number {
  const value = text(req, 'scale');
  if (value === undefined) return 1;
  const scale = Number(value);
  if (!(scale >= SCALES.least && scale <= SCALES.most)) throw badData(`"scale"="${value}" is not a number from ${SCALES.least} to ${SCALES.most}.`);
  return scale;
}

/** The look for a picture that says what is wrong: what can be read of it, and the usual for the rest. */
export function lookForError(req: Request, format: PictureFormat): PictureLook {
  const or = <T>(read: () => T, usual: T): T => {
    try {
      return read();
    } catch (error) {
      if (error instanceof RequestError) return usual;
      throw error;
    }
  };
  return {
    widthPx: or(() => readWidth(req), WIDTHS.usual),
    theme: or(() => oneOf(req, 'theme', ['light', 'dark']) ?? 'light', 'light'),
    scale: or(() => readScale(req), 1),
    format,
  };
}
