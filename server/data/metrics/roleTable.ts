/**
 * Metrics of each role, per kind of target and version. The one place in the program that names a target's metrics.
 * Candidates of a role are in order of preference; the first whose series are present is used.
 */
import { ALERT_METRICS, type AlertRole } from './alerts/alertRoles.ts';
import { NODE_UP } from './nodeNames.ts';
import {
  agent, anywhere, collector, disks, from, goroutinesThat, headTime, ingester, KINDS_WITH_TSDB, local, memory, MIMIR,
  node, ONLY_PROMETHEUS, RULING, SCRAPING, THANOS, tsdb, victoria, WITH_WAL, type Candidate,
} from './roleCandidate.ts';
import type { Role } from './roleNames.ts';

const ALERT_ROLES = Object.fromEntries(
  Object.entries(ALERT_METRICS).map(([role, names]) => [role, names.map((name) => anywhere(name))])
) as Record<AlertRole, Candidate[]>;

export const ROLE_TABLE: Readonly<Record<Role, Candidate[]>> = {
  ...ALERT_ROLES,
  // ---- process
  cpuSeconds: [
    anywhere('process_cpu_seconds_total'),
    victoria(['process_cpu_seconds_user_total', 'process_cpu_seconds_system_total']),
    ...collector('process_cpu', '_seconds'),
  ],
  residentBytes: [anywhere('process_resident_memory_bytes'), ...collector('process_memory_rss', '_bytes')],
  virtualBytes: [anywhere('process_virtual_memory_bytes')],
  processStartSeconds: [
    anywhere('process_start_time_seconds'),
    ...collector('process_uptime', '_seconds', { uptime: true, combine: 'max' }),
  ],
  diskReadBytes: [victoria('process_io_storage_read_bytes_total')],
  diskWrittenBytes: [victoria('process_io_storage_written_bytes_total')],

  // ---- Go runtime
  gcCycles: [
    anywhere('go_gc_duration_seconds_count'), anywhere('go_gc_cycles_total_gc_cycles_total', { since: [2, 53] }),
  ],
  // Number of the last cycle in which the runtime limited GC to half of the CPU; 0 = never.
  gcLimiterCycle: [anywhere('go_gc_limiter_last_enabled_gc_cycle', { since: [2, 53], combine: 'max' })],
  gcScanBytes: [anywhere('go_gc_scan_total_bytes', { since: [2, 53] })],
  lastGcSeconds: [anywhere('go_memstats_last_gc_time_seconds', { combine: 'max' })],
  gcPauseSeconds: [
    anywhere('go_gc_duration_seconds_sum'), anywhere('go_sched_pauses_total_gc_seconds_sum', { since: [2, 53] }),
  ],
  // Quantiles of at most the last 256 pauses.
  gcPauseQuantiles: [anywhere('go_gc_duration_seconds', { combine: 'max' })],
  // Cumulative buckets, read only by label.
  gcPauseBuckets: [
    anywhere('go_sched_pauses_total_gc_seconds_bucket', { since: [2, 53] }),
    anywhere('go_gc_pauses_seconds_bucket', { since: [2, 53] }),
  ],
  schedLatencyBuckets: [anywhere('go_sched_latencies_seconds_bucket', { since: [2, 53] })],
  // Limit of its cgroup; without one, the memory of the host.
  containerLimitBytes: [victoria('process_memory_limit_bytes')],
  gcCpuSeconds: [
    victoria('go_gc_cpu_seconds_total'),
    from(
      'go_cpu_classes_gc_total_cpu_seconds_total',
      ['prometheus', 'prometheus-agent', 'thanos', 'mimir', 'go', 'unknown']
    ),
  ],
  gcCpuFraction: [anywhere('go_memstats_gc_cpu_fraction', { until: [2, 33] })],
  heapInuseBytes: [anywhere('go_memstats_heap_inuse_bytes')],
  heapAllocBytes: [anywhere('go_memstats_heap_alloc_bytes'), ...collector('process_runtime_heap_alloc', '_bytes')],
  heapIdleBytes: [anywhere('go_memstats_heap_idle_bytes')],
  heapReleasedBytes: [anywhere('go_memstats_heap_released_bytes')],
  stackInuseBytes: [anywhere('go_memstats_stack_inuse_bytes')],
  sysBytes: [anywhere('go_memstats_sys_bytes'), ...collector('process_runtime_total_sys_memory', '_bytes')],
  heapGoalBytes: [anywhere('go_memstats_next_gc_bytes'), anywhere('go_gc_heap_goal_bytes', { since: [2, 53] })],
  heapLiveBytes: [anywhere('go_gc_heap_live_bytes', { since: [2, 53] })],
  allocBytes: [
    anywhere('go_memstats_alloc_bytes_total'), anywhere('go_gc_heap_allocs_bytes_total', { since: [2, 53] }),
    ...collector('process_runtime_total_alloc', '_bytes'),
  ],
  allocObjects: [
    anywhere('go_memstats_mallocs_total'), anywhere('go_gc_heap_allocs_objects_total', { since: [2, 53] }),
  ],
  gogcPercent: [anywhere('go_gc_gogc_percent', { since: [2, 53] }), victoria('vm_gogc')],
  // The largest int64 = no limit is set.
  memoryLimitBytes: [anywhere('go_gc_gomemlimit_bytes', { since: [2, 53] }), victoria('go_memlimit_bytes')],
  maxProcs: [anywhere('go_sched_gomaxprocs_threads', { since: [2, 53] }), victoria('go_gomaxprocs')],
  goroutines: [anywhere('go_goroutines'), anywhere('go_sched_goroutines_goroutines', { since: [2, 53] })],
  goroutinesRunning: [goroutinesThat('running')], goroutinesRunnable: [goroutinesThat('runnable')],
  goroutinesWaiting: [goroutinesThat('waiting')], goroutinesNotInGo: [goroutinesThat('not_in_go')],
  runtimeThreads: [anywhere('go_sched_threads_total_threads')],

  // ---- ingest
  samplesAppended: [
    tsdb('head_samples_appended_total'), local('ingested_samples_total'), agent('samples_appended_total'),
    victoria('vm_rows_added_to_storage_total'), victoria('vm_rows_inserted_total'),
    ingester('ingested_samples_total'), ...collector('receiver_accepted_metric_points', ''),
  ],
  headSeries: [
    tsdb('head_series'), local('memory_series'), agent('active_series'),
    victoria('vm_cache_entries', { labels: { type: 'storage/hour_metric_ids' } }), ingester('memory_series'),
  ],
  headChunks: [tsdb('head_chunks'), local('memory_chunks'), ingester('tsdb_head_chunks')],
  seriesCreated: [
    tsdb('head_series_created_total'), local('series_ops_total', { labels: { type: 'create' } }),
    victoria('vm_new_timeseries_created_total'), ingester('memory_series_created_total'),
  ],
  seriesRemoved: [tsdb('head_series_removed_total'), ingester('memory_series_removed_total')],

  // ---- compaction
  compactions: [
    from('thanos_compact_group_compactions_total', THANOS), tsdb('compactions_total'),
    // 1.x has no compaction; its checkpoint is the heavy work on the clock.
    local('checkpoint_duration_seconds_count'),
    victoria('vm_merges_total'), ingester('tsdb_compactions_total'),
    from('cortex_compactor_group_compactions_total', MIMIR),
  ],
  compactionsTriggered: [tsdb('compactions_triggered_total'), ingester('tsdb_compactions_triggered_total')],
  compactionsFailed: [
    from('thanos_compact_group_compactions_failures_total', THANOS), tsdb('compactions_failed_total'),
    ingester('tsdb_compactions_failed_total'),
  ],
  compactionSeconds: [
    tsdb('compaction_duration_seconds_sum', { since: [2, 2] }), tsdb('compaction_duration_sum', { until: [2, 2] }),
    local('checkpoint_duration_seconds_sum'), ingester('tsdb_compaction_duration_seconds_sum'),
  ],
  compactionRunning: [
    from(
      ['thanos_compact_group_compaction_runs_started_total', '-thanos_compact_group_compaction_runs_completed_total'],
      THANOS
    ),
    tsdb('compaction_populating_block', { since: [2, 8] }), local('checkpointing'), victoria('vm_active_merges'),
  ],
  headTruncations: [tsdb('head_truncations_total', { since: [2, 5] }), ingester('tsdb_head_truncations_total')],
  headTruncationsFailed: [
    tsdb('head_truncations_failed_total', { since: [2, 5] }), ingester('tsdb_head_truncations_failed_total'),
  ],
  retentionLimitSeconds: [tsdb('retention_limit_seconds', { since: [2, 49] })],
  retentionLimitBytes: [tsdb('retention_limit_bytes')], retentionLimitPercent: [tsdb('retention_limit_percentage')],
  staleSeriesRuns: [tsdb('stale_series_compaction_duration_seconds_count', { since: [3, 10] })],
  headGcRuns: [tsdb('head_gc_duration_seconds_count'), ingester('tsdb_head_gc_duration_seconds_count')],
  headGcSeconds: [tsdb('head_gc_duration_seconds_sum'), ingester('tsdb_head_gc_duration_seconds_sum')],
  headMinTimeMs: headTime('min'), headMaxTimeMs: headTime('max'),
  blocksLoaded: [tsdb('blocks_loaded'), victoria('vm_parts'), ingester('tsdb_blocks_loaded')],
  blocksBytes: [
    tsdb('storage_blocks_bytes', { since: [2, 8] }), tsdb('storage_blocks_bytes_total', { until: [2, 8] }),
    victoria('vm_data_size_bytes'),
  ],
  checkpointCreations: [
    tsdb('checkpoint_creations_total', { since: [2, 5] }), agent('checkpoint_creations_total'),
    ingester('tsdb_checkpoint_creations_total'),
  ],
  // 1.x: urgency of writing chunks, 0 to 1, and whether it has stopped all other work for that.
  persistenceUrgency: [local('persistence_urgency_score')], rushedMode: [local('rushed_mode')],
  // Queue length; its limit is the flag storage.local.max-chunks-to-persist.
  chunksToPersist: [local('chunks_to_persist')],
  checkpointsFailed: [
    tsdb('checkpoint_creations_failed_total', { since: [2, 5] }), agent('checkpoint_creations_failed_total'),
    ingester('tsdb_checkpoint_creations_failed_total'),
  ],
  walTruncationsFailed: [tsdb('wal_truncations_failed_total'), ingester('tsdb_wal_truncations_failed_total')],
  walTruncateRuns: [
    tsdb('wal_truncate_duration_seconds_count'), agent('truncate_duration_seconds_count'),
    ingester('tsdb_wal_truncate_duration_seconds_count'),
  ],
  walTruncateSeconds: [
    tsdb('wal_truncate_duration_seconds_sum'), agent('truncate_duration_seconds_sum'),
    ingester('tsdb_wal_truncate_duration_seconds_sum'),
  ],

  // ---- merging without a clock
  rowsMerged: [victoria('vm_rows_merged_total')],
  rowsPending: [victoria('vm_pending_rows')],
  // Merges that a writer had to run itself, because there were too many parts.
  assistedMerges: [victoria('vm_assisted_merges_total')],
  // Rows with a series that was not in the cache.
  slowInserts: [victoria('vm_slow_row_inserts_total')],
  cacheRequests: [victoria('vm_cache_requests_total')],
  cacheMisses: [victoria('vm_cache_misses_total')],
  rowsStored: [victoria('vm_rows', { without: { label: 'type', pattern: /^indexdb/ } })],
  rowsStoredBytes: [victoria('vm_data_size_bytes', { without: { label: 'type', pattern: /^indexdb/ } })],
  compactorBacklog: [from('thanos_compact_todo_compactions', THANOS)],
  compactorHalted: [from('thanos_compact_halted', THANOS, { combine: 'max' })],

  // ---- WAL and replay
  ready: [from('prometheus_ready', ['prometheus', 'prometheus-agent', 'unknown'], { since: [2, 36], combine: 'min' })],
  // 0 until the replay is done.
  replaySeconds: [
    tsdb('data_replay_duration_seconds', { since: [2, 22], combine: 'max' }), agent('data_replay_duration_seconds'),
    ingester('tsdb_wal_replay_duration_seconds_sum'),
  ],
  walSegmentCurrent: [tsdb('wal_segment_current', { since: [2, 11], combine: 'max' })],
  walCorruptions: [
    tsdb('wal_corruptions_total', { since: [2, 1] }),
    from('tsdb_wal_corruptions_total', KINDS_WITH_TSDB, { until: [2, 1] }),
    agent('corruptions_total'), ingester('tsdb_wal_corruptions_total'),
  ],
  walWritesFailed: [
    from('prometheus_tsdb_wal_writes_failed_total', WITH_WAL, { since: [2, 9] }),
    ingester('tsdb_wal_writes_failed_total'),
  ],
  // Quantiles of the last ten minutes, one series each.
  walFsyncQuantiles: [
    from('prometheus_tsdb_wal_fsync_duration_seconds', WITH_WAL, { since: [2, 1], combine: 'max' }),
    ingester('tsdb_wal_fsync_duration_seconds'),
  ],
  walPageFlushes: [
    from('prometheus_tsdb_wal_page_flushes_total', WITH_WAL, { since: [2, 1] }),
    ingester('tsdb_wal_page_flushes_total'),
  ],
  checkpointDeletionsFailed: [
    tsdb('checkpoint_deletions_failed_total', { since: [2, 5] }), agent('checkpoint_deletions_failed_total'),
    ingester('tsdb_checkpoint_deletions_failed_total'),
  ],
  // 1 = it rejects writes, because its disk is nearly full.
  storageReadOnly: [victoria('vm_storage_is_read_only', { combine: 'max' })],
  walFsyncSeconds: [
    tsdb('wal_fsync_duration_seconds_sum', { since: [2, 1] }),
    from('tsdb_wal_fsync_duration_seconds_sum', KINDS_WITH_TSDB, { until: [2, 1] }),
    ingester('tsdb_wal_fsync_duration_seconds_sum'),
  ],
  walFsyncs: [
    tsdb('wal_fsync_duration_seconds_count', { since: [2, 1] }),
    from('tsdb_wal_fsync_duration_seconds_count', KINDS_WITH_TSDB, { until: [2, 1] }),
    ingester('tsdb_wal_fsync_duration_seconds_count'),
  ],
  walBytes: [tsdb('wal_storage_size_bytes', { since: [2, 43] })],
  // Present only while out-of-order samples are ingested.
  wblSegmentCurrent: [tsdb('out_of_order_wbl_segment_current', { since: [2, 39], combine: 'max' })],
  wblBytes: [tsdb('out_of_order_wbl_storage_size_bytes', { since: [2, 43] })],
  outOfOrderSamples: [tsdb('head_out_of_order_samples_appended_total', { since: [2, 39] })],

  // ---- written by the collector while a target starts
  replaySegmentMin: [from('tsdbscope_replay_segment_min', undefined)],
  replaySegmentMax: [from('tsdbscope_replay_segment_max', undefined)],
  replaySegmentCurrent: [from('tsdbscope_replay_segment_current', undefined)],
  replaySegmentTimeSeconds: [from('tsdbscope_replay_segment_time_seconds', undefined)],
  replayRunTimeSeconds: [from('tsdbscope_replay_run_time_seconds', undefined)],
  targetReady: [from('tsdbscope_target_ready', undefined, { combine: 'min' })],
  startStep: [from('tsdbscope_start_step', undefined)],
  startStepSite: [from('tsdbscope_start_step_site', undefined)],
  startStepTimeSeconds: [from('tsdbscope_start_step_time_seconds', undefined)],

  // ---- the target's own scrapes: the longest of its intervals
  targetIntervalSeconds: [
    from('prometheus_target_interval_length_seconds', ['prometheus', 'prometheus-agent', 'unknown'],
      { labels: { quantile: '0.99' }, combine: 'max' }),
  ],
  targetIntervalQuantiles: [from('prometheus_target_interval_length_seconds', SCRAPING, { combine: 'max' })],
  // Counts completed intervals, one per own scrape of the target.
  ownScrapes: [
    from('prometheus_target_interval_length_seconds_count', SCRAPING), victoria('vm_promscrape_scrapes_total'),
  ],
  ownScrapesFailed: [victoria('vm_promscrape_scrapes_failed_total')],
  ownScrapesTimedOut: [victoria('vm_promscrape_scrapes_timed_out_total')],
  ownScrapesSkipped: [from('prometheus_target_skipped_scrapes_total', ONLY_PROMETHEUS, { until: [2, 0] })],
  queriesNow: [from('prometheus_engine_queries', ONLY_PROMETHEUS), victoria('vm_concurrent_select_current')],
  queryEvalSeconds: [
    from('prometheus_engine_query_duration_seconds_sum', ONLY_PROMETHEUS, { labels: { slice: 'inner_eval' } }),
    // Time from request to answer, including the wait for a slot.
    victoria('vmselect_request_duration_seconds_sum'),
  ],
  ownScrapeTargets: [
    from('prometheus_target_scrape_pool_targets', SCRAPING, { since: [2, 18] }),
    victoria('vm_promscrape_targets', { labels: { status: 'up' } }),
  ],
  samplesOutOfOrder: [from('prometheus_target_scrapes_sample_out_of_order_total', SCRAPING)],
  samplesDuplicate: [from('prometheus_target_scrapes_sample_duplicate_timestamp_total', SCRAPING)],
  samplesOutOfBounds: [from('prometheus_target_scrapes_sample_out_of_bounds_total', SCRAPING)],
  scrapesOverLimit: [from('prometheus_target_scrapes_exceeded_sample_limit_total', SCRAPING)],
  // ---- rule groups, a series each (`file;name`), read only by label: start of the last evaluation, and evaluations
  // that were due, done or missed
  ruleGroupEvaluatedSeconds: [
    from('prometheus_rule_group_last_evaluation_timestamp_seconds', RULING, { combine: 'max' }),
  ],
  ruleGroupIterations: [from('prometheus_rule_group_iterations_total', RULING)],
  // ---- memory and disk beside the heap
  residentFileBytes: [anywhere('process_resident_memory_file_bytes')],
  headChunksDiskBytes: [tsdb('head_chunks_storage_size_bytes', { since: [2, 43] })],
  chunkBytesCompacted: [
    tsdb('compaction_chunk_size_bytes_sum', { since: [2, 5] }), tsdb('compaction_chunk_size_sum', { until: [2, 5] }),
  ],
  chunkSamplesCompacted: [tsdb('compaction_chunk_samples_sum')],
  cpuWaitSeconds: [anywhere('process_pressure_cpu_waiting_seconds_total')],

  // ---- the host, by a node_exporter scraped beside the target; the names before its 0.16 (2018) come second
  nodeUp: [anywhere(NODE_UP)],
  hostTimeSeconds: [node('node_time_seconds'), node('node_time')],
  hostCpuSeconds: [node('node_cpu_seconds_total'), node('node_cpu')],
  hostThrottles: [node('node_cpu_core_throttles_total')],
  hostDiskReadBytes: [...disks('read_bytes_total'), ...disks('bytes_read')],
  hostDiskWrittenBytes: [...disks('written_bytes_total'), ...disks('bytes_written')],
  hostDiskBusySeconds: [...disks('io_time_seconds_total'), ...disks('io_time_ms', 0.001)],
  hostFilesystemFreeBytes: [node('node_filesystem_avail_bytes'), node('node_filesystem_avail')],
  hostFilesystemBytes: [node('node_filesystem_size_bytes'), node('node_filesystem_size')],
  hostTotalBytes: memory('MemTotal'),
  hostAvailableBytes: memory('MemAvailable'),
  hostFreeBytes: memory('MemFree'),
  hostCachedBytes: memory('Cached'),
  hostSwapUsedBytes: memory('SwapTotal', '-SwapFree'),
  hostSwappedInPages: [node('node_vmstat_pswpin')],
  hostSwappedOutPages: [node('node_vmstat_pswpout')],
  hostCpuPressureSeconds: [node('node_pressure_cpu_waiting_seconds_total')],
  hostIoPressureSeconds: [node('node_pressure_io_waiting_seconds_total')],
  hostMemoryPressureSeconds: [node('node_pressure_memory_waiting_seconds_total')],
};
