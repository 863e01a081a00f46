import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const failed = (error: string): string =>
  `ts=2026-03-04T10:00:00.1Z caller=db.go:8 level=error component=tsdb msg="compaction failed" err="${error}"`;
const SEGMENT = failed('compact head: persist head block: populate block: write chunks: preallocate: no space left on '
  + 'device');
const df = (size: string, free: string, percent: number): string[] => [
  'Filesystem      Size  Used Avail Use% Mounted on', `tmpfs    ${size}   20M  ${free}  ${percent}% /srv/prometheus`,
];
const said = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('a file system that is smaller than a file of chunks is not full', () => {
  const facts = said(SEGMENT, '', '$ df -h', ...df('400M', '380M', 5));
  expect(facts).toContain('By df, /srv/prometheus has 380 MiB of 400 MiB free (5 % used), so it is not full: a file of '
    + 'chunks of a block is allocated at its full size, by default 512 MiB, which cannot fit into it.');
  expect(facts).not.toMatch(/a quota or its inodes are full|see whether space was freed/);
  expect(said(SEGMENT, '', '$ df -h', ...df('900M', '380M', 58))).toContain('does not fit into what is free');
});

it('free bytes beside another error leave a quota, and what was freed since', () => {
  const write = failed('compact head: write /srv/prometheus/01AB.tmp/index: no space left on device');
  const facts = said(write, '', '$ df -h', ...df('9.0G', '5.0G', 45), '$ df -i',
    'Filesystem      Inodes  IUsed   IFree IUse% Mounted on', 'tmpfs     600000 300 597000    1% /srv/prometheus');
  expect(facts).toContain('No space was left when it was written, but by df /srv/prometheus is 45 % full, with 1 '
    + '% of its inodes in use: see whether space was freed since, and whether a quota limits that folder.');
  expect(facts).not.toContain('a quota or its inodes are full');
});

it('a full file system, full inodes and another mount stay as they are', () => {
  const inodes = ['Filesystem      Inodes  IUsed   IFree IUse% Mounted on', 'tmpfs 600 600 0 100% /srv/prometheus'];
  expect(said(SEGMENT, '', '$ df -h', ...df('400M', '0', 100))).toContain('a quota or its inodes are full');
  expect(said(SEGMENT, '', '$ df -h', ...df('400M', '380M', 5), ...inodes)).not.toContain('so it is not full');
  expect(said(SEGMENT, '', '$ df -h', 'Filesystem      Size  Used Avail Use% Mounted on', '/dev/a 9G 2G 7G 22% /home'))
    .toContain('a quota or its inodes are full');
});
