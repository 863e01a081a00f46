import type { Clock } from '../../../core/time/clock.ts';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import type { Failure } from '../../../core/result.ts';
import { log } from '../../kernel/logging/log.ts';
import { allRoleNames, nodeRoleNames } from '../../data/metrics/roles.ts';
import { HistoryReader } from '../../data/scrape/history/historyReader.ts';
import { QueriedNode } from '../../data/scrape/history/queriedNode.ts';
import { TargetTsdb } from '../../data/scrape/history/targetTsdb.ts';
import { localGroupOf } from '../../data/scrape/machine/localGroup.ts';
import { TargetClient } from '../../data/scrape/httpClient.ts';
import { scrapePhase } from '../../data/scrape/pace/scrapePhase.ts';
import type { ScraperView } from '../../data/scrape/scraperView.ts';
import type { SharedWork } from '../../data/scrape/sharedWork.ts';
import { TargetScraper } from '../../data/scrape/targetScraper.ts';
import type { DataStore } from '../../data/store/dataStore.ts';
import type { TargetDirectory } from '../targets/answers/targetDirectory.ts';
import type { TargetParts } from '../targets/feature.ts';

/** Parts that scrapes notify, and parts used at the start of a target. */
export interface ScrapeParts extends Pick<TargetParts, 'bookings' | 'profiler'> {
  data: DataStore;
  targets: TargetDirectory;
  hub: Pick<TargetParts['live'], 'publish'>;
  rules: Pick<TargetParts['rules'], 'selectors'>;
  fleet: Pick<TargetParts['fleet'], 'onScrape'>;
  trains: Pick<TargetParts['trains'], 'onScrape'>;
  queryLists: Pick<TargetParts['queryLists'], 'onScrape'>;
  queries: Pick<TargetParts['queries'], 'follow' | 'look' | 'leave'>;
  metrics: { addSkippedScrape(): void; addScrapeLateness(lateMs: number): void };
  shared: SharedWork;
}

/** Starts scraping a target; resolves to null, or to the failure if it cannot be recorded. */
export async function startTarget(config: TargetConfig, parts: ScrapeParts): Promise<Failure | null> {
  const { data, targets, hub, bookings, profiler, rules, metrics, fleet, shared, queries } = parts;
  const put = await data.putTarget({ name: config.name, url: config.url, recording: false, labels: config.labels });
  if (!put.ok) return put.error;
  const { clock } = shared;
  const history = openHistory(config, data, clock);
  const tsdb = openTsdb(config, () => scraper.view(), clock);
  const group = localGroupOf(config, shared.processes, clock.nowMs);
  queries.follow(config, clock);
  const scraper = new TargetScraper({
    config, host: new QueriedNode({ tsdb, names: nodeNames(), now: clock.nowMs }),
    record: (scrape) => data.record(config.name, scrape),
    putFacts: async (facts) => { await data.putFacts(config.name, facts); },
    watch: () => rules.selectors(config),
    onEvent: (event) => {
      const { state, kind, processStartSeconds, lastScrape } = scraper.view();
      history.update({ up: state === 'up', kind, processStartSeconds });
      if (event.name === 'scrape') {
        // The view has the last scrape that was sent.
        const sentMs = lastScrape?.startMs ?? 0;
        if (Math.abs(event.data.time * 1000 - sentMs) > 1) metrics.addSkippedScrape();
        profiler.onScrape(scraper);
        fleet.onScrape(scraper);
        queries.look(config.name);
        parts.trains.onScrape(scraper);
        parts.queryLists.onScrape(scraper);
        if (state === 'up' && lastScrape?.error === null) void group?.onScrape(processStartSeconds);
      }
      if (event.name === 'scrape') hub.publish(config.name, 'scrape', event.data);
      else {
        log.info('The state of a target changed.', { target: config.name, state, previous: event.data.previous });
        hub.publish(config.name, 'state', event.data);
      }
    },
    onTick: (lateMs) => { metrics.addScrapeLateness(lateMs); },
    now: clock.nowMs,
    clock,
    phase: scrapePhase(config.name),
    shared,
  });
  targets.add(config, scraper, { history, tsdb, ...(group === null ? {} : { group }) });
  scraper.start();
  bookings.resume(scraper);
  return null;
}

/** Reads history from the target itself, unless the configuration names the server that scrapes it. */
function openHistory(config: TargetConfig, data: DataStore, clock: Clock): HistoryReader {
  const { queryUrl } = config;
  return new HistoryReader({
    client: new TargetClient(queryUrl ?? config, { clock }),
    names: allRoleNames,
    nodeNames: nodeNames(),
    ...(config.nodeExporter === undefined ? {} : { nodeUrl: config.nodeExporter.url }),
    clock,
    take: ({ startMs: _start, endMs: _end, ...history }) => data.addHistory(config.name, history),
  });
}

/** Returns the names of a host's node_exporter metrics in a query API. */
function nodeNames(): string[] {
  return ['up', ...nodeRoleNames()];
}

function openTsdb(config: TargetConfig, view: () => ScraperView, clock: Clock): TargetTsdb {
  return new TargetTsdb({
    client: new TargetClient(config.queryUrl ?? config, { clock }),
    ...(config.container === undefined ? {} : { container: config.container }),
    target: () => {
      const { state, lastScrape, processStartSeconds, effectiveIntervalMs } = view();
      return {
        isWell: state === 'up' && lastScrape?.error === null, processStartSeconds,
        isSlow: effectiveIntervalMs > config.scrapeIntervalMs,
      };
    },
    clock,
  });
}
