/** Ends streams whose client stops reading: their buffers occupy memory that others wait for. */
import type { Readable } from 'node:stream';
import type { Clock } from '../../../core/time/clock.ts';

/**
 * Returns the same stream, destroyed once a piece has waited this long for its reader; waiting for a piece is no stall.
 */
export function endedWhenStalled(stream: Readable, maxMs: number, clock: Pick<Clock, 'background'>): Readable {
  let cancel = (): void => undefined;
  const watch = (): void => {
    cancel();
    if (stream.readableLength === 0 || stream.destroyed) return;
    cancel = clock.background.after(maxMs, () => {
      stream.destroy(new Error(`its client took nothing for ${Math.round(maxMs / 1000)} s`));
    });
  };
  const push = stream.push.bind(stream);
  stream.push = (piece: unknown, encoding?: BufferEncoding) => {
    const hasRoom = push(piece, encoding);
    watch();
    return hasRoom;
  };
  const read = stream.read.bind(stream);
  stream.read = (bytes?: number): unknown => {
    const piece: unknown = read(bytes);
    if (piece !== null) watch();
    return piece;
  };
  stream.once('close', () => { cancel(); });
  return stream;
}
