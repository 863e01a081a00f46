/**
 * Everything recorded, by target: takes scrapes in, makes them durable in the background, reads windows back, keeps
 * to the retention. One process holds a data folder at a time. See docs/storage.md.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SampleSeries, StorageStatus } from '../api/contract.ts';
import type { TargetFacts } from '../metrics/roleNames.ts';
import type { Labels, TargetWindow } from '../metrics/series.ts';
import { fail, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { folderBytes, holdDataFolder } from './dataFolder.ts';
import type { RawScrape, ScrapeOutcome, StoredTarget } from './dataStore.ts';
import { DuckEngine } from './duckEngine.ts';
import { MAX_SERIES } from './headPartition.ts';
import { targetSlug } from './partitionNames.ts';
import type { PartitionSummary } from './partitionRead.ts';
import { partitionsToDelete } from './retention.ts';
import { readSamples } from './sampleRead.ts';
import { ScrapeIntake } from './scrapeIntake.ts';
import { firstLine } from './storageError.ts';
import { StorageHealth } from './storageHealth.ts';
import { readTargetFile, writeTargetFile } from './targetFile.ts';
import type { TargetDescription } from './targetFile.ts';
import { TargetStore } from './targetStore.ts';
import type { SeriesFilter } from './windowRead.ts';

export interface SampleStoreOptions {
  dataDir: string;
  retentionMs: number;
  retentionBytes: number;
  /** Default two hours, as Prometheus's blocks. */
  partitionMs?: number;
  /** Scrapes between two cuts of a head; default 600. */
  cutScrapes?: number;
  /** How long a scrape may wait in memory; default 700 ms. null: only `flush` writes, for tests. */
  commitMs?: number | null;
  now?: () => number;
}

interface Entry {
  description: TargetDescription;
  folder: string;
  store: TargetStore;
  intake: ScrapeIntake;
  summaries: Map<string, PartitionSummary>;
  /** The description as it stands on disk. */
  saved: string;
}

const PARTITION_MS = 2 * 3_600_000;
const CUT_SCRAPES = 600;
const COMMIT_MS = 700;
const MEASURE_MS = 30_000;

export class SampleStore {
  private readonly entries = new Map<string, Entry>();
  private readonly now: () => number;
  private timer: NodeJS.Timeout | null = null;
  private maintaining: Promise<void> = Promise.resolve();
  private measuredMs = 0;
  private closed = false;
  private drafts = 0;

  private constructor(
    private readonly options: SampleStoreOptions,
    private readonly engine: DuckEngine,
    private readonly health: StorageHealth,
    private readonly release: () => Promise<void>,
  ) {
    this.now = options.now ?? Date.now;
  }

  /** Fails in words when the folder cannot be written or another process holds it. */
  static async open(options: SampleStoreOptions): Promise<Result<SampleStore>> {
    const held = await holdDataFolder(options.dataDir);
    if (!held.ok) return held;
    try {
      const spill = join(options.dataDir, 'spill');
      await rm(spill, { recursive: true, force: true });
      const store = new SampleStore(
        options, await DuckEngine.open(spill), new StorageHealth(options.dataDir, options), held.value,
      );
      await store.load();
      store.schedule();
      return ok(store);
    } catch (error) {
      await held.value();
      return fail('internal', `The data folder ${options.dataDir} cannot be opened (${firstLine(error)}); mend it or choose another with --data.`);
    }
  }

  async putTarget(target: { name: string; url: string | null; recording: boolean; labels: Labels }): Promise<Result<StoredTarget>> {
    const known = this.entries.get(target.name);
    if (known) {
      if (known.description.recording !== target.recording) {
        return fail('bad_data', `There is a recording named ${JSON.stringify(target.name)}; give the target another name or remove the recording.`);
      }
      known.description = { ...known.description, ...target };
      return ok(await this.describe(known));
    }
    const folder = this.folderOf(target.name);
    try {
      const summaries = new Map<string, PartitionSummary>();
      const entry: Entry = {
        description: { ...target, kind: 'unknown', version: '', goVersion: '', facts: {} },
        folder, summaries, store: await this.openTarget(target.name, folder, summaries), intake: new ScrapeIntake(), saved: '',
      };
      this.entries.set(target.name, entry);
      await this.save(entry);
      return ok(await this.describe(entry));
    } catch (error) {
      return fail('internal', `The data folder ${folder} cannot be written (${firstLine(error)}).`);
    }
  }

