/** Messages of PostgreSQL and TimescaleDB, for the table of known messages. Pure. */
import { rowsOf, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const LOCK_TABLE = 'The table of locks is full, as with a statement that touches many chunks or partitions';
const MORE_LOCKS = 'raise max_locks_per_transaction, which needs a restart';
const NO_CHECKPOINT = 'PostgreSQL does not start, because the WAL has no valid checkpoint';
const NO_RESET = 'restore from a backup; pg_resetwal loses data, so copy the data folder before it';
const DAMAGED = 'A data file is damaged';
const LOOK_AT_DISK = 'copy the data folder, look at the disk, and restore what is damaged from a backup';
const TOAST = 'A part of a stored value is missing, so its row cannot be read';
const CRASHED = 'All connections were ended, because another process of PostgreSQL crashed or (before version 14) by '
  + 'an immediate shutdown';
const FIND_SIGNAL = 'look before it for "was terminated by signal": 6 follows a PANIC, 9 is mostly the OOM killer, '
  + '11 a segfault';
const NO_CONNECTIONS = 'All connections that clients may have are in use';
const POOL = 'see pg_stat_activity for idle ones; use a pool, such as PgBouncer, rather than more connections';
const RECOVERY = 'PostgreSQL starts from data that were in use, as after a crash or from a base backup, and recovers '
  + 'them from the WAL';
const WRAPAROUND = 'PostgreSQL takes no more writes, so that transaction ids do not wrap around';
const VACUUM_NOW = 'end old transactions and prepared ones, drop unused replication slots, then VACUUM that database';
const VACUUM_SOON = 'Old rows were not frozen for long; if nothing is done, the database will stop writes';
const SLOT_LOST = 'A replication slot was invalidated, as by max_slot_wal_keep_size, and its standby or subscriber can '
  + 'no longer use it';
const SLOT_REASON = 'see the DETAIL line for the reason, then make the slot and what reads from it again';
const ARCHIVE = 'The WAL cannot be archived, so it stays in pg_wal, which fills the disk';
const SEE_ARCHIVE = 'run archive_command by hand, and see its error; do not delete files in pg_wal';
const NO_WALSENDERS = 'A standby was refused, because others take all places of max_wal_senders';
const TEMP_LIMIT = 'A query was ended, because its temporary files are larger than temp_file_limit';
const SMALLER_SORT = 'let it sort or join fewer rows, or raise the limit if the disk has room';
const READ_ONLY = 'PostgreSQL refused a write, because the server is a standby or the transaction is read-only';
const PRIMARY = 'see pg_is_in_recovery(); connect to the primary';
const MEMORY = 'PostgreSQL was refused memory';
const CONFIG_MEMORY = 'PostgreSQL does not start, because it does not get its shared memory';

const POSTGRESQL: readonly MessageRow[] = [
  ['could not locate a valid checkpoint record', 'end', NO_CHECKPOINT, NO_RESET],
  ['invalid primary checkpoint record', 'end', NO_CHECKPOINT, NO_RESET],
  ['could not locate required checkpoint record', 'end', 'PostgreSQL does not start, because backup_label names a '
    + 'checkpoint whose WAL is missing', 'provide that WAL (restore_command with recovery.signal, before version 12 '
    + 'recovery.conf); without backup_label a restored backup is damaged'],
  ['lock file "postmaster.pid" already exists', 'end', 'PostgreSQL does not start, because its data folder has the '
    + 'lock file of another one', 'see whether that process runs, on another host too; two servers damage the data'],
  ['could not create any tcp/ip sockets', 'end', 'PostgreSQL does not start, because it can listen on none of its '
    + 'addresses', 'see the line before it; often another process has the port'],
  ['database files are incompatible with server', 'end', 'PostgreSQL does not start, because the data folder is of '
    + 'another major version or build', 'start the old version again, or use pg_upgrade or a dump'],
  ['could not map anonymous shared memory', 'end', CONFIG_MEMORY, 'lower shared_buffers, or look at huge pages and '
    + 'at the memory limit'],
  ['terminating connection because of crash of another server process', 'end', CRASHED, FIND_SIGNAL],
  ['the postmaster has commanded this server process to roll back', 'end', CRASHED, FIND_SIGNAL],
  ['page verification failed, calculated checksum', 'damage', DAMAGED, LOOK_AT_DISK],
  ['invalid page in block', 'damage', DAMAGED, LOOK_AT_DISK],
  ['from before relfrozenxid', 'damage', 'Rows have transaction ids that should not be there any more',
    'bring PostgreSQL to its latest minor version, then check the table with amcheck (pg_amcheck since 14)'],
  ['could not access status of transaction', 'damage', 'PostgreSQL cannot read or write the state of a transaction',
    'see the DETAIL line: on a full disk free space; if the file is missing, copy the data folder, then restore from a '
    + 'backup'],
  ['for toast value', 'damage', TOAST, LOOK_AT_DISK],
  ['could not fsync file', 'damage', 'The kernel could not write a file to disk, and PostgreSQL may end',
    'see dmesg, and look at the disk'],
  ...rowsOf(['could not write to file "pg_wal/', 'could not write to file "pg_xlog/'], 'full', 'PostgreSQL could not '
    + 'write its WAL, mostly because the disk is full, and may end or not start', 'enlarge the disk (see df and df '
    + '-i) or remove other files, never its WAL; then see pg_replication_slots and pg_stat_archiver'),
  ['could not extend file', 'full', 'A table or an index could not grow', 'see the error behind it; mostly the disk '
    + 'is full'],
  ['could not resize shared memory segment', 'full', 'A query found too little shared memory (/dev/shm)',
    'in a container, raise --shm-size or mount a larger /dev/shm'],
  ...rowsOf(['you might need to increase max_locks_per_transaction',
    'you might need to increase "max_locks_per_transaction"'], 'full', LOCK_TABLE, MORE_LOCKS),
  ['error: out of shared memory', 'full', 'A table in shared memory is full, mostly that of locks', 'see the HINT line '
    + 'for the setting to raise, such as max_locks_per_transaction'],
  ['sorry, too many clients already', 'full', NO_CONNECTIONS, POOL],
  ['remaining connection slots are reserved', 'full', NO_CONNECTIONS, POOL],
  ['database is not accepting commands', 'full', WRAPAROUND, VACUUM_NOW],
  ['failed on request of size', 'full', MEMORY, 'look at work_mem, at the number of connections, and at '
    + 'vm.overcommit_memory'],
  ...rowsOf(['temporary file size exceeds temp_file_limit', 'temporary file size exceeds "temp_file_limit"'], 'full',
    TEMP_LIMIT, SMALLER_SORT),
  ['oldest xmin is far in the past', 'error', VACUUM_SOON, VACUUM_NOW],
  ['cutoff for removing and freezing tuples is far in the past', 'error', VACUUM_SOON, VACUUM_NOW],
  ['must be vacuumed within', 'error', VACUUM_SOON, VACUUM_NOW],
  ['to avoid a database shutdown, execute a database-wide vacuum', 'error', VACUUM_SOON, VACUUM_NOW],
  ['archive command failed with exit code', 'error', ARCHIVE, SEE_ARCHIVE],
  ['archiving write-ahead log file', 'error', ARCHIVE, SEE_ARCHIVE],
  ['requested wal segment', 'error', 'A standby needs WAL that its primary does not have any more', 'let it take that '
    + 'WAL from an archive (restore_command), else make it again from a base backup; a replication slot keeps the WAL'],
  ...rowsOf(['invalidating obsolete replication slot', 'can no longer get changes from replication slot',
    'can no longer access replication slot'], 'error', SLOT_LOST, SLOT_REASON),
  ['all replication slots are in use', 'error', 'No further replication slot can be made', 'drop unused ones, or '
    + 'raise max_replication_slots'],
  ['number of requested standby connections exceeds', 'error', NO_WALSENDERS, 'see pg_stat_replication for old ones, '
    + 'or raise it, which needs a restart'],
  ['invalid memory alloc request size', 'error', 'PostgreSQL asked for more than 1 GiB of memory at once, as for a '
    + 'value that is too large or damaged', 'find its row; if its value is not large, the row is damaged'],
  ['canceling statement due to statement timeout', 'error', 'A statement took longer than statement_timeout, and was '
    + 'ended', 'see with EXPLAIN or log_lock_waits what it waited for'],
  ['canceling statement due to lock timeout', 'error', 'A statement waited longer than lock_timeout for a lock',
    'see pg_locks for who holds it'],
  ['canceling statement due to conflict with recovery', 'error', 'A query on a standby was ended, because it was in '
    + 'the way of the replay', 'raise max_standby_streaming_delay (more lag), or set hot_standby_feedback (more dead '
    + 'rows on the primary)'],
  ['terminating connection due to idle-in-transaction timeout', 'error', 'A session kept a transaction open without '
    + 'work, and was ended', 'let the client commit, or roll back'],
  ['cannot execute insert in a read-only transaction', 'error', READ_ONLY, PRIMARY],
  ['cannot execute update in a read-only transaction', 'error', READ_ONLY, PRIMARY],
  ['cannot execute delete in a read-only transaction', 'error', READ_ONLY, PRIMARY],
  ['cannot execute create table in a read-only transaction', 'error', READ_ONLY, PRIMARY],
  ...rowsOf(['error: deadlock detected', '; blocked by process'], 'error', 'Transactions waited for each other, and '
    + 'one of them was rolled back', 'retry it; let all of them lock rows in the same order'),
  ['could not serialize access due to', 'error', 'A transaction was rolled back, because another one read or '
    + 'changed the same data', 'retry it'],
  ['server closed the connection unexpectedly', 'error', 'The server or something between ended a connection, as '
    + 'with a crash, a restart or a proxy', 'see the log of PostgreSQL at that time'],
  ['duplicate key value violates unique constraint', 'error', 'A row was refused, because the table has one with '
    + 'that key', 'see why the client inserts that key again, or let it use ON CONFLICT'],
  ['no pg_hba.conf entry for', 'error', 'PostgreSQL refuses a client, because pg_hba.conf has no rule for its host, '
    + 'user, database and encryption', 'add a rule, then reload'],
  ['password authentication failed for user', 'error', 'PostgreSQL refused a login, because its password is wrong, or '
    + 'there is no such user or no password of it',
    'correct the login of the client, or set the password with ALTER ROLE'],
  ['peer authentication failed for user', 'error', 'The name of the user of the system is not that of the database',
    'connect with -h localhost, or change pg_hba.conf'],
  ['database system was not properly shut down; automatic recovery in progress', 'slow', RECOVERY, null],
  ['database system was interrupted; last known up at', 'slow', RECOVERY, null],
  ['the database system is in recovery mode', 'slow', 'A connection was refused, because PostgreSQL recovers after a '
    + 'crash', FIND_SIGNAL],
  ...rowsOf(['the database system is starting up', 'the database system is not yet accepting connections'], 'slow',
    'A connection was refused, because PostgreSQL is not ready yet', 'wait; a replay of much WAL takes minutes'),
  ...rowsOf(['terminating walsender process due to replication timeout', 'terminating walreceiver due to timeout'],
    'slow', 'The connection of a replica broke, because the other side did not answer in time; it connects again',
    'look at the network and at the load of both'),
  ['canceling autovacuum task', 'slow', 'A statement that needs a lock canceled an autovacuum on its table, which is '
    + 'tried again later', 'if it repeats on one table, run VACUUM on it in a quiet time'],
  ['unexpected eof on client connection with an open transaction', 'slow', 'A client went away within a transaction, '
    + 'which was rolled back', 'look at the client, a pool or a timeout of the network'],
  ['could not receive data from client: connection', 'slow', 'The connection to a client broke; the data are not '
    + 'concerned', 'look at the client and the network'],
  ['the database system is shutting down', 'state', 'PostgreSQL was ending', null],
  ['invalid record length at', 'state', 'PostgreSQL reached a place of the WAL without a further record, as at its '
    + 'end', null],
  ['checkpoints are occurring too frequently', 'slow', 'Much is written between two checkpoints, which makes writes '
    + 'slow', 'raise max_wal_size, if the disk of pg_wal has room'],
  ['worker took too long to start; canceled', 'slow', 'An autovacuum worker did not start in time',
    'look at the load of the host'],
  ['using stale statistics instead of current ones', 'slow', 'The collector of statistics does not answer, so '
    + 'autovacuum and plans use old numbers', 'look at the load and the disk of the host'],
];

const BACKGROUND = 'TimescaleDB has no free background worker, so jobs such as compression and retention wait';
const MORE_WORKERS = 'raise timescaledb.max_background_workers and max_worker_processes';

const TIMESCALEDB: readonly MessageRow[] = [
  ['please preload the timescaledb library via shared_preload_libraries', 'end', 'TimescaleDB is not loaded, so its '
    + 'tables cannot be used', 'add timescaledb to shared_preload_libraries, and restart PostgreSQL'],
  ['could not access file "$libdir/timescaledb', 'end', 'The library of TimescaleDB that the database uses is '
    + 'not there', 'install that version, or run ALTER EXTENSION timescaledb UPDATE as the first command of psql -X'],
  ['insert/update/delete not permitted on chunk', 'error', 'A row goes into a chunk marked as compressed, which this '
    + 'version does not change', 'decompress that chunk first (decompress_chunk), or use a newer version'],
  ['failed when compression policy is executed', 'error', 'The compression policy could not compress a chunk, and '
    + 'continues with others', 'see its DETAIL line for the reason'],
  ['tuple decompression limit exceeded by operation', 'error', 'A statement would decompress more rows than it may',
    'filter by columns of segmentby and time, or raise timescaledb.max_tuples_decompressed_per_dml_transaction'],
  ['cannot create a unique index without the column', 'error', 'A unique index of a hypertable must have the columns '
    + 'that partition it, such as the time', 'add the named column to the index or the primary key'],
  ['you can migrate data by specifying', 'error', 'A table with rows was not made a hypertable',
    'set migrate_data => true; it locks the table meanwhile'],
  ['supported under the current "apache" license', 'error', 'TimescaleDB runs without the functions of its community '
    + 'edition', 'install the package without -oss, or see timescaledb.license'],
  ...rowsOf(['": failed to start a background worker', 'timescaledb background worker limit of',
    '": out of background workers'], 'error', BACKGROUND, MORE_WORKERS),
];

export const OF_POSTGRESQL: readonly MessagesOfProgram[] = [
  ['TimescaleDB', TIMESCALEDB], ['PostgreSQL', POSTGRESQL],
];
