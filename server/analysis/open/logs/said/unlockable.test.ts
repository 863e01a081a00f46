/** Tests locks that a file system does not have. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { isUnlockable, unlockable } from './unlockable.ts';

it('are distinguished from those that another process holds', () => {
  const of = (reason: string): string => recognize(new TextEncoder().encode('2026-01-02T03:04:05.100Z\tpanic\t'
    + 'VictoriaMetrics/lib/fs/fs.go:120\tFATAL: cannot create lock file: cannot acquire lock on file "/s/flock.lock": '
    + `${reason}; make sure a single process has exclusive access`)).interest ?? '';
  expect(of('function not implemented')).toContain('The file system of that folder has no locks');
  expect(of('function not implemented')).not.toContain('see which process uses the folder');
  expect(of('resource temporarily unavailable')).not.toContain('has no locks');
});

it('are known as a meaning', () => {
  expect(isUnlockable(unlockable('lock /d: operation not supported') ?? '')).toBe(true);
  expect(unlockable('open /d: operation not supported')).toBeNull();
});
