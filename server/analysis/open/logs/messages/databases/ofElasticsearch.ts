/** Messages of Elasticsearch and OpenSearch, for the table of known messages. Pure. */
import type { MessageRow, MessagesOfProgram } from '../rows/messageRow.ts';

const FLOOD = 'The disk of a node is almost full, and the indices on it take no more writes';
const FREE_DISK = 'free or add disk; old versions need index.blocks.read_only_allow_delete set to null then';
const BREAKER = 'A request was refused, because it would take more heap than its circuit breaker allows';
const SEE_HEAP = 'look at the heap and at large aggregations; retry later, or give more heap';
const SHARDS = 'An index was not created, because the cluster has as many shards as it may';
const FEWER_SHARDS = 'delete or shrink old indices; cluster.max_shards_per_node only puts it off';
const QUEUE = 'A node refused requests, because its queue was full';
const SEND_LESS = 'send fewer or larger bulk requests and retry later; look at CPU and disk of the node';
const NO_MASTER = 'The cluster has no master, so it answers little and takes no changes';
const SEE_MASTERS = 'see whether most of the master-eligible nodes run and reach each other';
const DAMAGED = 'Data of a shard are damaged';
const OTHER_COPY = 'use another copy of the shard or a snapshot; elasticsearch-shard remove-corrupted-data loses '
  + 'data';

const ELASTICSEARCH: readonly MessageRow[] = [
  ['max virtual memory areas vm.max_map_count', 'end', 'It does not start, because the host allows too few memory '
    + 'maps', 'run sysctl -w vm.max_map_count=262144 on the host, and keep it in /etc/sysctl.d'],
  ['the default discovery settings are unsuitable for production use', 'end', 'It does not start, because nothing '
    + 'says how it finds its cluster', 'set discovery.seed_hosts and cluster.initial_master_nodes, or '
    + 'discovery.type=single-node'],
  ['failed to obtain node lock', 'end', 'It does not start, because it cannot lock its data folder',
    'see whether another one runs on it, and who owns it'],
  ['can not run elasticsearch as root', 'end', 'It does not start as root', 'run it as another user'],
  ['cannot downgrade a node from version', 'end', 'The data folder was used by a newer version, so the node does not '
    + 'start', 'run that version again, or restore a snapshot'],
  ['translogcorruptedexception', 'damage', DAMAGED, OTHER_COPY],
  ['corruptindexexception', 'damage', DAMAGED, OTHER_COPY],
  ['flood stage disk watermark', 'full', FLOOD, FREE_DISK],
  ['forbidden/12/index read-only', 'full', FLOOD, FREE_DISK],
  ['disk usage exceeded flood-stage watermark', 'full', FLOOD, FREE_DISK],
  ['high disk watermark', 'full', 'A node has so little free disk that its shards are moved away', 'free or add disk'],
  ['low disk watermark', 'full', 'A node has so little free disk that it gets no new shards', 'free or add disk'],
  ['circuit_breaking_exception', 'full', BREAKER, SEE_HEAP],
  ['circuitbreakingexception', 'full', BREAKER, SEE_HEAP],
  ['data too large, data for', 'full', BREAKER, SEE_HEAP],
  ['this action would add', 'error', SHARDS, FEWER_SHARDS],
  ['es_rejected_execution_exception', 'error', QUEUE, SEND_LESS],
  ['esrejectedexecutionexception', 'error', QUEUE, SEND_LESS],
  ['master not discovered or elected yet', 'error', NO_MASTER, SEE_MASTERS],
  ['master not discovered yet', 'error', NO_MASTER, SEE_MASTERS],
  ['master_not_discovered_exception', 'error', NO_MASTER, SEE_MASTERS],
  ['limit of total fields', 'error', 'A document was refused, because it would give its index too many fields',
    'map fewer fields (flattened, or no dynamic mapping), or raise index.mapping.total_fields.limit'],
  ['no_shard_available_action_exception', 'error', 'A shard has no copy that runs', 'see _cluster/allocation/explain'],
  ['search_phase_execution_exception', 'error', 'A search failed on shards', 'see root_cause in the answer'],
  ['] collecting in the last [', 'slow', 'A node spends much of its time in garbage collection',
    'look at its heap, at large queries and at the number of shards'],
  ['mapper_parsing_exception', 'error', 'A document was refused, because a field does not fit its mapping',
    'see caused_by in the answer'],
];

export const OF_ELASTICSEARCH: readonly MessagesOfProgram[] = [['Elasticsearch or OpenSearch', ELASTICSEARCH]];
