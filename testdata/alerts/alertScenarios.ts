/** Made series in which alerts about a server fire, nearly fire, and end. */

/** One value a scrape; null = the answer lacks the series. */
type Values = (row: number) => number | null;

export interface AlertScenario {
  name: string;
  /** Alerts that fire in it at some time. */
  fires: readonly string[];
  hours: number;
  /** By series, written as in an exposition. */
  series: Readonly<Record<string, Values>>;
  /** `up` of the jobs `prometheus` and `alertmanager` by row, where it is not 1: `'stale'` has no target. */
  jobs?: Readonly<Record<string, (row: number) => 0 | 1 | 'stale'>>;
  /** Another server of its job, which always answers. */
  hasNeighbour?: true;
  /** Rows that are not answered. */
  isDown?: (row: number) => boolean;
}

/** Hardly a sample meets the edge of a range, which Prometheus 2 counts in and 3 does not. */
export const STEP_SECONDS = 23;
export const rowAt = (minutes: number): number => Math.ceil(minutes * 60 / STEP_SECONDS);

const steady = (value: number): Values => () => value;
const counter = (perRow: number, fromMinute = 0, toMinute = Infinity): Values => (row) =>
  100 + perRow * Math.max(0, Math.min(row, rowAt(toMinute)) - rowAt(fromMinute));
const between = (fromMinute: number, toMinute: number, [inside, outside]: [number, number]): Values => (row) =>
  (row >= rowAt(fromMinute) && row < rowAt(toMinute) ? inside : outside);
/** Falls to 0 at the minute, as with a restart, and goes on. */
const restarted = (values: Values, minute: number): Values => (row) => (
  row < rowAt(minute) ? values(row) : (values(row) ?? 0) - (values(rowAt(minute)) ?? 0)
);

/** A counter of failures: it rises for half an hour, twice briefly, and not at all. */
function failures(series: string, fires: readonly string[], hours = 1.5): AlertScenario {
  const name = /^\w+/.exec(series)?.[0] ?? series;
  return {
    name: series, fires, hours,
    series: {
      [series]: counter(1, 20, hours > 2 ? 400 : 55),
      [`${name}{other="briefly"}`]: (row) => (counter(2, 10, 11)(row) ?? 0) + (counter(3, 40, 42)(row) ?? 0),
      [`${name}{other="never"}`]: steady(5),
      [`${name}{other="restarts"}`]: restarted(counter(0, 0), 30),
    },
  };
}

const RESTARTS: Values = (row) => 1_000_000 + Math.floor(row / rowAt(6)) * 222;

