/** What whoever shows pictures asks for; `server/worker` answers it with a thread. No browser, no network. */
import type { PictureSubject } from '../../core/contract/contract.ts';
import type { PictureLook, PictureStyle } from './pictureTypes.ts';

export interface PictureService {
  /** UTF-8 of an SVG, or a PNG. Rejects with PictureError where it cannot be drawn; `renderError` then still can. */
  render(subject: PictureSubject, style: PictureStyle): Promise<Buffer>;
  /** A picture that says what went wrong: an <img> shows nothing else. */
  renderError(message: string, look: PictureLook): Promise<Buffer>;
  close(): Promise<void>;
}

/** Its message is for whoever asked for the picture. */
export class PictureError extends Error {}
