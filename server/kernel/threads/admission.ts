/**
 * Admits work: it waits until its estimated memory fits; the client with the least memory in use goes first. The queue
 * is bounded, for each client and in total; work beyond the bounds is rejected at once.
 */
import type { Clock } from '../../../core/time/clock.ts';
import { asker } from './requestContext.ts';

export interface AdmissionLimits {
  /** Limit for all running work; a single piece of work may exceed it. */
  maxBytes: number;
  maxWaiting: number;
  /** Limit of `maxWaiting` for one client. */
  maxWaitingOfOne: number;
  /** Rejects work that waits longer than this. */
  waitMs: number;
}

interface Waiting { bytes: number; client: string; enter: (isIn: boolean) => void }

export class Admission {
  private readonly waiting: Waiting[] = [];
  private readonly bytesOf = new Map<string, number>();
  private bytes = 0;
  private running = 0;

  constructor(private readonly limits: AdmissionLimits, private readonly clock: Pick<Clock, 'after'>) {}

  /** Returns the amounts of running and of waiting work. */
  get load(): { running: number; waiting: number; bytes: number } {
    return { running: this.running, waiting: this.waiting.length, bytes: this.bytes };
  }

  /**
   * Resolves to the function that ends the work, or null when there is no room. Rejects when the client disconnects.
   */
  async enter(bytes: number): Promise<(() => void) | null> {
    const { client, signal } = asker();
    signal.throwIfAborted();
    const { maxWaiting, maxWaitingOfOne } = this.limits;
    const own = this.waiting.filter((one) => one.client === client).length;
    if (this.waiting.length >= maxWaiting || own >= maxWaitingOfOne) return null;
    const isIn = await this.turn({ bytes, client }, signal);
    const leave = isIn ? this.leaving(bytes, client) : null;
    // The client may have disconnected after its work was admitted.
    if (signal.aborted) leave?.();
    signal.throwIfAborted();
    return leave;
  }

  private turn(job: Omit<Waiting, 'enter'>, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = (): void => {
        const place = this.waiting.indexOf(waiting);
        if (place < 0) return;
        this.waiting.splice(place, 1);
        waiting.enter(false);
      };
      const cancel = this.clock.after(this.limits.waitMs, giveUp);
      const waiting: Waiting = {
        ...job,
        enter: (isIn) => {
          cancel();
          signal.removeEventListener('abort', giveUp);
          resolve(isIn);
        },
      };
      signal.addEventListener('abort', giveUp);
      this.waiting.push(waiting);
      this.admit();
    });
  }

  private admit(): void {
    for (;;) {
      const [first] = this.waiting.toSorted((a, b) => this.of(a.client) - this.of(b.client));
      if (first === undefined || (this.running > 0 && this.bytes + first.bytes > this.limits.maxBytes)) return;
      this.waiting.splice(this.waiting.indexOf(first), 1);
      this.running++;
      this.bytes += first.bytes;
      this.bytesOf.set(first.client, this.of(first.client) + first.bytes);
      first.enter(true);
    }
  }

  private leaving(bytes: number, client: string): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.running--;
      this.bytes -= bytes;
      const left = this.of(client) - bytes;
      if (left > 0) this.bytesOf.set(client, left);
      else this.bytesOf.delete(client);
      this.admit();
    };
  }

  private of(client: string): number {
    return this.bytesOf.get(client) ?? 0;
  }
}
