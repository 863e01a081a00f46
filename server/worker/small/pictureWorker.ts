/** Worker thread: draws pictures, one after the other. */
import { parentPort } from 'node:worker_threads';
import { bundledFaces, FONT_FILES } from '../../pictures/bundledFonts.ts';
import { errorPicture, pictureOf } from '../../pictures/picture.ts';
import type { PictureReply, PictureRequest, PictureTask } from '../../pictures/pictureTypes.ts';
import { png } from '../../pictures/rasterize.ts';
import { log } from '../../logging/log.ts';

const faces = bundledFaces();

function draw(task: PictureTask): Uint8Array {
  const look = task.kind === 'subject' ? task.style : task.look;
  const svg = task.kind === 'subject' ? pictureOf(task.subject, task.style, task.nowMs, faces) : errorPicture(task.message, task.look, faces);
  return look.format === 'svg' ? new TextEncoder().encode(svg) : png(svg, look.scale, FONT_FILES);
}

parentPort?.on('message', ({ job, task }: PictureRequest) => {
  parentPort?.postMessage(replyTo(job, task));
});

function replyTo(job: number, task: PictureTask): PictureReply {
  try {
    return { job, bytes: draw(task) };
  } catch (error) {
    log.error('A picture could not be drawn.', { error });
    return { job, error: `The picture could not be drawn: ${(error as Error).message}.` };
  }
}
