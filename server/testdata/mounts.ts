/** File systems for tests of faults: small ones. Only root may mount them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why this system cannot mount; null when it can. */
export const noMount: string | null = whyNot();

/** A file system of so many KiB at the folder, which is made. */
export function mountSmall(folder: string, kib: number): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', folder]);
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
