import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { emptyCheckpoint, emptyFolders } from './emptyFolders.ts';

const LISTING = [
  '# ls -la /d/wal /d/wal/checkpoint.00000007', '/d/wal:', 'total 12',
  'drwxr-xr-x. 3 u g     4096 Jan  2 03:04 .', 'drwxr-xr-x. 9 u g     4096 Jan  2 03:04 ..',
  '-rw-r--r--. 1 u g 84115456 Jan  2 03:04 00000008', 'drwxr-xr-x. 2 u g 4096 Jan  2 01:04 checkpoint.00000007', '',
  '/d/wal/checkpoint.00000007:', 'total 8', 'drwxr-xr-x. 2 u g 4096 Jan  2 01:04 .',
  'drwxr-xr-x. 3 u g 4096 Jan  2 03:04 ..',
];

it('a folder with nothing but itself is empty, also before a prompt', () => {
  expect(emptyFolders(LISTING.join('\n'))).toEqual(['/d/wal/checkpoint.00000007']);
  expect(emptyCheckpoint([...LISTING, '# mount'].join('\n'))).toBe('checkpoint.00000007');
  expect(recognize(new TextEncoder().encode(LISTING.join('\n'))).interest).toContain('checkpoint.00000007 is empty: '
    + 'Prometheus before 2.32.0 panics on it at each start.');
});

it('a folder with a file, and one without its total, are not', () => {
  const file = '-rw-r--r--. 1 u g 32768 Jan  2 01:04 00000000';
  expect(emptyFolders([...LISTING, file].join('\n'))).toEqual([]);
  expect(emptyFolders('/d/wal:\n\n')).toEqual([]);
});
