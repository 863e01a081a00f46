/** The nine kinds of damage that a file of the data folder can have. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';

/** Reading its first bytes gives EIO, as a bad sector does: no address space begins at 0. */
const UNREADABLE = '/proc/self/mem';

export const DAMAGES: Record<string, (path: string) => void> = {
  half: (path) => { writeFileSync(path, readFileSync(path).subarray(0, Math.floor(statSync(path).size / 2))); },
  empty: (path) => { writeFileSync(path, ''); },
  flipped: (path) => {
    const bytes = readFileSync(path);
    // One byte in fifty, so that every block of a database is hit.
    for (let i = Math.min(7, bytes.length - 2); i < bytes.length; i += 50) bytes[i] = (bytes[i] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
  },
  garbage: (path) => { writeFileSync(path, Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 31 + 7) % 256)); },
  folder: (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  deleted: (path) => { rmSync(path); },
  EACCES: (path) => { chmodSync(path, 0); },
  EIO: (path) => {
    rmSync(path);
    symlinkSync(UNREADABLE, path);
  },
  'wrong JSON': (path) => { writeFileSync(path, '{"some":["other","document"]}'); },
};

export const canDamageByEio = existsSync(UNREADABLE);

/** Nobody: root may read every file, so EACCES needs another user. */
const NOBODY = 65_534;

/** Runs work as a user who may not read everything; the folder becomes that user's. */
export async function asNobody<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  execFileSync('chown', ['-R', '-h', String(NOBODY), folder]);
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
