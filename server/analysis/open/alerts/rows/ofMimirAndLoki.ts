/** Alerts of the mixins of Mimir and Loki. Pure. */
import type { AlertRow, AlertsOfProgram } from './alertRow.ts';

const INGESTER_LOG = 'read the log of that ingester, and look at its disk';
const COMPACTOR_LOG = 'read the log of the compactor for the tenant, the block and the reason';
const STORE = 'look in the log for the error of the object store: access, throttling or timeouts';
const MEMORY = 'see whether series or queries grew, before it is killed for memory';
const RULER = 'read the log of the ruler, then that of the queriers';
const ALERTMANAGER_LOG = 'read the log of that Mimir Alertmanager';
const GOSSIP = 'see /memberlist, and whether a pod of another cluster joined';

const MIMIR: readonly AlertRow[] = [
  ['MimirIngesterUnhealthy', 'The ring of Mimir has unhealthy ingesters', 'see the page /ingester/ring: restart what '
    + 'is down, and forget only what will not return'],
  ['MimirRequestErrors', 'More than 1 % of the requests of one route of Mimir get a 5xx',
    'see which route and component it is, then read its log'],
  ['MimirRequestLatency', 'The 99th percentile of one route of Mimir exceeds 2.5 seconds',
    'see which route it is, then what that component waits for'],
  ['MimirInconsistentRuntimeConfig', 'Pods of Mimir have different runtime configurations', 'see whether the ConfigMap '
    + 'reached all of them'],
  ['MimirBadRuntimeConfig', 'Mimir could not load its runtime configuration, and continues with the previous one',
    'read the log of that pod'],
  ['MimirSchedulerQueriesStuck', 'Queries wait in the query-scheduler, and the queue does not shrink', 'see whether '
    + 'the queriers run and are busy, and which query is heavy'],
  ['MimirCacheRequestErrors', 'More than 5 % of the requests to a cache of Mimir fail', 'see whether that memcached '
    + 'runs, and whether its connections are at their limit'],
  ['MimirIngesterRestarts', 'An ingester of Mimir restarted twice or more in 30 minutes', 'see kubectl describe pod '
    + 'for an OOM kill, and kubectl logs --previous'],
  ['MimirKVStoreFailure', 'All requests of a pod to the key-value store of the ring fail', 'see whether that store '
    + '(Consul, etcd) answers'],
  ['MimirMemoryMapAreasTooHigh', 'A process of Mimir has more than 80 % of the memory maps that it may have',
    'compare its maps (/proc/PID/maps) with vm.max_map_count of its node'],
  ['MimirIngesterInstanceHasNoTenants', 'An ingester of Mimir has no tenants, although the cluster has series',
    'see whether it is ACTIVE in the ring and gets requests'],
  ['MimirRulerInstanceHasNoRuleGroups', 'A ruler of Mimir has no rule groups, although others have',
    'see whether it is in the ring of the rulers'],
  ['MimirIngestedDataTooFarInTheFuture', 'An ingester of Mimir has samples more than an hour in the future, which can '
    + 'make it reject samples of the present', 'find the client whose clock is wrong, and set '
    + 'creation_grace_period'],
  ['MimirStoreGatewayTooManyFailedOperations', 'At least 1 % of the requests of store-gateways to the object store '
    + 'fail', STORE],
  ['MimirRingMembersMismatch', 'The ring of Mimir has another number of ingesters than run', 'see the page '
    + '/ingester/ring for members that are gone'],
  ['MimirServerInvalidClusterLabelRequests', 'Mimir gets requests that carry the label of another cluster', 'find the '
    + 'client with the wrong cluster validation label'],
  ['MimirClientInvalidClusterLabelRequests', 'Requests of Mimir’s components are rejected for a wrong cluster label',
    'compare the cluster validation labels of client and server'],
  ['MimirIngesterReachingSeriesLimit', 'An ingester of Mimir has more than 80 % of the series that it may have; at the '
    + 'limit it rejects new series', 'find the tenant that grew, and add ingesters'],
  ['MimirIngesterReachingTenantsLimit', 'An ingester of Mimir has more than 70 % of the tenants that it may have',
    'add ingesters, or use shuffle sharding'],
  ['MimirReachingTCPConnectionsLimit', 'A process of Mimir has more than 80 % of the connections that it may have',
    'see which clients connect, and add replicas'],
  ['MimirDistributorInflightRequestsHigh', 'A distributor of Mimir has more than 80 % of the requests in flight that '
    + 'it may have; at the limit it rejects writes', 'see whether an ingester is slow, and add distributors'],
  ['MimirDistributorReachingInflightPushRequestLimit', 'A distributor of Mimir is near its limit of write requests in '
    + 'flight; at the limit it rejects writes', 'see whether an ingester is slow, and add distributors'],
  ['MimirRolloutStuck', 'A rollout of Mimir has stopped before all pods have it', 'look at the pod that is not ready'],
  ['MimirAllocatingTooMuchMemory', 'An ingester of Mimir uses more than 65 % of its memory limit, or 80 if it is '
    + 'critical', MEMORY],
  ['MimirIngesterAllocatingTooMuchMemory', 'An ingester of Mimir is near its memory limit', MEMORY],
  ['MimirGoThreadsTooHigh', 'A process of Mimir has thousands of threads', 'see what blocks in system calls, mostly a '
    + 'slow disk'],
  ['MimirRulerTooManyFailedPushes', 'More than 1 % of the writes of a ruler of Mimir fail', RULER],
  ['MimirRulerTooManyFailedQueries', 'More than 1 % of the queries of a ruler of Mimir fail', RULER],
  ['MimirRulerMissedEvaluations', 'A ruler of Mimir skips evaluations, because groups take longer than their interval',
    'find the slow query of the group'],
  ['MimirRulersMissedEvaluations', 'Rulers of Mimir skip more than 1 % of their evaluations, because groups take '
    + 'longer than their interval', 'find the slow query of the group'],
  ['MimirRulerFailedRingCheck', 'A ruler of Mimir cannot check in the ring which groups it owns', RULER],
  ['MimirRulerRemoteEvaluationFailing', 'Queries that a ruler of Mimir sends to the query-frontend fail', RULER],
  ['MimirAlertmanagerSyncConfigsFailing', 'A Mimir Alertmanager cannot read configurations of tenants', STORE],
  ['MimirAlertmanagerRingCheckFailing', 'A Mimir Alertmanager cannot check in the ring which tenants it owns',
    ALERTMANAGER_LOG],
  ['MimirAlertmanagerStateMergeFailing', 'A Mimir Alertmanager cannot merge state from a replica', ALERTMANAGER_LOG],
  ['MimirAlertmanagerReplicationFailing', 'A Mimir Alertmanager cannot replicate its state', ALERTMANAGER_LOG],
  ['MimirAlertmanagerPersistStateFailing', 'A Mimir Alertmanager cannot store its state in the object store', STORE],
  ['MimirAlertmanagerInitialSyncFailed', 'A Mimir Alertmanager got no state when it started', ALERTMANAGER_LOG],
  ['MimirAlertmanagerAllocatingTooMuchMemory', 'A Mimir Alertmanager uses more than 80 % of its memory limit',
    'see which tenant has many alerts'],
  ['MimirIngesterNotShippingBlocks', 'An ingester of Mimir has uploaded no block for 4 hours, although it gets samples',
    `${INGESTER_LOG}; do not delete its volume`],
  ['MimirIngesterNotShippingBlocksSinceStart', 'An ingester of Mimir has uploaded no block since its start, although '
    + 'it gets samples', `${INGESTER_LOG}; do not delete its volume`],
  ['MimirIngesterHasUnshippedBlocks', 'An ingester of Mimir has a block that is not uploaded after an hour',
    `${STORE}; do not delete its volume`],
  ['MimirIngesterTSDBHeadCompactionFailed', 'An ingester of Mimir fails to compact its head into a block',
    INGESTER_LOG],
  ['MimirIngesterTSDBHeadTruncationFailed', 'An ingester of Mimir fails to truncate its head', INGESTER_LOG],
  ['MimirIngesterTSDBCheckpointCreateFailed', 'An ingester of Mimir fails to create a checkpoint of its WAL',
    INGESTER_LOG],
  ['MimirIngesterTSDBCheckpointDeleteFailed', 'An ingester of Mimir fails to delete an old checkpoint', INGESTER_LOG],
  ['MimirIngesterTSDBWALTruncationFailed', 'An ingester of Mimir fails to truncate its WAL, which grows', INGESTER_LOG],
  ['MimirIngesterTSDBWALCorrupted', 'WALs of several ingesters of Mimir are corrupt, so samples may be lost',
    INGESTER_LOG],
  ['MimirIngesterTSDBWALWritesFailed', 'An ingester of Mimir fails to write its WAL', INGESTER_LOG],
  ['MimirStoreGatewayHasNotSyncTheBucket', 'A store-gateway of Mimir has not synchronised the bucket for 30 minutes',
    STORE],
  ['MimirStoreGatewayNoSyncedTenants', 'A store-gateway of Mimir serves no tenant', 'see whether it is ACTIVE in the '
    + 'ring of the store-gateways'],
  ['MimirBucketIndexNotUpdated', 'The bucket index of a tenant of Mimir is old, so queries of it fail soon',
    COMPACTOR_LOG],
  ['MimirTenantHasPartialBlocks', 'A tenant of Mimir has partial blocks in the bucket',
    'look in the log of the compactor for the blocks'],
  ['MimirCompactorHasNotSuccessfullyCleanedUpBlocks', 'A compactor of Mimir has not cleaned up blocks for 6 hours',
    COMPACTOR_LOG],
  ['MimirCompactorHasNotSuccessfullyRunCompaction', 'A compactor of Mimir has completed no run for 24 hours, or '
    + 'several runs failed in a row', COMPACTOR_LOG],
  ['MimirCompactorNotRunningCompaction', 'A compactor of Mimir does not complete its runs', COMPACTOR_LOG],
  ['MimirCompactorHasNotUploadedBlocks', 'A compactor of Mimir has uploaded no block for 24 hours, although it began '
    + 'compactions', COMPACTOR_LOG],
  ['MimirCompactorNotCleaningUpBlocks', 'A compactor of Mimir has not cleaned up blocks for 6 hours', COMPACTOR_LOG],
  ['MimirCompactorHasRunOutOfDiskSpace', 'The disk of a compactor of Mimir was full during a compaction',
    'compare the size of its disk with the blocks of its largest job'],
  ['MimirCompactorSkippedBlocks', 'The compactor of Mimir marked blocks so that they are not compacted; the label '
    + 'reason says why', COMPACTOR_LOG],
  ['MimirCompactorOOMKilled', 'A compactor of Mimir was killed for memory and restarted several times',
    'compare its memory over time with the limit'],
  ['MimirHighVolumeLevel1BlocksQueried', 'More than 5 % of the blocks that queries read are not compacted yet',
    'see whether the compactors keep up'],
  ['MimirCompactorSkippedBlocksWithOutOfOrderChunks', 'The compactor of Mimir skips blocks whose chunks are out of '
    + 'order', COMPACTOR_LOG],
  ['MimirCompactorSkippedUnhealthyBlocks', 'The compactor of Mimir skips blocks that are damaged', COMPACTOR_LOG],
  ['MimirGossipMembersMismatch', 'A pod of Mimir sees another number of members by gossip than run', GOSSIP],
  ['MimirGossipMembersTooHigh', 'A pod of Mimir sees more members by gossip than run', GOSSIP],
  ['MimirGossipMembersTooLow', 'A pod of Mimir sees fewer members by gossip than run', GOSSIP],
  ['MimirGossipMembersEndpointsOutOfSync', 'The service gossip-ring lists addresses that no pod has any more',
    'compare its endpoints with the pods'],
  ['MimirDistributorGcUsesTooMuchCpu', 'Garbage collection takes more than 10 % of the CPU of distributors of Mimir',
    'see whether their memory is near GOMEMLIMIT'],
  ['MimirAutoscalerNotActive', 'The HorizontalPodAutoscaler of a component of Mimir does not scale',
    'run kubectl describe hpa for its conditions'],
  ['MimirAutoscalerKedaFailing', 'KEDA reports errors for a component of Mimir', 'run kubectl describe scaledobject, '
    + 'and read the log of the KEDA operator'],
  ['MimirIngesterKafkaReadFailed', 'An ingester of Mimir fails to read records from Kafka',
    'read its log, and see whether Kafka answers'],
  ['MimirIngesterOffsetCommitFailed', 'An ingester of Mimir fails to commit its offset in Kafka',
    'read its log, and see whether Kafka answers'],
  ['RolloutOperatorNotReconciling', 'The rollout-operator has not reconciled a group of Mimir for 10 minutes',
    'read its log'],
  ['MimirContinuousTestFailed', 'The program mimir-continuous-test got another result than it wrote',
    'read its log for the query and its result'],
];

const LOKI: readonly AlertRow[] = [
  ['LokiRequestErrors', 'More than 10 % of the requests of one route of Loki get a 5xx', 'see which route it is, then '
    + 'read the log of that component'],
  ['LokiRequestPanics', 'Requests of Loki panicked', 'look in its log for "panic" and the stack below it'],
  ['LokiRequestLatency', 'The 99th percentile of one route of Loki exceeds 1 second', 'see which route it is; for '
    + 'queries read the lines of metrics.go in the log of the querier'],
  ['LokiTooManyCompactorsRunning', 'More than one compactor of Loki runs; only one may',
    'scale the compactor down to one replica'],
  ['LokiCompactorHasNotSuccessfullyRunCompaction', 'The compactor of Loki has not completed a run for hours, so '
    + 'retention and index grow', 'read the log of the compactor'],
];

export const ALERTS_OF_MIMIR: AlertsOfProgram = { program: 'Mimir', rows: MIMIR };
export const ALERTS_OF_LOKI: AlertsOfProgram = { program: 'Loki', rows: LOKI };
