import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string | null => recognize(new TextEncoder().encode(lines.join('\n'))).interest;
const INODES = [
  'Filesystem      Inodes   IUsed   IFree IUse% Mounted on', '/dev/sdb       6553600 6553600       0  100% /data',
  '/dev/sda       1310720   98304 1212416    8% /',
];
const BYTES = ['Filesystem      Size  Used Avail Use% Mounted on', '/dev/sdb        100G   41G   59G  41% /data'];

it('df -i is of inodes', () => {
  expect(of(...INODES)).toBe('/data has 100 % of its inodes in use. No file can be made there without a free inode, '
    + 'even where bytes are free: find the folder with most files (du --inodes -x) and delete or move them.');
});

it('df -h and df -i in one text, each with its own', () => {
  expect(of(...BYTES, ...INODES))
    .toMatch(/^\/data has 100 % of its inodes in use, and 41 % of its bytes\. No/);
});
