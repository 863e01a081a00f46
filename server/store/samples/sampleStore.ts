/**
 * Everything recorded, by target: accepts scrapes, makes them durable in the background, reads windows, applies
 * retention. One process holds a data folder at a time. See docs/storage.md.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageStatus } from '../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { Labels } from '../../../core/contract/targetKind.ts';
import { fail, firstLine, ok } from '../../../core/result.ts';
import type { Result } from '../../../core/result.ts';
import { SerialQueue } from '../../../core/serialQueue.ts';
import { Faults } from '../../files/faults.ts';
import { folderBytes, holdDataFolder } from './dataFolder.ts';
import type { RawScrape, ScrapeOutcome, StoredTarget } from '../dataStore.ts';
import { DuckEngine } from '../partitions/duckEngine.ts';
import type { HeadHeld } from '../partitions/headNews.ts';
import { MEMORY_SHARE, roomBeside, type MemoryShare } from '../partitions/memoryShare.ts';
import { partitionsToDelete, RetentionAge } from './retention.ts';
import type { TargetView } from '../recorder.ts';
import { StorageHealth } from './storageHealth.ts';
import { TargetEntries } from './targetEntries.ts';
import type { TargetEntry } from './targetEntries.ts';

export interface SampleStoreOptions {
  dataDir: string;
  retentionMs: number;
  retentionBytes: number;
  /** Default two hours, like Prometheus's blocks. */
  partitionMs?: number;
  /** Scrapes between two cuts of the head; default 600. */
  cutScrapes?: number;
  /** How long a scrape may wait in memory; default 700 ms. null: only `flush` writes, for tests. */
  commitMs?: number | null;
  now?: () => number;
  /** Receives what is wrong; default one of its own. */
  faults?: Faults;
  /** Of series; default MEMORY_SHARE. */
  memory?: MemoryShare;
}

const PARTITION_MS = 2 * 3_600_000;
const CUT_SCRAPES = 600;
const COMMIT_MS = 700;
const MEASURE_MS = 30_000;

export class SampleStore {
  private readonly entries: TargetEntries;
  private readonly now: () => number;
  private readonly age: RetentionAge;
  private timer: NodeJS.Timeout | null = null;
  /** One at a time, so that no two write the same target. */
  private readonly maintaining = new SerialQueue();
  private measuredMs = 0;
  /** Sealed partitions that could not be read. */
  private readonly unreadables = new Map<string, TargetEntry>();
  private closed = false;

  private constructor(
    private readonly options: SampleStoreOptions,
    private readonly engine: DuckEngine,
    private readonly health: StorageHealth,
    private readonly release: () => Promise<void>,
  ) {
    this.now = options.now ?? Date.now;
    this.age = new RetentionAge(options.retentionMs, options.now ?? (() => performance.now()));
    this.entries = new TargetEntries({
      engine, folder: join(options.dataDir, 'samples'), now: this.now,
      partitionMs: options.partitionMs ?? PARTITION_MS,
      cutScrapes: options.cutScrapes ?? CUT_SCRAPES,
      faults: health.faults,
    });
  }

  /** Fails with a message for the user when the folder cannot be written or another process holds it. */
  static async open(options: SampleStoreOptions): Promise<Result<SampleStore>> {
    const held = await holdDataFolder(options.dataDir);
    if (!held.ok) return held;
    try {
      const spill = join(options.dataDir, 'spill');
      await rm(spill, { recursive: true, force: true });
      const store = new SampleStore(
        options, await DuckEngine.open(spill),
        new StorageHealth(options.dataDir, options.faults ?? new Faults(), options), held.value,
      );
      await store.entries.load();
      await store.measure();
      store.schedule();
      return ok(store);
    } catch (error) {
      await held.value();
      const what = `The data folder ${options.dataDir} cannot be opened (${firstLine(error)})`;
      return fail('internal', `${what}; repair it or choose another with --data.`);
    }
  }

  async putTarget(
    target: { name: string; url: string | null; recording: boolean; labels: Labels }
  ): Promise<Result<StoredTarget>> {
    const known = this.entries.get(target.name);
    if (known) {
      if (known.description.recording !== target.recording && !known.guessed) {
        const name = JSON.stringify(target.name);
        return fail('bad_data', `There is a recording named ${name}; rename the target or remove the recording.`);
      }
      known.description = { ...known.description, ...target };
      known.guessed = false;
      return ok(await this.entries.describe(known));
    }
    try {
      return ok(await this.entries.describe(await this.entries.create(target)));
    } catch (error) {
      return fail('internal', `The data folder ${this.options.dataDir} cannot be written (${firstLine(error)}).`);
    }
  }

  putFacts(target: string, facts: TargetFacts): Result<null> {
    const entry = this.entries.get(target);
    if (!entry) return unknownTarget(target);
    entry.description = { ...entry.description, facts: { ...entry.description.facts, ...facts } };
    return ok(null);
  }

  async targets(): Promise<StoredTarget[]> {
    return Promise.all(this.entries.all().map((entry) => this.entries.describe(entry)));
  }

  async target(name: string): Promise<Result<StoredTarget>> {
    const entry = this.entries.get(name);
    return entry ? ok(await this.entries.describe(entry)) : unknownTarget(name);
  }

  async removeTarget(name: string): Promise<Result<null>> {
    const entry = this.entries.get(name);
    if (!entry) return unknownTarget(name);
    this.entries.forget(name);
    await this.maintaining.run(async () => {
      await entry.store.close();
      await rm(entry.folder, { recursive: true, force: true });
    });
    await this.measure();
    return ok(null);
  }

