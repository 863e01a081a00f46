/**
 * Memory for answers that are being read, or wait to be stored: each target may always hold some, and larger answers
 * share the rest, so that targets with large bodies do not take the memory of the others.
 */

const MIB = 2 ** 20;

export class BodyRoom {
  readonly #ownBytes: number;
  #sharedBytes: number;

  /** `ownBytes`: guaranteed to each answer; `sharedBytes`: shared by all answers for what exceeds that. */
  constructor(ownBytes = 4 * MIB, sharedBytes = 96 * MIB) {
    this.#ownBytes = ownBytes;
    this.#sharedBytes = sharedBytes;
  }

  hold(): HeldBody {
    let shared = 0;
    let read = 0;
    return {
      bytesRead: () => read,
      grow: (bytes) => {
        read = Math.max(read, bytes);
        const more = Math.max(0, bytes - this.#ownBytes) - shared;
        if (more <= 0) return true;
        if (more > this.#sharedBytes) return false;
        this.#sharedBytes -= more;
        shared += more;
        return true;
      },
      release: () => {
        this.#sharedBytes += shared;
        shared = 0;
      },
    };
  }
}

export interface HeldBody {
  /** Returns the bytes read so far, also of a rejected answer. */
  bytesRead: () => number;
  /** Reports the current size of an answer; false if there is no room for it. */
  grow: (bytes: number) => boolean;
  release: () => void;
}
