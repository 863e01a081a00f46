/** The targets of a data folder: one folder each, with its description, partitions and parser. */
import { randomUUID } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fail, firstLine, ok, writeErrorType } from '../../../../core/result.ts';
import type { Result } from '../../../../core/result.ts';
import { makeFolder, syncFolder } from '../../../kernel/files/wholeFile.ts';
import type { PutTarget, StoredTarget, TargetDescription } from '../dataStore.ts';
import type { ChunkSpool } from '../partitions/chunkSpool.ts';
import type { DuckEngine } from '../partitions/duckEngine.ts';
import type { Faults } from '../../../kernel/files/faults.ts';
import { setAside } from '../../../kernel/files/wholeFile.ts';
import { isOfFile } from '../partitions/storageError.ts';
import type { JournalRecord } from '../journal/journalRecord.ts';
import type { JournalledHead, SampleJournal } from '../journal/sampleJournal.ts';
import { readIncidentFile } from './incidentFile.ts';
import { targetSlug } from '../partitions/partitionNames.ts';
import type { PartitionSummary } from '../partitions/partitionRead.ts';
import { recoverTarget, setTargetFileAside } from './recoverTarget.ts';
import { ScrapeIntake } from './scrapeIntake.ts';
import { readTargetFile, writeTargetFile } from './targetFile.ts';
import type { TargetFile } from './targetFile.ts';
import { TargetStore, type TargetStoreOptions } from './targetStore.ts';

/** Marks the name of a folder that could not be opened. */
const ASIDE = '.unreadable-';

export interface TargetEntry {
  description: TargetDescription;
  folder: string;
  store: TargetStore;
  intake: ScrapeIntake;
  summaries: Map<string, PartitionSummary>;
  /** Serialized description as last written to disk. */
  saved: string;
  /**
   * True if the description was derived from samples; it is not written until it is known whether it is a recording.
   */
  guessed: boolean;
  /** Time of the next retry while its samples cannot be written, though the data folder can; null otherwise. */
  retryMs: number | null;
  /** Time of the last write into its files; null: never. */
  writtenMs: number | null;
  /** True if one of its files was moved or deleted, and has to be written again. */
  isMoved: boolean;
  /** Scrapes dropped because the memory for waiting ones was full. */
  left: { count: number; fromMs: number; toMs: number } | null;
}

export interface TargetEntriesOptions {
  engine: DuckEngine;
  /** Parent folder of the targets' folders. */
  folder: string;
  partitionMs: number;
  cutScrapes: number;
  spreadsCuts: boolean;
  now: () => number;
  faults: Faults;
  journal: SampleJournal;
  spool: ChunkSpool;
}

export class TargetEntries {
  private readonly byName = new Map<string, TargetEntry>();

  constructor(private readonly options: TargetEntriesOptions) {}

