/**
 * The locked data folder: whether it is still the one that was locked, and whether it can be written. Checked before
 * each write, because open files still accept writes when their folder is deleted, moved or covered by a mount.
 */
import { open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ok, type Result } from '../../../../core/result.ts';
import { identityOf, isMissing } from '../../../kernel/files/wholeFile.ts';
import { holdDataFolder } from './dataFolder.ts';

const PROBE_BYTES = 4096;

/**
 * `held`: unchanged; `deleted`: nothing at its path; `replaced`: another folder there; `unlocked`: the same one without
 * our lock; `unmounted`: the disk it was on is gone.
 */
export type FolderState = 'held' | 'deleted' | 'replaced' | 'unlocked' | 'unmounted';

export class HeldFolder {
  private identity: string | null = null;
  private lockIdentity: string | null = null;
  private release: () => Promise<void> = () => Promise.resolve();

  /** `tell` receives a sentence for each damaged file of its own. */
  constructor(readonly path: string, private readonly tell: (sentence: string) => void) {}

  /** Makes and locks the folder; can be repeated if another one is at its path. Fails like holdDataFolder. */
  async hold(): Promise<Result<null>> {
    const held = await holdDataFolder(this.path, this.tell);
    if (!held.ok) return held;
    this.release = held.value;
    this.identity = await identityOf(this.path);
    this.lockIdentity = await identityOf(this.lock);
    return ok(null);
  }

  /** Returns the state of the folder. Throws if the system does not tell (EIO, ESTALE). */
  async state(): Promise<FolderState> {
    const now = await identityOf(this.path);
    if (now === this.identity) return await identityOf(this.lock) === this.lockIdentity ? 'held' : 'unlocked';
    const [device] = this.identity?.split(':') ?? [];
    const parentDevice = await deviceOf(dirname(this.path));
    if (now === null) return parentDevice === device ? 'deleted' : 'unmounted';
    const [nowDevice] = now.split(':');
    // On another disk and not a mount point: its disk was unmounted, and the disk below is not the intended one.
    return nowDevice !== device && nowDevice === parentDevice ? 'unmounted' : 'replaced';
  }

  /** Writes and removes a test file. Throws if that fails. */
  async probe(): Promise<void> {
    const path = join(this.path, 'probe');
    const file = await open(path, 'w', 0o600);
    try {
      await file.write(Buffer.alloc(PROBE_BYTES, 1));
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
  }

  /** Removes the lock, if it is still ours. */
  async letGo(): Promise<void> {
    if (await identityOf(this.lock).catch(() => null) === this.lockIdentity) await this.release();
  }

  private get lock(): string {
    return join(this.path, 'lock');
  }
}

/** Returns the device of the folder, or of its nearest existing parent. */
async function deviceOf(folder: string): Promise<string> {
  try {
    return String((await stat(folder, { bigint: true })).dev);
  } catch (error) {
    if (!isMissing(error) || dirname(folder) === folder) throw error;
    return deviceOf(dirname(folder));
  }
}
