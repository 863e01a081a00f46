/** Messages of Tempo, for the table of known messages. Pure. */
import { rowsOf, SEE_CAUSE, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const TOO_LARGE = 'Spans were rejected, because their trace is larger than max_bytes_per_trace';
const FIND_TRACE = 'raise it, or find what puts so many spans into one trace';
const LIVE = 'Spans of new traces were rejected, because the tenant has as many live ones as max_traces_per_user '
  + 'allows';
const RATE = 'Spans above the ingestion rate of the tenant were rejected';
const QUERIER = 'A search for a trace failed at one of the places where Tempo looks';

const TEMPO: readonly MessageRow[] = [
  ['trace_too_large_to_compact', 'error', 'The compactor dropped spans of a trace that is larger than '
    + 'max_bytes_per_trace', FIND_TRACE],
  ...rowsOf(['trace_too_large', 'max size of trace ('], 'error', TOO_LARGE, FIND_TRACE),
  ...rowsOf(['live_traces_exceeded', 'max live traces exceeded for tenant', 'max live traces per tenant exceeded'],
    'error', LIVE, 'raise it, or send less'),
  ['rate_limited: ingestion rate limit', 'error', RATE, 'send less, or raise rate_limit_bytes and burst_size_bytes'],
  ['trace exceeds max size', 'error', 'The trace is larger than the limit, so it is not returned, or only in part',
    'find what puts so many spans into one trace, or raise max_bytes_per_trace'],
  ["queue doesn't have room for", 'error', 'A request has more jobs than the queue takes, as with very many blocks',
    'see whether compaction keeps up; add queriers, or raise queue_depth of the pool'],
  ['pusher failed to consume trace data', 'error', 'The distributor could not pass spans on', WORDS_AFTER],
  ['failed to poll blocklist', 'error', 'Tempo could not list its blocks, so queries may miss new ones', SEE_CAUSE],
  ['failed to pull bucket index for tenant. falling back to polling', 'slow', 'Tempo could not read the index of a '
    + 'tenant, and lists its blocks in the bucket instead', 'see whether compactors or workers write that index'],
  ['failed to write tenant index', 'error', 'The index of a tenant is not updated, so queries may miss new blocks',
    SEE_CAUSE],
  ['error performing op in flushqueue', 'error', 'The ingester could not complete or upload a block, and tries again',
    SEE_CAUSE],
  ['failed to replay block. removing.', 'damage', 'A block of the WAL could not be read and was removed, so traces '
    + 'that were only there are lost', 'look at that disk, and at how Tempo ended before'],
  ['unable to reload meta for local block', 'slow', 'A block on the disk of the ingester was not complete, and is made '
    + 'again from the WAL', null],
  ['error during compaction cycle', 'error', 'The compactor could not merge some blocks', WORDS_AFTER],
  ...rowsOf(['error querying store in querier.', 'error querying ingesters in querier.',
    'error finding ingesters in querier.'], 'error', QUERIER, WORDS_AFTER),
  ['invalid traceql query', 'error', 'The query is not valid TraceQL', WORDS_AFTER],
  ['range specified by start and end (', 'error', 'A search asks for a longer time than it may', 'shorten its range, '
    + 'or raise max_duration'],
  ['reached max active series', 'error', 'The metrics-generator has as many series as its max_active_series allows, '
    + 'and makes no new ones', 'drop dimensions with many values, or raise it'],
];

export const OF_TEMPO: readonly MessagesOfProgram[] = [['Tempo', TEMPO]];
