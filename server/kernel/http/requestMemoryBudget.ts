/** Limits the memory of request bodies that are read and processed, over all requests together. */
import type { Request, RequestHandler } from 'express';
import { RequestError } from './errors.ts';

const MAX_HELD_BYTES = 512 * 2 ** 20;
/** Limit for JSON bodies for workers, which read one at a time. Further ones are refused before they are read. */
const MAX_JSON_HELD_BYTES = 32 * 2 ** 20;

export class HeldBytes {
  private held = 0;
  private readonly byRequest = new WeakMap<Request, number>();

  constructor(private readonly maxBytes = MAX_HELD_BYTES) {}

  /** Counts bytes of a request until it is answered or aborted. Throws busy if there is no room. */
  take(req: Request, bytes: number): void {
    const before = this.byRequest.get(req);
    if (this.held + bytes > this.maxBytes) {
      // Frees the received part now, while the rest is still arriving: other requests get the room.
      this.release(req);
      throw new RequestError(
        { errorType: 'busy', message: 'Too many large uploads are in progress; try again in a moment.' }
      );
    }
    // Already aborted: no event would report its end.
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

/** Shared by the whole program. */
export const heldBodies = new HeldBytes();

const heldJson = new HeldBytes(MAX_JSON_HELD_BYTES);

/** Goes before a parser that reads the whole body: counts the declared size, or the maximum. */
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
