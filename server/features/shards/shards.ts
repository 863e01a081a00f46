/** Decides which of the shown targets this process scrapes if it is one of several. */
import type { ObjectStore } from '../object-store/objectStore.ts';
import { shardOf } from './rendezvous.ts';
import { ShardKeeper, type ShardKeeperOptions } from './shardKeeper.ts';
import type { ShardReport } from './shardReport.ts';
import type { ShardNumber } from './shardView.ts';

export interface Shards {
  readonly shard: ShardNumber;
  holds(target: string): boolean;
  /** Returns the shard that scrapes a target; null: none, as far as is known here. */
  holderOf(target: string): number | null;
  /** Returns the last report of a target by the shard that scrapes it; null: none. */
  reportOf(target: string): ShardReport | null;
  /** Resolves when this shard knows what to scrape, or that nothing is known yet. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export type ShardsOptions = Omit<ShardKeeperOptions, 'store'> & { store: ObjectStore | null };

/** Without an object store the shares are fixed: no shard takes over from one that ends. */
export function shardsOf({ store, ...options }: ShardsOptions): Shards {
  const { shard, clock } = options;
  if (store === null) {
    const all = Array.from({ length: shard.of }, (_, i) => i + 1);
    return {
      shard, holds: (target) => shardOf(target, all) === shard.number, holderOf: (target) => shardOf(target, all),
      reportOf: () => null, start: () => Promise.resolve(), stop: () => Promise.resolve(),
    };
  }
  const keeper = new ShardKeeper({ ...options, store });
  const holderOf = (target: string): number | null => keeper.view.holder(target, clock.steadyMs());
  return {
    shard, holderOf, holds: (target) => keeper.view.holds(target, clock.steadyMs()),
    reportOf: (target) => keeper.reports.get(holderOf(target) ?? 0)?.get(target) ?? null,
    start: () => keeper.start(),
    stop: () => keeper.stop(),
  };
}
