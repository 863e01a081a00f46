/** DuckDB's log of a head: checks it before it is opened, and recovers the start of a damaged one. */
import { readFile } from 'node:fs/promises';
import { firstLine } from '../../../../core/result.ts';
import { beginningOf, isMissing, writeWhole } from '../../../kernel/files/wholeFile.ts';
import { messageOf } from './storageError.ts';

/** First bytes of DuckDB's write-ahead logs: the first entry holds their version. */
const LOG_START = Buffer.from([0x64, 0x00, 0x62]);
/** The position that DuckDB reports is after the size and the checksum of the entry. */
const DAMAGED_ENTRY = /Corrupt WAL file: entry .*?at byte position (\d+)/;
const ENTRY_HEAD_BYTES = 16;

/**
 * Restores the part of a log before its damaged entry, because DuckDB rejects a whole log for one damaged entry, as a
 * power failure during a commit leaves. `aside`: the set-aside log of `path`. Restores nothing if the error names no
 * position.
 */
export async function keepLogBefore(path: string, error: unknown, aside: string): Promise<void> {
  const end = Number(DAMAGED_ENTRY.exec(messageOf(error))?.[1] ?? 0) - ENTRY_HEAD_BYTES;
  if (end > 0) await writeWhole(`${path}.wal`, (await readFile(aside)).subarray(0, end));
}

/**
 * Checks the start of a log: DuckDB silently treats a log with a wrong start as empty, which would lose everything
 * since the last cut. A log with a torn end, as after a crash, is valid up to there.
 */
export async function checkLog(path: string): Promise<void> {
  const start = await beginningOf(path, LOG_START.length).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw new Error(`Corrupt WAL: it cannot be read: ${firstLine(error)}`, { cause: error });
  });
  if (start?.length === LOG_START.length && !start.equals(LOG_START))
    throw new Error(`Corrupt WAL: ${path} has a wrong beginning.`);
}
