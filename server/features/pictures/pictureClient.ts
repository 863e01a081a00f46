/** Draws pictures as SVG or PNG in one worker thread, which starts at the first call. */
import { systemClock } from '../../../core/time/clock.ts';
import { firstLine } from '../../../core/result.ts';
import { PictureError, type PictureService } from '../../analysis/pictures/pictureService.ts';
import type { PictureTask } from '../../analysis/pictures/pictureTypes.ts';
import { WorkerPool } from '../../kernel/threads/workerPool.ts';
import type { PictureMethods } from './pictureWorker.ts';

const TIME_LIMIT_MS = 10_000;
const ASK_LESS = 'ask for a shorter window or a narrower picture';

export function createPictureService(
  workerUrl: URL, { timeLimitMs = TIME_LIMIT_MS }: { timeLimitMs?: number } = {},
): PictureService {
  const pool = new WorkerPool<PictureMethods>({
    workerUrl, timeLimitMs, threads: 1, nice: 3, heapMb: 512, maxWaiting: 100,
    says: {
      busy: 'Too many pictures are waiting to be drawn; ask again in a moment.',
      late: (seconds) => `The picture took longer than ${seconds} s of work; ${ASK_LESS}.`,
      waited: (seconds) => `The picture waited ${seconds} s for its turn; ask again when fewer are drawn.`,
      starved: (seconds, worked) => `The picture was not drawn in ${seconds} s, of which it could be worked on for `
        + `${worked} s: this machine is busy; ask again when less runs beside tsdbscope.`,
      outOfMemory: `The picture needs more memory than its limit; ${ASK_LESS}.`,
      stopping: 'The server is stopping; ask again when it runs.',
    },
  });
  const draw = async (task: PictureTask): Promise<Buffer> => {
    const drawn = await pool.calls().draw(task).catch((error: unknown) => {
      throw new PictureError(`The picture could not be drawn (${firstLine(error)}).`);
    });
    if (!drawn.ok) throw new PictureError(drawn.error.message, drawn.error.errorType === 'busy' ? 'busy' : 'internal');
    return Buffer.from(drawn.value.buffer, drawn.value.byteOffset, drawn.value.byteLength);
  };
  return {
    render: (subject, style) => draw({ kind: 'subject', subject, style, nowMs: systemClock.nowMs() }),
    renderError: (message, look) => draw({ kind: 'error', message, look }),
    close: () => pool.close(),
  };
}
