import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { PictureError, type PictureService } from '../../analysis/pictures/pictureService.ts';
import type { PictureLook } from '../../analysis/pictures/pictureTypes.ts';
import { createPictureService } from './pictureClient.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-pictures-'));
const LOOK: PictureLook = { widthPx: 800, theme: 'light', scale: 1, format: 'svg' };
let service: PictureService | undefined;

/** A worker that does what the message asks for. */
const file = join(folder, 'worker.mjs');
writeFileSync(file, `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id, args: [task] }) => {
  if (task.message === 'end') process.exit(3);
  if (task.message === 'throw') throw new Error('a bug');
  if (task.message === 'never') return;
  const error = { errorType: 'internal', message: 'cannot be drawn' };
  const value = new TextEncoder().encode('drawn ' + task.message);
  parentPort.postMessage({ id, value: task.message === 'refuse' ? { ok: false, error } : { ok: true, value } });
});
`);

function open(timeLimitMs?: number): PictureService {
  service = createPictureService(pathToFileURL(file), timeLimitMs === undefined ? {} : { timeLimitMs });
  return service;
}

afterEach(() => service?.close());
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

describe('the thread that draws', () => {
  it('answers each in turn', async () => {
    const pictures = open();
    const all = await Promise.all(['a', 'b', 'c'].map((message) => pictures.renderError(message, LOOK)));
    expect(all.map(String)).toEqual(['drawn a', 'drawn b', 'drawn c']);
  });
  it.each(
    [['end', 'ended with code 3'], ['throw', 'a bug'], ['refuse', 'cannot be drawn']]
  )('that fails ("%s") costs one picture, with the reason', async (message, reason) => {
    const pictures = open();
    const [
      failed, next,
    ] = await Promise.allSettled([pictures.renderError(message, LOOK), pictures.renderError('next', LOOK)]);
    expect(
      failed.status === 'rejected' && failed.reason instanceof PictureError && failed.reason.message.includes(reason)
    ).toBe(true);
    expect(next.status === 'fulfilled' && next.value.toString()).toBe('drawn next');
  });
  it('that takes too long is given up', async () => {
    const pictures = open(300);
    // Only the time that the worker was not idle is known.
    await expect(pictures.renderError('never', LOOK)).rejects
      .toThrow(/took longer than 1 s of work|was not drawn in \d+ s, of which it could be worked on for 0 s: this/);
  });
  it('has a queue with an end', async () => {
    const pictures = open();
    const first = pictures.renderError('never', LOOK).catch(String);
    const waiting = Array.from({ length: 100 }, () => pictures.renderError('a', LOOK).catch(String));
    await expect(pictures.renderError('one too many', LOOK))
      .rejects.toMatchObject({ errorType: 'busy', message: expect.stringContaining('Too many pictures') as string });
    await pictures.close();
    expect([await first, ...await Promise.all(waiting)].every((word) => String(word).includes('stopping'))).toBe(true);
  });
  it('that is closed draws no more', async () => {
    const pictures = open();
    await pictures.close();
    await expect(pictures.renderError('a', LOOK)).rejects.toThrow('stopping');
  });
});
