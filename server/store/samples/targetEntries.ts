/** The targets of a data folder: one folder each, with its description, partitions and parser. */
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, firstLine, ok } from '../../../core/result.ts';
import type { Result } from '../../../core/result.ts';
import type { StoredTarget } from '../dataStore.ts';
import type { DuckEngine } from '../partitions/duckEngine.ts';
import type { Faults } from '../../files/faults.ts';
import { readIncidentFile } from './incidentFile.ts';
import { targetSlug } from '../partitions/partitionNames.ts';
import type { PartitionSummary } from '../partitions/partitionRead.ts';
import { recoverTarget, setTargetFileAside } from './recoverTarget.ts';
import { ScrapeIntake } from './scrapeIntake.ts';
import { readTargetFile, writeTargetFile } from './targetFile.ts';
import type { TargetDescription, TargetFile } from './targetFile.ts';
import { TargetStore } from './targetStore.ts';

export interface TargetEntry {
  description: TargetDescription;
  folder: string;
  store: TargetStore;
  intake: ScrapeIntake;
  summaries: Map<string, PartitionSummary>;
  /** The description as it is on disk. */
  saved: string;
  /** Derived from its samples; not written before it is known whether it is a recording. */
  guessed: boolean;
}

export interface TargetEntriesOptions {
  engine: DuckEngine;
  /** The folder of the targets' folders. */
  folder: string;
  partitionMs: number;
  cutScrapes: number;
  now: () => number;
  faults: Faults;
}

export class TargetEntries {
  private readonly byName = new Map<string, TargetEntry>();

  constructor(private readonly options: TargetEntriesOptions) {}

  /** Opens all targets; reports and leaves alone a folder that cannot be opened. */
  async load(): Promise<void> {
    const { folder } = this.options;
    await mkdir(folder, { recursive: true });
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await this.loadFolder(path);
    }
  }

  get(name: string): TargetEntry | undefined {
    return this.byName.get(name);
  }

  all(): TargetEntry[] {
    return [...this.byName.values()];
  }

  /** Throws when it cannot be written. */
  async create(target: Pick<TargetDescription, 'name' | 'url' | 'recording' | 'labels'>): Promise<TargetEntry> {
    const folder = this.folderOf(target.name);
    const summaries = new Map<string, PartitionSummary>();
    const entry: TargetEntry = {
      description: { ...target, kind: 'unknown', version: '', goVersion: '', facts: {} },
      folder, summaries, store: await this.open(target.name, folder, summaries), intake: new ScrapeIntake(),
      saved: '', guessed: false,
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
    const text = JSON.stringify([entry.description, [...entry.summaries]]);
    if (entry.guessed || text === entry.saved) return;
    await writeTargetFile(entry.folder, entry.description, entry.summaries);
    entry.saved = text;
  }

  async describe({ description, store }: TargetEntry): Promise<StoredTarget> {
    return { ...description, ...await store.extent(), lastScrape: await store.lastScrape() };
  }

  /** Whether a recording may have this name. */
  mayAdopt(name: string, replace: boolean): Result<null> {
    const now = this.byName.get(name);
    return !now || (replace && now.description.recording) ? ok(null)
      : fail('bad_data', `There is already a target named ${JSON.stringify(name)}; choose another name.`);
  }

  /** Makes a finished folder the target's, all or nothing. `remove` deletes the recording that it replaces. */
  async adopt(
    name: string, replace: boolean, remove: () => Promise<unknown>, draft: string,
  ): Promise<Result<StoredTarget>> {
    const may = this.mayAdopt(name, replace);
    if (!may.ok) return may;
    try {
      if (this.byName.has(name)) await remove();
      await rename(draft, this.folderOf(name));
      await this.loadFolder(this.folderOf(name));
      const entry = this.byName.get(name);
      return entry ? ok(await this.describe(entry))
        : fail('internal', 'The recording was stored but cannot be opened.');
    } catch (error) {
      return fail('internal', `The recording could not be stored (${firstLine(error)}).`);
    }
  }

  private async loadFolder(folder: string): Promise<void> {
    try {
      const { target, summaries, guessed } = await this.readDescription(folder);
      const store = await this.open(target.name, folder, summaries);
      await this.addIncident(target, folder);
      this.byName.set(
        target.name, { description: target, folder, summaries, store, intake: new ScrapeIntake(), saved: '', guessed }
      );
    } catch (error) {
      const reason = firstLine(error);
      this.options.faults.notice(`The folder ${folder} could not be opened and is left as it is. (${reason})`);
    }
  }

  /** Adds what an opened incident file holds besides its samples; without it the target is a plain recording. */
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
    if (read?.ok === true) return { ...read.value, guessed: false };
    const reason = read === null ? 'there is no target.json' : read.error.message;
    const target = await recoverTarget(this.options.engine, folder);
    if (!target) throw new Error(`Its target.json cannot be used: ${reason}.`);
    const aside = await setTargetFileAside(folder, this.options.now());
    const where = aside === null ? 'is not there' : `is damaged and was set aside as ${aside}`;
    const { name } = target;
    this.options.faults.notice(`The description of target "${name}" ${where}; its samples are kept. (${reason})`);
    return { target, summaries: new Map(), guessed: true };
  }

  private open(
    name: string, folder: string, summaries: Map<string, PartitionSummary>
  ): Promise<TargetStore> {
    const { engine, partitionMs, cutScrapes, faults, now } = this.options;
    return TargetStore.open({ engine, folder, target: name, summaries, now, partitionMs, cutScrapes, faults });
  }

  private folderOf(name: string): string {
    return join(this.options.folder, targetSlug(name));
  }
}
