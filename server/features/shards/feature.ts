import type { ShardConfig } from '../../kernel/config/configTypes.ts';
import type { Feature, Opened } from '../../kernel/feature.ts';
import type { ScraperView } from '../../data/scrape/scraperView.ts';
import type { ObjectStore } from '../object-store/objectStore.ts';
import type { ShardReport } from './shardReport.ts';
import { shardsOf, type Shards } from './shards.ts';

/** Sequential requests in one round. */
const REQUESTS = 4;

export interface ShardNeeds {
  shard: ShardConfig;
  /** null: no bucket, so that no shard takes over from another. */
  bucket: ((timeoutMs: number) => ObjectStore) | null;
  scrapers: () => readonly { config: { name: string }; view(): ScraperView }[];
  /** Called when the targets scraped here, or the reports of others, may have changed. */
  onChange: () => void;
}

/** `shards` must start before the targets and stop after them, so that no other shard takes over too early. */
export interface OpenedShards extends Opened { shards: Shards }

/** Shares the targets of one configuration between several tsdbscopes. */
export const shardsFeature: Feature<ShardNeeds, OpenedShards> = {
  name: 'shards',
  open({ faults, clock }, { shard, bucket, scrapers, onChange }) {
    const { leaseMs } = shard;
    const shards = shardsOf({
      shard, leaseMs, faults, clock, store: bucket?.(leaseMs / REQUESTS) ?? null, onChange, onRound: onChange,
      report: () => scrapers().map((one) => reportOf(one.config.name, one.view())),
    });
    return {
      shards,
      startLines: [
        `shard ${shard.number}/${shard.of}: scraping its share of the targets; `
          + (bucket === null ? 'without profiles.s3 no other shard takes over where one ends'
            : `the others take over ${leaseMs / 1000} s after one ends`),
      ],
    };
  },
};

function reportOf(
  name: string, { state, stateSinceMs, kind, version, goVersion, lastScrape }: ScraperView
): ShardReport {
  return {
    name, state, kind, version, goVersion, stateSince: stateSinceMs / 1000,
    lastScrape: lastScrape && {
      time: lastScrape.startMs / 1000, durationSeconds: lastScrape.durationSeconds, error: lastScrape.error,
    },
  };
}
