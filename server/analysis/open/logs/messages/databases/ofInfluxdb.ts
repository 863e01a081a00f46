/** Messages of InfluxDB, for the table of known messages. Pure. */
import { SEE_CAUSE, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const NO_START = 'InfluxDB or Kapacitor does not start';
const CACHE_FULL = 'A shard takes no writes for now or does not open, because its cache would be larger than allowed, '
  + 'as when snapshots are slower than writes';
const LOOK_AT_CACHE = 'look at the disk, then at cache-max-memory-size (storage-cache-max-memory-size)';
const OLD_POINTS = 'Points were dropped, because their time is outside the retention';
const LOOK_AT_TIME = 'look at the clock of the sender, at the precision of its timestamps, and whether it sends old '
  + 'data';
const SCHEMA_COLLISION = 'A Flux query puts values of two types into one column';
const ONE_TYPE = 'filter for one type or field, or convert with toFloat()';
const WAL_COLLISION = 'InfluxDB 3 ends, because a WAL file that it has to write exists already, as from another '
  + 'process, or from an empty file after a power loss';
const ONE_WRITER = 'see that one process uses that node ID; copy the wal folder before you move a file out of it';

const INFLUXDB: readonly MessageRow[] = [
  ['run: create server:', 'end', NO_START, WORDS_AFTER],
  ['run: open server:', 'end', NO_START, WORDS_AFTER],
  ['failed opening bolt', 'end', 'InfluxDB 2 does not start, because it cannot open its metadata (influxd.bolt)',
    `${SEE_CAUSE}; see whether another influxd runs, and who owns the file`],
  ['incompatible tsi1 index manifest', 'end', 'The TSI index was written by another version, so a shard does not '
    + 'open', 'stop InfluxDB, move the index folders of its shards away, and build them with influx_inspect buildtsi'],
  ['cannot read corrupt tsm file', 'damage', 'A TSM file could not be read and was renamed, and its data are not read '
    + 'any more', 'see the error next to it; rename an intact file back (it lacked memory, for example), or '
    + 'restore it'],
  ['invalid series segment', 'damage', 'The series file of a database is damaged', 'stop InfluxDB, and verify with '
    + 'influx_inspect verify-seriesfile (InfluxDB 2: influxd inspect)'],
  ['skipping corrupt wal file', 'damage', 'A WAL file of InfluxDB 3 is damaged or empty and was left out, so writes '
    + 'that are only in it are lost', 'look at the disk, and at how it ended before'],
  ['failed to initialized write buffer: error from wal', 'end', 'InfluxDB 3 does not start, because it cannot read '
    + 'its WAL', 'copy the data folder, look for WAL files of 0 bytes, as after a loss of power, and run the newest '
    + 'version'],
  ['assertion failed: min_time <= max_time', 'end', 'InfluxDB 3 ended at a WAL file whose time range ends before it '
    + 'begins', 'copy the data folder, run the newest version, and if it ends there, too, move that WAL file away, '
    + 'which loses its points'],
  ['attempt to persist a wal file that already exists', 'end', WAL_COLLISION, ONE_WRITER],
  ['another process has written to the wal ahead of this one', 'end', WAL_COLLISION, ONE_WRITER],
  ['msg="file corrupt"', 'damage', 'InfluxDB read a damaged WAL file up to that place, and cut off what follows in it',
    'look at the disk, and at how it ended before'],
  ['dropped bad disk queue segment', 'damage', 'A damaged part of the queue of a replication was dropped, and its '
    + 'data were not sent', 'compare both buckets, and write what is missing'],
  ['cache-max-memory-size exceeded', 'full', CACHE_FULL, LOOK_AT_CACHE],
  ['cache maximum memory size exceeded', 'full', CACHE_FULL, LOOK_AT_CACHE],
  ['hinted handoff queue not empty', 'error', 'Writes for a data node wait on another one, which could not reach it',
    'see whether that node runs'],
  ['). compaction in progress', 'slow', 'InfluxDB did not begin that compaction, as another one has the same files or '
    + 'left its .tsm.tmp file', 'if it comes again and again, look for the first error before it and at the free disk'],
  ['error compacting tsm files', 'error', 'A compaction of TSM files failed',
    SEE_CAUSE],
  ['max-series-per-database limit exceeded', 'error', 'A database has as many series as it may, and new ones are '
    + 'dropped', 'use tags with fewer values; a higher limit needs more memory'],
  ['max-values-per-tag limit exceeded', 'error', 'A tag has as many values as it may, and new ones are dropped',
    'use a field in its place; a higher limit needs more memory'],
  ['field type conflict: input field', 'error', 'Points were dropped, because a field has another type in its shard',
    'write the field always with one type'],
  ['points beyond retention policy dropped', 'error', OLD_POINTS, LOOK_AT_TIME],
  ['points outside retention policy of duration', 'error', OLD_POINTS, LOOK_AT_TIME],
  ['partial write: unable to parse', 'error', 'Lines that are no line protocol were dropped, the others were stored',
    WORDS_AFTER],
  ['partial write of line protocol occurred', 'error', 'Lines in error were dropped, the others were stored',
    'the answer names each line and its error'],
  ['failure writing points to database', 'error', 'A write failed, or a part of its points was dropped', WORDS_AFTER],
  ['failed to write point batch to database', 'error', 'Points of a listener were not stored',
    SEE_CAUSE],
  ['error rolling wal segment', 'error', 'InfluxDB could not begin a new WAL segment, so a write failed',
    SEE_CAUSE],
  ['write failed for shard', 'error', 'A write to a shard failed', WORDS_AFTER],
  ['msg="error in replication stream"', 'error', 'InfluxDB could not send data to the remote of a replication, and '
    + 'keeps them in its queue', `${SEE_CAUSE}; see the queue with influx replication list`],
  ['msg="failed to store statistics"', 'error', 'InfluxDB could not write its own statistics (_internal)',
    SEE_CAUSE],
  ['retention policy not found:', 'error', 'A write or a query names a retention policy that the database does not '
    + 'have', 'see SHOW RETENTION POLICIES'],
  ['unable to parse authentication credentials', 'error', 'A request came without user and password that InfluxDB '
    + 'could read, and authentication is on', 'set them in the client'],
  ['max-concurrent-queries limit exceeded', 'error', 'More queries ran at once than allowed',
    'see which take long (SHOW QUERIES)'],
  ['query-timeout limit exceeded', 'error', 'A query took longer than query-timeout, and was ended',
    'shorten its range, or group by a longer time'],
  // The first has the spelling of the program.
  ['max-select-point limit exceeed', 'error', 'A query reads more points than max-select-point', 'shorten its range'],
  ['max-select-point limit exceeded', 'error', 'A query reads more points than max-select-point', 'shorten its range'],
  ['max-select-series limit exceeded', 'error', 'A query reads more series than max-select-series',
    'name more tags in it'],
  ['max-select-buckets limit exceeded', 'error', 'A query makes more groups of time than max-select-buckets',
    'group by a longer time, or shorten its range'],
  ['error parsing query: found', 'error', 'A query of InfluxQL has a syntax error', WORDS_AFTER],
  ['could not execute task run', 'error', 'A run of a task failed', WORDS_AFTER],
  ['cannot submit unbounded read to', 'error', 'A Flux query names no time for a bucket', 'add range() after from()'],
  ['schema collision: cannot group', 'error', SCHEMA_COLLISION, ONE_TYPE],
  ['schema collision detected: column', 'error', SCHEMA_COLLISION, ONE_TYPE],
  ['memory allocation limit reached: limit', 'error', 'A Flux query needs more memory than a query may have',
    'shorten its range or aggregate earlier, or raise query-memory-bytes'],
  ['parquet files, exceeding the file limit', 'error', 'A query of InfluxDB 3 Core covers more files than it may',
    'shorten its time range; --query-file-limit raises the limit at the cost of memory'],
  ['update to schema would exceed number of', 'error', 'A write of InfluxDB 3 would create more columns, tables or '
    + 'databases than allowed', 'use fewer of them; deleting one loses its data'],
];

const DATAFUSION_FULL = 'A query needs more memory than the pool for queries has';
const SMALLER_QUERY = 'shorten its time range, or raise the pool (--exec-mem-pool-bytes of InfluxDB 3)';

const DATAFUSION: readonly MessageRow[] = [
  ['resources exhausted: failed to allocate', 'error', DATAFUSION_FULL, SMALLER_QUERY],
  ['resources exhausted: additional allocation failed', 'error', DATAFUSION_FULL, SMALLER_QUERY],
];

export const OF_INFLUXDB: readonly MessagesOfProgram[] = [['InfluxDB', INFLUXDB], ['DataFusion', DATAFUSION]];
