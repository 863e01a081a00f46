/** A stream is given up when what it holds is not taken: it occupies memory that others wait for. */
import type { Readable } from 'node:stream';

/** The same stream, destroyed once a piece has waited for its reader this long; waiting for a piece is no stall. */
export function endedWhenStalled(stream: Readable, maxMs: number): Readable {
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    if (stream.readableLength === 0 || stream.destroyed) return;
    timer = setTimeout(() => {
      stream.destroy(new Error(`its client took nothing for ${Math.round(maxMs / 1000)} s`));
    }, maxMs);
    timer.unref();
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
  stream.once('close', () => { clearTimeout(timer); });
  return stream;
}
