/**
 * Everything recorded, by target: accepts scrapes, makes them durable in the background, reads windows, applies
 * retention. One process holds a data folder at a time. See docs/storage.md.
 */
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageStatus } from '../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { Labels } from '../../../core/contract/targetKind.ts';
import { atOnce, type Steps } from '../../../core/steps.ts';
import { fail, firstLine, ok } from '../../../core/result.ts';
import type { Result } from '../../../core/result.ts';
import { SerialQueue } from '../../../core/serialQueue.ts';
import { isAnotherProgram } from '../../metrics/detectTarget.ts';
import { Faults } from '../../files/faults.ts';
import { identityOf, removeFolder } from '../../files/wholeFile.ts';
import { folderBytes } from './dataFolder.ts';
import { retentionWarning, spaceWarning, withSize, type SizeAt } from './diskSpace.ts';
import { FairTurns } from './fairTurns.ts';
import { HeldFolder } from './heldFolder.ts';
import type { RawScrape, ScrapeOutcome, StoredTarget } from '../dataStore.ts';
import { DuckEngine } from '../partitions/duckEngine.ts';
import type { HeadHeld } from '../partitions/headNews.ts';
import { MEMORY_SHARE, roomBeside, type MemoryShare } from '../partitions/memoryShare.ts';
import { partitionsToDelete, RetentionAge } from './retention.ts';
import type { TargetView } from '../recorder.ts';
import { storageFailure } from '../partitions/storageError.ts';
import { FolderError, StorageHealth } from './storageHealth.ts';
import { TargetEntries } from './targetEntries.ts';
import type { TargetEntry } from './targetEntries.ts';
import { targetFilePath } from './targetFile.ts';

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
  /** That may wait in memory while nothing can be written; default 1,000,000. */
  waitingChanges?: number;
  /** Receives what is wrong; default one of its own. */
  faults?: Faults;
  /** Of series; default MEMORY_SHARE. */
  memory?: MemoryShare;
}

const PARTITION_MS = 2 * 3_600_000;
const CUT_SCRAPES = 600;
const COMMIT_MS = 700;
const MEASURE_MS = 30_000;
/** The folder is tried with a write this often, also when nothing is recorded. */
const PROBE_MS = 3000;
/** A target that could not be written is tried again this often. */
const RETRY_MS = 3000;
/** Files that could not be read are tried again this often; all files every third time. */
const CHECK_MS = 10_000;
const CHECKS_OF_ALL = 3;
/** Changes that may wait in memory while they cannot be written: some 30 MB, hours of a usual target at 1 s. */
const WAITING_CHANGES = 1_000_000;

const WORDS = { deleted: 'deleted', replaced: 'replaced by another', unlocked: 'emptied, or its lock removed' };
const FROM_MEMORY = 'Recording goes on in the one that is there now, with the samples of the last hours from memory';
const SINCE = {
  deleted: `${FROM_MEMORY}; older samples are lost. Notes, replays and embeds are written again when one changes.`,
  replaced: `${FROM_MEMORY}; older samples are in the folder before. Restart to see the notes, replays, embeds and `
    + 'profiles of this one.',
  unlocked: 'It was locked again.',
};

export class SampleStore {
  private readonly entries: TargetEntries;
  private readonly now: () => number;
  private readonly age: RetentionAge;
  private readonly turns = new FairTurns();
  private timer: NodeJS.Timeout | null = null;
  /** One at a time, so that no two write the same target. */
  private readonly maintaining = new SerialQueue();
  private measuredMs = 0;
  private probedMs = -Infinity;
  private checkedMs = -Infinity;
  private checks = 0;
  private sizes: SizeAt[] = [];
  private closed = false;

