import type { Clock } from '../../core/time/clock.ts';
import type { Config } from '../kernel/config/configTypes.ts';
import type { Faults } from '../kernel/files/faults.ts';
import type { LiveTargets } from './liveTargets.ts';
import { S3Store } from '../features/object-store/s3Store.ts';
import { shardsOf, type Shards } from '../features/shards/shards.ts';
import type { TargetDirectory } from '../features/targets/targetDirectory.ts';

/** Requests of one round follow one another. */
const REQUESTS = 4;

interface ShardParts { targets: TargetDirectory; faults: Faults; clock: Clock; live: () => LiveTargets }

/** null where this process is not one of several. `live`: asked once there is something to tell it. */
export function openShards({ shard, s3 }: Config, { targets, faults, clock, live }: ShardParts): Shards | null {
  if (shard === undefined) return null;
  const { leaseMs } = shard;
  const reshard = (): void => { void live().reshard(); };
  return shardsOf({
    shard, leaseMs, faults, store: s3 === undefined ? null : new S3Store(s3, leaseMs / REQUESTS),
    clock, onChange: reshard, onRound: reshard,
    report: () => targets.liveScrapers().map((scraper) => {
      const { state, stateSinceMs, kind, version, goVersion, lastScrape } = scraper.view();
      return {
        name: scraper.config.name, state, kind, version, goVersion,
        stateSince: stateSinceMs === null ? null : stateSinceMs / 1000,
        lastScrape: lastScrape && {
          time: lastScrape.startMs / 1000, durationSeconds: lastScrape.durationSeconds, error: lastScrape.error,
        },
      };
    }),
  });
}
