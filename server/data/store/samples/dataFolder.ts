/** The data folder: created, checked for write access, and locked by one process at a time. */
import { link, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, firstLine, ok } from '../../../../core/result.ts';
import type { Result } from '../../../../core/result.ts';
import { FORMAT } from '../partitions/partitionNames.ts';
import { identityOf, isMissing, makeFolder, setAside, writeWhole } from '../../../kernel/files/wholeFile.ts';
import { storageFailure } from '../partitions/storageError.ts';

const ATTEMPTS = 5;

/** Folder of the readers: running imports, and history. Emptied when the program starts. */
export function readersFolder(dataDir: string): string {
  return join(dataDir, 'readers');
}

/** Folder of answers of the targets' own query APIs, with a folder for each target's id. */
export function historyFolder(dataDir: string): string {
  return join(readersFolder(dataDir), 'history');
}

/** Folder, in the history folder, of samples read back from an engine, apart from the target's own history. */
export function engineParts(id: string): string {
  return `${id}.engine`;
}

/** Returns whether a folder is one of `engineParts`, or a stretch in it. */
export function isOfEngine(folder: string): boolean {
  return (folder.split('/', 1)[0] ?? '').endsWith(engineParts(''));
}

/** Folder like `engineParts`, with all series, for files of samples. */
export function wholeEngineParts(id: string): string {
  return `${id}.engine-whole`;
}

/**
 * Locks the folder and resolves to a function that unlocks it. Takes over a lock left by an ended process. `tell`
 * receives a sentence for a damaged lock or format.
 */
export async function holdDataFolder(
  folder: string, tell: (sentence: string) => void = () => undefined
): Promise<Result<() => Promise<void>>> {
  // Checked first: Node retries forever to make a folder there.
  const system = await virtualSystemOf(folder);
  if (system !== null) return fail(
    'bad_data',
    `The data folder ${folder} is on ${system}, which keeps no files; choose a folder on a disk with --data.`
  );
  const lock = join(folder, 'lock');
  const own = `${process.pid} ${await startOf(process.pid)}\n`;
  const draft = `${lock}.${process.pid}`;
  try {
    await makeFolder(folder);
    // Synced: after a power failure the lock names an ended process, and is not a damaged file.
    await writeFile(draft, own, { flush: true });
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    const isFull = storageFailure(error) === 'full';
    const what = `data folder ${folder}`;
    const problem = isFull ? `The disk of the ${what} is full` : `The ${what} cannot be written`;
    const remedy = isFull ? 'free space there' : 'make it writable';
    return fail('internal', `${problem} (${firstLine(error)}); ${remedy}, or choose another folder with --data.`);
  }
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await linked(draft, lock)) {
        const release = (): Promise<void> => rm(lock, { force: true });
        const strange = await notForThisVersion(folder, tell);
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
      if (!/^\d+ \S+\n$/.test(text)) tell(`The lock ${lock} was damaged; it is written again.`);
      await rename(lock, `${draft}.stale`).catch(() => undefined);
      await rm(`${draft}.stale`, { force: true, recursive: true });
    }
    return fail('busy', `Other processes are opening the data folder ${folder}; choose another with --data.`);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Types in statfs(2) of kernel file systems that store no files. */
const VIRTUAL = new Map([
  [0x9fa0, 'a proc file system'], [0x62656572, 'a sysfs'], [0x63677270, 'a cgroup file system'],
  [0x27e0eb, 'a cgroup file system'], [0x64626720, 'a debugfs'], [0x74726163, 'a tracefs'],
]);

/** Returns the kind of virtual file system the folder would be on; null for one that stores files. */
async function virtualSystemOf(folder: string): Promise<string | null> {
  try {
    return VIRTUAL.get((await statfs(folder)).type) ?? null;
  } catch {
    // Missing, or not a folder: checks its parent.
    return dirname(folder) === folder ? null : virtualSystemOf(dirname(folder));
  }
}

/**
 * Returns why this version cannot use the folder, as a sentence; null if it can. Writes the format of the folder's
 * files.
 */
async function notForThisVersion(folder: string, tell: (sentence: string) => void): Promise<string | null> {
  const path = join(folder, 'format');
  const text = (await readFile(path, 'utf8')
    .catch((error: unknown) => (isMissing(error) ? '' : firstLine(error)))).trim();
  if (text === String(FORMAT)) return null;
  if (/^\d{1,9}$/.test(text) && Number(text) > FORMAT) {
    const newer = `a newer tsdbscope (format ${text}, this one knows ${FORMAT})`;
    return `The data folder ${folder} was written by ${newer}; start that one, or choose another folder with --data.`;
  }
  if (await identityOf(path) !== null) {
    await setAside(path).catch(() => null);
    tell(`The file ${path} was damaged and set aside as format.damaged; version ${FORMAT} is assumed.`);
  }
  // If this fails, as on a full disk, the next start writes it.
  await writeWhole(path, `${FORMAT}\n`).catch(() => undefined);
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
    // EPERM: it is running and belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  // After a reboot the pid may belong to another program, with another start time.
  const now = await startOf(pid);
  return now === '?' || start === '?' || start === '' || now === start;
}

/** Returns the start of a process in kernel ticks since boot, with the boot id; `?` where the system has no /proc. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    // Fields after the command name, which may hold anything up to the last parenthesis; the start is field 22.
    return `${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '?'}@${boot.trim()}`;
  } catch {
    return '?'; // No /proc: only the pid is compared.
  }
}

/** Returns the bytes of all files below; a file that is deleted meanwhile counts as empty. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderBytes(path);
    else bytes += (await stat(path).catch(() => ({ size: 0 }))).size;
  }
  return bytes;
}
