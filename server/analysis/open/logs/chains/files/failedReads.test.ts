/** Tests that errors of a device are distinguished from those of its file system. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { failedReads } from './failedReads.ts';

const EVENT = '  Warning  Ext4Error    5m1s (x2 over 5m2s)  kernel-monitor  ';
const READING = 'EXT4-fs error (device nvme7n1): ext4_discard_preallocations:4095: comm etcd: Error -5 reading block '
  + 'bitmap for 12';
const OTHER = 'EXT4-fs error (device nvme7n1): __ext4_find_entry:1531: inode #2: comm sh: reading directory lblock 0';

it('a device that does not serve reads is not to be repaired, and the process is named', () => {
  const facts = failedReads([`${EVENT}${READING}`, `${EVENT}${OTHER}`]) ?? '';
  expect(facts).toContain('the device nvme7n1 fail with error -5 (EIO; 1 of 2 lines about the file system, met by etcd '
    + 'and sh)');
  expect(facts).toContain('do not run e2fsck');
  expect(facts).toContain('replace that member');
  const events = recognize(new TextEncoder().encode([`${EVENT}${READING}`, `${EVENT}${OTHER}`, ''].join('\n')));
  expect(events.interest).toContain('error -5 (EIO');
  expect(events.interest).not.toContain('run e2fsck -f');
});

it('another process has no step of etcd', () => {
  expect(failedReads([READING.replaceAll('etcd', 'mysqld')])).not.toContain('etcd');
});

it.each([
  ['another error', READING.replace('Error -5', 'Error -117')], ['no error number', OTHER],
  ['another message', 'nvme7n1: error -5 at probe'],
])('says nothing with %s', (_, line) => { expect(failedReads([line])).toBeNull(); });

it('the row of an event is quoted without its columns', () => {
  const { interest } = recognize(new TextEncoder().encode([`${EVENT}${OTHER}`, `${EVENT}${OTHER}`, ''].join('\n')));
  expect(interest).toContain('The kernel logged "EXT4-fs error (device nvme7n1)');
});
