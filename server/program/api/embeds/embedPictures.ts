/** Draws pictures of embeds, once for all identical requests within a minute. */
import type { Request } from 'express';
import { PictureError } from '../../../analysis/pictures/pictureService.ts';
import type { PictureFormat, PictureLook } from '../../../analysis/pictures/pictureTypes.ts';
import type { ApiDeps } from '../http/deps.ts';
import { RequestError } from '../../../kernel/http/errors.ts';
import { lookForError, pictureLook, type AskedLook } from '../http/pictureStyle.ts';
import type { Answered } from '../../../features/embeds/embedAnswers.ts';
import type { KeptEmbed } from '../../../features/embeds/embedRecord.ts';
import { forAll } from '../../../kernel/threads/requestContext.ts';
import { ByteBoundedCache } from '../../../kernel/threads/byteBoundedCache.ts';

const MAX_CACHED_BYTES = 32 * 2 ** 20;
/** A picture shows the age of its data: it is redrawn after this long. */
const AGE_STEP_MS = 60_000;
const FROZEN_AGE_STEP_MS = 3_600_000;
/** Maximum of embeds being drawn; more would delay the pictures of the page itself. */
const MAX_UNDERWAY = 32;
/** Rounds widths: clients without a link may request error pictures, so there are few variants, each drawn once. */
const ERROR_WIDTH_STEP = 100;

export class EmbedPictures {
  private readonly drawn = new ByteBoundedCache<Buffer>(MAX_CACHED_BYTES);
  /** Requested pictures that are not drawn yet. */
  private readonly underway = new Map<string, Promise<Buffer>>();

  constructor(private readonly deps: Pick<ApiDeps, 'pictures' | 'now'>) {}

  /** Throws RequestError for an invalid look, or with the reason why there is nothing to draw. */
  async draw(embed: KeptEmbed, answered: Answered, format: PictureFormat, asked: AskedLook): Promise<Buffer> {
    return this.drawAs(embed, answered, pictureLook({ ...asked, theme: asked.theme ?? themeOf(embed) }, format));
  }

  /** Draws a picture of the sentence. */
  async drawError(message: string, format: PictureFormat, req: Request): Promise<Buffer> {
    const { widthPx, scale, ...rest } = lookForError(req, format);
    const look: PictureLook = {
      ...rest, widthPx: Math.max(ERROR_WIDTH_STEP * Math.round(widthPx / ERROR_WIDTH_STEP), 3 * ERROR_WIDTH_STEP),
      scale: Math.round(scale),
    };
    return this.once(JSON.stringify([message, look]), () => this.deps.pictures.renderError(message, look));
  }

  /** Returns the size of the PNG for a width. */
  async size(embed: KeptEmbed, answered: Answered, widthPx: number): Promise<{ width: number; height: number }> {
    const png = await this.drawAs(embed, answered, { widthPx, theme: themeOf(embed), scale: 1, format: 'png' });
    // PNG header: signature, length and name of the first chunk, then width and height.
    return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  }

  private async drawAs(
    embed: KeptEmbed, { subject, dataTimeMs, error, finding, version }: Answered, look: PictureLook
  ): Promise<Buffer> {
    if (subject === null)
      throw new RequestError({ errorType: 'not_found', message: error ?? 'There is nothing to draw.' });
    const nowMs = this.deps.now();
    const age = Math.floor(nowMs / (embed.frozen ? FROZEN_AGE_STEP_MS : AGE_STEP_MS));
    return this.once(JSON.stringify([version, embed.frozen, age, look]), () => this.deps.pictures.render(subject, {
      ...look, dataTimeMs: dataTimeMs ?? nowMs, frozen: embed.frozen,
      ...(finding === null ? {} : { finding }), ...(error === null ? {} : { note: error }),
    }));
  }

  private async once(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.drawn.get(key);
    if (known !== undefined) return known;
    const underway = this.underway.get(key);
    if (underway !== undefined) return underway;
    if (this.underway.size >= MAX_UNDERWAY) throw new RequestError(
      { errorType: 'busy', message: 'Too many pictures of embeds are being drawn; ask again in a moment.' }
    );
    const drawing = forAll(draw);
    this.underway.set(key, drawing);
    try {
      const bytes = await drawing;
      this.drawn.put(key, bytes, bytes.length + key.length);
      return bytes;
    } catch (error) {
      if (error instanceof PictureError) throw new RequestError({ errorType: error.errorType, message: error.message });
      throw error;
    } finally {
      this.underway.delete(key);
    }
  }
}

function themeOf({ theme }: KeptEmbed): PictureLook['theme'] {
  return theme === 'dark' ? 'dark' : 'light';
}
