/** The data folder: made, checked for writing, and held by one process at a time. */
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, firstLine, ok } from '../../../core/result.ts';
import type { Result } from '../../../core/result.ts';
import { FORMAT } from '../partitions/partitionSchema.ts';
import { writeWhole } from '../../files/wholeFile.ts';
import { storageFailure } from '../partitions/storageError.ts';

const ATTEMPTS = 5;

/** Resolves to the release of the lock. A lock left by a process that is gone is taken over. */
export async function holdDataFolder(folder: string): Promise<Result<() => Promise<void>>> {
  const lock = join(folder, 'lock');
  const own = `${process.pid} ${await startOf(process.pid)}\n`;
  const draft = `${lock}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(draft, own);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    return fail('internal', storageFailure(error) === 'full'
      ? `The disk of the data folder ${folder} is full (${firstLine(error)}); make room ` + 'there, or choose another folder with --data.'
      : `The data folder ${folder} cannot be written (${firstLine(error)}); give its ` + 'owner the right to, or choose another with --data.');
  }
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await linked(draft, lock)) {
        const release = (): Promise<void> => rm(lock, { force: true });
        const strange = await notForThisVersion(folder);
        if (strange === null) return ok(release);
        await release();
        return fail('bad_data', strange);
      }
      const text = await readFile(lock, 'utf8').catch(() => '');
      const [pid = '', start = ''] = text.trim().split(' ');
      if (Number(pid) !== process.pid && await alive(Number(pid), start)) {
        return fail(
          'busy', `The data folder ${folder} is in use by process ${pid}; stop it or choose another folder with --data.`
        );
      }
      await rename(lock, `${draft}.stale`).catch(() => undefined);
      await rm(`${draft}.stale`, { force: true });
    }
    return fail('busy', `The data folder ${folder} is being taken by other processes; choose another with --data.`);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Why this version must leave the folder alone, as a sentence; null when it may have it. Writes down what the folder's
 * files are like.
 */
async function notForThisVersion(folder: string): Promise<string | null> {
  const path = join(folder, 'format');
  const text = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (text === String(FORMAT)) return null;
  if (/^\d{1,9}$/.test(text) && Number(text) > FORMAT) {
    return `The data folder ${folder} was written by a ` + `newer tsdbscope (format ${text}, this one knows ` + `${FORMAT}); start that one, or choose another folder with --data.`;
  }
  // Where there is no room for it the next start writes it.
  await writeWhole(path, `${FORMAT}\n`, 0o666).catch(() => undefined);
  return null;
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function alive(pid: number, start: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  // After a reboot the number may belong to another program, which then started at another time.
  const now = await startOf(pid);
  return now === '?' || start === '?' || start === '' || now === start;
}

/**
 * When the process started, in the kernel's ticks since boot with the boot's id; `?` where the system does not tell.
 */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    // Fields after the command name, which may hold anything up to the last parenthesis; the start is the 22nd in all.
    return `${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '?'}@${boot.trim()}`;
  } catch {
    return '?'; // No /proc: the pid alone has to do.
  }
}

/** Bytes of all files below; a file that goes meanwhile counts for nothing. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderBytes(path);
    else bytes += (await stat(path).catch(() => ({ size: 0 }))).size;
  }
  return bytes;
}
