/** Worker thread: draws pictures, one after the other. */
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import { bundledFaces, FONT_FILES } from '../../analysis/pictures/bundledFonts.ts';
import { errorPicture, pictureOf } from '../../analysis/pictures/picture.ts';
import type { PictureTask } from '../../analysis/pictures/pictureTypes.ts';
import { png } from '../../analysis/pictures/rasterize.ts';
import { log } from '../../kernel/logging/log.ts';
import { serve } from '../../kernel/threads/serve.ts';

export interface PictureMethods { draw(task: PictureTask): Promise<Result<Uint8Array>> }

const faces = bundledFaces();

function drawn(task: PictureTask): Uint8Array {
  const look = task.kind === 'subject' ? task.style : task.look;
  const svg = task.kind === 'subject' ? pictureOf(task.subject, task.style, task.nowMs, faces)
    : errorPicture(task.message, task.look, faces);
  return look.format === 'svg' ? new TextEncoder().encode(svg) : png(svg, look.scale, FONT_FILES);
}

serve<PictureMethods>({
  draw: (task) => {
    try {
      return Promise.resolve(ok(drawn(task)));
    } catch (error) {
      log.error('A picture could not be drawn.', { error });
      return Promise.resolve(fail('internal', `The picture could not be drawn: ${firstLine(error)}.`));
    }
  },
});
