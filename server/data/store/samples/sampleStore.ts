/**
 * Store of all samples, by target: accepts scrapes, makes them durable in the background, serves readers, applies
 * retention. One process holds a data folder at a time. See docs/storage.md.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../../../core/time/clock.ts';
import type { StorageStatus } from '../../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { atOnce, type Steps } from '../../../../core/steps.ts';
import { fail, firstLine, ok, writeErrorType, type Result } from '../../../../core/result.ts';
import { isAnotherProgram } from '../../metrics/detectTarget.ts';
import { Faults } from '../../../kernel/files/faults.ts';
import { removeFolder } from '../../../kernel/files/wholeFile.ts';
import { engineParts, historyFolder } from './dataFolder.ts';
import { DiskUsage, type DiskUsageOptions } from './diskUsage.ts';
import { FairTurns } from '../limits/fairTurns.ts';
import { HeldFolder } from './heldFolder.ts';
import { Maintenance } from './maintenance.ts';
import type { PutTarget, RawScrape, ScrapeOutcome, StoredTarget } from '../dataStore.ts';
import { SampleJournal } from '../journal/sampleJournal.ts';
import { openOutbox, type OutboxWriter } from '../outbox/outboxWriter.ts';
import { ChunkSpool } from '../partitions/chunkSpool.ts';
import { DuckEngine } from '../partitions/duckEngine.ts';
import type { HeadHeld } from '../partitions/headNews.ts';
import { MEMORY_SHARE, roomBeside, type MemoryShare } from '../partitions/memoryShare.ts';
import type { TargetView } from '../recorder.ts';
import { ThreadCpu, withWork } from '../limits/scrapeWork.ts';
import { StorageHealth } from './storageHealth.ts';
import { TargetEntries, type TargetEntry } from './targetEntries.ts';

export interface SampleStoreOptions extends Pick<DiskUsageOptions, 'measures'> {
  dataDir: string;
  retentionMs: number;
  retentionBytes: number;
  /** Length of a partition; default two hours, like Prometheus's blocks. */
  partitionMs?: number;
  /** Scrapes between two cuts of the head; default 600. */
  cutScrapes?: number;
  /** Maximum wait of a scrape in memory; default 700 ms. null: only `flush` writes, for tests. */
  commitMs?: number | null;
  now?: () => number;
  clock?: Clock;
  /** Maximum changes in memory while nothing can be written; default 1,000,000. */
  waitingChanges?: number;
  /** Collects faults; default an own instance. */
  faults?: Faults;
  /** Memory for series; default MEMORY_SHARE. */
  memory?: MemoryShare;
  /** Size of the remote-write buffer; default: nothing is sent to engines. */
  outboxBytes?: number;
}

const PARTITION_MS = 2 * 3_600_000;
const CUT_SCRAPES = 600;
const COMMIT_MS = 700;
/** Changes held in memory while they cannot be written: about 30 MB, hours of a usual target at 1 s. */
const WAITING_CHANGES = 1_000_000;

export class SampleStore {
  private readonly entries: TargetEntries;
  private readonly usage: DiskUsage;
  private readonly maintenance: Maintenance;
  private readonly turns: FairTurns;
  private readonly spool: ChunkSpool;
  private readonly threadCpu = new ThreadCpu();
  private closed = false;

  private constructor(
    private readonly options: SampleStoreOptions,
    private readonly engine: DuckEngine,
    private readonly health: StorageHealth,
    private readonly folder: HeldFolder,
    private readonly outbox: OutboxWriter | null,
  ) {
    const { clock = systemClock, now = clock.nowMs } = options;
    this.turns = new FairTurns(clock.steadyMs);
    const journal = new SampleJournal(join(options.dataDir, 'journal'), health.faults, now);
    this.spool = new ChunkSpool(join(options.dataDir, 'spill'));
    this.entries = new TargetEntries({
      engine, folder: join(options.dataDir, 'samples'), now, partitionMs: options.partitionMs ?? PARTITION_MS,
      cutScrapes: options.cutScrapes ?? CUT_SCRAPES, spreadsCuts: options.cutScrapes === undefined,
      faults: health.faults, journal, spool: this.spool,
    });
    this.usage = new DiskUsage({ ...options, now, steadyMs: options.now ?? clock.steadyMs }, this.entries, health);
    this.maintenance = new Maintenance({
      entries: this.entries, health, folder, usage: this.usage, journal, engine, now, clock,
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
        options, DuckEngine.opening(spill), new StorageHealth(options.dataDir, faults, options), folder,
        await openOutbox(options, faults, options.clock ?? systemClock),
      );
      await store.entries.load();
      await store.usage.measure();
      if (options.commitMs !== null) store.maintenance.start(options.commitMs ?? COMMIT_MS);
      return ok(store);
    } catch (error) {
      await folder.letGo();
      const what = `The data folder ${options.dataDir} cannot be opened (${firstLine(error)})`;
      return fail('internal', `${what}; repair it or choose another with --data.`);
    }
  }

