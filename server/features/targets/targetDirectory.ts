import type { Target, TargetHistory, TargetIncident, TargetNode } from '../../../core/contract/contract.ts';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import type { DataStore, PanelQuery, StoredIncident, StoredTarget } from '../../data/store/dataStore.ts';
import type { HistoryReader, HistoryState } from '../../data/scrape/history/historyReader.ts';
import type { TargetTsdb } from '../../data/scrape/history/targetTsdb.ts';
import type { LocalGroup } from '../../data/scrape/machine/localGroup.ts';
import type { NodeView } from '../../data/scrape/nodeScraper.ts';
import type { Shards } from '../shards/shards.ts';
import type { TargetScraper } from '../../data/scrape/targetScraper.ts';

const DEFAULT_WINDOW_MS = 15 * 60_000;

/** Every target the program knows: the ones it scrapes and the recordings it holds. */
export class TargetDirectory {
  private readonly scrapers = new Map<string, TargetScraper>();
  private readonly histories = new Map<string, HistoryReader>();
  private readonly tsdbs = new Map<string, TargetTsdb>();
  private readonly groups = new Map<string, LocalGroup>();

  /** Of other shards, by name. */
  private elsewhere = new Map<string, TargetConfig>();
  private shards: Pick<Shards, 'shard' | 'holderOf' | 'reportOf'> | null = null;

  /** Of opened incident files, as last listed. */
  private incidents = new Map<string, StoredIncident>();

  constructor(private readonly data: DataStore, private readonly now: () => number) {}

  add(
    config: TargetConfig, scraper: TargetScraper,
    { history, tsdb, group }: { history: HistoryReader; tsdb?: TargetTsdb; group?: LocalGroup }
  ): void {
    this.scrapers.set(config.name, scraper);
    this.histories.set(config.name, history);
    if (tsdb !== undefined) this.tsdbs.set(config.name, tsdb);
    if (group !== undefined) this.groups.set(config.name, group);
  }

  /** Targets that others scrape, all of them. */
  showElsewhere(configs: readonly TargetConfig[], shards: Pick<Shards, 'shard' | 'holderOf' | 'reportOf'>): void {
    this.elsewhere = new Map(configs.map((config) => [config.name, config]));
    this.shards = shards;
  }

  isElsewhere(name: string): boolean {
    return this.elsewhere.has(name);
  }

  /** Stops what runs of it; what it recorded stays, as a recording. */
  async remove(name: string): Promise<void> {
    const stopped = Promise.all(
      [this.scrapers.get(name)?.stop(), this.histories.get(name)?.stop(), this.tsdbs.get(name)?.stop()]
    );
    this.tsdbs.delete(name);
    this.groups.delete(name);
    this.scrapers.delete(name);
    this.histories.delete(name);
    await stopped;
  }

  /** The order of `list`. Those that are not named come last. */
  order(names: readonly string[]): void {
    for (const name of [...names, ...[...this.scrapers.keys()].filter((other) => !names.includes(other))]) {
      const scraper = this.scrapers.get(name);
      if (scraper === undefined) continue;
      this.scrapers.delete(name);
      this.scrapers.set(name, scraper);
    }
  }

  scraper(name: string): TargetScraper | undefined {
    return this.scrapers.get(name);
  }

  /** What may be asked about a target that is scraped. */
  tsdb(name: string): TargetTsdb | undefined {
    return this.tsdbs.get(name);
  }

  /** Of a target whose process may be on this machine. */
  group(name: string): LocalGroup | undefined {
    return this.groups.get(name);
  }

  /** Of every target that is scraped. */
  liveScrapers(): TargetScraper[] {
    return [...this.scrapers.values()];
  }

  isLive(name: string): boolean {
    return this.scrapers.has(name);
  }

  /** Live targets first, in the order they were configured, then what is only stored. */
  async list(): Promise<Target[]> {
    const stored = new Map((await this.data.targets()).map((target) => [target.name, target]));
    const live = [
      ...this.scrapers
    ].map(([name, scraper]) => liveView(name, scraper, stored.get(name), this.histories.get(name)?.state()));
    const others = [...this.elsewhere.values()].flatMap((config) => (
      this.shards === null || this.scrapers.has(config.name) ? []
        : [elsewhereView(config, this.shards, stored.get(config.name))]
    ));
    const rest = [...stored.values()]
      .filter(({ name }) => !this.scrapers.has(name) && !this.elsewhere.has(name)).map(storedView);
    this.incidents = new Map(
      [...stored.values()].flatMap(({ name, incident }) => (incident === undefined ? [] : [[name, incident]]))
    );
    return [...live, ...others, ...rest];
  }

