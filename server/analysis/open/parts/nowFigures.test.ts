/** Tests that free memory and free disk after a failure are told as those of now. */
import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const FREE = ['$ free -h', '              total        used        free      shared  buff/cache   available',
  'Mem:           15Gi       2.0Gi        11Gi       1.0Mi       2.0Gi        12Gi', 'Swap:            0B          0B'
    + '          0B'];
const DF = ['$ df -h', 'Filesystem      Size  Used Avail Use% Mounted on',
  '/dev/vda1       630G  248G  357G  41% /data'];
const FULL = 'level=error ts=2026-01-02T03:04:05Z caller=a.go:1 msg="no" err="write /data/a: no space left on device"';
const KILL = '[  100.1] Out of memory: Killed process 77 (prometheus) total-vm:9kB, anon-rss:1048576kB, file-rss:0kB';

it('after a kill', () => {
  expect(of('```', KILL, '```', '', '```', ...FREE, '```')).toMatch(/% of the memory is available now \(/);
});

it('after an error of a full disk, and after a clean-up', () => {
  expect(of('```', FULL, '```', '', '```', ...DF, '```')).toContain('is the fullest now: 41 %');
  expect(of('$ rm -rf /data/old', ...DF)).toContain('/data is the fullest now: 41 %');
});

it('alone it is the state that was asked for', () => {
  expect(of(...DF)).toContain('/data is the fullest: 41 %');
  expect(of(...FREE)).toMatch(/% of the memory is available \(/);
});