  putFacts(target: string, facts: TargetFacts): Result<null> {
    const entry = this.entries.get(target);
    if (!entry) return unknownTarget(target);
    entry.description = { ...entry.description, facts: { ...entry.description.facts, ...facts } };
    return ok(null);
  }

  async targets(): Promise<StoredTarget[]> {
    return Promise.all([...this.entries.values()].map((entry) => this.describe(entry)));
  }

  async target(name: string): Promise<Result<StoredTarget>> {
    const entry = this.entries.get(name);
    return entry ? ok(await this.describe(entry)) : unknownTarget(name);
  }

  async removeTarget(name: string): Promise<Result<null>> {
    const entry = this.entries.get(name);
    if (!entry) return unknownTarget(name);
    this.entries.delete(name);
    await this.turn(async () => {
      await entry.store.close();
      await rm(entry.folder, { recursive: true, force: true });
    });
    await this.measure();
    return ok(null);
  }

  /** Parses and takes in one scrape; on disk within a second. Nothing is kept while storage is stopped. */
  record(target: string, raw: RawScrape): ScrapeOutcome {
    const entry = this.entries.get(target);
    if (!entry) throw new Error(`A scrape came for the unknown target ${JSON.stringify(target)}.`);
    const { scrape, samples, outcome } = entry.intake.take(raw, entry.description);
    const { kind, version, goVersion } = outcome;
    entry.description = { ...entry.description, kind, version, goVersion };
    if (!this.health.recording) return outcome;
    outcome.stored = entry.store.append(scrape, samples, raw.extras);
    if (!outcome.stored) {
      this.health.notice(`The clock was set back into a time of target ${JSON.stringify(target)} that is closed already; its scrapes are not kept until the clock has passed it.`);
    }
    if (entry.store.refusedSeries() > 0) {
      this.health.notice(`Target ${JSON.stringify(target)} exposes more than ${MAX_SERIES} series within two hours; those beyond are not kept.`);
    }
    return outcome;
  }

  /** See readWindow; what was recorded a moment ago is in it. */
  async window(target: string, startMs: number, endMs: number, filter: SeriesFilter): Promise<Result<TargetWindow>> {
    const entry = this.entries.get(target);
    return entry ? ok(await entry.store.window(startMs, endMs, filter)) : unknownTarget(target);
  }

  async samples(target: string, match: string, startMs: number, endMs: number, limitValues: number): Promise<Result<SampleSeries[]>> {
    const entry = this.entries.get(target);
    if (!entry) return unknownTarget(target);
    return readSamples((from, to, filter) => entry.store.window(from, to, filter), match, { startMs, endMs, limitValues });
  }

  status(): StorageStatus {
    return this.health.current();
  }

  onStatus(listener: (status: StorageStatus) => void): void {
    this.health.onChange(listener);
  }