  /** Parses and stores one scrape; on disk within a second. Nothing is stored while storage is stopped. */
  record(target: string, raw: RawScrape): ScrapeOutcome {
    const entry = this.entries.get(target);
    if (!entry) throw new Error(`A scrape came for the unknown target ${JSON.stringify(target)}.`);
    const begun = performance.now();
    const outcome = this.take(entry, raw);
    outcome.workSeconds = (performance.now() - begun) / 1000;
    return outcome;
  }

  private take(entry: TargetEntry, raw: RawScrape): ScrapeOutcome {
    const target = entry.description.name;
    const { memory = MEMORY_SHARE } = this.options;
    const others = this.entries.all()
      .reduce((sum, one) => sum + (one === entry ? 0 : one.intake.heldBytes + one.store.seriesBytes()), 0);
    const { scrape, samples, extras, beside, outcome } =
      entry.intake.take(raw, entry.description, roomBeside(others + entry.store.seriesBytes(), memory));
    const { kind, version, goVersion } = outcome;
    entry.description = { ...entry.description, kind, version, goVersion };
    if (!this.health.recording) return outcome;
    outcome.stored = entry.store.append(
      scrape, samples, extras, { beside, roomBytes: roomBeside(others + entry.intake.heldBytes, memory) }
    );
    if (!outcome.stored) {
      const name = JSON.stringify(target);
      this.health.faults.notice(
        `The clock was set back into a sealed partition of target ${name}; `
          + 'the partition is opened again, and scrapes in the second until then are not stored.'
      );
    }
    const refused = entry.store.refusedSeries();
    if (refused !== null) this.health.faults.notice(`Target ${JSON.stringify(target)} ${refused}`);
    return outcome;
  }

  /** For a reader that holds this much of the target's heads. */
  async view(name: string, held: readonly HeadHeld[]): Promise<Result<TargetView>> {
    const entry = this.entries.get(name);
    if (!entry) return unknownTarget(name);
    const target = await this.entries.describe(entry);
    return ok({ target, folder: entry.folder, ...await entry.store.view(held) });
  }

  /** A reader could not read a sealed partition: it is set aside if it is damaged, and a fault until it can be read. */
  async unreadable(name: string, path: string, reason: string): Promise<Result<null>> {
    const entry = this.entries.get(name);
    if (!entry) return unknownTarget(name);
    const { faults } = this.health;
    const what = `A stored file of target ${JSON.stringify(name)} cannot be read (${path}: ${reason})`;
    const message = `${what}; make it readable or remove it. Until then its time is missing from every answer.`;
    await this.maintaining.run(async () => {
      this.unreadables.delete(path);
      try {
        await entry.store.check(path);
        faults.mended(path);
      } catch {
        // The reader's own words are the reason; it is looked at again from time to time.
        this.unreadables.set(path, entry);
        faults.set(path, message, name);
      }
    });
    return ok(null);
  }

  status(): StorageStatus {
    return this.health.current();
  }

  onStatus(listener: (status: StorageStatus) => void): void {
    this.health.onChange(listener);
  }

  mayAdopt(name: string, replace: boolean): Result<null> {
    return this.entries.mayAdopt(name, replace);
  }

  /** Makes a finished folder of an imported recording a target of its own, all or nothing. */
  async adopt(name: string, replace: boolean, draft: string): Promise<Result<StoredTarget>> {
    const adopted = await this.entries.adopt(name, replace, () => this.removeTarget(name), draft);
    await this.measure();
    return adopted;
  }

  notice(text: string): void {
    this.health.faults.notice(text);
  }

  /** Writes everything pending; also what the timer does. */
  async flush(): Promise<void> {
    await this.maintaining.run(() => this.maintain());
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.maintaining.run(() => this.maintain(true));
    for (const entry of this.entries.all()) await entry.store.close();
    await this.engine.close();
    await this.release();
  }

  private schedule(): void {
    const { commitMs = COMMIT_MS } = this.options;
    if (commitMs === null || this.closed) return;
    this.timer = setTimeout(() => void this.flush().finally(() => { this.schedule(); }), commitMs);
  }

  private async maintain(force = false): Promise<void> {
    const nowMs = this.now();
    if (!force && !this.health.mayTry(nowMs)) return;
    let failure: unknown = null;
    for (const entry of this.entries.all()) {
      try {
        await entry.store.maintain();
        await this.entries.save(entry);
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
    for (const [path, entry] of this.unreadables) {
      try {
        await entry.store.check(path);
        this.unreadables.delete(path);
        this.health.faults.mended(path);
      } catch {
        // Still so, and said.
      }
    }
    const bytes = await folderBytes(this.options.dataDir);
    const partitions = this.entries.all().flatMap(({ store, description }) =>
      store.sealedPartitions().map((partition) => ({ ...partition, store, recording: description.recording })));
    const going = partitionsToDelete(
      partitions, bytes, { nowMs, retentionMs: this.age.limitMs(nowMs), retentionBytes: this.options.retentionBytes }
    );
    for (const partition of going) await partition.store.deletePartition(partition.path);
    this.health.measured(going.length > 0 ? await folderBytes(this.options.dataDir) : bytes);
  }

  private measure = async (): Promise<void> => { this.health.measured(await folderBytes(this.options.dataDir)); };
}

function unknownTarget(name: string): Result<never> {
  return fail('not_found', `There is no target named ${JSON.stringify(name)}.`);
}
