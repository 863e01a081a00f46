/** Messages of QuestDB, TDengine, Graphite, Druid, M3DB and IoTDB, for the table of known messages. Pure. */
import { rowsOf, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const SUSPENDED = 'QuestDB could not apply the WAL of a table, and applies none of it until it is resumed; new rows '
  + 'wait in the WAL';
const RESUME = 'see wal_tables() and the error before it, fix its cause, then ALTER TABLE ... RESUME WAL';

const QUESTDB: readonly MessageRow[] = [
  ['job failed, table suspended', 'error', SUSPENDED, RESUME],
  ['table is suspended [tablename=', 'error', SUSPENDED, RESUME],
  ['table is suspended [dirname=', 'error', SUSPENDED, RESUME],
  ['table busy [reason=', 'error', 'Another writer or too many readers hold the table', 'the reason is in the '
    + 'brackets; a WAL table takes several writers at once'],
  ['cast error from protocol type', 'error', 'A row was refused, because a column has another type than its value',
    'send the type of the column'],
];

const SEE_TAOSD = 'see whether taosd runs there, whether its FQDN is resolved here, and whether port 6030 is reached '
  + '(before 3.0, 6030 to 6042, also UDP)';

const TDENGINE: readonly MessageRow[] = [
  ['tsdb no available disk', 'full', 'TDengine finds no disk for its data', 'look at dataDir and free disk'],
  ['vnode is closed or removed', 'error', 'A vnode of the database does not run on that node',
    'see show vgroups, and the log of taosd on that dnode'],
  ['sync leader is unreachable', 'error', 'The leader of a group of nodes was not reached, as during an election or '
    + 'with a wrong address', 'see show vgroups, and whether all dnodes run and are reachable by their names'],
  ['dnode is offline', 'error', 'A dnode does not report to the cluster', 'see show dnodes for its reason'],
  ['conflict transaction not completed', 'error', 'A change was refused, because another one in conflict with it is '
    + 'not finished', 'see show transactions, and retry after it'],
  ['timestamp data out of range', 'error', 'A row was refused, because its time is before what KEEP holds or too far '
    + 'in the future', 'look at the clock and the precision of the sender, and at KEEP'],
  ...rowsOf(['auth msg received from mnodes, error:unable to establish connection',
    'status rsp is received, error:unable to establish connection'], 'error', 'This dnode does not reach the mnodes, '
    + 'which is no wrong password', SEE_TAOSD),
  ...rowsOf(['failed to connect to database, reason:unable to establish connection',
    'failed to connect to server, reason: unable to establish connection',
    // The same by its number, of the client and of the drivers.
    ...['[0x000b] ', '[0x000b]: ', 'tdengine error (8000000b): ', 'tdengine error (0x8000000b): ']
      .map((before) => `${before}unable to establish connection`)], 'error', 'TDengine does not reach its server, '
    + 'which is no wrong password', SEE_TAOSD),
  ...rowsOf(['error:', 'reason:', 'reason: '].map((before) => `${before}unable to resolve fqdn`), 'error', 'The name '
    + 'of a node of TDengine (its FQDN) is not resolved on that host', 'give it an address in DNS or /etc/hosts there'),
  ['has reached the licensed upper limit', 'error', 'A limit of the license is reached', 'see show grants'],
];

const CORRUPT_WHISPER = 'A file of Whisper is damaged, and its metric cannot be used';

const GRAPHITE: readonly MessageRow[] = [
  ['corruptwhisperfile', 'damage', CORRUPT_WHISPER, 'look at the disk, and restore the file; moved away, a new one is '
    + 'made without its history'],
  ['metriccache is full', 'full', 'Points come faster than carbon writes them, so its cache is full, and they are '
    + 'dropped or held back', 'look at the disk and at MAX_UPDATES_PER_SECOND, which limits the writes; a larger '
    + 'MAX_CACHE_SIZE only fills later'],
];

const GROUPS = 'A query groups by too many values';
const SPILL = 'raise druid.query.groupBy.maxOnDiskStorage, or group by less';

const DRUID: readonly MessageRow[] = [
  ['not enough direct memory', 'end', 'Druid does not start, because its buffers need more direct memory than the '
    + 'JVM has', 'raise -XX:MaxDirectMemorySize, or lower druid.processing.buffer.sizeBytes or numThreads'],
  ['not enough dictionary space to execute this query', 'error', GROUPS, SPILL],
  ['not enough aggregation buffer space to execute this query', 'error', GROUPS, SPILL],
];

const M3DB: readonly MessageRow[] = [
  ...rowsOf(['majority', 'all', 'one', 'unstrict_majority'].map((level) =>
    `failed to meet consistency level ${level} with`), 'error', 'Too few replicas of M3DB did what a request asked',
  'see the error of each host behind it, and whether those nodes run and are bootstrapped'),
  ['bootstrap completed with unfulfilled ranges', 'error', 'No bootstrapper of M3DB had the data of these shards for '
    + 'the time behind each, so the bootstrap failed', 'see the order in bootstrappers (filesystem, commitlog, peers, '
    + 'uninitialized_topology), and the shards in the placement'],
  ['index is not yet bootstrapped to read', 'hang', 'The index still bootstraps after a start, so reads fail, while '
    + 'writes may work', 'look at the bootstrap state of the node (its log, its health), its disk and CPU'],
];

const IOTDB: readonly MessageRow[] = [
  ...rowsOf(['compactionmemorynotenoughexception', 'no enough memory for current compaction task'], 'slow', 'IoTDB '
    + 'leaves a compaction out that needs more memory than the budget for compactions has; its files stay as they are',
  'give the DataNode more heap or compactions a larger share, and look for late writes (unsequence files)'),
  ...rowsOf(['compactionfilecountexceededexception', 'no enough file num for current compaction task'], 'slow',
    'IoTDB leaves a compaction out that would open more files than compactions may; its files stay as they are',
    'look at how many small and unsequence files there are, and why'),
  ['writeprocessrejectexception', 'error', 'IoTDB refuses a write', 'the words after it say why; where they name '
    + 'memory or a wait, its memory for writes is full: look at the disk and the flushes, or send less'],
];

export const OF_OTHER_DATABASES: readonly MessagesOfProgram[] = [
  ['QuestDB', QUESTDB], ['TDengine', TDENGINE], ['Graphite (carbon)', GRAPHITE], ['Druid', DRUID], ['M3DB', M3DB],
  ['IoTDB', IOTDB],
];