  private constructor(
    private readonly options: SampleStoreOptions,
    private readonly engine: DuckEngine,
    private readonly health: StorageHealth,
    private readonly folder: HeldFolder,
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
    const { faults = new Faults() } = options;
    const folder = new HeldFolder(options.dataDir, faults.notice);
    const held = await folder.hold();
    if (!held.ok) return held;
    try {
      const spill = join(options.dataDir, 'spill');
      await rm(spill, { recursive: true, force: true });
      const store = new SampleStore(
        options, await DuckEngine.open(spill), new StorageHealth(options.dataDir, faults, options), folder,
      );
      await store.entries.load();
      await store.measure();
      store.schedule();
      return ok(store);
    } catch (error) {
      await folder.letGo();
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
    this.health.faults.mended(`target:${name}`);
    this.turns.forget(name);
    await this.maintaining.run(async () => {
      await entry.store.close();
      await removeFolder(entry.folder);
    });
    await this.measure();
    return ok(null);
  }

  /** Parses and stores one scrape; on disk within a second, or in memory until it can be. */
  record(target: string, raw: RawScrape): ScrapeOutcome {
    return atOnce(this.recording(target, raw));
  }

  /** The same, in steps between which other targets have their turn. */
  recordInTurn(target: string, raw: RawScrape): Promise<ScrapeOutcome> {
    return this.turns.run(target, this.recording(target, raw));
  }

  private *recording(target: string, raw: RawScrape): Steps<ScrapeOutcome> {
    const entry = this.entries.get(target);
    if (!entry) throw new Error(`A scrape came for the unknown target ${JSON.stringify(target)}.`);
    const work = this.taking(entry, raw);
    for (let workSeconds = 0; ;) {
      const begun = performance.now();
      const step = work.next();
      workSeconds += (performance.now() - begun) / 1000;
      if (step.done === true) return { ...step.value, workSeconds };
      yield;
    }
  }

  private *taking(entry: TargetEntry, raw: RawScrape): Steps<ScrapeOutcome> {
    const target = entry.description.name;
    const { memory = MEMORY_SHARE } = this.options;
    const others = this.entries.all()
      .reduce((sum, one) => sum + (one === entry ? 0 : one.intake.heldBytes + one.store.seriesBytes()), 0);
    const { scrape, samples, extras, beside, outcome } =
      yield* entry.intake.taking(raw, entry.description, roomBeside(others + entry.store.seriesBytes(), memory));
    const { kind, version, goVersion } = outcome;
    if (isAnotherProgram(entry.description.kind, kind)) {
      const [before, now] = [entry.description.kind, kind].map((one) => (one === 'go' ? 'a plain Go program' : one));
      this.health.faults.notice(
        `Target ${JSON.stringify(target)} was ${before} and is ${now} now: another program answers at its address. `
          + 'Its panels begin where that began; ask for an earlier time to see the other one.'
      );
      entry.description = { ...entry.description, facts: {}, programSinceMs: scrape.startMs };
    }
    entry.description = { ...entry.description, kind, version, goVersion };
    if (!this.mayWait(entry, raw.startMs)) return outcome;
    const roomBytes = roomBeside(others + entry.intake.heldBytes, memory);
    if (samples) yield* entry.store.meeting(scrape.startMs, samples, roomBytes);
    outcome.stored = entry.store.append(scrape, samples, extras, { beside, roomBytes });
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

  /** Whether a scrape that cannot be written now has room in memory; one that has not is counted. */
  private mayWait(entry: TargetEntry, startMs: number): boolean {
    if (this.health.recording && entry.retryMs === null) return true;
    const waiting = this.entries.all().reduce((sum, { store }) => sum + store.waitingChanges(), 0);
    if (waiting < (this.options.waitingChanges ?? WAITING_CHANGES)) return true;
    entry.left ??= { count: 0, fromMs: startMs, toMs: startMs };
    entry.left = { count: entry.left.count + 1, fromMs: entry.left.fromMs, toMs: startMs };
    return false;
  }

  /** A reader could not read a sealed partition: it is set aside if it is damaged, and a fault until it can be read. */
  async unreadable(name: string, path: string): Promise<Result<null>> {
    const entry = this.entries.get(name);
    if (!entry) return unknownTarget(name);
    await this.maintaining.run(() => entry.store.inspect(path));
    return ok(null);
  }

  status(): StorageStatus {
    return this.health.current();
  }

  onStatus(listener: (status: StorageStatus) => void): void {
    this.health.onChange(listener);
  }

  mayAdopt(name: string): Result<null> {
    return this.entries.mayAdopt(name);
  }

  /** Makes a finished folder of an imported recording a target of its own, all or nothing. */
  async adopt(name: string, draft: string): Promise<Result<StoredTarget>> {
    const adopted = await this.entries.adopt(name, draft);
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
    await this.folder.letGo();
  }

  private schedule(): void {
    const { commitMs = COMMIT_MS } = this.options;
    if (commitMs === null || this.closed) return;
    this.timer = setTimeout(() => void this.flush().finally(() => { this.schedule(); }), commitMs);
  }

  private async maintain(force = false): Promise<void> {
    const nowMs = this.now();
    if (!force && !this.health.mayTry(nowMs)) return;
    try {
      await this.checkFolder(nowMs);
      await this.writeAll(nowMs, force);
      await this.checkFiles(nowMs);
      if (nowMs - this.measuredMs >= MEASURE_MS || nowMs < this.measuredMs) await this.retain(nowMs);
    } catch (error) {
      this.health.failed(error, nowMs);
      return;
    }
    this.health.worked();
  }

  /** Throws while the folder cannot be used. One that is new at its path is taken, and written to from memory. */
  private async checkFolder(nowMs: number): Promise<void> {
    const { dataDir } = this.options;
    const state = await this.folder.state();
    if (state !== 'held') {
      const letGo = async (): Promise<void> => { for (const { store } of this.entries.all()) await store.abandon(); };
      if (state !== 'unlocked') await letGo();
      if (state === 'unmounted') throw new FolderError(
        `The disk of the data folder ${dataDir} is not mounted any more; mount it again, or choose another.`
      );
      const held = await this.folder.hold();
      if (!held.ok) {
        await letGo();
        throw new FolderError(`The data folder was ${WORDS[state]}. ${held.error.message}`);
      }
      this.health.faults.notice(`The data folder ${dataDir} was ${WORDS[state]} at ${timeOf(nowMs)}. ${SINCE[state]}`);
      for (const entry of this.entries.all()) entry.saved = '';
      await this.entries.loadNew();
    }
    if (this.health.recording && nowMs - this.probedMs < PROBE_MS && nowMs >= this.probedMs) return;
    this.probedMs = nowMs;
    await this.folder.probe();
  }

  /** A target whose samples cannot be written waits, the others go on; throws when none could be. */
  private async writeAll(nowMs: number, force: boolean): Promise<void> {
    const failed: { entry: TargetEntry; error: unknown }[] = [];
    for (const entry of this.entries.all()) {
      if (!force && entry.retryMs !== null && nowMs < entry.retryMs) continue;
      try {
        await entry.store.maintain();
        await this.entries.save(entry);
        this.wrote(entry);
      } catch (error) {
        failed.push({ entry, error });
      }
    }
    if (failed.length === 0) return;
    const full = failed.find(({ error }) => storageFailure(error) === 'full');
    if (full !== undefined) throw full.error;
    await this.folder.probe();
    for (const { entry, error } of failed) {
      entry.retryMs = nowMs + RETRY_MS;
      const { name } = entry.description;
      this.health.faults.set(
        `target:${name}`,
        `The samples of target "${name}" cannot be written (${firstLine(error)}): they wait in memory, `
          + `within a bound. Make ${entry.folder} writable.`,
        name
      );
    }
  }

  private wrote(entry: TargetEntry): void {
    const { left, description: { name } } = entry;
    entry.retryMs = entry.left = null;
    this.health.faults.mended(`target:${name}`);
    if (left !== null) this.health.faults.notice(
      `${left.count} scrapes of target "${name}" from ${timeOf(left.fromMs)} to ${timeOf(left.toMs)} are lost: `
        + 'storage could not be written and the memory for waiting scrapes was full.'
    );
  }

  /** Looks for files that cannot be read, or can again. */
  private async checkFiles(nowMs: number): Promise<void> {
    if (nowMs - this.checkedMs < CHECK_MS && nowMs >= this.checkedMs) return;
    this.checkedMs = nowMs;
    this.checks += 1;
    for (const entry of this.entries.all()) {
      await entry.store.check(this.checks % CHECKS_OF_ALL === 1);
      if (await identityOf(targetFilePath(entry.folder)) === null) entry.saved = '';
    }
  }

  private async checkSpace(nowMs: number, bytes: number): Promise<void> {
    const { dataDir, retentionBytes } = this.options;
    const { bavail, blocks, bsize } = await statfs(dataDir);
    const space = { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    this.sizes = withSize(this.sizes, { timeMs: nowMs, bytes });
    const tell = (key: string, warning: string | null): void => {
      if (warning === null) this.health.faults.mended(key);
      else this.health.faults.set(key, warning);
    };
    tell('space', spaceWarning(dataDir, space, this.sizes, retentionBytes));
    tell('retention', retentionWarning(space, retentionBytes, dataDir));
  }

  private async retain(nowMs: number): Promise<void> {
    this.measuredMs = nowMs;
    const bytes = await folderBytes(this.options.dataDir);
    const partitions = this.entries.all().filter(({ retryMs }) => retryMs === null).flatMap((entry) =>
      entry.store.sealedPartitions()
        .map((partition) => ({ ...partition, entry, store: entry.store, recording: entry.description.recording })));
    const going = partitionsToDelete(
      partitions, bytes, { nowMs, retentionMs: this.age.limitMs(nowMs), retentionBytes: this.options.retentionBytes }
    );
    for (const partition of going) {
      partition.store.forget(partition.path);
      // First out of target.json: after a crash in between nobody misses the file.
      await this.entries.save(partition.entry);
      await partition.store.deletePartition(partition.path);
    }
    await this.measure();
  }

  private measure = async (): Promise<void> => {
    const bytes = await folderBytes(this.options.dataDir);
    this.health.measured(bytes);
    await this.checkSpace(this.now(), bytes);
  };
}

function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function unknownTarget(name: string): Result<never> {
  return fail('not_found', `There is no target named ${JSON.stringify(name)}.`);
}
