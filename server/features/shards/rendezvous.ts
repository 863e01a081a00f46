import { createHash } from 'node:crypto';

/**
 * Returns the shard, numbered from 1, that has a target: the one with the highest hash of number and name, so that
 * adding or removing a shard moves only its own share. The hash must never change: the first 48 bits of the SHA-256 of
 * the number in decimal, a line feed, and the name in UTF-8. null for no shards.
 */
export function shardOf(target: string, shards: Iterable<number>): number | null {
  let best: { shard: number; hash: number } | null = null;
  for (const shard of shards) {
    const hash = createHash('sha256').update(`${shard}\n${target}`).digest().readUIntBE(0, 6);
    if (best === null || hash > best.hash || (hash === best.hash && shard < best.shard)) best = { shard, hash };
  }
  return best?.shard ?? null;
}
