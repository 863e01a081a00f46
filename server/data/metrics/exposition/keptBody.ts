/** A copy of a target's last body, in memory that is used again: the next body's lines are compared with it. */
import type { Steps } from '../../../../core/steps.ts';
import { bodyBytes, type BodyBytes } from './lineScan.ts';

/** Bytes compared and copied per step (a few milliseconds). */
const STEP_BYTES = 8 * 2 ** 20;
const PAGE_BYTES = 4096;

export class KeptBody {
  private memory = new Uint8Array(0);
  private length = -1;
  /** The body; empty before the first. */
  content: BodyBytes = bodyBytes(this.memory);

  /** Replaces the body; returns whether the two are equal, byte for byte. */
  *keep(body: Uint8Array): Steps<boolean> {
    let isSame = body.length === this.length;
    if (!isSame) this.makeRoom(body.length);
    for (let at = 0; at < body.length; at += STEP_BYTES) {
      if (at > 0) yield;
      const part = body.subarray(at, at + STEP_BYTES);
      if (isSame && Buffer.compare(part, this.memory.subarray(at, at + part.length)) === 0) continue;
      isSame = false;
      this.memory.set(part, at);
    }
    return isSame;
  }

  private makeRoom(bytes: number): void {
    const capacity = this.memory.length;
    // An eighth more than needed, since bodies grow with their numbers.
    if (capacity < bytes || capacity > 2 * bytes + PAGE_BYTES)
      this.memory = new Uint8Array(PAGE_BYTES * Math.ceil(1.125 * bytes / PAGE_BYTES));
    this.length = bytes;
    this.content = bodyBytes(this.memory.subarray(0, bytes));
  }
}
