/** Messages of Cassandra, ScyllaDB, Redpanda, HBase and OpenTSDB, for the table of known messages. Pure. */
import { rowsOf, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const NO_REPLICAS = 'Too few replicas are up for the consistency level, and the request was not done';
const SEE_STATUS = 'see nodetool status for nodes that are down';
const TOMBSTONES = 'A query was ended, because it met too many tombstones';
const FEWER_DELETES = 'change the data model so that queries skip deleted rows, then look at compaction and repair';
const DAMAGED = 'An SSTable is damaged';
const SCRUB = 'look at the disk, take a snapshot, then nodetool scrub (it drops rows that it cannot read) and repair, '
  + 'or restore a backup';
const LARGE_WRITE = 'A write was refused, because it is larger than half a segment of the commit log';
const SMALLER_ROWS = 'write smaller rows or batches';
const COMMIT_LOG = 'The commit log could not be replayed, so a node does not start';
const LOST_WRITES = 'look at the disk; what was only in that file is lost if it is moved away, so copy it, and repair '
  + 'afterwards';
const PAUSE = 'The process was paused for a time, as in a garbage collection or on an overloaded host';
const SEE_GC = 'look at the heap, the log of the garbage collector, and swap';
const NO_TRANSPORTS = 'A node stopped gossip and its client connections after an error of its disk, while its process '
  + 'runs on';
const RESTART_NODE = 'see the error before it, mend that disk or free space on it, then restart the node';

const CASSANDRA: readonly MessageRow[] = [
  ['already exists, cancelling join', 'end', 'A node does not join, because the cluster knows another one with its '
    + 'address', 'if that one is lost, start with cassandra.replace_address_first_boot or, in Scylla, '
    + 'replace_node_first_boot'],
  ['runtimeexception: unable to gossip with any', 'end', 'A node does not start, because it reaches none of its seeds',
    'see whether they run, and the ports 7000 and 7001'],
  ['!= configured name', 'end', 'A node does not start, because its data are of a cluster with another name',
    'correct cluster_name'],
  ['detected unreadable sstables', 'end', 'A node does not start, because this version cannot read its SSTables',
    'run the version that wrote them, and upgrade over its nodetool upgradesstables'],
  // The process stays up, so that a check of the process alone finds nothing.
  ...rowsOf(['stopping transports as disk_failure_policy is', 'commit disk failure policy is stop; terminating'],
    'hang', NO_TRANSPORTS, RESTART_NODE),
  ['commit disk failure policy is stop_commit; terminating', 'hang', 'The commit log of a node stopped after an error '
    + 'of its disk, while its process runs on and serves reads', RESTART_NODE],
  ...rowsOf(['commitlogreplayexception', 'commitlogreadexception'], 'damage', COMMIT_LOG, LOST_WRITES),
  ['corruptsstableexception', 'damage', DAMAGED, SCRUB],
  ['malformed_sstable_exception', 'damage', DAMAGED, SCRUB],
  ['not enough space for compaction', 'full', 'A compaction has too little free disk', 'free or add disk'],
  ['cannot achieve consistency level', 'error', NO_REPLICAS, SEE_STATUS],
  ['not enough replicas available for query at consistency', 'error', NO_REPLICAS, SEE_STATUS],
  ['operation timed out - received only', 'error', 'Too few replicas answered in time; a write may still be done',
    'look at the load, garbage collections and disks of the replicas'],
  ['tombstoneoverwhelmingexception', 'error', TOMBSTONES, FEWER_DELETES],
  ['query aborted (see tombstone_failure_threshold)', 'error', TOMBSTONES, FEWER_DELETES],
  ["tombstones during query '", 'error', TOMBSTONES, FEWER_DELETES],
  ...rowsOf(['bytes is too large for the maximum size of', 'encountered an oversized mutation'], 'error', LARGE_WRITE,
    SMALLER_ROWS),
  ['tombstone cells for query', 'slow', 'A query read many tombstones, which makes it slow', FEWER_DELETES],
  ...rowsOf(['exceeding specified threshold of', 'exceeding specified warn threshold of'], 'slow', 'A batch is larger '
    + 'than batch_size_warn_threshold', 'send smaller batches, each for one partition'),
  ['messages were dropped in last', 'slow', 'A node dropped requests that were too old, as one that is too busy',
    'look at its CPU, disk and garbage collections; after dropped writes (MUTATION), repair'],
  ['not marking nodes down due to local pause', 'slow', PAUSE, SEE_GC],
];

const SEASTAR: readonly MessageRow[] = [
  ['could not setup async i/o', 'end', 'It does not start, because the host allows too few asynchronous requests',
    'raise fs.aio-max-nr (sysctl) on the host'],
  ['reactor stalled for', 'slow', 'One of its cores did not switch tasks for that long, which delays its requests',
    'look at large partitions and the disk; decode the backtrace with seastar-addr2line'],
];

const HBASE: readonly MessageRow[] = [
  ['youaredeadexception', 'end', 'A region server was declared dead by the master, and ends',
    'look for a pause before it (garbage collection, swap), or at ZooKeeper'],
  ['corrupthfileexception', 'damage', 'An HFile could not be read, as one that is damaged', 'run hdfs fsck, then hbase '
    + 'hfile on the file'],
  ['notservingregionexception', 'error', 'A server of HBase does not serve that region, as while it splits or moves',
    'send slower and retry; if it lasts, see the log of the master; before a large import pre-split the table, so that '
    + 'not all writes go to one region'],
  ...rowsOf(['regiontoobusyexception: above memstore limit', 'regiontoobusyexception: over memstore limit'], 'error',
    'A region refuses writes until its memstore is flushed, as more is written than its flushes take', 'look at the '
    + 'flushes and store files of that region; retry with back-off; pre-split the table so that others take writes'),
  ['regiontoobusyexception: failed to get a lock', 'error', 'A request did not get the lock of a region in time, as '
    + 'while it is closed, split or flushed', 'look at the log of the region server at that time'],
  ['regiontoobusyexception', 'error', 'A region refuses writes, because its memstore is full or its lock is held',
    'look at flushes, compactions and hot regions'],
  ['this is likely due to a long garbage collecting pause', 'slow', PAUSE, SEE_GC],
];

const HADOOP: readonly MessageRow[] = [
  ['detected pause in jvm or host machine', 'slow', PAUSE, SEE_GC],
];

const OPENTSDB: readonly MessageRow[] = [
  ['pleasethrottleexception', 'error', 'More writes wait in the client of HBase than it holds, as while HBase is slow '
    + 'or does not serve a region', 'see the cause behind it; send slower and retry'],
  ['nosuchuniquename', 'error', 'A metric or tag is not known to OpenTSDB', 'see its spelling, and '
    + 'tsd.core.auto_create_metrics'],
  ['duplicate timestamp for key=', 'error', 'A series has two values at one time, and queries of it fail unless '
    + 'tsd.storage.fix_duplicates is set', 'set it; tsdb fsck --fix --resolve-duplicates deletes all but one of them'],
];

export const OF_WIDE_COLUMNS: readonly MessagesOfProgram[] = [
  ['Cassandra or ScyllaDB', CASSANDRA], ['ScyllaDB or Redpanda', SEASTAR], ['HBase', HBASE],
  ['HBase or Hadoop', HADOOP], ['OpenTSDB', OPENTSDB],
];
