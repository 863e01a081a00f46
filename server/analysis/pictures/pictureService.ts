/** Interface for rendering pictures, without browser or network; `server/program/worker` implements it. */
import type { PictureSubject } from '../../../core/contract/contract.ts';
import type { PictureLook, PictureStyle } from './pictureTypes.ts';

export interface PictureService {
  /** Returns an SVG (UTF-8) or a PNG. Rejects with PictureError if it cannot be drawn; `renderError` still works. */
  render(subject: PictureSubject, style: PictureStyle): Promise<Buffer>;
  /** Returns a picture of the error message, because an <img> can show nothing else. */
  renderError(message: string, look: PictureLook): Promise<Buffer>;
  close(): Promise<void>;
}

/** Error with a message for the requester. `busy`: too many requests wait; `internal`: it cannot be drawn. */
export class PictureError extends Error {
  constructor(message: string, readonly errorType: 'busy' | 'internal' = 'internal') {
    super(message);
  }
}
