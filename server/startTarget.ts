import type { OwnMetrics } from './api/http/ownMetrics.ts';
import type { TargetConfig } from './config/configTypes.ts';
import type { Failure } from '../core/result.ts';
import { log } from './logging/log.ts';
import { allRoleNames, nodeRoleNames } from './metrics/roles.ts';
import { HistoryReader } from './scrape/history/historyReader.ts';
import { TargetTsdb } from './scrape/history/targetTsdb.ts';
import { TargetClient } from './scrape/httpClient.ts';
import { scrapePhase } from './scrape/pace/scrapePhase.ts';
import type { SharedWork } from './scrape/sharedWork.ts';
import { TargetScraper } from './scrape/targetScraper.ts';
import type { DataStore } from './store/dataStore.ts';
import type { Bookings } from './targets/captures/bookings.ts';
import type { Fleet } from './targets/fleet/fleet.ts';
import type { LiveHub } from './targets/liveHub.ts';
import type { Profiler } from './targets/profiling/profiler.ts';
import type { TargetDirectory } from './targets/targetDirectory.ts';

export interface TargetParts {
  data: DataStore;
  targets: TargetDirectory;
  hub: LiveHub;
  bookings: Bookings;
  profiler: Profiler;
  metrics: OwnMetrics;
  fleet: Pick<Fleet, 'onScrape'>;
  shared: SharedWork;
}

/** Begins to scrape a target; null unless it cannot be recorded. */
export async function startTarget(config: TargetConfig, parts: TargetParts): Promise<Failure | null> {
  const { data, targets, hub, bookings, profiler, metrics, fleet, shared } = parts;
  const put = await data.putTarget({ name: config.name, url: config.url, recording: false, labels: config.labels });
  if (!put.ok) return put.error;
  const history = openHistory(config, data);
  const scraper = new TargetScraper({
    config,
    record: (scrape) => data.record(config.name, scrape),
    putFacts: async (facts) => { await data.putFacts(config.name, facts); },
    ...(config.triggers === undefined ? {} : { watch: config.triggers.rules.map(({ selector }) => selector) }),
    onEvent: (event) => {
      const { state, kind, processStartSeconds } = scraper.view();
      history.update({ up: state === 'up', kind, processStartSeconds });
      if (event.name === 'scrape') {
        // The view has the last one that was sent.
        const sentMs = scraper.view().lastScrape?.startMs ?? 0;
        if (Math.abs(event.data.time * 1000 - sentMs) > 1) metrics.addSkippedScrape();
        profiler.onScrape(scraper);
        fleet.onScrape(scraper);
      }
      if (event.name === 'scrape') hub.publish(config.name, 'scrape', event.data);
      else {
        log.info('The state of a target changed.', { target: config.name, state, previous: event.data.previous });
        hub.publish(config.name, 'state', event.data);
      }
    },
    onTick: (lateMs) => { metrics.addScrapeLateness(lateMs); },
    now: () => Date.now(),
    phase: scrapePhase(config.name),
    shared,
  });
  targets.add(config, scraper, { history, tsdb: openTsdb(config, scraper) });
  scraper.start();
  bookings.resume(scraper);
  return null;
}

/** Asks the target itself, unless the configuration names the server that scrapes it. */
function openHistory(config: TargetConfig, data: DataStore): HistoryReader {
  const { queryUrl } = config;
  return new HistoryReader({
    client: new TargetClient(queryUrl ?? config),
    names: allRoleNames,
    nodeNames: ['up', ...nodeRoleNames()],
    ...(config.nodeExporter === undefined ? {} : { nodeUrl: config.nodeExporter.url }),
    now: Date.now,
    take: ({ startMs: _start, endMs: _end, ...history }) => data.addHistory(config.name, history),
  });
}

function openTsdb(config: TargetConfig, scraper: TargetScraper): TargetTsdb {
  return new TargetTsdb({
    client: new TargetClient(config.queryUrl ?? config),
    ...(config.container === undefined ? {} : { container: config.container }),
    target: () => {
      const { state, lastScrape, processStartSeconds } = scraper.view();
      return { isWell: state === 'up' && lastScrape?.error === null, processStartSeconds };
    },
    now: Date.now,
  });
}
