/** Messages of Loki and Tempo, for the table of known messages. Pure. */
import { WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const LIMITED = 'A limit of the tenant is reached, and what is above it is rejected';
const OTLP = 'Structured metadata need a newer schema than the one in use';
const REPLAY_ERRORS = 'Loki could not read all of its WAL, so some lines of this ingester may be lost; other replicas '
  + 'may still have them';
const SELECTOR = 'use a narrower stream selector or a shorter range';

const LOKI: readonly MessageRow[] = [
  ['entry out of order', 'error', 'Lines older than the newest of their stream were rejected', 'send each stream from '
    + 'one place'],
  ['entry too far behind', 'error', 'Lines were rejected, because they are too old for their stream', 'look at the '
    + 'clocks and at what the sender held back'],
  ['maximum active stream limit exceeded', 'error', LIMITED, 'use labels with fewer values; a higher limit '
    + '(max_global_streams_per_user) needs more memory'],
  ['ingestion rate limit exceeded', 'error', LIMITED, 'send less, or raise the limit'],
  ['max entries limit per query exceeded', 'error', 'A query asked for more lines than it may have',
    'lower the line limit of the query, or raise max_entries_limit_per_query'],
  ['the query time range exceeds the limit', 'error', 'A query asked for a longer time than it may',
    'shorten its range, or raise max_query_length'],
  ['error running loki', 'end', 'Loki ended with an error', WORDS_AFTER],
  ['error writing to wal, disk full', 'full', 'The disk of the WAL is full, and Loki would lose the lines that it '
    + 'takes now in a crash', 'free space on that disk'],
  ['recovered from checkpoint with errors', 'damage', REPLAY_ERRORS, null],
  ['recovered from wal segments with errors', 'damage', REPLAY_ERRORS, null],
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

const ANY_OF_THEM: readonly MessageRow[] = [
  ['too many outstanding requests', 'error', 'A request was refused, because too many others wait in the queue', 'look '
    + 'for large or slow queries, and add queriers; a longer queue only makes them wait'],
];

const TEMPO: readonly MessageRow[] = [
  ['trace_too_large', 'error', 'Spans were rejected, because their trace is larger than max_bytes_per_trace', 'raise '
    + 'it, or find what puts so many spans into one trace'],
  ['live_traces_exceeded', 'error', 'Spans of new traces were rejected, because the tenant has too many live ones',
    'raise max_traces_per_user, or send less'],
  ['rate_limited: ingestion rate limit', 'error', 'Spans above the ingestion rate of the tenant were rejected',
    'send less, or raise rate_limit_bytes and burst_size_bytes'],
  ['trace exceeds max size', 'error', 'The trace is larger than the limit, so it is not returned, or only in part',
    'find what puts so many spans into one trace, or raise max_bytes_per_trace'],
  ["queue doesn't have room for", 'error', 'A request has more jobs than the queue takes, as with very many blocks',
    'see whether compaction keeps up, or raise queue_depth of the pool'],
  ['pusher failed to consume trace data', 'error', 'The distributor could not pass spans on', WORDS_AFTER],
  ['failed to poll blocklist', 'error', 'Tempo could not list its blocks, so queries may miss new ones', 'look at the '
    + 'object store and its credentials'],
  ['error performing op in flushqueue', 'error', 'The ingester could not complete or upload a block, and tries again',
    'look at the error beside it and at the object store'],
  ['failed to replay block. removing.', 'damage', 'A block of the WAL could not be read and was removed: traces that '
    + 'were only there are lost', null],
  ['error during compaction cycle', 'error', 'The compactor could not merge some blocks', WORDS_AFTER],
  ['invalid traceql query', 'error', 'The query is not valid TraceQL', WORDS_AFTER],
  ['range specified by start and end (', 'error', 'A search asks for a longer time than it may', 'shorten its range, '
    + 'or raise max_duration'],
];

const OF_STREAM: readonly MessageRow[] = [
  ["'stream rate limit exceeded' for stream", 'error', 'Loki refused entries of one stream, which sends more than its '
    + 'rate limit per stream', 'raise per_stream_rate_limit and its burst, send less, or split the stream by a label'],
];

export const OF_LOKI: readonly MessagesOfProgram[] = [
  ['Loki', [...LOKI, ...OF_STREAM]], ['Loki or Cortex', LOKI_OR_CORTEX],
  ['Loki, Mimir, Cortex or Tempo', ANY_OF_THEM], ['Tempo', TEMPO],
];