  async find(name: string): Promise<Target | undefined> {
    return (await this.list()).find((target) => target.name === name);
  }

  /** Of an opened incident file; undefined for every other target. As last listed. */
  incident(name: string): StoredIncident | undefined {
    return this.scrapers.has(name) ? undefined : this.incidents.get(name);
  }

  /** Of an opened incident file: the profiles captured from its target; null for every other target. */
  profilesOf(name: string): string[] | null {
    return this.incident(name)?.profiles.flatMap(({ id, isCapture }) => (isCapture ? [id] : [])) ?? null;
  }

  /**
   * The window a request asks for. Default: the last 15 minutes of a live target, the whole of a recording.
   * null when the window is empty or reversed.
   */
  panelQuery(
    target: Target, startMs: number | undefined, endMs: number | undefined, stepMs: number | undefined
  ): PanelQuery | null {
    const scraper = this.scrapers.get(target.name);
    const nowMs = this.now();
    const recordedEndMs = target.recorded === null ? nowMs : Math.floor(target.recorded.end * 1000) + 1;
    const kept = scraper === undefined ? this.incidents.get(target.name) : undefined;
    if (kept !== undefined) return incidentQuery(target, kept, { startMs, endMs, stepMs });
    const end = endMs ?? (scraper === undefined ? recordedEndMs : nowMs);
    const wholeStartMs = target.recorded === null ? end - DEFAULT_WINDOW_MS : Math.floor(target.recorded.start * 1000);
    const start = startMs ?? (scraper === undefined ? Math.min(wholeStartMs, end - 1) : end - DEFAULT_WINDOW_MS);
    if (!(end > start)) return null;
    return {
      target: target.name,
      startMs: start,
      endMs: end,
      stepMs: stepMs ?? null,
      timeoutSeconds: scraper === undefined ? null : scraper.config.scrapeTimeoutMs / 1000,
      intervalSeconds: target.scrapeIntervalSeconds,
      // A recording has no now of its own but its end: what runs there is judged as of then.
      nowMs: scraper === undefined ? Math.min(nowMs, recordedEndMs) : nowMs,
      ...(scraper?.config.memoryLimitBytes === undefined ? {} : { memoryLimitBytes: scraper.config.memoryLimitBytes }),
    };
  }

  async stop(): Promise<void> {
    const all = [...this.histories.values(), ...this.tsdbs.values(), ...this.scrapers.values()];
    await Promise.all(all.map((one) => one.stop()));
  }
}

/** As the original was asked: by its intervals, and judged as of the moment of the export. */
function incidentQuery(
  target: Target, { manifest }: StoredIncident,
  { startMs, endMs, stepMs }: { [part in 'startMs' | 'endMs' | 'stepMs']: number | undefined },
): PanelQuery | null {
  const { window, scrape, judgedTime } = manifest;
  const end = endMs ?? Math.round(window.end * 1000);
  const start = startMs ?? Math.min(Math.round(window.start * 1000), end - 1);
  if (!(end > start)) return null;
  return {
    target: target.name, startMs: start, endMs: end, stepMs: stepMs ?? null,
    timeoutSeconds: scrape.timeoutSeconds, intervalSeconds: scrape.intervalSeconds,
    nowMs: Math.round(judgedTime * 1000),
  };
}

function incidentView({ manifest, profiles }: StoredIncident): TargetIncident {
  const { exportedTime, exportedBy, window, target, redacted, leftOut } = manifest;
  return {
    ...window, exportedTime, exportedBy, name: target.name, state: target.state, redacted: redacted.what, leftOut,
    profileIds: profiles.map(({ id }) => id),
  };
}

function liveView(
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

/** What is known of it is what its shard reported. Its samples are read from the engine, however old. */
function elsewhereView(
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

function storedView(stored: StoredTarget): Target {
  const recorded = recordedSpan(stored);
  // The recording's own pace, so that gaps are judged by it.
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
