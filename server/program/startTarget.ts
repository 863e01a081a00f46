import type { OwnMetrics } from './api/http/ownMetrics.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { TargetConfig } from '../kernel/config/configTypes.ts';
import type { Failure } from '../../core/result.ts';
import { log } from '../kernel/logging/log.ts';
import { allRoleNames, nodeRoleNames } from '../data/metrics/roles.ts';
import { HistoryReader } from '../data/scrape/history/historyReader.ts';
import { QueriedNode } from '../data/scrape/history/queriedNode.ts';
import { TargetTsdb } from '../data/scrape/history/targetTsdb.ts';
import { localGroupOf } from '../data/scrape/machine/localGroup.ts';
import { TargetClient } from '../data/scrape/httpClient.ts';
import { scrapePhase } from '../data/scrape/pace/scrapePhase.ts';
import type { ScraperView } from '../data/scrape/scraperView.ts';
import type { SharedWork } from '../data/scrape/sharedWork.ts';
import { TargetScraper } from '../data/scrape/targetScraper.ts';
import type { DataStore } from '../data/store/dataStore.ts';
import type { Bookings } from '../features/targets/captures/bookings.ts';
import type { Fleet } from '../features/targets/fleet/fleet.ts';
import type { LiveHub } from '../features/targets/answers/liveHub.ts';
import type { Profiler } from '../features/targets/profiling/profiler.ts';
import type { RuleSettings } from '../features/targets/profiling/ruleSettings.ts';
import type { TargetDirectory } from '../features/targets/answers/targetDirectory.ts';
import type { QueryReadings } from '../features/targets/queries/queryReadings.ts';
import { QueryLogTail } from '../features/targets/queries/queryLogTail.ts';
import type { TargetQueries } from '../features/targets/queries/targetQueries.ts';
import type { TrainReadings } from '../features/targets/trains/trainReadings.ts';

export interface TargetParts {
  data: DataStore;
  targets: TargetDirectory;
  hub: LiveHub;
  bookings: Bookings;
  profiler: Profiler;
  rules: Pick<RuleSettings, 'selectors'>;
  metrics: OwnMetrics;
  fleet: Pick<Fleet, 'onScrape'>;
  trains: Pick<TrainReadings, 'onScrape'>;
  queryLists: Pick<QueryReadings, 'onScrape'>;
  shared: SharedWork;
  queries: Pick<TargetQueries, 'add' | 'follow' | 'look' | 'leave'>;
}

/** Begins to scrape a target; null unless it cannot be recorded. */
export async function startTarget(config: TargetConfig, parts: TargetParts): Promise<Failure | null> {
  const { data, targets, hub, bookings, profiler, rules, metrics, fleet, shared, queries } = parts;
  const put = await data.putTarget({ name: config.name, url: config.url, recording: false, labels: config.labels });
  if (!put.ok) return put.error;
  const { clock } = shared;
  const history = openHistory(config, data, clock);
  const tsdb = openTsdb(config, () => scraper.view(), clock);
  const group = localGroupOf(config, shared.processes, clock.nowMs);
  followQueryLog(config, queries, clock);
  const scraper = new TargetScraper({
    config, host: new QueriedNode({ tsdb, names: nodeNames(), now: clock.nowMs }),
    record: (scrape) => data.record(config.name, scrape),
    putFacts: async (facts) => { await data.putFacts(config.name, facts); },
    watch: () => rules.selectors(config),
    onEvent: (event) => {
      const { state, kind, processStartSeconds, lastScrape } = scraper.view();
      history.update({ up: state === 'up', kind, processStartSeconds });
      if (event.name === 'scrape') {
        // The view has the last one that was sent.
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

/** Asks the target itself, unless the configuration names the server that scrapes it. */
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

/** Where the configuration names one. */
function followQueryLog(
  { name, queryLog }: TargetConfig, queries: TargetParts['queries'], { steadyMs }: Clock
): void {
  if (queryLog === undefined) return;
  queries.follow(name, new QueryLogTail({
    path: queryLog, steadyMs, take: (found) => { queries.add(name, found); },
    onState: (problem) => {
      if (problem !== null) log.warn(problem, { target: name });
      else log.info('The query log is followed.', { target: name, path: queryLog });
    },
  }));
}

/** Of the node_exporter of a host, as a query API knows them. */
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
