/**
 * Exports and opens incident files and archives. Opens one at a time, because each needs memory and disk while it is
 * read.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Unpacked } from '../../../data/archive/limits.ts';
import type { OpenArchive, ReadArchive } from '../../../data/archive/readIncident.ts';
import type { OpenedArchive } from '../../../../core/contract/contract.ts';
import { ok, type Result } from '../../../../core/result.ts';
import { SerialQueue } from '../../../../core/serialQueue.ts';
import { prepareIncident, type IncidentOrder, type IncidentSources, type ReadyIncident } from './incidentExport.ts';
import { importIncident } from './incidentImport.ts';
import { openBundle } from './profileBundle.ts';
import { uncancellable } from '../../../kernel/threads/requestContext.ts';

/** Chooses a target's new name from its old one; fails if the requested name is taken. */
export type NameTarget = (had: string) => Promise<Result<string>>;

export interface OpenOrder {
  /** Title from the sender; `""` if not given. */
  title: string;
  nameTarget: NameTarget;
}

export class Incidents {
  private readonly opening = new SerialQueue();

  constructor(private readonly sources: IncidentSources, private readonly openArchive: OpenArchive) {}

  prepare(order: IncidentOrder): Promise<Result<ReadyIncident>> {
    return prepareIncident(this.sources, order);
  }

  /** Opens an incident file, a tar (gzip or not) or a zip. */
  openFile(file: string, order: OpenOrder): Promise<Result<OpenedArchive>> {
    return this.inTurn(async (folder) => {
      const read = await this.openArchive(file, folder);
      return read.ok ? this.take(read.value, folder, order) : read;
    });
  }

  /** Unpacks an archive into an empty folder of the caller, with the same limits. */
  unpack(file: string, folder: string): Promise<Result<Unpacked>> {
    return uncancellable(() => this.opening.run(async () => {
      const read = await this.openArchive(file, folder);
      return read.ok ? ok(read.value.unpacked) : read;
    }));
  }

  /** Opens a folder of files that are already stored. */
  openFiles(unpacked: Unpacked, order: OpenOrder): Promise<Result<OpenedArchive>> {
    return this.inTurn((folder) => this.take({ unpacked, incident: null }, folder, order));
  }

  private async take(
    { unpacked, incident }: ReadArchive, folder: string, { title, nameTarget }: OpenOrder
  ): Promise<Result<OpenedArchive>> {
    const name = await nameTarget(incident?.manifest.target.name ?? title);
    if (!name.ok) return name;
    if (incident !== null) return importIncident(this.sources, name.value, incident);
    return openBundle(this.sources, unpacked, { title, targetName: name.value, folder });
  }

  private inTurn<T>(work: (folder: string) => Promise<T>): Promise<T> {
    return uncancellable(() => this.opening.run(async () => {
      const folder = await mkdtemp(join(this.sources.folder, 'opening-'));
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }));
  }
}
