/**
 * One shard's view of all shards, from their lease objects, which decides what the shard may scrape. Pure: times are
 * from its own monotonic clock, in ms; clocks of shards are never compared.
 *
 *   own lease      from before the put that renewed it was sent, for `leaseMs` less a margin
 *   other's lease  from when this version of its object was first seen, for `leaseMs`; an unchanged object means that
 *                  its shard ended or cannot renew it
 *
 * So a shard stops before another takes over. A new shard begins at once; the others see it at their next look. The
 * last look at another shard is valid for one lease at most, like the own lease: a shard that cannot look stops too,
 * and no target is scraped by two shards for longer than a lease.
 */
import { shardOf } from './rendezvous.ts';

export interface ShardNumber { number: number; of: number }

/** Share of a lease that its holder does not use: for clocks of unequal speed, and for stopping. */
const MARGIN = 0.1;

interface Seen { etag: string | null; sinceMs: number; lookedMs: number }

export class ShardView {
  #ownUntilMs = -Infinity;
  readonly #others = new Map<number, Seen>();

  constructor(private readonly shard: ShardNumber, private readonly leaseMs: number) {}

  /** Records that the own object was written; `sentMs`: time before the request. */
  renewed(sentMs: number): void {
    this.#ownUntilMs = sentMs + this.leaseMs * (1 - MARGIN);
  }

  /** Records that another process has the lease of this shard. */
  lost(): void {
    this.#ownUntilMs = -Infinity;
  }

  /** Records another shard's object; null: none. `askedMs`: time before the request; `nowMs`: after it. */
  saw(other: number, etag: string | null, { askedMs, nowMs }: { askedMs: number; nowMs: number }): void {
    const known = this.#others.get(other);
    const sinceMs = known?.etag === etag ? known.sinceMs : nowMs;
    this.#others.set(other, { etag, sinceMs, lookedMs: askedMs });
  }

  /** Returns the shards with a running lease, including this one while it may scrape. */
  live(nowMs: number): number[] {
    const others = [...this.#others].filter(
      ([, { etag, sinceMs }]) => etag !== null && nowMs < sinceMs + this.leaseMs
    ).map(([other]) => other);
    return [...(nowMs < this.validUntilMs() ? [this.shard.number] : []), ...others].sort((a, b) => a - b);
  }

  /** Returns the time until which it may scrape without renewing its lease and looking at all others again. */
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

  /** Returns the shard that scrapes a target; null: no lease runs, as far as this shard knows. */
  holder(target: string, nowMs: number): number | null {
    return shardOf(target, this.live(nowMs));
  }
}
