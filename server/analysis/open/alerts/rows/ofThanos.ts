/** Alerts of the mixin of Thanos. Pure. */
import type { AlertRow, AlertsOfProgram } from './alertRow.ts';

const COMPACT_LOG = 'read its log for the block and the reason';
const BUCKET = 'look in its log for the error of the object store: access, throttling or timeouts';
const STORES = 'see on /stores of the querier which store fails';
const RULER = 'read the log of the ruler';
const GONE = 'see whether its pods run, and whether Prometheus still discovers it under that job';
const gone = (component: string): string => `Prometheus scrapes no Thanos ${component} successfully`;

const ROWS: readonly AlertRow[] = [
  ['ThanosCompactMultipleRunning', 'More than one Thanos Compact runs; two on one bucket make overlapping blocks',
    'see whether they work on the same blocks (selector.relabel-config), and stop all but one if so'],
  ['ThanosCompactHalted', 'Thanos Compact has halted after an error that a retry does not fix, so nothing is '
    + 'compacted or deleted until it is restarted', COMPACT_LOG],
  ['ThanosCompactHighCompactionFailures', 'More than 5 % of the compactions of Thanos Compact fail', COMPACT_LOG],
  ['ThanosCompactBucketHighOperationFailures', 'More than 5 % of the requests of Thanos Compact to the object store '
    + 'fail', BUCKET],
  ['ThanosCompactHasNotRun', 'Thanos Compact has uploaded nothing for 24 hours', 'see whether it runs, has halted, or '
    + 'has nothing to compact'],
  ['ThanosQueryHttpRequestQueryErrorRateHigh', 'More than 5 % of the instant queries at Thanos Query get a 5xx',
    STORES],
  ['ThanosQueryHttpRequestQueryRangeErrorRateHigh', 'More than 5 % of the range queries at Thanos Query get a 5xx',
    STORES],
  ['ThanosQueryGrpcServerErrorRate', 'More than 5 % of the gRPC requests at Thanos Query fail', STORES],
  ['ThanosQueryGrpcClientErrorRate', 'More than 5 % of the requests that Thanos Query sends to its stores fail',
    STORES],
  ['ThanosQueryHighDNSFailures', 'More than 1 % of the DNS lookups of Thanos Query for its stores fail', 'resolve the '
    + 'names in its --endpoint or --store flags from its pod'],
  ['ThanosQueryInstantLatencyHigh', 'The 99th percentile of instant queries at Thanos Query exceeds its limit', STORES],
  ['ThanosQueryRangeLatencyHigh', 'The 99th percentile of range queries at Thanos Query exceeds its limit', STORES],
  ['ThanosQueryOverload', 'Thanos Query runs as many queries at once as it may, so others wait', 'find the heavy '
    + 'queries, before you raise --query.max-concurrent'],
  ['ThanosReceiveHttpRequestErrorRateHigh', 'More than 5 % of the write requests at Thanos Receive get a 5xx',
    'read its log: quorum, storage or the other receivers'],
  ['ThanosReceiveHttpRequestLatencyHigh', 'The 99th percentile of write requests at Thanos Receive exceeds 10 seconds',
    'see whether one receiver of the hashring is slow or down'],
  ['ThanosReceiveHighReplicationFailures', 'Thanos Receive fails to replicate write requests to other receivers',
    'see which receivers of the hashring are down'],
  ['ThanosReceiveHighForwardRequestFailures', 'Thanos Receive fails to forward write requests to other receivers',
    'see which receivers of the hashring are down'],
  ['ThanosReceiveHighHashringFileRefreshFailures', 'Thanos Receive fails to refresh its hashring file', 'read its log, '
    + 'and check the file'],
  ['ThanosReceiveConfigReloadFailure', 'Thanos Receive could not load its changed hashring', 'read its log, and check '
    + 'the file'],
  ['ThanosReceiveNoUpload', 'A Thanos Receive has uploaded no block for 3 hours', BUCKET],
  ['ThanosReceiveTrafficBelowThreshold', 'Thanos Receive gets much less traffic than in the hours before',
    'see whether its senders still send'],
  ['ThanosReceiveLimitsConfigReloadFailure', 'Thanos Receive could not load its changed limits',
    'read its log, and check the file'],
  ['ThanosReceiveLimitsHighMetaMonitoringQueriesFailureRate', 'Thanos Receive fails to query the series counts that '
    + 'its limits need', 'see whether the address of its meta-monitoring answers'],
  ['ThanosReceiveTenantLimitedByHeadSeries', 'Thanos Receive refuses samples of a tenant at its limit of head series',
    'find what grew in that tenant, before you raise the limit'],
  ['ThanosSidecarPrometheusDown', 'A Thanos sidecar cannot reach its Prometheus', 'see whether Prometheus runs and has '
    + 'replayed its WAL, and check --prometheus.url'],
  ['ThanosSidecarUnhealthy', 'A Thanos sidecar has had no successful heartbeat with Prometheus for some minutes',
    'see whether Prometheus answers'],
  ['ThanosSidecarNoConnectionToStartedPrometheus', 'A Thanos sidecar cannot reach its Prometheus, although that has '
    + 'replayed its WAL', 'check --prometheus.url and the network between them'],
  ['ThanosSidecarBucketOperationsFailed', 'Requests of a Thanos sidecar to the object store fail, so blocks may not be '
    + 'uploaded', BUCKET],
  ['ThanosStoreGrpcErrorRate', 'More than 5 % of the requests at a Thanos Store fail', 'read its log for the limit or '
    + 'the object store error'],
  ['ThanosStoreSeriesGateLatencyHigh', 'Queries wait more than 2 seconds at the gate of a Thanos Store',
    'see how many series they fetch, before you raise --store.grpc.series-max-concurrency'],
  ['ThanosStoreBucketHighOperationFailures', 'More than 5 % of the requests of a Thanos Store to the object store fail',
    BUCKET],
  ['ThanosStoreObjstoreOperationLatencyHigh', 'Requests of a Thanos Store to the object store take more than 2 seconds',
    'look at the object store and the caches'],
  ['ThanosRuleQueueIsDroppingAlerts', 'Thanos Rule drops alerts, because its queue is full', 'see whether its '
    + 'Alertmanagers answer'],
  ['ThanosRuleSenderIsFailingAlerts', 'Thanos Rule cannot send alerts to Alertmanager, and drops them',
    'see whether its Alertmanagers answer'],
  ['ThanosRuleHighRuleEvaluationFailures', 'More than 5 % of the evaluations of Thanos Rule fail', RULER],
  ['ThanosRuleHighRuleEvaluationWarnings', 'Evaluations of Thanos Rule have warnings: a store may be missing in the '
    + 'answers', STORES],
  ['ThanosRuleRuleEvaluationLatencyHigh', 'A group of Thanos Rule takes longer than its interval',
    'split the group, or make its queries less expensive'],
  ['ThanosRuleGrpcErrorRate', 'More than 5 % of the requests at Thanos Rule fail', RULER],
  ['ThanosRuleConfigReloadFailure', 'Thanos Rule could not load its changed configuration', RULER],
  ['ThanosRuleQueryHighDNSFailures', 'DNS lookups of Thanos Rule for its queriers fail',
    'resolve the names from its pod'],
  ['ThanosRuleAlertmanagerHighDNSFailures', 'DNS lookups of Thanos Rule for its Alertmanagers fail',
    'resolve the names from its pod'],
  ['ThanosNoRuleEvaluations', 'Thanos Rule has rules, but evaluates none', RULER],
  ['ThanosBucketReplicateErrorRate', 'Thanos Replicate fails to replicate blocks', BUCKET],
  ['ThanosBucketReplicateRunLatency', 'Runs of Thanos Replicate take longer than their limit',
    'look at the object stores and at the number of blocks'],
  ['ThanosCompactIsDown', gone('Compact'), GONE], ['ThanosQueryIsDown', gone('Query'), GONE],
  ['ThanosReceiveIsDown', gone('Receive'), GONE], ['ThanosRuleIsDown', gone('Rule'), GONE],
  ['ThanosSidecarIsDown', gone('sidecar'), GONE], ['ThanosStoreIsDown', gone('Store'), GONE],
];

export const ALERTS_OF_THANOS: AlertsOfProgram = { program: 'Thanos', rows: ROWS };