  async putTarget(target: PutTarget): Promise<Result<StoredTarget>> {
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
      const { dataDir } = this.options;
      return fail(writeErrorType(error), `The data folder ${dataDir} cannot be written (${firstLine(error)}).`);
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
    for (const what of ['target', 'files']) this.health.faults.mended(`${what}:${name}`);
    this.turns.forget(name);
    const removed = await this.maintenance.between(() => this.removeFiles(entry));
    await this.usage.measure();
    return removed;
  }

  private async removeFiles({ description: { id, name }, folder, store }: TargetEntry): Promise<Result<null>> {
    try {
      await store.close();
      await removeFolder(folder);
      for (const held of [id, engineParts(id)])
        await rm(join(historyFolder(this.options.dataDir), held), { recursive: true, force: true });
      return ok(null);
    } catch (error) {
      return fail(
        'internal',
        `Target ${JSON.stringify(name)} is removed, but its folder ${folder} cannot be deleted (${firstLine(error)}); `
          + 'delete it, or the target is back after a restart.'
      );
    }
  }

  /** Parses and stores one scrape; on disk within a second, or in memory until it can be written. */
  record(target: string, raw: RawScrape): ScrapeOutcome {
    return atOnce(this.recording(target, raw));
  }

  /** Like `record`, in steps that alternate with those of other targets. */
  recordInTurn(target: string, raw: RawScrape): Promise<ScrapeOutcome> {
    return this.turns.run(target, this.recording(target, raw));
  }

  private *recording(target: string, raw: RawScrape): Steps<ScrapeOutcome> {
    const entry = this.entries.get(target);
    if (!entry) throw new Error(`A scrape came for the unknown target ${JSON.stringify(target)}.`);
    const bytes = (raw.body?.length ?? 0) + (raw.node?.body?.length ?? 0);
    const { steadyMs } = this.options.clock ?? systemClock;
    return yield* withWork(this.taking(entry, raw), bytes, { steadyMs, cpuMs: this.threadCpu.nowMs });
  }

  private *taking(entry: TargetEntry, raw: RawScrape): Steps<ScrapeOutcome> {
    const target = entry.description.name;
    const { memory = MEMORY_SHARE } = this.options;
    const others = this.entries.all()
      .reduce((sum, one) => sum + (one === entry ? 0 : one.intake.heldBytes + one.store.seriesBytes()), 0);
    const taken =
      yield* entry.intake.taking(raw, entry.description, roomBeside(others + entry.store.seriesBytes(), memory));
    const { scrape, samples, extras, beside, outcome, outcome: { kind, version, goVersion } } = taken;
    this.outbox?.takeScrape(entry.description, taken);
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
      this.health.faults.notice(
        `The clock was set back into a sealed partition of target ${JSON.stringify(target)}; `
          + 'the partition is opened again, and scrapes in the second until then are not stored.'
      );
    }
    const refused = entry.store.refusedSeries();
    if (refused !== null) this.health.faults.notice(`Target ${JSON.stringify(target)} ${refused}`);
    return outcome;
  }

  /** Returns the target's view for a reader that holds this much of its heads. */
  async view(name: string, held: readonly HeadHeld[]): Promise<Result<TargetView>> {
    const entry = this.entries.get(name);
    if (!entry) return unknownTarget(name);
    const target = await this.entries.describe(entry);
    return ok({ target, folder: entry.folder, ...await entry.store.view(held) });
  }

  /** Whether a scrape that cannot be written now fits in memory; counts those that do not. */
  private mayWait(entry: TargetEntry, startMs: number): boolean {
    if (this.health.recording && entry.retryMs === null) return true;
    const waiting = this.entries.all().reduce((sum, { store }) => sum + store.waitingChanges(), 0);
    if (waiting < (this.options.waitingChanges ?? WAITING_CHANGES)) return true;
    entry.left ??= { count: 0, fromMs: startMs, toMs: startMs };
    entry.left = { count: entry.left.count + 1, fromMs: entry.left.fromMs, toMs: startMs };
    return false;
  }

  /**
   * Handles a sealed partition that a reader could not read: sets it aside if damaged, else reports a fault until it is
   * readable.
   */
  async unreadable(name: string, path: string): Promise<Result<null>> {
    const entry = this.entries.get(name);
    if (!entry) return unknownTarget(name);
    await this.maintenance.between(() => entry.store.inspect(path));
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
    await this.usage.measure();
    return adopted;
  }

  notice(text: string): void {
    this.health.faults.notice(text);
  }

  /** Writes everything pending, like the timer. */
  async flush(): Promise<void> {
    await this.maintenance.pass();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.maintenance.stop();
    for (const entry of this.entries.all()) await entry.store.close();
    await this.outbox?.close();
    await this.engine.close();
    await this.spool.close();
    await this.folder.letGo();
    this.threadCpu.close();
  }
}

function unknownTarget(name: string): Result<never> {
  return fail('not_found', `There is no target named ${JSON.stringify(name)}.`);
}
