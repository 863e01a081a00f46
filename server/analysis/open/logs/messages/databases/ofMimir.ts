/** Messages of Mimir and Cortex, for the table of known messages. Pure. */
import { rowsOf, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const CARDINALITY = 'find which labels make so many series';
const METADATA = 'Metadata of metrics were rejected at a limit of the tenant; samples are not concerned';
const EXEMPLAR = 'An exemplar was rejected; the samples of its series are not concerned';
const NOT_VALID = 'A series was rejected, because its metric name or a label of it is missing or not valid';
const HISTOGRAM = 'A native histogram was rejected, because it is not valid';
const NARROWER = 'add matchers or shorten its range; else raise that limit';
const OLD_INDEX = 'The bucket index was not updated for longer than max_stale_period, so queries fail';
const SEE_COMPACTOR = 'see whether the compactor runs, which writes it';
const NO_BLOCKS = 'Some blocks could not be read from any store-gateway, so the query fails';
const SEE_GATEWAYS = 'see whether all store-gateways run and have synchronized their blocks';
const SLOW_WRITES = 'see why writes take long, as with slow ingesters';
const TOO_BIG = 'A request was refused, because it is larger than the distributor takes';

/** Returns what a limit per query means, which the tenant may have raised. */
const needsMore = (what: string, limit: string): string => `A query needs more ${what} than ${limit} allows`;

/** The meaning as Cortex and Mimir before 2.2 state it. */
const OLD_LIMIT = 'A tenant or a metric has as many series or metadata as its limit allows';
const MORE_THAN_LIMIT = 'find which labels make so many, or raise that limit';

/** The limits of a tenant and of an instance on writes. */
const WRITES: readonly MessageRow[] = [
  ...rowsOf(['please contact administrator to raise it (per-ingester local limit',
    'contact an administrator to raise it (per-ingester local limit'], 'error', OLD_LIMIT, MORE_THAN_LIMIT),
  ['err-mimir-max-series-per-user', 'error', 'A tenant has as many series in memory as its limit allows, and new ones '
    + 'are rejected', `${CARDINALITY}, or raise max_global_series_per_user`],
  ['err-mimir-max-series-per-metric', 'error', 'A metric has as many series as the limit per metric allows, and new '
    + 'ones are rejected', 'see which label of it has so many values, or raise max_global_series_per_metric'],
  ['err-mimir-max-active-series', 'error', 'A tenant has as many active series as its limit allows, and new ones are '
    + 'rejected', `${CARDINALITY}, or raise max_active_series_per_user`],
  ['err-mimir-max-metadata-per-user', 'error', METADATA, 'raise max_global_metadata_per_user'],
  ['err-mimir-max-metadata-per-metric', 'error', METADATA, 'raise max_global_metadata_per_metric'],
  ['err-mimir-tenant-max-ingestion-rate', 'error', 'A tenant sends more samples, exemplars and metadata per second '
    + 'than its limit allows, and a request was rejected', 'raise ingestion_rate and ingestion_burst_size, or send '
    + 'less'],
  ['err-mimir-tenant-max-request-rate', 'error', 'A tenant sends more requests per second than its limit allows, and '
    + 'one was rejected', 'send larger batches, or raise request_rate and request_burst_size'],
  ['err-mimir-tenant-too-many-ha-clusters', 'error', 'A write was rejected, because it would give the tenant more HA '
    + 'clusters than its limit', 'look at the cluster label of the senders, or raise ha_max_clusters'],
  ['err-mimir-distributor-max-ingestion-rate', 'error', 'A distributor gets more samples per second than its own limit '
    + 'allows', 'add distributors, or raise -distributor.instance-limits.max-ingestion-rate'],
  ['err-mimir-distributor-max-inflight-push-requests-bytes', 'error', 'The writes in flight of a distributor have more '
    + 'bytes than its limit', `${SLOW_WRITES}, then -distributor.instance-limits.max-inflight-push-requests-bytes`],
  ['err-mimir-distributor-max-inflight-push-requests', 'error', 'A distributor has more writes in flight than its '
    + 'limit', `${SLOW_WRITES}, then -distributor.instance-limits.max-inflight-push-requests`],
  ['err-mimir-distributor-max-write-message-size', 'error', TOO_BIG, 'send smaller batches, or raise '
    + '-distributor.max-recv-msg-size'],
  ['err-mimir-distributor-max-otlp-request-size', 'error', TOO_BIG, 'lower send_batch_max_size of the Collector, or '
    + 'raise -distributor.max-otlp-request-size'],
  ['err-mimir-distributor-max-influx-request-size', 'error', TOO_BIG, 'lower metric_batch_size of Telegraf, or raise '
    + '-distributor.max-influx-request-size'],
  ['err-mimir-ingester-max-ingestion-rate', 'error', 'An ingester gets more samples per second than its own limit '
    + 'allows', 'add ingesters, or raise -ingester.instance-limits.max-ingestion-rate'],
  ['err-mimir-ingester-max-tenants', 'error', 'An ingester has as many tenants as its own limit allows', 'use shuffle '
    + 'sharding, or raise -ingester.instance-limits.max-tenants'],
  ['err-mimir-ingester-max-series', 'error', 'An ingester has as many series in memory as its own limit allows, and '
    + 'new ones are rejected', 'add ingesters, or raise -ingester.instance-limits.max-series if there is memory'],
  ['err-mimir-ingester-max-inflight-push-requests-bytes', 'error', 'The writes in flight of an ingester have more '
    + 'bytes than its limit', `${SLOW_WRITES}, then -ingester.instance-limits.max-inflight-push-requests-bytes`],
  ['err-mimir-ingester-max-inflight-push-requests', 'error', 'An ingester has more writes in flight than its limit',
    `${SLOW_WRITES}, then -ingester.instance-limits.max-inflight-push-requests`],
  ['err-mimir-ingester-max-inflight-read-requests', 'error', 'An ingester has more reads in flight than its limit',
    'see why reads take long; add ingesters'],
];

/** Faults of a sample, a series or an exemplar. */
const SAMPLES: readonly MessageRow[] = [
  ['err-mimir-sample-out-of-order', 'error', 'A sample was not stored, because its series has a later one and the '
    + 'tenant takes none out of order', 'see whether two senders write one series or one sends '
    + 'late, or set out_of_order_time_window'],
  ['err-mimir-sample-timestamp-too-old', 'error', 'A sample was not stored, because it is too old for the head of the '
    + 'tenant or for its out-of-order window', 'look at the backlog and the clock of the sender, or raise '
    + 'out_of_order_time_window'],
  ['err-mimir-sample-duplicate-timestamp', 'error', 'A series got a second value for one time, which was not stored; '
    + 'mostly two senders, or two scrape jobs of one, write it', 'see what writes it twice, and give each labels of '
    + 'its own'],
  ['err-mimir-too-far-in-future', 'error', 'A sample was not stored, because it is further ahead of the clock than '
    + 'creation_grace_period allows', 'look at the clocks of the sender and of Mimir'],
  ['err-mimir-too-far-in-past', 'error', 'A sample was not stored, because it is older than past_grace_period and the '
    + 'out-of-order window allow', 'see why the sender sends data of that age'],
  ...rowsOf(['err-mimir-exemplar-series-missing', 'err-mimir-exemplar-too-far-in-future',
    'err-mimir-exemplar-too-far-in-past', 'err-mimir-exemplar-labels-missing', 'err-mimir-exemplar-labels-too-long',
    'err-mimir-exemplar-timestamp-invalid'], 'error', EXEMPLAR,
    'correct what the sender sends, or turn exemplars off there if nothing uses them'),
  ['err-mimir-max-label-names-per-series', 'error', 'A series was rejected, because it has more labels than the limit '
    + 'of the tenant', 'drop labels at the sender, or raise max_label_names_per_series'],
  ...rowsOf(['err-mimir-label-value-too-long', 'label value too long for metric'], 'error', 'A series was rejected, '
    + 'because a label value of it is longer than the limit', 'shorten or drop that label at the sender (relabeling), '
    + 'or raise max_label_value_length'),
  ...rowsOf(['err-mimir-label-name-too-long', 'label name too long for metric'], 'error', 'A series was rejected, '
    + 'because a label name of it is longer than the limit', 'shorten that name, or raise max_label_name_length'),
  ...rowsOf(['err-mimir-missing-metric-name', 'err-mimir-metric-name-invalid', 'err-mimir-label-invalid',
    'err-mimir-label-value-invalid', 'err-mimir-duplicate-label-names'], 'error', NOT_VALID, 'look at the sender and '
    + 'its relabeling'),
  ['err-mimir-max-native-histogram-buckets', 'error', 'A native histogram was rejected, because it has more buckets '
    + 'than the limit', 'lower its resolution, or raise max_native_histogram_buckets'],
  ...rowsOf(['err-mimir-invalid-native-histogram-schema', 'err-mimir-native-histogram-'], 'error', HISTOGRAM,
    'look at the sender'),
];

const QUERIES: readonly MessageRow[] = [
  ['err-mimir-max-series-per-query', 'error', needsMore('series', 'max_fetched_series_per_query'), NARROWER],
  ['err-mimir-max-chunks-per-query', 'error', needsMore('chunks', 'max_fetched_chunks_per_query'), NARROWER],
  ['err-mimir-max-chunks-bytes-per-query', 'error', needsMore('bytes of chunks', 'max_fetched_chunk_bytes_per_query'),
    NARROWER],
  ['err-mimir-max-estimated-chunks-per-query', 'error', 'A query is estimated to need more chunks than '
    + 'max_estimated_fetched_chunks_per_query_multiplier allows', NARROWER],
  ['err-mimir-max-estimated-memory-consumption-per-query', 'error', 'A query is estimated to need more memory than '
    + 'max_estimated_memory_consumption_per_query allows', NARROWER],
  ['err-mimir-max-query-length', 'error', 'A query, or a part of it after splitting, covers more time than '
    + 'max_partial_query_length allows', 'shorten its range and its range selectors'],
  ['err-mimir-max-total-query-length', 'error', 'A query covers more time than max_total_query_length allows',
    'shorten its range'],
  ['err-mimir-max-query-expression-size-bytes', 'error', 'The text of a query is longer than '
    + 'max_query_expression_size_bytes allows', 'shorten it, as with fewer values in a matcher'],
  ['err-mimir-query-blocked', 'error', 'A query was refused, because blocked_queries of its tenant matches it',
    'see who blocked it, and why'],
  ['err-mimir-request-blocked', 'error', 'A request was refused, because blocked_requests of its tenant matches it',
    'see who blocked it, and why'],
  ['err-mimir-query-limited', 'error', 'A query was refused, because limited_queries of its tenant lets it run less '
    + 'often', 'run it less often'],
  ['err-mimir-store-consistency-check-failed', 'error', NO_BLOCKS, SEE_GATEWAYS],
  ['err-mimir-bucket-index-too-old', 'error', OLD_INDEX, SEE_COMPACTOR],
  ['the ingester is currently too busy to process queries', 'error', 'An ingester refused a query, because its CPU or '
    + 'memory is above its limit for reads', 'see which queries need so much; add ingesters'],
  ['exceeded configured distributor remote timeout', 'error', 'Ingesters did not take a write within '
    + '-distributor.remote-timeout', 'look at the CPU, memory and disk of the ingesters'],
];

const CORTEX: readonly MessageRow[] = [
  ...rowsOf(['please contact administrator to raise it (local limit',
    'please contact administrator to raise it (global limit'], 'error', OLD_LIMIT, MORE_THAN_LIMIT),
  ['the query hit the max number of series limit', 'error', needsMore('series', 'max_fetched_series_per_query'),
    NARROWER],
  ['the query hit the max number of chunks limit', 'error', needsMore('chunks', 'max_fetched_chunks_per_query'),
    NARROWER],
  ['the query hit the aggregated chunks size limit', 'error', needsMore('bytes of chunks',
    'max_fetched_chunk_bytes_per_query'), NARROWER],
  ['the query hit the aggregated data size limit', 'error', needsMore('bytes', 'max_fetched_data_bytes_per_query'),
    NARROWER],
  ['bucket index is too old and the last time it was updated', 'error', OLD_INDEX, SEE_COMPACTOR],
  ['check failed because some blocks were not queried:', 'error', NO_BLOCKS, SEE_GATEWAYS],
];

/** Code of Cortex that Mimir has kept. */
const SHARED: readonly MessageRow[] = [
  ['msg="unable to open tsdb"', 'error', 'The ingester could not open the TSDB of a tenant', WORDS_AFTER],
  ['opening existing tsdbs:', 'end', 'The ingester does not start, because it cannot open the TSDB of a tenant',
    WORDS_AFTER],
  ['tsdb blocks compaction for user has failed', 'error', 'The ingester could not write a block; its samples stay in '
    + 'memory and in the WAL', WORDS_AFTER],
  ['shipper failed to synchronize tsdb blocks with the storage', 'error', 'The ingester could not upload a block, '
    + 'which stays on its disk until it succeeds', WORDS_AFTER],
  ['uploading new block to long-term storage failed', 'error', 'The ingester could not upload a block, which stays on '
    + 'its disk until it succeeds', WORDS_AFTER],
  ['inconsistent ring tokens information', 'error', 'The ring of the store-gateways is not settled, so this one does '
    + 'not load the block', 'look at the ring page, forget stale instances, and see whether all become ACTIVE'],
  ['no store-gateway instance left after checking exclude for block', 'error', 'The querier has no further '
    + 'store-gateway that it could ask for a block', SEE_GATEWAYS],
  ['failed to synchronize tsdb blocks', 'error', 'The store-gateway could not load the blocks of the bucket as they '
    + 'are now', WORDS_AFTER],
  ['failed to compact user blocks', 'error', 'The compactor could not merge blocks of a tenant', WORDS_AFTER],
  ['replicas did not match, rejecting sample', 'state', 'Samples of the replica that is not elected were dropped, as '
    + 'HA deduplication does', null],
  ['the alertmanager has no configuration and no fallback', 'error', 'The tenant has no configuration of the '
    + 'Alertmanager, and there is no fallback', 'upload one for the tenant, or set -alertmanager.configs.fallback'],
  ['alertmanager configuration is too big, limit', 'error', 'A configuration was refused, because it is larger than '
    + 'the limit of the tenant', 'shorten it, or raise alertmanager_max_config_size_bytes'],
];

export const OF_MIMIR: readonly MessagesOfProgram[] = [
  ['Mimir', [...WRITES, ...SAMPLES, ...QUERIES]], ['Cortex', CORTEX], ['Mimir or Cortex', SHARED],
];
