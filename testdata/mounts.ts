/** File systems for tests of faults: small ones, and a folder made read-only. Only root may mount them. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why this system cannot mount; null when it can. */
export const noMount: string | null = whyNot();

/** A file system of so many KiB at the folder, which is made. */
export function mountSmall(folder: string, kib: number): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', folder]);
}

/** Covers the folder with a read-only view of itself; files that are open stay writable, as after any such remount. */
export function mountReadOnly(folder: string): void {
  execFileSync('mount', ['--bind', folder, folder]);
  execFileSync('mount', ['-o', 'remount,bind,ro', folder]);
}

/** Writes a file until the disk has no room left. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  const block = new Uint8Array(4096);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** Also while files in it are open. */
export function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder]);
}

function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'a small file system can be mounted by root only';
  const probe = mkdtempSync(join(tmpdir(), 'tsdbscope-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe], { stdio: 'ignore' });
    execFileSync('umount', [probe]);
    return null;
  } catch {
    return 'mount is not allowed here';
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}