  /**
   * Fills a folder beside the others with `fill` and makes it the target's, all or nothing. `describe` tells of the
   * target once it is filled.
   */
  async adopt(
    name: string, replace: boolean,
    fill: (store: TargetStore) => Promise<Result<Omit<TargetDescription, 'name' | 'recording'>>>,
  ): Promise<Result<StoredTarget>> {
    const before = this.entries.get(name);
    if (before && !(replace && before.description.recording)) {
      return nameTaken(name);
    }
    const draft = join(this.options.dataDir, 'samples', `.import-${this.drafts++}`);
    const summaries = new Map<string, PartitionSummary>();
    try {
      // At time 0 no partition is over: the recording's own time decides when one is.
      const store = await this.openTarget(name, draft, summaries, () => 0);
      try {
        const filled = await fill(store);
        if (!filled.ok) return filled;
        await store.extent();
        await store.close();
        await writeTargetFile(draft, { ...filled.value, name, recording: true }, summaries);
        const now = this.entries.get(name);
        if (now && !(replace && now.description.recording)) return nameTaken(name);
        if (now) await this.removeTarget(name);
        await rename(draft, this.folderOf(name));
      } finally {
        await store.close();
      }
      await this.loadTarget(this.folderOf(name));
      await this.measure();
      return await this.target(name);
    } catch (error) {
      return fail('internal', `The recording could not be stored (${firstLine(error)}).`);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }

  /** Writes everything pending; also what the timer does. */
  async flush(): Promise<void> {
    await this.turn(() => this.maintain());
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.turn(() => this.maintain(true));
    for (const entry of this.entries.values()) await entry.store.close();
    await this.engine.close();
    await this.release();
  }

  private schedule(): void {
    const { commitMs = COMMIT_MS } = this.options;
    if (commitMs === null || this.closed) return;
    this.timer = setTimeout(() => void this.flush().finally(() => { this.schedule(); }), commitMs);
  }

  /** One after the other, so that no two write the same target. */
  private turn(work: () => Promise<void>): Promise<void> {
    const turn = this.maintaining.then(work);
    this.maintaining = turn.catch(() => undefined);
    return turn;
  }

  private async maintain(force = false): Promise<void> {
    const nowMs = this.now();
    if (!force && !this.health.mayTry(nowMs)) return;
    let failure: unknown = null;
    for (const entry of this.entries.values()) {
      try {
        await entry.store.maintain();
        await this.save(entry);
      } catch (error) {
        failure = error ?? new Error('unknown failure');
      }
    }
    if (failure) this.health.failed(failure, nowMs);
    else this.health.worked();
    if (nowMs - this.measuredMs >= MEASURE_MS || nowMs < this.measuredMs) await this.retain(nowMs);
  }

  private async retain(nowMs: number): Promise<void> {
    this.measuredMs = nowMs;
    const bytes = await folderBytes(this.options.dataDir);
    const partitions = [...this.entries.values()].flatMap(({ store, description }) =>
      store.sealedPartitions().map((partition) => ({ ...partition, store, recording: description.recording })));
    const { retentionMs, retentionBytes } = this.options;
    const going = partitionsToDelete(partitions, bytes, { nowMs, retentionMs, retentionBytes });
    for (const partition of going) await partition.store.deletePartition(partition.path);
    this.health.measured(going.length > 0 ? await folderBytes(this.options.dataDir) : bytes);
  }

  private async measure(): Promise<void> {
    this.health.measured(await folderBytes(this.options.dataDir));
  }

  private async load(): Promise<void> {
    const folder = join(this.options.dataDir, 'samples');
    await mkdir(folder, { recursive: true });
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.import-')) await rm(path, { recursive: true, force: true });
      else if (entry.isDirectory()) await this.loadTarget(path);
    }
    await this.measure();
  }

  private async loadTarget(folder: string): Promise<void> {
    try {
      const { target, summaries } = await readTargetFile(folder);
      const store = await this.openTarget(target.name, folder, summaries);
      this.entries.set(target.name, { description: target, folder, summaries, store, intake: new ScrapeIntake(), saved: '' });
    } catch (error) {
      this.health.notice(`The folder ${folder} could not be opened and is left as it is. (${firstLine(error)})`);
    }
  }

  private openTarget(
    name: string, folder: string, summaries: Map<string, PartitionSummary>, now = this.now,
  ): Promise<TargetStore> {
    return TargetStore.open({
      engine: this.engine, folder, target: name, summaries, now,
      partitionMs: this.options.partitionMs ?? PARTITION_MS,
      cutScrapes: this.options.cutScrapes ?? CUT_SCRAPES,
      notice: (text) => { this.health.notice(text); },
    });
  }

  private folderOf(name: string): string {
    return join(this.options.dataDir, 'samples', targetSlug(name));
  }

  private async save(entry: Entry): Promise<void> {
    const text = JSON.stringify([entry.description, [...entry.summaries]]);
    if (text === entry.saved) return;
    await writeTargetFile(entry.folder, entry.description, entry.summaries);
    entry.saved = text;
  }

  private async describe({ description, store }: Entry): Promise<StoredTarget> {
    return { ...description, ...await store.extent() };
  }
}

function unknownTarget(name: string): Result<never> {
  return fail('not_found', `There is no target named ${JSON.stringify(name)}.`);
}

function nameTaken(name: string): Result<never> {
  return fail('bad_data', `There is a target named ${JSON.stringify(name)} already; choose another name.`);
}
