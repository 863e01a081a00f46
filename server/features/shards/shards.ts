/** Which targets this process scrapes of those that it shows, where it is one of several. */
import type { ObjectStore } from '../object-store/objectStore.ts';
import { shardOf } from './rendezvous.ts';
import { ShardKeeper, type ShardKeeperOptions } from './shardKeeper.ts';
import type { ShardReport } from './shardReport.ts';
import type { ShardNumber } from './shardView.ts';

export interface Shards {
  readonly shard: ShardNumber;
  holds(target: string): boolean;
  /** null: nobody, as far as is known here. */
  holderOf(target: string): number | null;
  /** What the shard that scrapes it last said of it; null where it has not. */
  reportOf(target: string): ShardReport | null;
  /** Resolves when it is known what to scrape, or that nothing is known yet. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export type ShardsOptions = Omit<ShardKeeperOptions, 'store'> & { store: ObjectStore | null };

/** Without an object store the shares are fixed: nobody takes over from a shard that ends. */
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
