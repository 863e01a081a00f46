/**
 * Memory that bodies are read into and the recording thread parses them from, so that they are not copied to it. The
 * main thread has them too, to send them again if that thread ends.
 */

/**
 * V8 does not count shared memory when it decides to collect garbage, so there are this many pieces, which are used
 * again and only replaced by larger ones.
 */
const PIECES = 8;
const MIN_PIECE_BYTES = 2 ** 15;
const MAX_PIECE_BYTES = 2 ** 22;

export class SharedBodies {
  readonly #free = Array.from({ length: PIECES }, () => new SharedArrayBuffer(0));
  /** Frees the pieces of bodies that were never recorded. */
  readonly #taken = new FinalizationRegistry<SharedArrayBuffer>((piece) => { this.#free.push(piece); });

  /**
   * Returns memory for a body, to be overwritten as a whole. It is not shared, and so copied to the recording thread,
   * if the body is large or no piece is free.
   */
  readonly take = (bytes: number): Uint8Array => {
    const free = bytes > MAX_PIECE_BYTES ? undefined : this.#free.pop();
    if (free === undefined) return new Uint8Array(bytes);
    const piece = free.byteLength >= bytes ? free : new SharedArrayBuffer(pieceBytes(bytes));
    const body = new Uint8Array(piece, 0, bytes);
    this.#taken.register(body, piece, body);
    return body;
  };

  /** Makes the memory of a body free, which no thread may read any more. Ignores memory that is not from `take`. */
  release(body: Uint8Array | null): void {
    if (body?.buffer instanceof SharedArrayBuffer && this.#taken.unregister(body)) this.#free.push(body.buffer);
  }
}

function pieceBytes(bytes: number): number {
  return Math.max(MIN_PIECE_BYTES, 2 ** Math.ceil(Math.log2(bytes)));
}
