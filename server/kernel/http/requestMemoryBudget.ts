/** Request bodies held in memory while they are read and processed: bounded over all requests together. */
import type { Request, RequestHandler } from 'express';
import { RequestError } from './errors.ts';

const MAX_HELD_BYTES = 512 * 2 ** 20;
/** Of bodies of JSON for workers, which read one at a time. A further one is refused before it is read. */
const MAX_JSON_HELD_BYTES = 32 * 2 ** 20;

export class HeldBytes {
  private held = 0;
  private readonly byRequest = new WeakMap<Request, number>();

  constructor(private readonly maxBytes = MAX_HELD_BYTES) {}

  /** Counts bytes of a request until it is answered or aborted. Throws busy when there is no room. */
  take(req: Request, bytes: number): void {
    const before = this.byRequest.get(req);
    if (this.held + bytes > this.maxBytes) {
      // What has arrived is dropped now, while the rest is still on its way: other requests get the room.
      this.release(req);
      throw new RequestError(
        { errorType: 'busy', message: 'Too many large uploads are in progress; try again in a moment.' }
      );
    }
    // Aborted already: no event would report its end.
    if (before === undefined && req.res?.destroyed === true) return;
    this.held += bytes;
    this.byRequest.set(req, (before ?? 0) + bytes);
    if (before === undefined) req.res?.once('close', () => { this.release(req); });
  }

  private release(req: Request): void {
    const bytes = this.byRequest.get(req);
    if (bytes === undefined) return;
    this.held -= bytes;
    this.byRequest.set(req, 0);
  }
}

/** Of the whole program. */
export const heldBodies = new HeldBytes();

const heldJson = new HeldBytes(MAX_JSON_HELD_BYTES);

/** Before a parser that reads the whole body: counts what was declared, or the most there can be. */
export function holdBody(maxBytes: number, held = heldJson): RequestHandler {
  return (req, _res, next) => {
    const declared = Number(req.headers['content-length']);
    held.take(
      req,
      Number.isFinite(declared) && req.headers['content-encoding'] === undefined ? Math.min(declared, maxBytes)
        : maxBytes
    );
    next();
  };
}
