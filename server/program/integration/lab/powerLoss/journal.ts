/** Journals what a program does to the files below a folder, by a library that gcc makes of journal.c. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** As in journal.c. */
const TYPES = [
  'none', 'open', 'write', 'truncate', 'sync', 'rename', 'unlink', 'mkdir', 'link', 'unseen'
] as const;
const HEAD_BYTES = 48;
/** Handles of one process, more than it ever has. */
const MAX_HANDLES = 2 ** 24;

export interface JournalRecord {
  type: (typeof TYPES)[number];
  /** Absolute paths; of `unseen` the first is the name of the call. */
  path: string;
  second: string;
  /** Of an open file or folder, never used again. */
  handle: number;
  timeMs: number;
  /** open: flags; write: offset; truncate: size; sync: bytes of the journal when it was called. */
  number: number;
  data: Buffer;
  /** Bytes of the journal up to and with this record. */
  end: number;
}

/** Why this machine cannot journal; null when it can. */
export function journalObstacle(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux';
  return spawnSync('gcc', ['--version']).status === 0 ? null : 'gcc is not installed';
}

export interface Journal {
  /** For the program to be journalled. */
  env: Record<string, string>;
  /** Bytes so far: what was answered before this was read is in the journal before this position. */
  position(): number;
  read(): JournalRecord[];
}

/** `root`: journalled below; `folder`: outside of it, for the library and the journal. */
export function newJournal(root: string, folder: string): Journal {
  const library = join(folder, 'journal.so');
  const file = join(folder, 'journal');
  const source = join(import.meta.dirname, 'journal.c');
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source, '-ldl', '-lpthread']);
  return {
    // Writes by io_uring would not be seen.
    env: { LD_PRELOAD: library, JOURNAL_ROOT: root, JOURNAL_FILE: file, UV_USE_IO_URING: '0' },
    position: () => statSync(file).size,
    read: () => recordsOf(readFileSync(file)),
  };
}

function recordsOf(bytes: Buffer): JournalRecord[] {
  const records: JournalRecord[] = [];
  for (let at = 0; at < bytes.length;) {
    const [type = 0, pathBytes = 0, secondBytes = 0, pid = 0, own = 0] = [0, 4, 8, 12, 16]
      .map((i) => bytes.readUInt32LE(at + i));
    const handle = pid * MAX_HANDLES + own;
    const timeMs = Number(bytes.readBigInt64LE(at + 24)) / 1000;
    const number = Number(bytes.readBigUInt64LE(at + 32));
    const dataBytes = Number(bytes.readBigUInt64LE(at + 40));
    const path = at + HEAD_BYTES;
    const second = path + pathBytes;
    const data = second + secondBytes;
    at = data + dataBytes;
    const text = (from: number, to: number): string => bytes.toString('utf8', from, to);
    records.push({
      type: TYPES[type] ?? 'none', path: text(path, second), second: text(second, data), handle, timeMs, number,
      data: bytes.subarray(data, at), end: at,
    });
  }
  return records;
}
