import type { Target } from '../../../../core/contract/contract.ts';
import type { TargetConfig } from '../../../kernel/config/configTypes.ts';
import type { DataStore, PanelQuery, StoredIncident } from '../../../data/store/dataStore.ts';
import type { HistoryReader } from '../../../data/scrape/history/historyReader.ts';
import type { TargetTsdb } from '../../../data/scrape/history/targetTsdb.ts';
import type { LocalGroup } from '../../../data/scrape/machine/localGroup.ts';
import type { Shards } from '../../shards/shards.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { elsewhereView, liveView, storedView } from './targetViews.ts';

/** The fields of a target that determine the window of a request. */
export type AskedTarget = Pick<Target, 'name' | 'state' | 'recorded' | 'scrapeIntervalSeconds'>;

const DEFAULT_WINDOW_MS = 15 * 60_000;

/** All targets known to the program: scraped ones and recordings. */
export class TargetDirectory {
  private readonly scrapers = new Map<string, TargetScraper>();
  private readonly histories = new Map<string, HistoryReader>();
  private readonly tsdbs = new Map<string, TargetTsdb>();
  private readonly groups = new Map<string, LocalGroup>();

  /** Targets of other shards by name. */
  private elsewhere = new Map<string, TargetConfig>();
  private shards: Pick<Shards, 'shard' | 'holderOf' | 'reportOf'> | null = null;

  /** Opened incident files by target name, as last listed. */
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

  /** Sets all targets that other shards scrape. */
  showElsewhere(configs: readonly TargetConfig[], shards: Pick<Shards, 'shard' | 'holderOf' | 'reportOf'>): void {
    this.elsewhere = new Map(configs.map((config) => [config.name, config]));
    this.shards = shards;
  }

  isElsewhere(name: string): boolean {
    return this.elsewhere.has(name);
  }

  /** Stops scraping a target; its samples stay as a recording. */
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

  /** Sets the order of `list`; targets not named come last. */
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

  /** Returns the TSDB that can be queried about a scraped target. */
  tsdb(name: string): TargetTsdb | undefined {
    return this.tsdbs.get(name);
  }

  /** Returns the control group of a target whose process may be on this machine. */
  group(name: string): LocalGroup | undefined {
    return this.groups.get(name);
  }

  liveScrapers(): TargetScraper[] {
    return [...this.scrapers.values()];
  }

  isLive(name: string): boolean {
    return this.scrapers.has(name);
  }

  /** Returns the live targets in the configured order, then those that are only stored. */
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
    const found = await this.data.target(name);
    const stored = found.ok ? found.value : undefined;
    if (stored?.incident === undefined) this.incidents.delete(name);
    else this.incidents.set(name, stored.incident);
    const scraper = this.scrapers.get(name);
    if (scraper !== undefined) return liveView(name, scraper, stored, this.histories.get(name)?.state());
    const config = this.elsewhere.get(name);
    if (config !== undefined) return this.shards === null ? undefined : elsewhereView(config, this.shards, stored);
    return stored === undefined ? undefined : storedView(stored);
  }

  /** Returns what a window's query needs of its target; for one scraped here, without requests to other parts. */
  async asked(name: string): Promise<AskedTarget | undefined> {
    const scraper = this.scrapers.get(name);
    if (scraper === undefined) return this.find(name);
    const scrapeIntervalSeconds = scraper.config.scrapeIntervalMs / 1000;
    return { name, state: scraper.view().state, recorded: null, scrapeIntervalSeconds };
  }

  /** Returns the opened incident file of a target, as last listed; undefined for every other target. */
  incident(name: string): StoredIncident | undefined {
    return this.scrapers.has(name) ? undefined : this.incidents.get(name);
  }

  /** Returns the ids of the profiles captured in an opened incident file; null for every other target. */
  profilesOf(name: string): string[] | null {
    return this.incident(name)?.profiles.flatMap(({ id, isCapture }) => (isCapture ? [id] : [])) ?? null;
  }

  /**
   * Returns the window of a request. Default: the last 15 minutes of a live target, the whole of a recording.
   * null if the window is empty or reversed.
   */
  panelQuery(
    target: AskedTarget, startMs: number | undefined, endMs: number | undefined, stepMs: number | undefined
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
      // Judges a recording as of its end, which is its only "now".
      nowMs: scraper === undefined ? Math.min(nowMs, recordedEndMs) : nowMs,
      ...(scraper?.config.memoryLimitBytes === undefined ? {} : { memoryLimitBytes: scraper.config.memoryLimitBytes }),
    };
  }

  async stop(): Promise<void> {
    const all = [...this.histories.values(), ...this.tsdbs.values(), ...this.scrapers.values()];
    await Promise.all(all.map((one) => one.stop()));
  }
}

/** Returns the query of the original target: with its scrape intervals, judged as of the time of export. */
function incidentQuery(
  target: AskedTarget, { manifest }: StoredIncident,
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
