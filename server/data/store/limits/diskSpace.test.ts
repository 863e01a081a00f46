import { expect, it } from 'vitest';
import { retentionWarning, spaceWarning, withSize, type SizeAt } from './diskSpace.ts';

const GIB = 2 ** 30;
const MINUTE = 60_000;

function growing(bytesPerMinute: number, minutes: number): SizeAt[] {
  let sizes: SizeAt[] = [];
  for (let i = 0; i <= minutes; i++) sizes = withSize(sizes, { timeMs: i * MINUTE, bytes: GIB + i * bytesPerMinute });
  return sizes;
}

it('warns under a tenth of the disk, unless retention keeps what is recorded well within it', () => {
  const sizes = growing(0, 1);
  const warned = (freeGib: number, retentionGib: number): string | null =>
    spaceWarning('/data', { freeBytes: freeGib * GIB, totalBytes: 100 * GIB }, sizes, retentionGib * GIB);
  expect(warned(11, 50)).toBeNull();
  expect(warned(9, 50)).toBe(
    'The disk of the data folder /data has 9 GiB of 100 GiB free: recording stops when it is full. '
      + 'Free space, or lower retention.size.'
  );
  expect(warned(9, 4)).toBeNull();
  expect(warned(2, 4)).not.toBeNull();
});

it('warns two hours before the disk is full at the growth of the last minutes, once ten of them are known', () => {
  const warned = (sizes: SizeAt[], retentionGib = 1000): string | null =>
    spaceWarning('/data', { freeBytes: 20 * GIB, totalBytes: 100 * GIB }, sizes, retentionGib * GIB);
  expect(warned(growing(GIB / 4, 30))).toContain('free and full in 80 min at the present growth');
  expect(warned(growing(GIB / 4, 5))).toBeNull();
  expect(warned(growing(GIB / 10, 30))).toBeNull();
  expect(warned(growing(GIB / 4, 30), 15)).toBeNull();
  // It grew an hour ago and does not now.
  let calm = growing(GIB, 60);
  for (let i = 61; i < 86; i++) calm = withSize(calm, { timeMs: i * MINUTE, bytes: 61 * GIB });
  expect(warned(calm)).toBeNull();
});

it('warns of a retention that the disk is too small for', () => {
  expect(retentionWarning({ totalBytes: 4 * GIB }, 4 * GIB, '/data')).toBeNull();
  expect(retentionWarning({ totalBytes: 3 * GIB }, 4 * GIB, '/data'))
    .toMatch(/^retention\.size \(4 GiB\) exceeds the disk of the data folder \/data \(3 GiB\)/);
});
