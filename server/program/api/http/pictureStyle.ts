/** Reads the look of a picture from its URL: `width`, `theme`, `scale`. */
import type { Request } from 'express';
import { PICTURE } from '../../../../core/contract/questions/parameters.ts';
import type { Read } from '../../../../core/contract/questions/schema.ts';
import type { PictureFormat, PictureLook } from '../../../analysis/pictures/pictureTypes.ts';
import { RequestError } from '../../../kernel/http/errors.ts';
import { readQuery } from '../../../kernel/http/queryParameters.ts';

export type AskedLook = Read<typeof PICTURE>;

export function pictureLook({ width, theme = 'light', scale }: AskedLook, format: PictureFormat): PictureLook {
  return { widthPx: width, theme, scale, format };
}

/** Returns the look of an error picture: valid parameters, and defaults for the others. */
export function lookForError(req: Request, format: PictureFormat): PictureLook {
  const read = <Q extends Partial<typeof PICTURE>>(query: Q): Read<Q> => {
    try {
      return readQuery(query, req.query);
    } catch (error) {
      if (error instanceof RequestError) return readQuery(query, {});
      throw error;
    }
  };
  const { width, theme, scale } = PICTURE;
  return pictureLook({ ...read({ width }), ...read({ theme }), ...read({ scale }) }, format);
}
