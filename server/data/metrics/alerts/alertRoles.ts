/**
 * Metrics that alerts about a server watch and no panel draws, by role. Part of ../roleTable.ts; names are those of the
 * server’s own /metrics.
 */
export type AlertRole =
  // configuration and service discovery
  | 'configReloadSuccessful' | 'sdRefreshFailures' | 'sdKubernetesFailures' | 'sdDiscoveredTargets'
  // notifications to Alertmanagers
  | 'notificationQueueLength' | 'notificationQueueCapacity' | 'notificationErrors' | 'notificationsSent'
  | 'alertmanagersDiscovered'
  // rules
  | 'ruleFailures' | 'ruleIterationsMissed' | 'ruleGroupRules' | 'ruleGroupLastSeconds' | 'ruleGroupIntervalSeconds'
  | 'templateFailures'
  // remote write
  | 'remoteSamplesFailed' | 'remoteSamplesSent' | 'remoteHighestSeconds' | 'remoteQueueHighestSeconds'
  | 'remoteHighestSentSeconds' | 'remoteShardsDesired' | 'remoteShardsMax'
  // its own scrapes
  | 'metadataCacheEntries' | 'targetLimitHits' | 'labelLimitHits' | 'bodySizeLimitHits' | 'targetSyncFailures'
  | 'scrapePoolTargets'
  // TSDB and queries
  | 'tsdbReloadFailures' | 'tsdbCleanStart' | 'queriesMax'
  // an Alertmanager
  | 'alertmanagerReloadSuccessful' | 'alertmanagerNotificationsFailed' | 'alertmanagerNotifications';

/** Names in order of preference: the first whose series are present is used. */
export const ALERT_METRICS: Readonly<Record<AlertRole, readonly string[]>> = {
  configReloadSuccessful: ['prometheus_config_last_reload_successful'],
  sdRefreshFailures: ['prometheus_sd_refresh_failures_total'],
  sdKubernetesFailures: ['prometheus_sd_kubernetes_failures_total'],
  sdDiscoveredTargets: ['prometheus_sd_discovered_targets'],
  notificationQueueLength: ['prometheus_notifications_queue_length'],
  notificationQueueCapacity: ['prometheus_notifications_queue_capacity'],
  notificationErrors: ['prometheus_notifications_errors_total'],
  notificationsSent: ['prometheus_notifications_sent_total'],
  alertmanagersDiscovered: ['prometheus_notifications_alertmanagers_discovered'],
  ruleFailures: ['prometheus_rule_evaluation_failures_total'],
  ruleIterationsMissed: ['prometheus_rule_group_iterations_missed_total'],
  ruleGroupRules: ['prometheus_rule_group_rules'],
  ruleGroupLastSeconds: ['prometheus_rule_group_last_duration_seconds'],
  ruleGroupIntervalSeconds: ['prometheus_rule_group_interval_seconds'],
  templateFailures: ['prometheus_template_text_expansion_failures_total'],
  remoteSamplesFailed: [
    'prometheus_remote_storage_failed_samples_total', 'prometheus_remote_storage_samples_failed_total',
  ],
  remoteSamplesSent: [
    'prometheus_remote_storage_succeeded_samples_total', 'prometheus_remote_storage_samples_total',
  ],
  // Timestamp of all ingested samples; 3.7 adds one per queue, after its relabeling.
  remoteHighestSeconds: ['prometheus_remote_storage_highest_timestamp_in_seconds'],
  remoteQueueHighestSeconds: ['prometheus_remote_storage_queue_highest_timestamp_seconds'],
  remoteHighestSentSeconds: ['prometheus_remote_storage_queue_highest_sent_timestamp_seconds'],
  remoteShardsDesired: ['prometheus_remote_storage_shards_desired'],
  remoteShardsMax: ['prometheus_remote_storage_shards_max'],
  metadataCacheEntries: ['prometheus_target_metadata_cache_entries'],
  targetLimitHits: ['prometheus_target_scrape_pool_exceeded_target_limit_total'],
  labelLimitHits: ['prometheus_target_scrape_pool_exceeded_label_limits_total'],
  bodySizeLimitHits: ['prometheus_target_scrapes_exceeded_body_size_limit_total'],
  targetSyncFailures: ['prometheus_target_sync_failed_total'],
  scrapePoolTargets: ['prometheus_target_scrape_pool_targets'],
  tsdbReloadFailures: ['prometheus_tsdb_reloads_failures_total'],
  // 0 = the last start found that the previous process had not shut down cleanly.
  tsdbCleanStart: ['prometheus_tsdb_clean_start'],
  queriesMax: ['prometheus_engine_queries_concurrent_max'],
  alertmanagerReloadSuccessful: ['alertmanager_config_last_reload_successful'],
  alertmanagerNotificationsFailed: ['alertmanager_notifications_failed_total'],
  alertmanagerNotifications: ['alertmanager_notifications_total'],
};
