import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { PICTURE } from '../../../../core/contract/questions/parameters.ts';
import type { AskedLook } from '../http/pictureStyle.ts';
import { readQuery } from '../../../kernel/http/queryParameters.ts';
import { EmbedPictures } from './embedPictures.ts';
import type { Answered } from '../../../features/embeds/embedAnswers.ts';
import type { KeptEmbed } from '../../../features/embeds/embedRecord.ts';
import { PictureError, type PictureService } from '../../../analysis/pictures/pictureService.ts';
import type { PictureLook, PictureStyle } from '../../../analysis/pictures/pictureTypes.ts';
import { finding } from '../../../../core/finding.ts';

const T = Date.parse('2026-11-21T00:00:00Z');
const EMBED: KeptEmbed = {
  id: 'abcdefghijklmnop', title: 'Memory', theme: 'dark', frozen: false, createdMs: T, expiresMs: T + 1e9,
  scraped: true,
  question: { kind: 'panel', panel: 'memory', target: 'prom', range: { kind: 'page' } },
};
const ANSWERED: Answered = {
  subject: { kind: 'panel', panel: 'memory', target: 'prom', answer: {} }, json: '{}', dataTimeMs: T, finding: finding(
    { code: 'test', severity: 'ok', claim: [{ text: 'Fine.' }] }
  ), error: '"prom" does not answer.', version: 'v1', refreshMs: 5000,
};
const asking = (query: Record<string, string> = {}): AskedLook => readQuery(PICTURE, query);
const request = (query: Record<string, string>): Request => ({ query }) as unknown as Request;

interface Drawn { pictures: EmbedPictures; styles: PictureStyle[]; errors: PictureLook[]; finish: (() => void)[] }

/** `held`: nothing is finished before it is let go. */
function drawing(clock: { nowMs: number } = { nowMs: T }, held = false): Drawn {
  const [styles, errors, finish]: [PictureStyle[], PictureLook[], (() => void)[]] = [[], [], []];
  const png = Buffer.alloc(24);
  png.writeUInt32BE(720, 16);
  png.writeUInt32BE(300, 20);
  const service: PictureService = {
    render: (_subject, style) => {
      styles.push(style);
      return held ? new Promise((resolve) => finish.push(() => { resolve(png); })) : Promise.resolve(png);
    },
    renderError: (_message, look) => {
      errors.push(look);
      return Promise.resolve(png);
    },
    close: () => Promise.resolve(),
  };
  return { pictures: new EmbedPictures({ pictures: service, now: () => clock.nowMs }), styles, errors, finish };
}

describe('the pictures of embeds', () => {
  it('are drawn once for all who ask alike, in the theme of the embed, with finding and reason', async () => {
    const { pictures, styles, finish } = drawing(undefined, true);
    const all = Promise.all(Array.from({ length: 100 }, () => pictures.draw(EMBED, ANSWERED, 'png', asking())));
    finish.forEach((done) => { done(); });
    expect(new Set(await all).size).toBe(1);
    await pictures.draw(EMBED, ANSWERED, 'png', asking());
    expect(styles).toEqual([
      expect.objectContaining({
        theme: 'dark', format: 'png', dataTimeMs: T, frozen: false, finding: ANSWERED.finding,
        note: '"prom" does not answer.',
      }),
    ]);
  });

  it('are drawn anew for another answer, another look, and when a minute has gone by', async () => {
    const clock = { nowMs: T };
    const { pictures, styles } = drawing(clock);
    await pictures.draw(EMBED, ANSWERED, 'png', asking());
    await pictures.draw(EMBED, { ...ANSWERED, version: 'v2' }, 'png', asking());
    await pictures.draw(EMBED, ANSWERED, 'svg', asking({ theme: 'light', width: '500' }));
    clock.nowMs += 60_000;
    await pictures.draw(EMBED, ANSWERED, 'png', asking());
    expect(styles.map(({ format, theme }) => `${format} ${theme}`))
      .toEqual(['png dark', 'png dark', 'svg light', 'png dark']);
  });

  it('wait in a queue of bounded length', async () => {
    const { pictures, styles, finish } = drawing(undefined, true);
    const all = Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => pictures.draw(EMBED, ANSWERED, 'png', asking({ width: String(400 + i) })))
    );
    finish.forEach((done) => { done(); });
    const refused = (await all).filter((one) => one.status === 'rejected');
    expect(styles).toHaveLength(32);
    expect(refused).toHaveLength(28);
    for (const { reason } of refused) expect(String(reason)).toContain('Too many pictures of embeds are being drawn');
  });

  it('of a sentence are few, whatever width and scale are asked for without a link', async () => {
    const { pictures, errors } = drawing();
    for (let width = 0; width <= 2600; width++) await pictures.drawError(
      'No.', 'png',
      request({ width: String(width), scale: String(1 + width / 1300), theme: width % 2 === 0 ? 'dark' : 'light' })
    );
    expect(errors.length).toBeLessThan(150);
    for (const { widthPx, scale } of errors) {
      expect(widthPx).toBeGreaterThanOrEqual(280);
      expect(widthPx).toBeLessThanOrEqual(2400);
      expect([1, 2, 3]).toContain(scale);
    }
  });

  it('tell how large they are', async () => {
    expect(await drawing().pictures.size(EMBED, ANSWERED, 720)).toEqual({ width: 720, height: 300 });
  });

  it('that cannot be drawn, or of which there is nothing, are a failure with a sentence', async () => {
    const failing: PictureService = {
      render: () => Promise.reject(new PictureError('It took too long.')),
      renderError: () => Promise.reject(new PictureError('It took too long.')), close: () => Promise.resolve(),
    };
    await expect(
      new EmbedPictures({ pictures: failing, now: () => T }).draw(EMBED, ANSWERED, 'png', asking())
    ).rejects.toMatchObject({ failure: { errorType: 'internal', message: 'It took too long.' } });
    await expect(
      drawing().pictures.draw(EMBED, { ...ANSWERED, subject: null }, 'png', asking())
    ).rejects.toMatchObject({ failure: { errorType: 'not_found', message: '"prom" does not answer.' } });
    expect(() => asking({ width: '5' })).toThrow(
      expect.objectContaining(
        { failure: { errorType: 'bad_data', message: '"width"="5" is not a whole number from 280 to 2400.' } }
      )
    );
  });
});