  /** Opens all targets; reports a folder that cannot be opened, and leaves it unchanged. */
  async load(): Promise<void> {
    const { folder, journal } = this.options;
    await makeFolder(folder);
    const journalled = await journal.take();
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.includes(ASIDE))
        await this.loadFolder(path, journalled.get(entry.name));
    }
    journal.settle(this.heads());
  }

  /** Opens the targets of a data folder that replaced the previous one. */
  async loadNew(): Promise<void> {
    const { folder, journal } = this.options;
    await makeFolder(folder);
    const journalled = await journal.take();
    const known = new Set(this.all().map((entry) => entry.folder));
    for (const { name } of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, name);
      if (!known.has(path) && !name.startsWith('.') && !name.includes(ASIDE))
        await this.loadFolder(path, journalled.get(name));
    }
    journal.settle(this.heads());
  }

  /** Returns the heads of all targets. */
  heads(): JournalledHead[] {
    return this.all().flatMap(
      ({ folder, store }) => store.partitions().map((head) => ({ folder: basename(folder), head }))
    );
  }

  get(name: string): TargetEntry | undefined {
    return this.byName.get(name);
  }

  all(): TargetEntry[] {
    return [...this.byName.values()];
  }

  /** Creates a target with its folder. Throws if it cannot be written. */
  async create(target: PutTarget): Promise<TargetEntry> {
    const folder = this.folderOf(target.name);
    const summaries = new Map<string, PartitionSummary>();
    const store = await this.open(target.name, folder, { summaries })
      .catch((error: unknown) => this.openAnew(target.name, folder, error));
    const entry: TargetEntry = {
      description: { id: randomUUID(), kind: 'unknown', version: '', goVersion: '', ...target, facts: {} },
      folder, summaries, store, intake: new ScrapeIntake(), saved: '', guessed: false, retryMs: null, left: null,
      writtenMs: null, isMoved: false,
    };
    this.byName.set(target.name, entry);
    await this.save(entry);
    return entry;
  }

  /** Removes it from the list immediately; the caller deletes the folder. */
  forget(name: string): void {
    this.byName.delete(name);
  }

  async save(entry: TargetEntry): Promise<void> {
    const { description, summaries } = entry;
    const openHeads = entry.store.openHeads();
    const text = JSON.stringify([description, [...summaries], openHeads]);
    if (entry.guessed || text === entry.saved) return;
    await writeTargetFile(entry.folder, description, { summaries, openHeads });
    entry.saved = text;
  }

  async describe({ description, store }: TargetEntry): Promise<StoredTarget> {
    const lost = store.lostSpans();
    return {
      ...description, ...await store.extent(), lastScrape: await store.lastScrape(),
      ...(lost.length > 0 ? { lost } : {}),
    };
  }

  /** Whether a recording may have this name. */
  mayAdopt(name: string): Result<null> {
    return !this.byName.has(name) ? ok(null)
      : fail('bad_data', `There is already a target named ${JSON.stringify(name)}; choose another name.`);
  }

  /** Makes a finished folder the target's, all or nothing. */
  async adopt(name: string, draft: string): Promise<Result<StoredTarget>> {
    const may = this.mayAdopt(name);
    if (!may.ok) return may;
    try {
      await rename(draft, this.folderOf(name));
      await syncFolder(this.options.folder);
      await this.loadFolder(this.folderOf(name));
      const entry = this.byName.get(name);
      return entry ? ok(await this.describe(entry))
        : fail('internal', 'The recording was stored but cannot be opened.');
    } catch (error) {
      return fail(writeErrorType(error), `The recording could not be stored (${firstLine(error)}).`);
    }
  }

  private async loadFolder(folder: string, journal: readonly JournalRecord[] = []): Promise<void> {
    try {
      const { target, summaries, openHeads, guessed } = await this.readDescription(folder);
      const store = await this.open(target.name, folder, { summaries, openHeads, journal });
      await this.addIncident(target, folder);
      this.byName.set(target.name, {
        description: target, folder, summaries, store, intake: new ScrapeIntake(), saved: '', guessed, retryMs: null,
        left: null, writtenMs: null, isMoved: false,
      });
    } catch (error) {
      const reason = firstLine(error);
      this.options.faults.notice(`The folder ${folder} could not be opened and is left as it is. (${reason})`);
    }
  }

  /** Adds the contents of an opened incident file besides its samples; without it the target is a plain recording. */
  private async addIncident(target: TargetDescription, folder: string): Promise<void> {
    const kept = await readIncidentFile(folder);
    if (kept === null) return;
    if (kept.ok) {
      Object.assign(target, { incident: kept.value.incident, facts: { ...target.facts, ...kept.value.facts } });
      return;
    }
    const what = `The incident description of target "${target.name}" is damaged`;
    this.options.faults.notice(`${what}; it is shown as a plain recording. (${kept.error.message})`);
  }

  /** Reads the description; a damaged one is set aside and recovered from the samples as far as possible. */
  private async readDescription(folder: string): Promise<TargetFile & { guessed: boolean }> {
    const read = await readTargetFile(folder);
    const isOwn = read?.ok === true && targetSlug(read.value.target.name) === basename(folder);
    if (isOwn) return { ...read.value, guessed: false };
    const reason = read === null ? 'there is no target.json' : read.ok ? 'it names another target' : read.error.message;
    const target = await recoverTarget(this.options.engine, folder);
    if (!target) throw new Error(`Its target.json cannot be used: ${reason}.`);
    const aside = await setTargetFileAside(folder, this.options.now());
    const where = aside === null ? 'is not there' : `is damaged and was set aside as ${aside}`;
    const { name } = target;
    this.options.faults.notice(`The description of target "${name}" ${where}; its samples are kept. (${reason})`);
    return { target, summaries: new Map(), openHeads: [], guessed: true };
  }

  /** Opens a new folder after setting aside what is at its path, if that is not a folder or cannot be read. */
  private async openAnew(name: string, folder: string, error: unknown): Promise<TargetStore> {
    if (!isOfFile(error)) throw error;
    const stamp = new Date(this.options.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    const aside = await setAside(folder, `${ASIDE.slice(1)}${stamp}`).catch(() => null);
    if (aside === null) throw error;
    this.options.faults.notice(
      `The folder of target "${name}" cannot be opened (${firstLine(error)}) and was set aside as ${aside}; `
        + 'the target is recorded into a new one.'
    );
    return this.open(name, folder, { summaries: new Map() });
  }

  private open(
    name: string, folder: string, known: Pick<TargetStoreOptions, 'summaries' | 'openHeads' | 'journal'>,
  ): Promise<TargetStore> {
    const { engine, partitionMs, cutScrapes, spreadsCuts, faults, now, spool } = this.options;
    return TargetStore.open({
      ...known, engine, folder, target: name, now, partitionMs, cutScrapes, spreadsCuts, faults, spool,
    });
  }

  private folderOf(name: string): string {
    return join(this.options.folder, targetSlug(name));
  }
}
