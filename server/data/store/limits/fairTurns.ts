/**
 * Runs the work of several owners in one thread, step by step, the shortest first: its length is its time so far, or
 * that of its owner's recent work. So work that never ends delays others by one step at most.
 */
import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../../../../core/steps.ts';

/** Half-life of the length of past work: an owner may also have short work in between. */
const HALF_LIFE_MS = 60_000;
/** Minimum duration of the steps of one turn: pauses between short steps would cost more than the steps. */
const TURN_MS = 5;

interface Owner {
  /** Duration of the longest recent work, as of `atMs`. */
  longMs: number;
  atMs: number;
  /** Time spent so far on the first waiting work. */
  spentMs: number;
  waiting: (() => boolean)[];
}

export class FairTurns {
  private readonly owners = new Map<string, Owner>();
  private isRunning = false;

  /** `now`: a monotonic clock, like `Clock.steadyMs`. */
  constructor(private readonly now: () => number) {}

  /** Runs each owner's work one after the other. Rejects with the error that the work throws. */
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

  /** Takes turns until no work waits; the first starts at once, without a pause. */
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
