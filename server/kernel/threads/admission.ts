/**
 * Who may begin: work waits until its estimated memory fits, the client with the least under way first. What waits is
 * bounded, for each client and in all; the rest is turned away at once.
 */
import type { Clock } from '../../../core/time/clock.ts';
import { asker } from './requestContext.ts';

export interface AdmissionLimits {
  /** Of all work under way; a single piece may have more. */
  maxBytes: number;
  maxWaiting: number;
  /** Of one client. */
  maxWaitingOfOne: number;
  /** What waits longer is turned away. */
  waitMs: number;
}

interface Waiting { bytes: number; client: string; enter: (isIn: boolean) => void }

export class Admission {
  private readonly waiting: Waiting[] = [];
  private readonly bytesOf = new Map<string, number>();
  private bytes = 0;
  private running = 0;

  constructor(private readonly limits: AdmissionLimits, private readonly clock: Pick<Clock, 'after'>) {}

  /** How much is under way and waits. */
  get load(): { running: number; waiting: number; bytes: number } {
    return { running: this.running, waiting: this.waiting.length, bytes: this.bytes };
  }

  /** Resolves to the function that ends the work; null when there is no room. Rejects when the asker leaves. */
  async enter(bytes: number): Promise<(() => void) | null> {
    const { client, signal } = asker();
    signal.throwIfAborted();
    const { maxWaiting, maxWaitingOfOne } = this.limits;
    const own = this.waiting.filter((one) => one.client === client).length;
    if (this.waiting.length >= maxWaiting || own >= maxWaitingOfOne) return null;
    const isIn = await this.turn({ bytes, client }, signal);
    const leave = isIn ? this.leaving(bytes, client) : null;
    // Its asker may have left after its turn came.
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
