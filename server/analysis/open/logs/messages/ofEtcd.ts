/** Messages of etcd, for the table of known messages. Pure. */
import type { MessageRow, MessagesOfProgram } from './messageRow.ts';

const ETCD_DISK = 'The disk of etcd is slow to write its WAL';
const ETCD_SLOW = 'Requests take etcd too long, as with a slow disk or too little CPU';
const ETCD_LATE = 'The leader of etcd was late, as with a slow disk or too little CPU, and may lose its place';
const FASTER_DISK = 'give etcd a fast disk (SSD) that nothing else writes to';
const ETCD_FULL = 'The database of etcd has its largest allowed size, and takes no more writes';
const DEFRAGMENT = 'compact and defragment it, then disarm the alarm';
const ADD_AGAIN = 'remove the member, and add it again with an empty folder';
const NO_LEADER = 'The etcd cluster had no leader for a time, and served no writes then';

const ETCD: readonly MessageRow[] = [
  ['database space exceeded', 'full', ETCD_FULL, DEFRAGMENT], ['alarm nospace', 'full', ETCD_FULL, DEFRAGMENT],
  ['was the raft log corrupted, truncated, or lost', 'end', 'A member of etcd has lost entries of its log, and ends',
    ADD_AGAIN],
  ['walpb: crc mismatch', 'damage', 'The WAL of an etcd member is damaged', ADD_AGAIN],
  ['slow fdatasync', 'slow', ETCD_DISK, FASTER_DISK], ['wal: sync duration of', 'slow', ETCD_DISK, FASTER_DISK],
  ['apply request took too long', 'slow', ETCD_SLOW, null], ['apply entries took too long', 'slow', ETCD_SLOW, null],
  ['waiting for readindex response took too long', 'slow', ETCD_SLOW, null],
  ['leader failed to send out heartbeat on time', 'slow', ETCD_LATE, null],
  ['failed to send out heartbeat on time', 'slow', ETCD_LATE, null],
  ['leader is overloaded likely from slow disk', 'slow', ETCD_LATE, null],
  ['server is likely overloaded', 'slow', ETCD_LATE, null],
  ['etcdserver: request timed out', 'error', 'A request to etcd took too long and was given up', null],
  ['etcdserver: leader changed', 'error', NO_LEADER, null], ['etcdserver: no leader', 'error', NO_LEADER, null],
  ['request sent was ignored (cluster id mismatch', 'error', 'A member of etcd reaches one of another cluster',
    'look at the peers of its configuration, and for an old data folder'],
  ['the clock difference against peer', 'error', 'The clocks of two etcd members differ', 'synchronize the clocks'],
];

export const OF_ETCD: readonly MessagesOfProgram[] = [['etcd', ETCD]];
