/** Targets in the API's format: scraped here, scraped by another shard, or only stored. */
import type { Target, TargetHistory, TargetIncident, TargetNode } from '../../../../core/contract/contract.ts';
import type { TargetConfig } from '../../../kernel/config/configTypes.ts';
import type { StoredIncident, StoredTarget } from '../../../data/store/dataStore.ts';
import type { HistoryState } from '../../../data/scrape/history/historyReader.ts';
import type { NodeView } from '../../../data/scrape/nodeScraper.ts';
import type { Shards } from '../../shards/shards.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';

function incidentView({ manifest, profiles }: StoredIncident): TargetIncident {
  const { exportedTime, exportedBy, window, target, redacted, leftOut } = manifest;
  return {
    ...window, exportedTime, exportedBy, name: target.name, state: target.state, redacted: redacted.what, leftOut,
    profileIds: profiles.map(({ id }) => id),
  };
}

export function liveView(
  name: string, scraper: TargetScraper, stored: StoredTarget | undefined, history: HistoryState | undefined
): Target {
  const view = scraper.view();
  const facts = { ...stored?.facts, ...view.facts };
  return {
    name,
    url: scraper.config.url,
    kind: view.kind === 'unknown' ? stored?.kind ?? 'unknown' : view.kind,
    version: view.version === '' ? stored?.version ?? '' : view.version,
    goVersion: view.goVersion === '' ? stored?.goVersion ?? '' : view.goVersion,
    state: view.state,
    stateSince: view.stateSinceMs === null ? null : view.stateSinceMs / 1000,
    lastScrape: view.lastScrape === null ? null : {
      time: view.lastScrape.startMs / 1000,
      durationSeconds: view.lastScrape.durationSeconds,
      error: view.lastScrape.error,
      badLines: view.lastScrape.badLines,
      badLineCount: view.lastScrape.badLineCount,
    },
    scrapeIntervalSeconds: scraper.config.scrapeIntervalMs / 1000,
    effectiveIntervalSeconds: view.effectiveIntervalMs / 1000,
    recorded: recordedSpan(stored),
    blockRangeSeconds: facts.blockRangeSeconds ?? null,
    history: historyView(history),
    ...(view.node === null ? {} : { node: nodeView(view.node) }),
    ...addedView(scraper.config),
    labels: scraper.config.labels,
  };
}

function addedView({ added }: TargetConfig): Pick<Target, 'added'> {
  return added === undefined ? {} : { added: { by: added.by, time: added.timeMs / 1000 } };
}

/** Returns a target of another shard as that shard reported it. Its samples are read from the engine, however old. */
export function elsewhereView(
  config: TargetConfig, shards: Pick<Shards, 'shard' | 'holderOf' | 'reportOf'>, stored: StoredTarget | undefined
): Target {
  const report = shards.reportOf(config.name);
  const intervalSeconds = config.scrapeIntervalMs / 1000;
  const { kind = 'unknown', version = '', goVersion = '' } = report ?? stored ?? {};
  return {
    name: config.name, url: config.url, kind, version, goVersion,
    state: report?.state ?? 'down', stateSince: report?.stateSince ?? null,
    lastScrape: report?.lastScrape ? { ...report.lastScrape, badLines: [], badLineCount: 0 } : null,
    scrapeIntervalSeconds: intervalSeconds, effectiveIntervalSeconds: intervalSeconds, recorded: null,
    blockRangeSeconds: stored?.facts.blockRangeSeconds ?? null, history: null,
    shard: { number: shards.holderOf(config.name), of: shards.shard.of }, labels: config.labels,
  };
}

function nodeView({ url, lastScrape, effectiveIntervalMs }: NodeView): TargetNode {
  return {
    url, effectiveIntervalSeconds: effectiveIntervalMs / 1000,
    lastScrape: lastScrape === null ? null
      : { time: lastScrape.startMs / 1000, durationSeconds: lastScrape.durationSeconds, error: lastScrape.error },
  };
}

export function storedView(stored: StoredTarget): Target {
  const recorded = recordedSpan(stored);
  // Uses the recording's own scrape interval, so that gaps are judged by it.
  const interval = recorded === null || stored.scrapes < 2 ? 1 : (recorded.end - recorded.start) / (stored.scrapes - 1);
  const intervalSeconds = interval < 0.95 ? Math.round(interval * 10) / 10 : Math.max(1, Math.round(interval));
  return {
    name: stored.name,
    url: stored.url,
    kind: stored.kind,
    version: stored.version,
    goVersion: stored.goVersion,
    state: 'recorded',
    stateSince: null,
    lastScrape: recorded === null || stored.lastScrape === null ? null
      : { time: recorded.end, ...stored.lastScrape, badLines: [], badLineCount: 0 },
    scrapeIntervalSeconds: intervalSeconds,
    effectiveIntervalSeconds: intervalSeconds,
    recorded,
    blockRangeSeconds: stored.facts.blockRangeSeconds ?? null,
    history: null,
    ...(stored.incident === undefined ? {} : {
      scrapeIntervalSeconds: stored.incident.manifest.scrape.intervalSeconds,
      effectiveIntervalSeconds: stored.incident.manifest.scrape.effectiveIntervalSeconds,
      incident: incidentView(stored.incident),
    }),
    ...(stored.skippedLines === undefined ? {} : { skippedLines: stored.skippedLines }),
    ...(stored.said === undefined ? {} : { said: stored.said }),
    labels: stored.labels,
  };
}

function historyView(history: HistoryState | undefined): TargetHistory | null {
  if (history === undefined) return null;
  const sinceMs = history.state === 'reading' || history.state === 'read' ? history.sinceMs : null;
  return {
    state: history.state, since: sinceMs === null ? null : sinceMs / 1000,
    reason: history.state === 'unavailable' ? history.reason : null,
  };
}

function recordedSpan(stored: StoredTarget | undefined): { start: number; end: number } | null {
  if (stored === undefined || stored.firstMs === null || stored.lastMs === null) return null;
  return { start: stored.firstMs / 1000, end: stored.lastMs / 1000 };
}
