/** Messages of Elasticsearch and OpenSearch, for the table of known messages. Pure. */
import { rowsOf, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const FLOOD = 'The disk of a node is almost full, and the indices on it take no more writes';
const FREE_DISK = 'free or add disk; before version 7.4, set index.blocks.read_only_allow_delete to null afterwards';
const NOT_LOOPBACK = 'unless it only listens on loopback';
const BREAKER = 'A request was refused, because it would take more heap than its circuit breaker allows';
const SEE_HEAP = 'look at the heap and at large aggregations or bulk requests; retry later, or give more heap';
const SHARDS = 'An index was not created or opened, because the cluster has as many shards as it may';
const FEWER_SHARDS = 'shrink old indices or delete unused ones; cluster.max_shards_per_node only puts it off';
const QUEUE = 'A node refused requests, because its queue or its memory for indexing was full';
const SEND_LESS = 'send fewer requests at once and retry later; look at CPU and disk of the node';
const NO_MASTER = 'A node finds no elected master, so it answers little and takes no changes';
const SEE_MASTERS = 'see whether most of the master-eligible nodes run and reach each other';
const NOT_MAPPED = 'A document or a mapping was refused, because a field does not fit';
const SEE_CAUSE = 'see caused_by in the answer';
const BUCKETS = 'A search was ended, because its aggregations would make more buckets than search.max_buckets';
const FEWER_BUCKETS = 'group by fewer values or longer intervals, or use a composite aggregation';
const DAMAGED = 'Data of a shard are damaged';
const OTHER_COPY = 'look at the disk; use another copy of the shard or a snapshot, because elasticsearch-shard '
  + 'remove-corrupted-data loses data';

const ELASTICSEARCH: readonly MessageRow[] = [
  ['max virtual memory areas vm.max_map_count', 'end', 'The host allows too few memory maps, so the node does not '
    + `start, ${NOT_LOOPBACK}`, 'run sysctl -w vm.max_map_count=262144 on the host, and keep it in /etc/sysctl.d'],
  ['max file descriptors [', 'end', `The limit of open files is too low, so the node does not start, ${NOT_LOOPBACK}`,
    'raise it to 65535 (LimitNOFILE, ulimit -n)'],
  ['the default discovery settings are unsuitable for production use', 'end', 'Nothing says how the node finds its '
    + `cluster, so it does not start, ${NOT_LOOPBACK}`, 'set discovery.seed_hosts, for a new cluster also '
    + 'cluster.initial_master_nodes, or discovery.type=single-node'],
  ['failed to obtain node lock', 'end', 'It does not start, because it cannot lock its data folder',
    'see whether another one runs on it, and who owns it'],
  ...rowsOf(['can not run elasticsearch as root', 'can not run opensearch as root'], 'end', 'It does not start as root',
    'run it as another user'),
  ['cannot downgrade a node from version', 'end', 'The data folder was used by a newer version, so the node does not '
    + 'start', 'run that version again, or restore a snapshot'],
  ['translogcorruptedexception', 'damage', DAMAGED, OTHER_COPY],
  ['corruptindexexception', 'damage', DAMAGED, OTHER_COPY],
  ['all indices on this node will be marked read-only', 'full', FLOOD, FREE_DISK],
  ['/12/index read-only', 'full', FLOOD, FREE_DISK],
  ['disk usage exceeded flood-stage watermark', 'full', FLOOD, FREE_DISK],
  ['shards will be relocated away from this node', 'full', 'A node has so little free disk that its shards are moved '
    + 'away', 'free or add disk'],
  ['replicas will not be assigned to this node', 'full', 'A node has so little free disk that it gets no new replicas',
    'free or add disk'],
  ['circuit_breaking_exception', 'full', BREAKER, SEE_HEAP],
  ['circuitbreakingexception', 'full', BREAKER, SEE_HEAP],
  ['data too large, data for', 'full', BREAKER, SEE_HEAP],
  ['this action would add [', 'error', SHARDS, FEWER_SHARDS],
  ...rowsOf(['rejected_execution_exception', 'esrejectedexecutionexception', 'opensearchrejectedexecutionexception'],
    'error', QUEUE, SEND_LESS),
  ['master not discovered or elected yet', 'error', NO_MASTER, SEE_MASTERS],
  ['master not discovered yet', 'error', NO_MASTER, SEE_MASTERS],
  ['master_not_discovered_exception', 'error', NO_MASTER, SEE_MASTERS],
  ['timed out while waiting for initial discovery state', 'error', NO_MASTER, SEE_MASTERS],
  ['received plaintext http traffic on an https channel', 'error', 'A client speaks HTTP where the node expects HTTPS',
    'use https:// in the client, with the CA of the node'],
  ['limit of total fields [', 'error', 'A document was refused, because it would give its index too many fields',
    'map fewer fields (flattened, or no dynamic mapping), or raise index.mapping.total_fields.limit'],
  ['no_shard_available_action_exception', 'error', 'No copy of a shard could answer',
    'see _cluster/allocation/explain'],
  ...rowsOf(['too_many_buckets_exception', 'trying to create too many buckets'], 'error', BUCKETS, FEWER_BUCKETS),
  ['text fields are not optimised for operations', 'error', 'A search sorts or aggregates by a text field, for which '
    + 'that is disabled', 'use its keyword field (.keyword); fielddata=true takes much heap'],
  ['search_phase_execution_exception', 'error', 'A search failed on shards', 'see root_cause in the answer'],
  ['] collecting in the last [', 'slow', 'A node spends much of its time in garbage collection',
    'look at its heap, at large queries and at the number of shards'],
  ...rowsOf(['mapper_parsing_exception', 'document_parsing_exception'], 'error', NOT_MAPPED, SEE_CAUSE),
];

export const OF_ELASTICSEARCH: readonly MessagesOfProgram[] = [['Elasticsearch or OpenSearch', ELASTICSEARCH]];
