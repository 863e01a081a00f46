/**
 * The newest scrapes of all targets in one file, synced once for all of them: a DuckDB transaction per target and
 * second costs more than all other work of recording. The heads follow a few seconds later, and a file whose scrapes
 * are all in their heads is deleted.
 */
import { open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { firstLine } from '../../../../core/result.ts';
import type { Faults } from '../../../kernel/files/faults.ts';
import { identityOf, isMissing, makeFolder, syncFolder } from '../../../kernel/files/wholeFile.ts';
import type { HeadPartition } from '../partitions/headPartition.ts';
import { decodeJournal, encodeJournalRecord, joinRecords, type JournalRecord } from './journalRecord.ts';

/** Maximum age and size of a file that scrapes are appended to. */
const FILE_MS = 10_000;
const FILE_BYTES = 16 * 2 ** 20;
const NAME = /^(\d{8})\.journal$/;

/** A head with the name of its target's folder. */
export interface JournalledHead { folder: string; head: HeadPartition }

/** `needs`: scrapes that each head must have in its file before this file may be deleted. */
interface JournalFile { path: string; needs: Map<HeadPartition, number> }

interface Current extends JournalFile { handle: FileHandle; identity: string | null; begunMs: number; bytes: number }

export class SampleJournal {
  private files: JournalFile[] = [];
  private current: Current | null = null;
  private number = 0;

  constructor(
    private readonly folder: string, private readonly faults: Pick<Faults, 'notice'>,
    private readonly now: () => number,
  ) {}

  /**
   * Returns the records of an earlier run, by the name of the target's folder, oldest first. `settle` confirms them.
   */
  async take(): Promise<Map<string, JournalRecord[]>> {
    const byFolder = new Map<string, JournalRecord[]>();
    for (const name of await this.names()) {
      const path = join(this.folder, name);
      this.number = Number(NAME.exec(name)?.[1]);
      this.files.push({ path, needs: new Map() });
      for (const record of await this.recordsOf(path)) {
        const ofFolder = byFolder.get(record.folder) ?? [];
        byFolder.set(record.folder, ofFolder);
        const last = ofFolder.at(-1);
        if (last === undefined || !joinRecords(last, record)) ofFolder.push(record);
      }
    }
    return byFolder;
  }

  /** Confirms that the heads contain the records that `take` returned for them. */
  settle(heads: readonly JournalledHead[]): void {
    for (const { needs } of this.files) for (const { head } of heads) needs.set(head, head.scrapes.length);
  }

  /**
   * Appends the additions to the heads since their last write, and returns once they are on disk. No head may be cut
   * meanwhile. Throws if that fails; returns false if its file was deleted or replaced, so that the heads have to be
   * written themselves.
   */
  async write(heads: readonly JournalledHead[]): Promise<boolean> {
    const { current } = this;
    if (current !== null && await identityOf(current.path) !== current.identity) {
      await this.abandon();
      return false;
    }
    // A head without a file is written to one first: the journal continues from the content of the files.
    const pending = heads.filter(({ head }) => head.committed.scrapes > 0 && head.kept.scrapes < head.scrapes.length);
    if (pending.length === 0) return true;
    const bytes = Buffer.concat(pending.map(({ folder, head }) => encodeJournalRecord(folder, head, head.kept)));
    const reached = pending.map(({ head }) => ({
      head, kept: { scrapes: head.scrapes.length, series: head.series.length, changes: head.tail.length },
    }));
    const file = await this.fileFor(bytes.length);
    try {
      for (let done = 0; done < bytes.length;)
        done += (await file.handle.write(bytes, done, bytes.length - done, file.bytes + done)).bytesWritten;
      await file.handle.datasync();
    } catch (error) {
      // Records after a partial one would not be found.
      await this.endCurrent();
      throw error;
    }
    file.bytes += bytes.length;
    for (const { head, kept } of reached) {
      head.journalled = kept;
      file.needs.set(head, kept.scrapes);
    }
    return true;
  }

  /** Deletes the files whose scrapes are all in the files of their heads; `live`: heads that are not sealed. */
  async release(live: ReadonlySet<HeadPartition>): Promise<void> {
    const isOver = ({ needs }: JournalFile): boolean =>
      [...needs].every(([head, scrapes]) => !live.has(head) || head.committed.scrapes >= scrapes);
    for (const file of this.files.filter((one) => one !== this.current && isOver(one))) {
      await rm(file.path, { force: true });
      this.files = this.files.filter((one) => one !== file);
    }
  }

  /** Abandons its files, because they or their folder are no longer at their paths. */
  async abandon(): Promise<void> {
    await this.endCurrent();
    this.files = [];
  }

  /** Closes the current file, after the last write, and deletes those no longer needed. */
  async close(live: ReadonlySet<HeadPartition>): Promise<void> {
    await this.endCurrent();
    await this.release(live);
  }

  private async endCurrent(): Promise<void> {
    const { current } = this;
    this.current = null;
    await current?.handle.close();
  }

  private async fileFor(moreBytes: number): Promise<Current> {
    const { current } = this;
    const ageMs = current === null ? 0 : this.now() - current.begunMs;
    if (current !== null && ageMs >= 0 && ageMs < FILE_MS && current.bytes + moreBytes <= FILE_BYTES) return current;
    await this.endCurrent();
    await makeFolder(this.folder);
    this.number += 1;
    const path = join(this.folder, `${String(this.number).padStart(8, '0')}.journal`);
    const handle = await open(path, 'w', 0o600);
    const begun = {
      path, handle, identity: await identityOf(path), begunMs: this.now(), bytes: 0,
      needs: new Map<HeadPartition, number>(),
    };
    this.files.push(begun);
    this.current = begun;
    await syncFolder(this.folder);
    return begun;
  }

  private async names(): Promise<string[]> {
    try {
      return (await readdir(this.folder)).filter((name) => NAME.test(name)).sort();
    } catch (error) {
      if (!isMissing(error)) this.tell(this.folder, firstLine(error));
      return [];
    }
  }

  private async recordsOf(path: string): Promise<JournalRecord[]> {
    try {
      const { records, damagedAt } = decodeJournal(await readFile(path));
      if (damagedAt !== null) this.tell(path, `it is damaged at byte ${damagedAt}`);
      return records;
    } catch (error) {
      this.tell(path, firstLine(error));
      return [];
    }
  }

  private tell(path: string, reason: string): void {
    this.faults.notice(
      `The journal ${path} cannot be read to its end (${reason}); scrapes of the last seconds before tsdbscope ended `
        + 'may be missing.'
    );
  }
}
