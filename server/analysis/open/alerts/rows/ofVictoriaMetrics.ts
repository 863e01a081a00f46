/** Alerts that VictoriaMetrics publishes for itself, its cluster, vmagent and vmalert; and those on the Collector. */
import type { AlertRow, AlertsOfProgram } from './alertRow.ts';

const CHURN = 'find what label changes: on the cardinality explorer of vmui, or in /api/v1/status/tsdb';
const SPACE = 'see what grew: rows or new series; then lower retention or give it a larger disk';
const VMALERT_LOG = 'read the log of vmalert: it has the query and the error';
const REMOTE = 'look at the log of the sender for what the remote end answers, and at how busy that end is';
const RELOAD = 'It could not load its changed configuration, and continues with the previous one';

/** Names that rules of others have, too. */
const VICTORIAMETRICS: readonly AlertRow[] = [
  ['DiskRunsOutOfSpaceIn3Days', 'At the present rate the disk of this VictoriaMetrics is full within 3 days', SPACE],
  ['NodeBecomesReadonlyIn3Days', 'At the present rate this storage reaches -storage.minFreeDiskSpaceBytes within 3 '
    + 'days, and accepts no more data', SPACE],
  ['DiskRunsOutOfSpace', 'The disk of this VictoriaMetrics is more than 80 % full, which leaves little room for merges',
    SPACE],
  ['RequestErrorsToAPI', 'Requests to an API path of VictoriaMetrics fail', 'read its log for the path in the label'],
  ['RPCErrors', 'Connections between components of the VictoriaMetrics cluster fail', 'read the log of that component: '
    + 'it names the node that it did not reach'],
  ['TooHighChurnRate', 'More than 10 % of the rows that VictoriaMetrics ingests begin a new series', CHURN],
  ['TooHighChurnRate24h', 'In 24 hours more than 3 times as many series were created as are active', CHURN],
  ['TooHighSlowInsertsRate', 'More than 5 % of the rows are slow inserts: their series are not in the cache, so the '
    + 'index is read', 'see whether memory is short for the active series, or churn is high'],
  ['VminsertVmstorageConnectionIsSaturated', 'The connection from a vminsert to a vmstorage is busy for more than 90 % '
    + 'of the time', 'look at CPU and disk of that vmstorage, then add vminsert or vmstorage nodes'],
  ['LabelsLimitExceededOnIngestion', 'VictoriaMetrics drops labels or series that exceed -maxLabelsPerTimeseries',
    'find in its log what sends so many labels'],
  ['TooManyRestarts', 'A component of VictoriaMetrics restarted more than twice in 15 minutes', 'look at why it ended: '
    + 'kubectl describe for an OOM kill, and kubectl logs --previous'],
  ['ServiceDown', 'A component of VictoriaMetrics cannot be scraped (up is 0)', 'see whether its process runs'],
  ['ProcessNearFDLimits', 'A process may open fewer than 100 more files', 'see its limit (ulimit -n, LimitNOFILE) and '
    + 'what it has open'],
  ['TooHighMemoryUsage', 'A process uses more than 80 % of its memory, without page cache', 'see whether series or '
    + 'queries grew, before it is killed for memory'],
  ['TooHighCPUUsage', 'A process uses more than 90 % of the CPU that it may use', 'record a CPU profile: '
    + '/debug/pprof/profile'],
  ['TooHighGoroutineSchedulingLatency', 'Goroutines wait more than 100 ms for a CPU (99th percentile)',
    'compare CPU use with the limit, and look for throttling'],
  ['TooManyLogs', 'A component logged errors for 15 minutes', 'read them: its log has the reason'],
  ['TooManyTSIDMisses', 'Entries of the index of VictoriaMetrics are missing; after an unclean end that passes in '
    + 'minutes, else the index may be corrupt', 'see whether it was killed before, and read its log'],
  ['ConcurrentInsertsHitTheLimit', 'Inserts wait, because as many run as -maxConcurrentInserts allows', 'look at CPU '
    + 'and disk of that instance, and of vmstorage behind it'],
  ['IndexDBRecordsDrop', 'VictoriaMetrics did not register series, such as those longer than 64 KiB',
    'read its log for the series, and cut their labels'],
  ['RowsRejectedOnIngestion', 'VictoriaMetrics rejects rows; the label reason says why',
    'read its log: it has samples of them'],
  ['TooHighQueryLoad', 'Queries waited -search.maxQueueDuration for their turn and were not run',
    'find the slow queries in /api/v1/status/top_queries'],
  ['PersistentQueueIsDroppingData', 'This vmagent drops data, because its queue on disk is full', REMOTE],
  ['RejectedRemoteWriteDataBlocksAreDropped', 'This vmagent drops blocks that the remote storage rejects',
    'read the log of vmagent: it has the answer of the remote storage'],
  ['TooManyScrapeErrors', 'This vmagent fails to scrape targets', 'see their errors on its page /targets'],
  ['TooManyWriteErrors', 'This vmagent answers write requests with errors', 'read its log'],
  ['TooManyRemoteWriteErrors', 'This vmagent retries requests to the remote storage in the label', REMOTE],
  ['RemoteWriteConnectionIsSaturated', 'The connections of vmagent to a remote storage are busy for more than 90 % of '
    + 'the time', `${REMOTE}; then raise -remoteWrite.queues`],
  ['PersistentQueueForWritesIsSaturated', 'This vmagent spends more than 90 % of the time writing its queue to disk',
    'look at the disk of vmagent, and why its data do not go to the remote storage at once'],
  ['PersistentQueueForReadsIsSaturated', 'This vmagent spends more than 90 % of the time reading its queue from disk',
    'look at the disk of vmagent'],
  ['PersistentQueueRunsOutOfSpaceIn12Hours', 'The queue of vmagent on disk is full within 12 hours', REMOTE],
  ['PersistentQueueRunsOutOfSpaceIn4Hours', 'The queue of vmagent on disk is full within 4 hours', REMOTE],
  ['SeriesLimitHourReached', 'This vmagent has 90 % of the series that -remoteWrite.maxHourlySeries allows; beyond it '
    + 'new series are dropped', 'find what creates so many series'],
  ['SeriesLimitDayReached', 'This vmagent has 90 % of the series that -remoteWrite.maxDailySeries allows; beyond it '
    + 'new series are dropped', 'find what creates so many series'],
  ['StreamAggrFlushTimeout', 'Stream aggregation does not end within its interval, so its results may be wrong',
    'lengthen the interval, or aggregate fewer series'],
  ['StreamAggrDedupFlushTimeout', 'Deduplication does not end within its interval, so its results may be wrong',
    'lengthen the interval, or deduplicate fewer series'],
  ['ConfigurationReloadFailure', RELOAD, 'read its log for the line and the reason'],
  ['AlertingRulesError', 'This vmalert cannot evaluate an alert rule, so that alert does not fire', VMALERT_LOG],
  ['RecordingRulesError', 'This vmalert cannot evaluate a recording rule, so its series has gaps', VMALERT_LOG],
  ['RecordingRulesNoData', 'A recording rule of vmalert gives no samples',
    'run its expression: see whether its series exist'],
  ['TooManyMissedIterations', 'A group of vmalert takes longer than its interval, so evaluations are skipped',
    'find its slow query, or raise its interval or concurrency'],
  ['RemoteWriteErrors', 'This vmalert cannot write the results of its rules', VMALERT_LOG],
  ['RemoteWriteDroppingData', 'This vmalert drops results of its rules', VMALERT_LOG],
  ['RemoteWriteQueueHighUsage', 'The queue in which vmalert holds results is more than 80 % full', 'see whether the '
    + 'remote end is slow, or a rule makes very many series'],
  ['AlertmanagerErrors', 'This vmalert cannot send alerts to an Alertmanager',
    'see whether the Alertmanager in the label answers'],
];

