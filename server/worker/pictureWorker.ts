/** Worker thread: draws pictures, one after the other. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { readFontMetrics, type Faces } from '../pictures/fontMetrics.ts';
import { errorPicture, pictureOf } from '../pictures/picture.ts';
import type { PictureReply, PictureRequest, PictureTask } from '../pictures/pictureTypes.ts';
import { png } from '../pictures/rasterize.ts';

const require = createRequire(import.meta.url);
const FONT_FILES = {
  sans: require.resolve('@expo-google-fonts/ibm-plex-sans/400Regular/IBMPlexSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold.ttf'),
  mono: require.resolve('@expo-google-fonts/ibm-plex-mono/400Regular/IBMPlexMono_400Regular.ttf'),
};
const faces: Faces = {
  sans: readFontMetrics(readFileSync(FONT_FILES.sans)),
  bold: readFontMetrics(readFileSync(FONT_FILES.bold)),
  mono: readFontMetrics(readFileSync(FONT_FILES.mono)),
};

function draw(task: PictureTask): Uint8Array {
  const look = task.kind === 'subject' ? task.style : task.look;
  const svg = task.kind === 'subject' ? pictureOf(task.subject, task.style, task.nowMs, faces) : errorPicture(task.message, task.look, faces);
  return look.format === 'svg' ? new TextEncoder().encode(svg) : png(svg, look.scale, Object.values(FONT_FILES));
}

parentPort?.on('message', ({ job, task }: PictureRequest) => {
  parentPort?.postMessage(replyTo(job, task));
});

function replyTo(job: number, task: PictureTask): PictureReply {
  try {
    return { job, bytes: draw(task) };
  } catch (error) {
    console.error('drawing a picture:', error);
    return { job, error: `The picture could not be drawn: ${(error as Error).message}.` };
  }
}
