/** Messages of Loki, for the table of known messages. Pure. */
import { WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const LIMITED = 'A limit of the tenant is reached, and what is above it is rejected';
const OTLP = 'Structured metadata need a newer schema than the one in use';
const REPLAY_ERRORS = 'Loki could not read all of its WAL, so some lines of this ingester may be lost; other replicas '
  + 'may still have them';
const LAST_END = 'look at that disk, and at how Loki ended before';
const SELECTOR = 'use a narrower stream selector or a shorter range';

const LOKI: readonly MessageRow[] = [
  ['entry out of order', 'error', 'Lines older than the newest of their stream were rejected', 'send each stream from '
    + 'one place, in order; since 2.4 Loki takes lines out of order within a time'],
  ['entry too far behind', 'error', 'Lines were rejected, because they are too old for their stream', 'look at what '
    + 'the sender held back or reads again, then at its clock'],
  ['maximum active stream limit exceeded', 'error', LIMITED, 'use labels with fewer values; a higher limit '
    + '(max_global_streams_per_user) needs more memory'],
  ['ingestion rate limit exceeded', 'error', LIMITED, 'send less, or raise the limit'],
  ['max entries limit per query exceeded', 'error', 'A query asked for more lines than it may have',
    'lower the line limit of the query, or raise max_entries_limit_per_query'],
  ['error running loki', 'end', 'Loki ended with an error', WORDS_AFTER],
  ['error writing to wal, disk full', 'full', 'The disk of the WAL is full, and Loki would lose the lines that it '
    + 'takes now in a crash', 'free space on that disk'],
  ['recovered from checkpoint with errors', 'damage', REPLAY_ERRORS, LAST_END],
  ['recovered from wal segments with errors', 'damage', REPLAY_ERRORS, LAST_END],
  ['invalid chunk checksum', 'damage', 'A chunk does not have the bytes that were written, so it cannot be read',
    'look at the disk or the object store that holds it'],
  ['schema v13 is required to store structured metadata', 'end', OTLP, 'add a period with tsdb and v13 to '
    + 'schema_config, or set allow_structured_metadata: false'],
  ['tsdb index type is required to store structured metadata', 'end', OTLP, 'add a period with tsdb and v13 to '
    + 'schema_config, or set allow_structured_metadata: false'],
  ['delete-request-store should be configured when retention is enabled', 'end', 'Loki does not accept retention '
    + 'without a store for delete requests', 'set delete_request_store of the compactor'],
  ['no schema config found for time', 'error', 'No period of schema_config covers that time', 'look at the dates '
    + '"from" in schema_config'],
  ['per stream rate limit exceeded', 'error', 'One stream gets more than per_stream_rate_limit, and what is above it '
    + 'is rejected', 'split the stream by another label, or raise the limit'],
  ['bytes exceeded for stream', 'error', 'Lines longer than max_line_size were rejected', 'raise it, or set '
    + 'max_line_size_truncate to keep their beginning'],
  ['at least one label pair is required per stream', 'error', 'Lines without any label were rejected', 'give the '
    + 'stream a label in the sender'],
  ['includes structured metadata, but this feature is disallowed', 'error', 'Lines with structured metadata were '
    + 'rejected', 'set allow_structured_metadata, which needs schema v13'],
  ['has structured metadata too large', 'error', 'Lines with too much structured metadata were rejected', 'send less '
    + 'of it, or raise max_structured_metadata_size'],
  ['the query would read too many bytes', 'error', 'A query would read more than max_query_bytes_read', SELECTOR],
  ['reached for a single query', 'error', 'A metric query gives more series than max_query_series', 'aggregate it by '
    + 'fewer labels, or use a narrower stream selector'],
  ['query too large to execute on a single querier', 'error', 'A query that cannot be split would read too much for '
    + 'one querier', SELECTOR],
  ['queries require at least one regexp or equality matcher', 'error', 'The selector of the query could match every '
    + 'stream', 'add a matcher that does not match an empty value'],
  ['use a label filter to intentionally skip this error', 'error', 'The query fails, because some lines do not fit '
    + 'its parser or conversion', 'add a filter such as | __error__="" after it'],
  ['max concurrent tail requests limit exceeded', 'error', 'Too many clients of the tenant follow logs at once',
    'close some, or raise max_concurrent_tail_requests'],
  ['reached tail max duration limit', 'state', 'Loki ended a live tail that had run as long as it may', null],
  ['has some problem, cleaning it up', 'error', 'A local copy of the index could not be used; Loki deletes that copy '
    + 'and downloads it again', null],
  ['msg="failed to compact files"', 'error', 'The compactor could not merge index files', WORDS_AFTER],
  ['error notifying frontend about finished query', 'error', 'A querier could not hand its result to the frontend, '
    + 'so that work is lost', 'see whether the result is too large or the query ended before'],
  ['error getting delete requests from the store', 'error', 'Loki could not read the delete requests', 'see '
    + 'whether the compactor runs at the address that Loki has for it'],
];

const LOKI_OR_CORTEX: readonly MessageRow[] = [
  ['has timestamp too old', 'error', 'Entries older than reject_old_samples_max_age were rejected', 'see whether the '
    + 'sender reads old files, and how it parses time'],
  ['has timestamp too new', 'error', 'Entries whose time is ahead of the clock of the server were rejected', 'look at '
    + 'the clocks and the time zone that the sender assumes'],
  ['label names; limit', 'error', 'Entries with more labels than max_label_names_per_series were rejected', 'drop '
    + 'labels in the sender, or raise that limit'],
  ['msg="failed to flush user"', 'error', 'The ingester could not store chunks; they stay in memory and it tries again',
    WORDS_AFTER],
];

const OF_STREAM: readonly MessageRow[] = [
  ["'stream rate limit exceeded' for stream", 'error', 'Loki refused entries of one stream, which sends more than its '
    + 'rate limit per stream', 'raise per_stream_rate_limit and its burst, send less, or split the stream by a label'],
];

export const OF_LOKI: readonly MessagesOfProgram[] = [
  ['Loki', [...LOKI, ...OF_STREAM]], ['Loki or Cortex', LOKI_OR_CORTEX],
];
