/** Messages of Thanos, and of store gateways that share its code, for the table of known messages. Pure. */
import { rowsOf, SEE_CAUSE, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const NO_PROMETHEUS = 'The sidecar got no answer from Prometheus that it can use';
const SEE_PROMETHEUS = `${SEE_CAUSE}; see whether Prometheus is ready at --prometheus.url`;
const SET_LABELS = 'set external_labels in the configuration of Prometheus';
const NO_STORE = 'The querier does not reach one of its stores, whose data are then missing in results';
const SEE_STORE = `${SEE_CAUSE}; see whether it runs at that address, and its gRPC port and TLS`;
const PARTIAL = 'A store did not answer a query in full, so the result is partial or fails';
const NOT_FORWARDED = 'A write could not be passed to a receiver of the hashring';
const BAD_LABELS = 'Series were rejected, because their labels are empty, twice or not sorted';
const RETENTION = 'The compactor does not start, because the data would be deleted before they are downsampled';

const SIDECAR: readonly MessageRow[] = [
  ['no external labels configured on prometheus server', 'end', 'The sidecar does not start without external labels',
    SET_LABELS],
  ['compaction needs to be disabled', 'end', 'The sidecar does not upload while Prometheus merges blocks itself',
    'set the smallest and the largest block duration of Prometheus to the same value'],
  ...rowsOf(['failed to fetch initial external labels. is prometheus running',
    'failed to get prometheus flags. is prometheus running',
    'failed to get prometheus version. is prometheus running',
    'failed to fetch prometheus version. is prometheus running'], 'error', NO_PROMETHEUS, SEE_PROMETHEUS),
  ['got non-200 response code: 503', 'slow', 'The server answers 503, as Prometheus does until it is ready after a '
    + 'start', 'look in its log for the progress of the start, such as the replay of its WAL'],
  ['aborting as no external labels found after waiting', 'end', 'The sidecar got no external labels in time, and ended',
    `${SET_LABELS}, and see whether it is ready in time`],
  ['not uploading as no external labels are configured yet', 'error', 'The sidecar uploads nothing before it has '
    + 'external labels from Prometheus', SET_LABELS],
  ['wal dir is not accessible', 'error', 'The sidecar does not find the WAL of Prometheus in its --tsdb.path', 'mount '
    + 'the data folder of Prometheus there'],
  ['no supported bucket was configured, uploads will be disabled', 'slow', 'No bucket is configured, so blocks are not '
    + 'uploaded', 'set --objstore.config or --objstore.config-file if they should be'],
  ['msg="shipping failed"', 'error', 'A block could not be uploaded, and is tried again', WORDS_AFTER],
  ['flag to ignore prometheus min/max block duration flags differing', 'slow', 'Prometheus merges blocks itself, and a '
    + 'block whose upload failed before that is then missing in the bucket', 'set both of its block durations to 2h'],
  ['reading meta file failed, will override it', 'slow', 'The list of uploaded blocks (thanos.shipper.json) could not '
    + 'be read, and is made anew from the bucket', null],
  ['updating meta file failed', 'error', 'The list of uploaded blocks (thanos.shipper.json) could not be written',
    `${SEE_CAUSE}; look at the space and the owner of the data folder`],
  ['found overlap or error during sync, cannot upload compacted block', 'error', 'A merged block is not uploaded, as '
    + 'it overlaps blocks in the bucket or these could not be read', WORDS_AFTER],
  ['found that tsdb block time is not 2h', 'slow', 'The block duration of Prometheus is not 2h, the only one that is '
    + 'recommended for the sidecar', 'set --storage.tsdb.min-block-duration and max-block-duration to 2h'],
];

const QUERY: readonly MessageRow[] = [
  ['no storeapis matched for this query', 'error', 'No store that the querier knows has the labels and the time of the '
    + 'query', 'see the page /stores for which are connected, with their labels and times'],
  ...rowsOf(['update of endpoint failed', 'update of store node failed', 'msg="update of node failed"',
    "removing store because it's unhealthy or does not exist",
    "removing endpoint because it's unhealthy or does not exist"], 'error', NO_STORE, SEE_STORE),
  ...rowsOf(['receive series from addr:', 'fetch series for {'], 'error', PARTIAL, WORDS_AFTER),
  ['dropping store, external labels are not unique', 'error', 'The querier does not use a store whose external labels '
    + 'another store has, too, so its data may be missing in results', 'give each Prometheus a replica label; if the '
    + 'labels are meant, run Thanos 0.8.1 or later, which drops none'],
  ['found duplicate storeapi producer', 'error', 'Two sidecars or rulers have the same external labels, which mixes '
    + 'their blocks in one bucket', 'give each labels of its own, such as a replica label'],
  ['failed to resolve addresses for storeapis', 'error', 'The names of the stores could not be resolved', 'look at DNS '
    + 'and at the addresses given to the querier'],
];

const RULER: readonly MessageRow[] = [
  ['no query api server reachable', 'error', 'The ruler reaches no querier, so its rules are not evaluated', 'see '
    + '--query, and whether the queriers run'],
  ['msg="no alertmanager configured"', 'slow', 'The ruler has no Alertmanager, so its alerts reach nobody', 'set '
    + '--alertmanagers.url or --alertmanagers.config if it has rules that alert'],
  ['initialize rules failed', 'end', 'The ruler ended, because it could not load its rules', SEE_CAUSE],
  ...rowsOf(['reload rules by sighup failed', 'reload rules by webhandler failed'], 'error', 'The ruler could not load '
    + 'its changed rules', `${SEE_CAUSE}; give the files to thanos tools rules-check`),
  ['failed to send alerts to all alertmanagers', 'error', 'Alerts reached no Alertmanager, and are dropped', 'see the '
    + 'errors before it, the addresses of the Alertmanagers, and whether they run'],
];

const RECEIVE: readonly MessageRow[] = [
  ['no matching hashring to handle tenant', 'error', 'No hashring takes the tenant of the write', 'see the tenants in '
    + '--receive.hashrings, and the tenant header of the sender'],
  ['insufficient nodes; have', 'error', 'The hashring has fewer endpoints than the replication factor needs', 'add '
    + 'endpoints to the hashring, or lower --receive.replication-factor'],
  ['request replica exceeds receiver replication factor', 'error', 'A write has a replica number above '
    + '--receive.replication-factor of the receiver that got it', 'set the same factor on all receivers'],
  ['backing off forward request for endpoint', 'error', 'A receiver did not answer, so for a while no writes are '
    + 'forwarded to it', 'see whether that receiver runs and is ready'],
  ...rowsOf(['replicate write request for endpoint', 'forwarding request to endpoint'], 'error', NOT_FORWARDED,
    WORDS_AFTER),
  ['store locally for endpoint', 'error', 'A receiver did not store a write', WORDS_AFTER],
  ['hashring has changed; server is not ready to receive', 'state', 'The hashring changed, and the receiver writes its '
    + 'blocks before it takes requests again', null],
  ['tenant is above active series limit', 'error', 'A tenant has as many active series as head_series_limit allows, '
    + 'and its writes are rejected', 'find which labels make so many series, or raise that limit'],
  ...rowsOf(['error on series with out-of-order labels', 'error on series with duplicate labels',
    'error on series with empty label name or value'], 'error', BAD_LABELS, 'look at the relabeling of the sender'),
  ['error on ingesting samples that are outside of the allowed out-of-order time window', 'error', 'Samples were not '
    + 'stored, because they are older than --tsdb.out-of-order.time-window allows', 'see why the sender is so late, or '
    + 'raise it'],
];

const COMPACT: readonly MessageRow[] = [
  ['critical error detected; halting', 'end', 'The compactor has halted, so that it does no damage, and '
    + 'its process runs on without work',
    `${SEE_CAUSE}, and which block it is about`],
  ['pre compaction overlap check', 'error', 'Two blocks of one stream cover the same time, so the compactor does not '
    + 'merge them', 'compare the sources and labels in their meta.json, as one may be left over, or two processes may '
    + 'upload with the same external labels'],
  ['error executing compaction: compaction:', 'end', 'The compactor ended with an error', WORDS_AFTER],
  ['blocks with out-of-order chunks are dropped from compaction', 'error', 'A block has chunks out of order, and the '
    + 'compaction of its group fails', 'skip it with --compact.skip-block-with-out-of-order-chunks, and see what '
    + 'wrote it'],
  ['outoforderchunk: marking block with out-of-order', 'slow', 'A block with chunks out of order is left out of '
    + 'compaction from now on', null],
  ['block with not healthy index found', 'damage', 'The index of a block is damaged, and the compactor halts', 'keep a '
    + 'copy of that block, then take it out of the bucket or mark it for no compaction'],
  ['try running with --debug.accept-malformed-index', 'error', 'A block has series with labels out of order, so it is '
    + 'not compacted', 'find what wrote it; that flag accepts such blocks'],
  ['invalid result block', 'error', 'The block that a compaction wrote is not valid, and is not uploaded', WORDS_AFTER],
  ...rowsOf(['first pass of downsampling failed', 'second pass of downsampling failed'], 'error', 'The compactor could '
    + 'not downsample a block', WORDS_AFTER),
  ['found partially uploaded block', 'slow', 'The upload of a block did not end, and what there is of it is deleted',
    null],
  ['raw resolution must be higher than the minimum block size', 'end', RETENTION, 'set --retention.resolution-raw to '
    + '40h or more, or --downsampling.disable'],
  ['5m resolution retention must be higher than the minimum block size', 'end', RETENTION, 'set '
    + '--retention.resolution-5m to 10d or more, or --downsampling.disable'],
];

/** Mimir and Cortex read and write blocks with code that came from Thanos. */
const STORES: readonly MessageRow[] = [
  ['allocate chunk bytes: pool exhausted', 'full', 'A store gateway refused a request, because all requests that run '
    + 'would need more chunks than its chunk pool may hold, whatever memory is free', 'raise it (--chunk-pool-size, '
    + 'max-chunk-pool-bytes), and see which queries read so much'],
  ['basefetcher: iter bucket', 'error', 'The list of blocks in the bucket could not be read', WORDS_AFTER],
  ['bucket store initial sync', 'end', 'The store did not start, because it could not load the blocks of its bucket',
    WORDS_AFTER],
  ['create index header reader', 'error', 'The index header of a block could not be made or opened, and the block is '
    + 'not queried', `${SEE_CAUSE}; if that is of a local file, look at its disk; if of the bucket, at the size of the `
    + 'index there'],
  ['get range reader: the specified key does not exist', 'error', 'A block was read that is no longer in the bucket, '
    + 'as after a compaction deleted it', 'see that blocks are deleted later than the stores learn of it'],
  ['meta.json corrupted', 'damage', 'The meta.json of a block in the bucket cannot be read, and the block is left out',
    'see whether its upload ended; if not, upload it again from its source'],
  ...rowsOf(['exceeded series limit:', 'exceeded chunks limit:', 'exceeded samples limit:',
    'bytes limit exceeded while fetching'], 'error', 'A query reads more from a store than a limit there allows',
    'add matchers or shorten its range; else raise that limit'),
];

const REPLICAS: readonly MessageRow[] = [
  ['replicate: context deadline exceeded', 'error', 'A receiver did not get the answer of another in time, so the '
    + 'request fails and is sent again', 'look at CPU, memory and disk of the receivers, and at their number'],
];

export const OF_THANOS: readonly MessagesOfProgram[] = [
  ['Thanos', [...SIDECAR, ...QUERY, ...RULER, ...RECEIVE, ...REPLICAS, ...COMPACT]],
  ['Thanos, Mimir or Cortex', STORES],
];