const QUEUE = 'see whether the backend of that exporter answers, and how long it takes';

const REFUSED = 'look for memory_limiter or a full sending queue behind it';
const ANSWER = 'read its log for the answer of the backend';
const KINDS = ['Spans', 'Metrics', 'Logs'] as const;

const COLLECTOR: readonly AlertRow[] = [
  ['OtelcolSendingQueueFull', 'The sending queue of an exporter of the Collector is full, so data may be dropped',
    QUEUE],
  ...KINDS.map((kind): AlertRow => [`ReceiverDropped${kind}`,
    `A receiver of the Collector refuses ${kind.toLowerCase()}: what it hands them to does not take them`, REFUSED]),
  ...KINDS.map((kind): AlertRow => [`ExporterDropped${kind}`,
    `An exporter of the Collector fails to send ${kind.toLowerCase()}, and drops them`, ANSWER]),
  ...['Spans', 'MetricPoints', 'LogRecords'].map((kind): AlertRow => [`SendQueueFailed${kind}`,
    'The sending queue of an exporter of the Collector took no more data, so they are dropped', QUEUE]),
  ['ExporterQueueSize', 'The sending queue of an exporter of the Collector is more than 80 % full', QUEUE],
];

export const ALERTS_OF_VICTORIAMETRICS: AlertsOfProgram = {
  program: 'VictoriaMetrics', needs: /\bvm(?:agent|alert|auth|select|insert|storage|single)|victoria|\bvm_/i,
  rows: VICTORIAMETRICS,
};
export const ALERTS_OF_COLLECTOR: AlertsOfProgram = { program: 'the OpenTelemetry Collector', rows: COLLECTOR };
