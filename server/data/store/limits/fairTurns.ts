/**
 * Work of several owners in one thread, step by step, the shortest first: a work counts as long as it was so far, or as
 * long as that owner's works were lately. So one whose work never ends keeps nobody waiting for longer than a step.
 */
import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../../../../core/steps.ts';

/** That a work was long counts half after so long: an owner may have short ones between. */
const HALF_LIFE_MS = 60_000;
/** A turn lasts for steps of so long together: pauses between short steps would cost more than the steps. */
const TURN_MS = 5;

interface Owner {
  /** Of the longest work lately, as of `atMs`. */
  longMs: number;
  atMs: number;
  /** So far, of the first that waits. */
  spentMs: number;
  waiting: (() => boolean)[];
}

export class FairTurns {
  private readonly owners = new Map<string, Owner>();
  private isRunning = false;

  /** `now`: as `Clock.steadyMs`. */
  constructor(private readonly now: () => number) {}

  /** Each owner's works come one after the other. Rejects with what the work throws. */
  run<T>(name: string, work: Steps<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn = (): boolean => {
        try {
          const until = this.now() + TURN_MS;
          do {
            const step = work.next();
            if (step.done !== true) continue;
            resolve(step.value);
            return true;
          } while (this.now() < until);
          return false;
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          return true;
        }
      };
      const owner = this.owners.get(name) ?? { longMs: 0, atMs: this.now(), spentMs: 0, waiting: [] };
      this.owners.set(name, owner);
      owner.waiting.push(turn);
      if (!this.isRunning) void this.go();
    });
  }

  forget(name: string): void {
    if (this.owners.get(name)?.waiting.length === 0) this.owners.delete(name);
  }

  /** The first turn is taken at once, without a pause. */
  private async go(): Promise<void> {
    this.isRunning = true;
    for (let next = this.next(); next !== null; next = this.next()) {
      const startMs = this.now();
      const isDone = next.waiting[0]?.() === true;
      const endMs = this.now();
      next.spentMs += endMs - startMs;
      next.longMs = lengthOf(next, endMs);
      next.atMs = endMs;
      if (isDone) {
        next.waiting.shift();
        next.spentMs = 0;
      }
      await setImmediate();
    }
    this.isRunning = false;
  }

  private next(): Owner | null {
    const nowMs = this.now();
    let least: Owner | null = null;
    for (const owner of this.owners.values()) {
      if (owner.waiting.length === 0) continue;
      if (least === null || lengthOf(owner, nowMs) < lengthOf(least, nowMs)) least = owner;
    }
    return least;
  }
}

function lengthOf({ longMs, atMs, spentMs }: Owner, nowMs: number): number {
  return Math.max(spentMs, longMs * 2 ** (-Math.max(0, nowMs - atMs) / HALF_LIFE_MS));
}
