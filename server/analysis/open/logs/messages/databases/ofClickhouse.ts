/** Messages of ClickHouse and ClickHouse Keeper, for the table of known messages. Pure. */
import { rowsOf, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const QUERY_MEMORY = 'A query was ended, because it would use more memory than it may';
const LESS_MEMORY = 'read fewer columns or rows, let GROUP BY and ORDER BY spill to disk; raise '
  + 'max_memory_usage only if the host has memory for it';
const USER_MEMORY = 'The queries of a user would use more memory than they may together';
const FEWER_QUERIES = 'run fewer at once, or raise max_memory_usage_for_user';
const SERVER_MEMORY = 'ClickHouse refused memory, because all of it together is at the limit of the server';
const SEE_PROCESSES = 'see system.processes and merges for what uses it; max_server_memory_usage sets the limit';
const PARTS = 'Inserts make parts faster than ClickHouse merges them, so inserts are refused';
const LARGER_BATCHES = 'insert larger batches less often, or from version 21.11 on use async_insert';
const READONLY = 'A table takes no writes, mostly because its replica has no session with Keeper, or lost its metadata '
  + 'there';
const SEE_REPLICAS = 'see system.replicas; if only its metadata in Keeper is lost, SYSTEM RESTORE REPLICA (21.7 or '
  + 'later)';
const DAMAGED = 'Data do not fit their checksum: they were damaged on disk, in memory or in transfer';
const CHECK_PART = 'look at the disk and the memory, run CHECK TABLE, and fetch the part from a replica';
const BROKEN_PARTS = 'A table does not load, because many of its parts are broken or unknown to Keeper';
const FORCE = 'look at the disk and copy the parts first; the flag force_restore_data lets a replica detach them and '
  + 'fetch others';
const DETACH = 'look at the disk and copy the parts first; with a larger max_suspicious_broken_parts it detaches them, '
  + 'and their rows are missing';
const KEEPER = 'ClickHouse lost its session with Keeper or ZooKeeper; replicated tables are read-only meanwhile';
const LOOK_AT_KEEPER = 'look at the load, the disk and the network of Keeper';
const MANY_QUERIES = 'More queries run at once than allowed, and others are refused';
const SLOW_QUERIES = 'look for slow queries first, then at max_concurrent_queries';
const NO_DISK = 'A merge or an insert finds too little free disk';
const SEE_PARTS = 'see system.parts and system.detached_parts; a merge needs room for another copy of its parts';
const NOT_PARSED = 'A text is not in the format or type that it was read as, and the query failed';
const SEE_FORMAT = 'the message shows the place; look at the format, the order of columns and the types';
const DROP_LIMIT = 'ClickHouse did not drop a table or partition, because it is larger than the limit for that';
const FORCE_DROP = 'if it may really go, make the flag file that the message names; its data are lost then';
const NOT_REACHED = 'ClickHouse connected to none of the replicas of a shard';

const CLICKHOUSE: readonly MessageRow[] = [
  ['another server instance in same directory is already running', 'end', 'ClickHouse does not start, because '
    + 'another one uses its data folder', 'see which process that is (its PID is in the file status there)'],
  ['does not match the owner of the data', 'error', 'ClickHouse runs as another user than the owner of its data, and '
    + 'as root it does not start', 'start it as that owner (mostly clickhouse), or correct the owner'],
  ['the local set of parts of table', 'damage', BROKEN_PARTS, FORCE],
  ['too_many_unexpected_data_parts', 'damage', BROKEN_PARTS, FORCE],
  ['checksum_doesnt_match', 'damage', DAMAGED, CHECK_PART],
  ['broken parts to remove while maximum', 'damage', 'A table does not load, because more of its parts are broken than '
    + 'max_suspicious_broken_parts allows', DETACH],
  ['cannot_read_all_data', 'error', 'A file or an input ended before all of its data were read, as a truncated one '
    + 'does', 'for a file of a part, look at the disk and run CHECK TABLE'],
  ['merges are processing significantly slower than inserts', 'full', PARTS, LARGER_BATCHES],
  ['too_many_parts', 'full', 'An insert was refused, because its table has too many parts or it would make too many',
    'insert larger batches less often and into few partitions, or from version 21.11 on use async_insert'],
  ['memory limit (total) exceeded', 'full', SERVER_MEMORY, SEE_PROCESSES],
  ['(total) memory limit exceeded', 'full', SERVER_MEMORY, SEE_PROCESSES],
  ['memory limit (for query) exceeded', 'error', QUERY_MEMORY, LESS_MEMORY],
  ['query memory limit exceeded: would use', 'error', QUERY_MEMORY, LESS_MEMORY],
  ['user memory limit exceeded: would use', 'error', USER_MEMORY, FEWER_QUERIES],
  ['memory limit (for user) exceeded', 'error', USER_MEMORY, FEWER_QUERIES],
  ['db::exception: cannot reserve', 'full', NO_DISK, SEE_PARTS],
  ['(not_enough_space)', 'full', NO_DISK, SEE_PARTS],
  ['too many partitions for single insert block', 'error', 'An insert was refused, because its rows belong to too '
    + 'many partitions', 'partition by month or not at all, or sort the rows into inserts by partition'],
  ['table is in readonly mode', 'error', READONLY, SEE_REPLICAS],
  ['table_is_read_only', 'error', READONLY, SEE_REPLICAS],
  ['zookeeper session has been expired', 'error', KEEPER, LOOK_AT_KEEPER],
  ...rowsOf(['coordination::exception: session expired', 'coordination::exception: connection loss',
    'coordination error: session expired', 'coordination error: connection loss'], 'error', KEEPER, LOOK_AT_KEEPER),
  ['all connection tries failed while connecting to zookeeper', 'error', 'ClickHouse reaches no server of Keeper or '
    + 'ZooKeeper', 'see the error of each in the message, and whether they run at the addresses that it has'],
  ...rowsOf(['all connection tries failed. log', 'all_connection_tries_failed'], 'error', NOT_REACHED, 'see the error '
    + 'of each in the message, and their addresses in remote_servers'),
  ['replica_already_exists', 'error', 'Keeper already has a replica of that name and path',
    'see the macro {replica}; if that replica is gone for good, SYSTEM DROP REPLICA'],
  ['is executing longer than distributed_ddl_task_timeout', 'error', 'A statement ON CLUSTER did not end on all '
    + 'hosts in time; it continues in the background', 'see system.distributed_ddl_queue for the host that is late'],
  ['cannot_parse_input_assertion_failed', 'error', NOT_PARSED, SEE_FORMAT],
  ['cannot parse input: expected', 'error', NOT_PARSED, SEE_FORMAT],
  ['limit for rows or bytes to read exceeded', 'error', 'A query would read more than max_rows_to_read or '
    + 'max_bytes_to_read', 'filter by the primary key, or raise the limit'],
  ['no_replica_has_part', 'error', 'A replica waits for a part that no active one has', 'see '
    + 'system.replication_queue and whether all replicas run; it may be lost'],
  ['syntax error: failed at position', 'error', 'A query has a syntax error', WORDS_AFTER],
  ['too many simultaneous queries', 'error', MANY_QUERIES, SLOW_QUERIES],
  ['too_many_simultaneous_queries', 'error', MANY_QUERIES, SLOW_QUERIES],
  ['timeout exceeded: elapsed', 'error', 'A query took longer than it may (max_execution_time)', 'read fewer rows, or '
    + 'raise it'],
  ['table_size_exceeds_max_drop_size_limit', 'error', DROP_LIMIT, FORCE_DROP],
  ['too_many_mutations', 'error', 'A table has too many unfinished mutations, and takes no more',
    'see system.mutations for one that fails, and end it with KILL MUTATION'],
  ['authentication failed: password is incorrect', 'error', 'ClickHouse refused a user, because the name or '
    + 'the password is wrong', 'compare them with those that the server knows (users.xml, SHOW CREATE USER)'],
  ['delaying inserting block by', 'slow', 'ClickHouse slows inserts down, because a partition has many parts',
    LARGER_BATCHES],
];

export const OF_CLICKHOUSE: readonly MessagesOfProgram[] = [['ClickHouse', CLICKHOUSE]];
