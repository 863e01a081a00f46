/**
 * What one shard knows of all of them, by their lease objects, and so what it may scrape. Pure: times are those of a
 * monotonic clock of its own, in ms; no clock is compared with another.
 *
 *   own lease      from before the put was sent that renewed it, for `leaseMs` less a margin
 *   other's lease  from when its object was first seen as it is now, for `leaseMs`; an object that does not change is
 *                  of a shard that ended or cannot renew it
 *
 * So a shard stops before another takes over. One that comes begins at once: those before it see it when they look
 * next. What was seen of another counts for no longer than a lease, like one's own: who cannot look stops too, and
 * no target is scraped by two for longer than a lease.
 */
import { shardOf } from './rendezvous.ts';

export interface ShardNumber { number: number; of: number }

/** Part of a lease that its holder does not use: for clocks of unequal speed, and for stopping. */
const MARGIN = 0.1;

interface Seen { etag: string | null; sinceMs: number; lookedMs: number }

export class ShardView {
  #ownUntilMs = -Infinity;
  readonly #others = new Map<number, Seen>();

  constructor(private readonly shard: ShardNumber, private readonly leaseMs: number) {}

  /** Its own object was written; `sentMs`: before the request was sent. */
  renewed(sentMs: number): void {
    this.#ownUntilMs = sentMs + this.leaseMs * (1 - MARGIN);
  }

  /** Another process has the lease of this shard. */
  lost(): void {
    this.#ownUntilMs = -Infinity;
  }

  /** The object of another shard; null: there is none. `askedMs`: before the request; `nowMs`: after it. */
  saw(other: number, etag: string | null, { askedMs, nowMs }: { askedMs: number; nowMs: number }): void {
    const known = this.#others.get(other);
    const sinceMs = known?.etag === etag ? known.sinceMs : nowMs;
    this.#others.set(other, { etag, sinceMs, lookedMs: askedMs });
  }

  /** Those whose leases run, this one included while it may scrape. */
  live(nowMs: number): number[] {
    const others = [...this.#others].filter(
      ([, { etag, sinceMs }]) => etag !== null && nowMs < sinceMs + this.leaseMs
    ).map(([other]) => other);
    return [...(nowMs < this.validUntilMs() ? [this.shard.number] : []), ...others].sort((a, b) => a - b);
  }

  /** Until when it may scrape without having renewed its lease and looked at all others again. */
  validUntilMs(): number {
    let untilMs = this.#ownUntilMs;
    for (let other = 1; other <= this.shard.of; other++) {
      if (other === this.shard.number) continue;
      const looked = this.#others.get(other)?.lookedMs ?? -Infinity;
      untilMs = Math.min(untilMs, looked + this.leaseMs * (1 - MARGIN));
    }
    return untilMs;
  }

  holds(target: string, nowMs: number): boolean {
    return this.holder(target, nowMs) === this.shard.number;
  }

  /** null: nobody's lease runs, as far as this shard knows. */
  holder(target: string, nowMs: number): number | null {
    return shardOf(target, this.live(nowMs));
  }
}
