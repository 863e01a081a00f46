/**
 * Background work of a sample store, every 0.7 s: checks the data folder, writes pending data into the journal and from
 * time to time into the files of its target, checks stored files, applies retention. Runs one operation at a time, so
 * that no two write the same target.
 */
import type { Cancel, Clock } from '../../../../core/time/clock.ts';
import { firstLine } from '../../../../core/result.ts';
import { SerialQueue } from '../../../../core/serialQueue.ts';
import { identityOf } from '../../../kernel/files/wholeFile.ts';
import { storageFailure } from '../partitions/storageError.ts';
import type { SampleJournal } from '../journal/sampleJournal.ts';
import type { DuckEngine } from '../partitions/duckEngine.ts';
import type { HeadPartition } from '../partitions/headPartition.ts';
import type { DiskUsage } from './diskUsage.ts';
import type { HeldFolder } from './heldFolder.ts';
import { FolderError, type StorageHealth } from './storageHealth.ts';
import type { TargetEntries, TargetEntry } from './targetEntries.ts';
import { targetFilePath } from './targetFile.ts';

export interface MaintenanceParts {
  entries: TargetEntries;
  health: StorageHealth;
  folder: HeldFolder;
  usage: DiskUsage;
  journal: SampleJournal;
  engine: Pick<DuckEngine, 'trim'>;
  now: () => number;
  clock: Pick<Clock, 'after'>;
}

/** Interval of test writes to the folder, also when nothing is recorded. */
const PROBE_MS = 3000;
/** Retry interval of a target that could not be written. */
const RETRY_MS = 3000;
/** Retry interval of files that could not be read; all files are checked every third time. */
const CHECK_MS = 10_000;
const CHECKS_OF_ALL = 3;
/** Interval of returning free memory to the system: a few milliseconds of another thread. */
const TRIM_MS = 60_000;
/** Approximate interval of passes. */
const PASS_MS = 1000;
/**
 * Time until journalled data is written into the files of its target. With more than two targets it is longer, and
 * DuckDB has a target's file open only while it writes: a transaction costs about 3 ms of CPU however little it writes,
 * and an open file more than a megabyte.
 */
const FILES_MS = { ofFew: 2000, ofMany: 300_000 };
const FEW_TARGETS = 2;
/** All targets that are due are written within this time. */
const TURN_MS = 60_000;

const WORDS = {
  deleted: 'deleted or moved', replaced: 'replaced by another', unlocked: 'emptied, or its lock removed',
  unmounted: 'unmounted',
};
const FROM_MEMORY = 'Recording goes on in the one that is there now, with the samples of the last hours from memory';
const SINCE = {
  deleted: `${FROM_MEMORY}; older samples and profiles are gone with it. Notes, replays and embeds are written again `
    + 'when one changes.',
  replaced: `${FROM_MEMORY}; older samples are in the folder before. Restart to see the notes, replays, embeds and `
    + 'profiles of this one.',
  unlocked: 'It was locked again.',
};

/** Fault key: the folder at the path is not the one that was locked, until all data is written into it. */
const FOLDER = 'folder';

export class Maintenance {
  private readonly queue = new SerialQueue();
  private cancel: Cancel | null = null;
  private isStopped = false;
  private probedMs = -Infinity;
  private checkedMs = -Infinity;
  private checks = 0;
  private trimmedMs: number | null = null;
  private usesJournal = false;

  constructor(private readonly parts: MaintenanceParts) {}

  /** Starts a pass `everyMs` after the end of the previous one. */
  start(everyMs: number): void {
    if (this.isStopped) return;
    this.usesJournal = true;
    this.cancel = this.parts.clock.after(everyMs, () => void this.pass().finally(() => { this.start(everyMs); }));
  }

  /** Stops after a last pass, which retries everything. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancel?.();
    await this.queue.run(async () => {
      await this.run(true);
      await this.parts.journal.close(this.liveHeads());
    });
  }

  /** Runs everything that is due. */
  pass(): Promise<void> {
    return this.queue.run(() => this.run(false));
  }

  /** Runs work between two passes. */
  between<T>(work: () => Promise<T>): Promise<T> {
    return this.queue.run(work);
  }

  private async run(force: boolean): Promise<void> {
    const { health, usage, now } = this.parts;
    const nowMs = now();
    if (!force && !health.mayTry(nowMs)) return;
    try {
      await this.checkFolder(nowMs);
      await this.writeAll(nowMs, force);
    } catch (error) {
      health.failed(error, nowMs);
      return;
    }
    health.worked();
    health.faults.mended(FOLDER);
    await this.checkFiles(nowMs);
    await usage.retainWhenDue(nowMs);
    await this.trimWhenDue(nowMs);
  }

  private async trimWhenDue(nowMs: number): Promise<void> {
    this.trimmedMs ??= nowMs;
    if (nowMs - this.trimmedMs < TRIM_MS && nowMs >= this.trimmedMs) return;
    this.trimmedMs = nowMs;
    // A failure does not matter: this only saves memory.
    await this.parts.engine.trim().catch(() => undefined);
  }

