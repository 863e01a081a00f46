/** Alerts of prometheus-mixin, and those that the first rules of most Prometheus servers have. Pure. */
import type { AlertRow, AlertsOfProgram } from './alertRow.ts';

const ITSELF = 'its labels name Prometheus itself, not the target at fault';
const RELOAD = 'Prometheus could not load its changed configuration, and continues with the previous one';
const DISK = 'look in its log for the error, and at the free space of its data folder';
const LIMITED = 'so the scrape failed and its samples are missing';

const ROWS: readonly AlertRow[] = [
  ['PrometheusBadConfig', RELOAD, 'run promtool check config on the file, and read the error in its log'],
  ['PrometheusConfigurationReloadFailure', RELOAD, 'run promtool check config on the file, and read the error in its '
    + 'log'],
  ['PrometheusSDRefreshFailure', 'A service discovery of Prometheus could not refresh its list of targets, so new '
    + 'targets are missing and old ones remain', 'look in its log for the mechanism in the label, and whether its API '
    + 'answers and allows the request'],
  ['PrometheusKubernetesListWatchFailures', 'Requests of Prometheus’s Kubernetes discovery to list or watch objects '
    + 'fail, so its targets may be out of date', 'look in its log for "forbidden" or a timeout, and check its '
    + 'ClusterRole for list and watch'],
  ['PrometheusNotificationQueueRunningFull', 'The queue of alerts that Prometheus sends to Alertmanager is forecast to '
    + 'be full within 30 minutes; then alerts are dropped', 'see whether the Alertmanagers answer, and how many alerts '
    + 'fire'],
  ['PrometheusErrorSendingAlertsToSomeAlertmanagers', 'More than 1 % of the alerts that Prometheus sends to one '
    + 'Alertmanager fail', 'see whether the Alertmanager in the label runs and answers, and what the log of Prometheus '
    + 'says (component=notifier)'],
  ['PrometheusErrorSendingAlertsToAnyAlertmanager', 'Alerts that Prometheus sends fail at every Alertmanager, so '
    + 'notifications may be lost', 'see whether the Alertmanagers run and answer, and what the log of Prometheus says '
    + '(component=notifier)'],
  ['PrometheusErrorSendingAlerts', 'Alerts that Prometheus sends to an Alertmanager fail', 'see whether the '
    + 'Alertmanagers run and answer, and what the log of Prometheus says (component=notifier)'],
  ['PrometheusNotConnectedToAlertmanagers', 'Prometheus has discovered no Alertmanager, so no alert of it reaches '
    + 'anyone', 'check its section alerting and the discovery in it'],
  ['PrometheusTSDBReloadsFailing', 'Prometheus failed to reload its blocks from disk in the last 3 hours, so new '
    + 'blocks may not be queried and old ones not be deleted', DISK],
  ['PrometheusTSDBCompactionsFailing', 'Compactions of Prometheus failed in the last 3 hours; if they are of the head, '
    + 'its samples stay in memory and the WAL grows', DISK],
  ['PrometheusTSDBWALCorruptions', 'Prometheus detected corruption of its write-ahead log', 'read the error in its '
    + 'log; it names the segment, and says what the repair drops'],
  ['PrometheusNotIngestingSamples', 'Prometheus has targets or rules, but appended no sample to its head in the last '
    + '5 minutes', 'look in its log for errors of appends and of the WAL, and whether its targets are up'],
  ['PrometheusDuplicateTimestamps', 'Prometheus drops samples whose timestamp their series has already, with another '
    + `value; ${ITSELF}`, 'find in its log which target sends them ("but same timestamp"); often two targets or jobs '
    + 'expose the same series'],
  ['PrometheusOutOfOrderTimestamps', 'Prometheus drops samples that are older than the newest of their series; '
    + ITSELF, 'find in its log which target sends them ("out-of-order"); often two targets or jobs write the same '
    + 'series, or a target sets timestamps'],
  ['PrometheusRemoteStorageFailures', 'More than 1 % of the samples that Prometheus sends to its remote storage fail '
    + 'for good and are lost', 'look in its log for the status and text that the remote storage answers'],
  ['PrometheusRemoteWriteBehind', 'The newest sample that remote write sent is more than 2 minutes behind the newest '
    + 'that Prometheus has', 'see whether the remote end answers slowly or with errors, and whether the desired shards '
    + 'exceed max_shards'],
  ['PrometheusRemoteWriteDesiredShards', 'Remote write of Prometheus needs more shards than max_shards to keep up',
    'look first at how long the remote end takes to answer; then raise max_shards or max_samples_per_send'],
  ['PrometheusRuleFailures', 'Rules of Prometheus fail to evaluate, so their alerts and recorded series are missing',
    'see /rules: it shows the error next to each rule'],
  ['PrometheusMissingRuleEvaluations', 'A group of rules takes longer than its interval, so evaluations are skipped',
    'find the group on /rules by its evaluation time, then split it, make its queries faster or raise the interval'],
  ['PrometheusTargetLimitHit', 'A job discovered more targets than its target_limit, so all of its scrapes fail',
    'see which job on /targets, and whether its relabeling keeps too much'],
  ['PrometheusLabelLimitHit', 'Samples exceed label_limit, label_name_length_limit or label_value_length_limit, '
    + LIMITED, 'see the error on /targets'],
  ['PrometheusScrapeBodySizeLimitHit', `Answers of targets are larger than body_size_limit, ${LIMITED}`,
    'see on /targets which ones, then what they expose'],
  ['PrometheusScrapeSampleLimitHit', `Targets expose more samples than sample_limit, ${LIMITED}`, 'see on /targets '
    + 'which ones, then which metric of theirs grew'],
  ['PrometheusTargetSyncFailure', 'Targets could not be added, because their configuration or labels are invalid',
    'look in the log of Prometheus for the job and the reason'],
  ['PrometheusHighQueryLoad', 'Prometheus runs more than 80 % of the queries that query.max-concurrency allows, so '
    + 'others wait', 'find the slow queries in the query log (query_log_file)'],
  ['PrometheusHAGroupNotIngestingSamples', 'No Prometheus of the HA group appends samples',
    'look in their logs for errors of appends and of the WAL'],
  ['PrometheusHAGroupDown', 'More than half of the Prometheus servers of an HA group were down for most of the last 5 '
    + 'minutes', 'look at why they ended: kubectl describe, and the log of the container before (--previous)'],
  ['PrometheusHAGroupCrashlooping', 'More than half of the Prometheus servers of an HA group restart again and again',
    'look at why they ended: an OOM kill in kubectl describe, or the last lines of kubectl logs --previous'],
  ['PrometheusOperatorListErrors', 'Requests of the Prometheus operator to list objects fail', 'look in its log, and '
    + 'check its ClusterRole'],
  ['PrometheusOperatorWatchErrors', 'Requests of the Prometheus operator to watch objects fail', 'look in its log, and '
    + 'check its ClusterRole'],
  ['PrometheusOperatorSyncFailed', 'The Prometheus operator could not bring objects to their desired state',
    'look in its log for the object and the reason'],
  ['PrometheusOperatorReconcileErrors', 'More than 10 % of the reconciliations of the Prometheus operator fail',
    'look in its log for the object and the reason'],
  ['PrometheusOperatorNotReady', 'The Prometheus operator is not ready to reconcile a kind of objects',
    'look in its log, and check its ClusterRole'],
  ['PrometheusOperatorRejectedResources', 'The Prometheus operator rejected objects, so they are not in the '
    + 'configuration', 'look in its log for the object and the reason'],
  ['ConfigReloaderSidecarErrors', 'The config-reloader next to a server could not reload its configuration, so the '
    + 'server may run with an old one', 'read the log of the container config-reloader, then that of the server'],
];

/** Names that most rule files have, after the examples in the documentation. */
const COMMON: readonly AlertRow[] = [
  ['InstanceDown', 'Usually it means that Prometheus could not scrape the target (up is 0)', 'see the error of that '
    + 'target on /targets, then whether its process runs'],
  ['TargetDown', 'Prometheus cannot scrape a share of the targets of that job (up is 0)', 'see their errors on '
    + '/targets, then whether their processes run'],
  ['Watchdog', 'It fires always, on purpose: it shows that alerts reach you', null],
  ['DeadMansSwitch', 'It fires always, on purpose: it shows that alerts reach you', null],
  ['InfoInhibitor', 'It fires next to alerts of severity info to mute them, and is no problem of its own',
    'route it to a receiver that notifies no one'],
];

export const ALERTS_OF_PROMETHEUS: AlertsOfProgram = { program: 'Prometheus', rows: ROWS };
export const COMMON_ALERTS: AlertsOfProgram = { program: '', rows: COMMON };
