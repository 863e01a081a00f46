/**
 * Partitions missing from the windows of a target: unreadable ones are a fault until they can be read; those set aside,
 * moved or deleted get a notice.
 */
import { rename } from 'node:fs/promises';
import { basename } from 'node:path';
import { firstLine } from '../../../../core/result.ts';
import type { Faults } from '../../../kernel/files/faults.ts';
import { identityOf, setAside } from '../../../kernel/files/wholeFile.ts';
import type { LostSpan } from '../dataStore.ts';
import { parsePartitionFileName, partitionFileName } from '../partitions/partitionNames.ts';
import type { SealedPartition } from '../partitions/sealedPartition.ts';
import { messageOf } from '../partitions/storageError.ts';

/** Reason for renaming a file. */
type Aside = 'corrupt' | 'unreadable' | 'replaced' | 'rewritten';
const ASIDE = /\.(corrupt|unreadable|replaced|rewritten)-[^/]*$/;
/** Names of set-aside files whose samples are nowhere else. */
const LOST: Partial<Record<string, string>> = { corrupt: 'a damaged file', unreadable: 'an unreadable file' };

const STATES: Record<Aside, string> = {
  corrupt: 'is damaged', unreadable: 'cannot be read', replaced: 'was put in place of an open one',
  rewritten: 'is damaged, is written again from memory',
};

export interface LostPartitionsOptions { target: string; faults: Faults; partitionMs: number; now: () => number }

export class LostPartitions {
  private readonly unreadable = new Map<string, LostSpan>();
  private readonly gone: LostSpan[] = [];

  constructor(private readonly options: LostPartitionsOptions) {}

  isUnreadable(path: string): boolean {
    return this.unreadable.has(path);
  }

  /** Excludes a partition from reads, until `readable`. */
  cannotRead({ path, startMs, endMs }: SealedPartition, error: unknown): void {
    const reason = messageOf(error);
    this.unreadable.set(path, { startMs, endMs, why: `the file ${basename(path)}, which cannot be read` });
    const what = `The samples of target "${this.options.target}" from ${between(startMs, endMs)} cannot be read`;
    this.options.faults.set(
      path, `${what}: ${path} (${firstLine(error)}). ${remedyOf(reason)} All other samples are shown.`,
      this.options.target
    );
  }

  readable(path: string): void {
    if (!this.unreadable.delete(path)) return;
    this.options.faults.mended(path);
  }

  /** Clears the faults of unreadable files, because the target is removed or its folder replaced. */
  forget(): void {
    for (const path of [...this.unreadable.keys()]) this.readable(path);
  }

  /** Renames the file, and its log if it has one, with a notice; resolves to the new path. Throws where that fails. */
  async setAside(path: string, how: Aside, error: unknown): Promise<string> {
    const stamp = partitionFileName(this.options.now(), false).replace('.duckdb', '');
    let suffix = `${how}-${stamp}`;
    for (let count = 2; await identityOf(`${path}.${suffix}`) !== null; count++) suffix = `${how}-${stamp}-${count}`;
    await setAside(path, suffix);
    // The log of a possibly intact file belongs with it; that of a damaged file cannot be applied.
    if (how !== 'corrupt' && how !== 'rewritten' && await identityOf(`${path}.wal`) !== null)
      await rename(`${path}.wal`, `${path}.${suffix}.wal`);
    this.options.faults.mended(path);
    this.unreadable.delete(path);
    this.remember(basename(`${path}.${suffix}`));
    const what = `A stored file of target "${this.options.target}" ${STATES[how]}`
      + ` and was set aside as ${path}.${suffix}`;
    const why = typeof error === 'string' ? error : firstLine(error);
    this.options.faults.notice(`${what}; recording continues. (${why})`);
    return `${path}.${suffix}`;
  }

  /** Records a file in the target's folder that was set aside, perhaps in an earlier run. */
  remember(name: string): void {
    const parsed = parsePartitionFileName(name.replace(ASIDE, ''));
    const what = LOST[ASIDE.exec(name)?.[1] ?? ''];
    if (what !== undefined && parsed !== null) this.lose(parsed.startMs, `${what}, set aside as ${name}`);
  }

  /**
   * Records files that were on disk when the target was last saved and are not among `names`; removes them from the
   * summaries. `isToldOf`: each gets a notice.
   */
  findMissing(
    names: readonly string[], summaries: Map<string, unknown>, openHeads: readonly string[], isToldOf = true
  ): void {
    const isThere = (name: string): boolean =>
      names.some((one) => one === name || (one.startsWith(`${name}.`) && ASIDE.test(one)));
    for (const name of [...summaries.keys()]) {
      if (names.includes(name)) continue;
      summaries.delete(name);
      if (!isThere(name) && !isThere(name.replace('.duckdb', '.head.duckdb'))) this.missing(name, isToldOf);
    }
    for (const name of openHeads) {
      if (!isThere(name) && !isThere(name.replace('.head.', '.'))) this.missing(name, isToldOf);
    }
  }

  private missing(name: string, isToldOf: boolean): void {
    const parsed = parsePartitionFileName(name);
    if (parsed === null) return;
    const endMs = parsed.startMs + this.options.partitionMs;
    this.lose(parsed.startMs, `the file ${name}, which is missing`);
    if (isToldOf) this.options.faults.notice(
      `The samples of target "${this.options.target}" from ${between(parsed.startMs, endMs)} are lost: `
        + `the file ${name} is missing. `
        + 'Stop tsdbscope and restore it from a backup if there is one.'
    );
  }

  /** Returns the spans missing from windows, unreadable files first. */
  spans(): LostSpan[] {
    return [...this.unreadable.values(), ...this.gone];
  }

  private lose(startMs: number, why: string): void {
    this.gone.push({ startMs, endMs: startMs + this.options.partitionMs, why });
  }
}

function between(startMs: number, endMs: number): string {
  const text = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
  return `${text(startMs)} to ${text(endMs)} UTC`;
}

function remedyOf(reason: string): string {
  if (/Permission denied|EACCES|EPERM/i.test(reason)) return 'Let the user of tsdbscope read it.';
  if (/Is a directory|EISDIR/i.test(reason)) return 'Move that folder away and restore the file.';
  if (/does not exist|No such file|ENOENT/i.test(reason)) return 'Restore it from a backup.';
  if (/Input\/output|EIO/i.test(reason)) return 'Check the disk, then restore the file from a backup.';
  return 'Restore it from a backup, or move it away.';
}
