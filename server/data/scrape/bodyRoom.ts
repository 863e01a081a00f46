/**
 * Memory for answers that are being read, or wait to be stored: each target may always hold some, and larger ones share
 * the rest, so that targets with large bodies cost the others neither memory nor their place.
 */

const MIB = 2 ** 20;

export class BodyRoom {
  readonly #ownBytes: number;
  #sharedBytes: number;

  /** `ownBytes`: of each answer; `sharedBytes`: for what all answers have beyond that, together. */
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
  /** So far, also of an answer that was refused. */
  bytesRead: () => number;
  /** An answer has so many bytes now; false when there is no room for them. */
  grow: (bytes: number) => boolean;
  release: () => void;
}
