/** Tests that logs of the kernel and of etcd say what their known messages mean. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { lineMeanings } from './lineMeanings.ts';

const of = (...lines: string[]): { name: string; interest: string } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest: interest ?? '' };
};

describe('the kernel', () => {
  it.each([
    ['EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2: comm a: reading directory lblock 0', 'e2fsck -f'],
    ['XFS (dm-0): metadata I/O error in "xfs_trans_read_buf_map" at daddr 0x80 len 8 error 5', 'xfs_repair'],
    ['EDAC MC0: 1 UE memory read error on CPU_SrcID#0_MC#0 (channel:0 slot:1)', 'replace it'],
    ['mce: [Hardware Error]: Machine check events logged', 'ras-mc-ctl --errors'],
    ['nvme nvme0: I/O 12 QID 3 timeout, reset controller', 'nvme smart-log'],
    ['ata3: hard resetting link', 'look at the disk, its cable'],
  ])('%s', (message, words) => {
    const { name, interest } = of(`[  123.456789] ${message}`, '[  124.000001] a: b');
    expect(name).toBe('a log of the kernel');
    expect(interest).toContain(`The kernel logged "${message.slice(0, 40)}`);
    expect(interest).toContain(words);
    expect(of(
      `Jan  2 03:04:05 h kernel: [  123.456789] ${message}`, 'Jan  2 03:04:06 h kernel: [  124.1] a: b'
    ).interest).toContain(words);
  });

  it('beside a kill for memory, which comes first', () => {
    const { interest } = of(
      '[  100.000001] Out of memory: Killed process 77 (prometheus) total-vm:9kB, anon-rss:1048576kB, file-rss:0kB',
      '[  101.000001] EXT4-fs error (device sda1): a', '[  102.000001] EXT4-fs error (device sda1): b',
    );
    expect(interest).toMatch(/^The kernel killed prometheus /);
    expect(interest).toContain('"EXT4-fs error (device sda1): a" (2 such lines). The ext4 file system has errors');
  });
});

it('what the kernel says of the same disk has no second meaning', () => {
  const told = (disk: string): string => lineMeanings([
    'sd 2:0:0:1: [sdc] tag#0 Sense Key : Medium Error [current]',
    `Buffer I/O error on dev ${disk}, logical block 0, lost async page write`,
  ], { isTold: () => true, quoteOf: (line) => line, subject: () => 'The kernel', max: 2 }).join(' ');
  expect(told('sdc1')).toContain('Of the same disk (sdc) it logged "Buffer I/O error on dev sdc1, ');
  expect(told('sdc1')).not.toContain('The disk or its connection reports errors');
  expect(told('sdd')).toContain('The kernel logged "Buffer I/O error on dev sdd, ');
  expect(told('sdd')).toContain('The disk or its connection reports errors');
});

it('etcd with a slow disk names the next step, and its other errors', () => {
  const { interest } = of(
    '{"level":"warn","ts":"2026-01-02T03:04:05Z","caller":"wal/wal.go:1","msg":"slow fdatasync","took":"2.5s"}',
    '{"level":"warn","ts":"2026-01-02T03:04:06Z","caller":"etcdserver/util.go:1","msg":"failed to apply request",'
      + '"error":"etcdserver: mvcc: database space exceeded"}',
  );
  expect(interest).toContain('Give etcd a fast disk (SSD)');
  expect(interest).toContain('compact and defragment it (one member after the other), then disarm the alarm');
});

it('only the messages asked for are told, the worst first', () => {
  const told = (max: number): string[] => lineMeanings(
    ['wal: slow fdatasync', 'etcdserver: mvcc: database space exceeded', 'nothing'],
    { isTold: ({ program }) => program === 'etcd', quoteOf: (line) => line, subject: () => 'It', max },
  );
  expect(told(1)).toEqual([expect.stringMatching(/^It logged "etcdserver: mvcc: database space exceeded"\. /)]);
  expect(told(2)).toHaveLength(2);
});