  /** Throws while the folder cannot be used. Adopts a new folder at the path, and has it written from memory. */
  private async checkFolder(nowMs: number): Promise<void> {
    const { folder, entries, health, journal } = this.parts;
    const state = await folder.state();
    if (state !== 'held') {
      health.faults.set(
        FOLDER, `The data folder ${folder.path} was ${WORDS[state]}; what is in memory is being written again.`
      );
      const letGo = async (): Promise<void> => {
        await journal.abandon();
        for (const { store } of entries.all()) await store.abandon();
      };
      if (state !== 'unlocked') await letGo();
      if (state === 'unmounted') throw new FolderError(
        `The disk of the data folder ${folder.path} is not mounted any more; mount it again, or choose another.`
      );
      const held = await folder.hold();
      if (!held.ok) {
        await letGo();
        throw new FolderError(`The data folder was ${WORDS[state]}. ${held.error.message}`);
      }
      health.faults.notice(`The data folder ${folder.path} was ${WORDS[state]} at ${timeOf(nowMs)}. ${SINCE[state]}`);
      for (const entry of entries.all()) entry.saved = '';
      await entries.loadNew();
    }
    if (health.recording && nowMs - this.probedMs < PROBE_MS && nowMs >= this.probedMs) return;
    this.probedMs = nowMs;
    await folder.probe();
  }

  /**
   * Writes all targets that are due. One that cannot be written is retried later; throws if the folder cannot be
   * written.
   */
  private async writeAll(nowMs: number, force: boolean): Promise<void> {
    const { entries, folder, health, journal } = this.parts;
    const failed: { entry: TargetEntry; error: unknown }[] = [];
    for (const entry of await this.due(nowMs, force)) {
      if (!force && entry.retryMs !== null && nowMs < entry.retryMs) continue;
      try {
        await entry.store.maintain();
        if (this.isMany()) await entry.store.rest();
        await entries.save(entry);
        entry.writtenMs = nowMs;
        this.wrote(entry);
      } catch (error) {
        failed.push({ entry, error });
      }
    }
    await journal.release(this.liveHeads());
    if (failed.length === 0) return;
    const full = failed.find(({ error }) => storageFailure(error) === 'full');
    if (full !== undefined) throw full.error;
    await folder.probe();
    for (const { entry, error } of failed) {
      entry.retryMs = nowMs + RETRY_MS;
      const { name } = entry.description;
      health.faults.set(
        `target:${name}`,
        `The samples of target "${name}" cannot be written (${firstLine(error)}): they wait in memory, `
          + `within a bound. Make ${entry.folder} writable.`,
        name
      );
    }
  }

  /** Returns the targets to write into their own files now: all of them if the journal lacks the pending data. */
  private async due(nowMs: number, force: boolean): Promise<TargetEntry[]> {
    const { entries, health, journal } = this.parts;
    const all = entries.all();
    if (!this.usesJournal || force || !health.recording) return all;
    try {
      if (!await journal.write(entries.heads())) return all;
    } catch {
      // The targets fail for the same reason, and report it.
      return all;
    }
    const everyMs = this.isMany() ? FILES_MS.ofMany : FILES_MS.ofFew;
    const ageMs = ({ writtenMs }: TargetEntry): number =>
      (writtenMs === null || writtenMs > nowMs ? Infinity : nowMs - writtenMs);
    const isUrgent = (entry: TargetEntry): boolean =>
      entry.retryMs !== null || entry.isMoved || entry.store.isUrgent();
    // Oldest first and limited, so that a pass is short however many targets started together.
    const some = Math.ceil(all.length * PASS_MS / Math.min(everyMs, TURN_MS));
    const isDue = (entry: TargetEntry): boolean => ageMs(entry) >= everyMs - PASS_MS || entry.store.isRipe();
    const inTurn = all.filter((entry) => !isUrgent(entry) && isDue(entry))
      .sort((a, b) => ageMs(b) - ageMs(a)).slice(0, some);
    return [...all.filter(isUrgent), ...inTurn];
  }

  private isMany(): boolean {
    return this.usesJournal && this.parts.entries.all().length > FEW_TARGETS;
  }

  private liveHeads(): Set<HeadPartition> {
    return new Set(this.parts.entries.heads().map(({ head }) => head));
  }

  private wrote(entry: TargetEntry): void {
    const { left, description: { name } } = entry;
    const { faults } = this.parts.health;
    entry.retryMs = entry.left = null;
    entry.isMoved = false;
    faults.mended(`target:${name}`);
    if (left !== null) faults.notice(
      `${left.count} scrapes of target "${name}" from ${timeOf(left.fromMs)} to ${timeOf(left.toMs)} are lost: `
        + 'storage could not be written and the memory for waiting scrapes was full.'
    );
  }

  /** Checks which files have become unreadable or readable. An error during a check is a fault of its target alone. */
  private async checkFiles(nowMs: number): Promise<void> {
    if (nowMs - this.checkedMs < CHECK_MS && nowMs >= this.checkedMs) return;
    this.checkedMs = nowMs;
    this.checks += 1;
    const { entries, health: { faults } } = this.parts;
    for (const entry of entries.all()) {
      const { name } = entry.description;
      try {
        await entry.store.check(this.checks % CHECKS_OF_ALL === 1);
        entry.isMoved = await entry.store.isMoved();
        if (await identityOf(targetFilePath(entry.folder)) === null) entry.saved = '';
        faults.mended(`files:${name}`);
      } catch (error) {
        faults.set(
          `files:${name}`,
          `Whether the stored files of target "${name}" can be read is not known (${firstLine(error)}); `
            + `look at ${entry.folder}.`,
          name
        );
      }
    }
  }
}

function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