export const ALERT_SCENARIOS: readonly AlertScenario[] = [
  failures('prometheus_sd_refresh_failures_total{mechanism="dns"}', [
    'PrometheusSDRefreshFailure', 'PrometheusServiceDiscoveryRefreshFailure',
  ]),
  failures('prometheus_sd_kubernetes_failures_total', ['PrometheusKubernetesListWatchFailures']),
  failures('prometheus_rule_evaluation_failures_total{rule_group="a.yml;b"}', [
    'PrometheusRuleFailures', 'PrometheusRuleEvaluationFailures',
  ]),
  failures('prometheus_rule_group_iterations_missed_total{rule_group="a.yml;b"}', [
    'PrometheusMissingRuleEvaluations', 'PrometheusRuleEvaluationsMissed',
  ]),
  failures('prometheus_target_scrape_pool_exceeded_target_limit_total', ['PrometheusTargetLimitHit']),
  failures('prometheus_target_scrape_pool_exceeded_label_limits_total', ['PrometheusLabelLimitHit']),
  failures('prometheus_target_scrapes_exceeded_body_size_limit_total', ['PrometheusScrapeBodySizeLimitHit']),
  failures('prometheus_target_scrapes_exceeded_sample_limit_total', [
    'PrometheusScrapeSampleLimitHit', 'PrometheusLargeScrape',
  ]),
  failures('prometheus_target_scrapes_sample_duplicate_timestamp_total', [
    'PrometheusDuplicateTimestamps', 'PrometheusTargetScrapeDuplicate',
  ]),
  failures('prometheus_target_scrapes_sample_out_of_order_total', [
    'PrometheusOutOfOrderTimestamps', 'PrometheusTargetScrapeOutOfOrder',
  ]),
  failures('prometheus_target_sync_failed_total{scrape_job="node"}', ['PrometheusTargetSyncFailure']),
  failures('prometheus_template_text_expansion_failures_total', ['PrometheusTemplateTextExpansionFailures']),
  failures('prometheus_tsdb_reloads_failures_total', [
    'PrometheusTSDBReloadsFailing', 'PrometheusTsdbReloadFailures',
  ], 9),
  failures('prometheus_tsdb_compactions_failed_total', [
    'PrometheusTSDBCompactionsFailing', 'PrometheusTsdbCompactionsFailed',
  ], 9),
  failures('prometheus_tsdb_checkpoint_creations_failed_total', ['PrometheusTsdbCheckpointCreationFailures']),
  failures('prometheus_tsdb_checkpoint_deletions_failed_total', ['PrometheusTsdbCheckpointDeletionFailures']),
  failures('prometheus_tsdb_head_truncations_failed_total', ['PrometheusTsdbHeadTruncationsFailed']),
  failures('prometheus_tsdb_wal_truncations_failed_total', ['PrometheusTsdbWalTruncationsFailed']),
  failures('prometheus_tsdb_wal_corruptions_total', ['PrometheusTsdbWalCorruptions']),
  {
    name: 'notifications of one integration that fail, for two reasons', hours: 1.5,
    fires: ['PrometheusAlertmanagerNotificationFailing'],
    series: {
      'alertmanager_notifications_failed_total{integration="email",reason="clientError"}': counter(1, 20, 55),
      'alertmanager_notifications_failed_total{integration="email",reason="other"}': counter(0.02, 40, 80),
      'alertmanager_notifications_total{integration="email"}': counter(10),
      // It fails in less than one of a hundred.
      'alertmanager_notifications_failed_total{integration="webhook",reason="other"}': counter(0.09, 20, 55),
      'alertmanager_notifications_total{integration="webhook"}': counter(10),
      'alertmanager_notifications_failed_total{integration="never used",reason="other"}': steady(0),
      'alertmanager_notifications_total{integration="never used"}': steady(0),
    },
  },
  {
    name: 'jobs that lose all their targets, and jobs that had none', hours: 1,
    fires: ['PrometheusJobMissing', 'PrometheusAlertmanagerJobMissing'],
    series: {
      'prometheus_target_scrape_pool_targets{scrape_job="prometheus"}': between(20, 35, [0, 2]),
      'prometheus_target_scrape_pool_targets{scrape_job="alertmanager"}': between(40, 50, [0, 1]),
      'prometheus_target_scrape_pool_targets{scrape_job="pods"}': between(20, 35, [0, 30]),
      'prometheus_target_scrape_pool_targets{scrape_job="empty"}': steady(0),
    },
    jobs: {
      prometheus: (row) => (row >= rowAt(20) && row < rowAt(35) ? 'stale' : 1),
      alertmanager: (row) => (row >= rowAt(40) && row < rowAt(50) ? 'stale' : 1),
    },
  },
  {
    name: 'a reload that fails for half an hour', hours: 1.5,
    fires: [
      'PrometheusBadConfig', 'PrometheusConfigurationReloadFailure',
      'PrometheusAlertmanagerConfigurationReloadFailure',
    ],
    series: {
      prometheus_config_last_reload_successful: between(20, 50, [0, 1]),
      alertmanager_config_last_reload_successful: between(5, 9, [0, 1]),
    },
  },
  {
    name: 'a queue of notifications that fills and is drained', hours: 1.5,
    fires: ['PrometheusNotificationQueueRunningFull', 'PrometheusNotificationsBacklog'],
    series: {
      'prometheus_notifications_queue_length{alertmanager="http://a/api/v2/alerts"}':
        (row) => (row < rowAt(20) ? 0 : row < rowAt(50) ? 100 * (row - rowAt(20)) : 0),
      'prometheus_notifications_queue_capacity{alertmanager="http://a/api/v2/alerts"}': steady(10_000),
    },
  },
  {
    name: 'one of two Alertmanagers fails, and then both', hours: 2,
    fires: [
      'PrometheusErrorSendingAlertsToSomeAlertmanagers', 'PrometheusErrorSendingAlertsToAnyAlertmanager',
      'PrometheusErrorSendingAlertsToAlertmanager',
    ],
    series: {
      'prometheus_notifications_errors_total{alertmanager="a"}': counter(1, 20, 100),
      'prometheus_notifications_sent_total{alertmanager="a"}': counter(10),
      'prometheus_notifications_errors_total{alertmanager="b"}': counter(1, 60, 100),
      'prometheus_notifications_sent_total{alertmanager="b"}': counter(20),
      'prometheus_notifications_errors_total{alertmanager="never asked"}': steady(0),
      'prometheus_notifications_sent_total{alertmanager="never asked"}': steady(0),
    },
  },
  {
    name: 'no Alertmanager for twenty minutes', hours: 1,
    fires: ['PrometheusNotConnectedToAlertmanagers', 'PrometheusNotConnectedToAlertmanager'],
    series: {
      prometheus_notifications_alertmanagers_discovered: between(15, 35, [0, 2]),
      'prometheus_rule_group_rules{rule_group="a"}': steady(3),
    },
  },
  {
    name: 'ingestion that stops, with targets and without', hours: 2,
    fires: ['PrometheusNotIngestingSamples', 'PrometheusHAGroupNotIngestingSamples'],
    series: {
      'prometheus_tsdb_head_samples_appended_total{type="float"}': (row) =>
        (counter(500, 0, 30)(row) ?? 0) + (counter(500, 60)(row) ?? 0),
      'prometheus_tsdb_head_samples_appended_total{type="histogram"}': steady(0),
      'prometheus_target_metadata_cache_entries{scrape_job="a"}': steady(12),
    },
  },
  {
    name: 'a server without targets and rules', hours: 1, fires: [],
    series: {
      'prometheus_tsdb_head_samples_appended_total{type="float"}': steady(0),
      'prometheus_target_metadata_cache_entries{scrape_job="a"}': steady(0),
      'prometheus_rule_group_rules{rule_group="a"}': steady(0),
    },
  },
  {
    name: 'remote write that loses samples, by the names before 2.23', hours: 1.5,
    fires: ['PrometheusRemoteStorageFailures'],
    series: {
      'prometheus_remote_storage_failed_samples_total{remote_name="r",url="http://r"}': counter(5, 20, 60),
      'prometheus_remote_storage_succeeded_samples_total{remote_name="r",url="http://r"}': counter(300),
    },
  },
  {
    name: 'remote write that loses few samples, then many', hours: 1.5,
    fires: ['PrometheusRemoteStorageFailures'],
    series: {
      'prometheus_remote_storage_samples_failed_total{remote_name="r",url="http://r"}': (row) =>
        (counter(1)(row) ?? 0) + (counter(40, 30)(row) ?? 0),
      'prometheus_remote_storage_samples_total{remote_name="r",url="http://r"}': counter(300),
    },
  },
  {
    name: 'one of two queues falls behind', hours: 1.5, fires: ['PrometheusRemoteWriteBehind'],
    series: {
      prometheus_remote_storage_highest_timestamp_in_seconds: (row) => row * STEP_SECONDS,
      'prometheus_remote_storage_queue_highest_sent_timestamp_seconds{remote_name="a",url="http://a"}':
        (row) => (row < rowAt(20) ? row : rowAt(20) + (row - rowAt(20)) / 2) * STEP_SECONDS,
      'prometheus_remote_storage_queue_highest_sent_timestamp_seconds{remote_name="b",url="http://b"}':
        (row) => row * STEP_SECONDS - 30,
    },
  },
  {
    name: 'a queue that is behind what it shall send, since 3.7', hours: 1.5, fires: ['PrometheusRemoteWriteBehind'],
    series: {
      prometheus_remote_storage_highest_timestamp_in_seconds: (row) => row * STEP_SECONDS,
      'prometheus_remote_storage_queue_highest_timestamp_seconds{remote_name="a",url="http://a"}':
        (row) => row * STEP_SECONDS - 5,
      'prometheus_remote_storage_queue_highest_sent_timestamp_seconds{remote_name="a",url="http://a"}':
        (row) => Math.min(row, rowAt(20)) * STEP_SECONDS,
    },
  },
  {
    name: 'shards at their limit', hours: 1, fires: ['PrometheusRemoteWriteDesiredShards'],
    series: {
      'prometheus_remote_storage_shards_desired{remote_name="r",url="http://r"}': between(15, 45, [61.5, 3]),
      'prometheus_remote_storage_shards_max{remote_name="r",url="http://r"}': steady(50),
    },
  },
  {
    name: 'queries that take nearly all slots', hours: 1, fires: ['PrometheusHighQueryLoad'],
    series: {
      prometheus_engine_queries: between(15, 45, [19, 2]), prometheus_engine_queries_concurrent_max: steady(20),
    },
  },
  {
    name: 'a rule group that is slow, and one that is gone', hours: 1, fires: ['PrometheusRuleEvaluationSlow'],
    series: {
      'prometheus_rule_group_last_duration_seconds{rule_group="a"}': between(15, 45, [75, 3]),
      'prometheus_rule_group_interval_seconds{rule_group="a"}': steady(60),
      'prometheus_rule_group_last_duration_seconds{rule_group="gone"}': (row) => (row < rowAt(30) ? 80 : null),
      'prometheus_rule_group_interval_seconds{rule_group="gone"}': (row) => (row < rowAt(30) ? 60 : null),
    },
  },
  {
    name: 'a job without targets', hours: 0.5, fires: ['PrometheusTargetEmpty'],
    series: {
      'prometheus_sd_discovered_targets{config="a",name="scrape"}': between(10, 20, [0, 4]),
      'prometheus_sd_discovered_targets{config="b",name="scrape"}': steady(7),
    },
  },
  {
    name: 'scrapes that come late', hours: 1, fires: ['PrometheusTargetScrapingSlow'],
    series: {
      'prometheus_target_interval_length_seconds{interval="15s",quantile="0.5"}': steady(15),
      'prometheus_target_interval_length_seconds{interval="15s",quantile="0.9"}': between(15, 45, [16.2, 15.1]),
      'prometheus_target_interval_length_seconds{interval="15s",quantile="0.99"}': steady(20),
    },
  },
  {
    name: 'a server that restarts every six minutes', hours: 2,
    fires: ['PrometheusHAGroupCrashlooping', 'PrometheusTooManyRestarts'],
    series: { process_start_time_seconds: RESTARTS, prometheus_tsdb_clean_start: steady(0) },
  },
  {
    name: 'a server that is down for ten minutes', hours: 1, fires: ['PrometheusHAGroupDown'],
    series: { prometheus_engine_queries: steady(1) },
    isDown: (row) => row >= rowAt(20) && row < rowAt(31),
  },
];
