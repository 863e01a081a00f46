import type { AlertRole } from './alerts/alertRoles.ts';
import type { ScrapeTable } from './series.ts';
import type { Labels, TargetKind } from '../../../core/contract/terms/targetKind.ts';

/**
 * A quantity that figures need, independent of a target's metric names. The names of a role are only in `roleTable.ts`.
 * Counters end in what they count; gauges name a state.
 */
export type Role =
  // what only alerts watch
  | AlertRole
  // process
  | 'cpuSeconds' | 'residentBytes' | 'virtualBytes' | 'processStartSeconds' | 'diskReadBytes' | 'diskWrittenBytes'
  // Go runtime
  | 'gcCycles' | 'gcLimiterCycle' | 'gcScanBytes' | 'lastGcSeconds' | 'gcPauseSeconds' | 'gcCpuSeconds'
    | 'gcCpuFraction' | 'heapInuseBytes'
    | 'gcPauseQuantiles' | 'gcPauseBuckets' | 'schedLatencyBuckets' | 'containerLimitBytes'
  | 'heapAllocBytes' | 'heapIdleBytes' | 'heapReleasedBytes' | 'stackInuseBytes' | 'sysBytes' | 'heapGoalBytes'
  | 'heapLiveBytes' | 'allocBytes' | 'allocObjects' | 'gogcPercent' | 'memoryLimitBytes' | 'maxProcs' | 'goroutines'
    | 'goroutinesRunning' | 'goroutinesRunnable' | 'goroutinesWaiting' | 'goroutinesNotInGo' | 'runtimeThreads'
  // ingest
  | 'samplesAppended' | 'headSeries' | 'headChunks' | 'seriesCreated' | 'seriesRemoved'
  // compaction
  | 'compactions' | 'compactionsTriggered' | 'compactionsFailed' | 'compactionSeconds' | 'compactionRunning'
  | 'staleSeriesRuns' | 'retentionLimitSeconds' | 'retentionLimitBytes' | 'retentionLimitPercent'
  | 'headTruncations' | 'headTruncationsFailed' | 'headGcRuns' | 'headGcSeconds' | 'headMinTimeMs' | 'headMaxTimeMs'
    | 'blocksLoaded'
  | 'checkpointsFailed' | 'walTruncationsFailed' | 'persistenceUrgency' | 'rushedMode'
    | 'chunksToPersist'
  | 'blocksBytes' | 'checkpointCreations' | 'walTruncateRuns' | 'walTruncateSeconds'
  // merging without a clock (VictoriaMetrics, Thanos compactor)
  | 'rowsMerged' | 'rowsPending' | 'assistedMerges' | 'slowInserts' | 'cacheRequests' | 'cacheMisses' | 'rowsStored'
  | 'rowsStoredBytes' | 'compactorBacklog' | 'compactorHalted'
  // WAL and replay
  | 'ready' | 'replaySeconds' | 'walSegmentCurrent' | 'walCorruptions' | 'walFsyncSeconds' | 'walFsyncs' | 'walBytes'
    | 'walWritesFailed' | 'walFsyncQuantiles' | 'walPageFlushes' | 'checkpointDeletionsFailed'
    | 'storageReadOnly' | 'wblBytes' | 'wblSegmentCurrent' | 'outOfOrderSamples'
  // written by the collector itself while a target starts (see recordedNames in roles.ts)
  | 'replaySegmentMin' | 'replaySegmentMax' | 'replaySegmentCurrent' | 'replaySegmentTimeSeconds'
    | 'replayRunTimeSeconds' | 'targetReady' | 'startStep' | 'startStepSite' | 'startStepTimeSeconds'
  // the target's own scrapes
  | 'targetIntervalSeconds' | 'targetIntervalQuantiles' | 'ownScrapes' | 'ownScrapesFailed' | 'ownScrapesTimedOut'
    | 'ownScrapesSkipped'
  | 'ownScrapeTargets' | 'samplesOutOfOrder' | 'samplesDuplicate' | 'samplesOutOfBounds' | 'scrapesOverLimit'
  // queries that it answers
  | 'queriesNow' | 'queryEvalSeconds'
  // rule groups that it evaluates; their intervals and lengths are roles of alerts
  | 'ruleGroupEvaluatedSeconds' | 'ruleGroupIterations'
  // memory and disk beside the heap
  | 'residentFileBytes' | 'headChunksDiskBytes' | 'chunkBytesCompacted' | 'chunkSamplesCompacted'
  // waiting for a core: seconds in which some thread of the process waited
  | 'cpuWaitSeconds'
  // the host beside the process, where a node_exporter is scraped with the target
  | 'nodeUp' | 'hostTimeSeconds' | 'hostCpuSeconds' | 'hostThrottles'
  | 'hostDiskReadBytes' | 'hostDiskWrittenBytes' | 'hostDiskBusySeconds'
  | 'hostFilesystemFreeBytes' | 'hostFilesystemBytes'
  | 'hostTotalBytes' | 'hostAvailableBytes' | 'hostFreeBytes' | 'hostCachedBytes' | 'hostSwapUsedBytes'
    | 'hostSwappedInPages' | 'hostSwappedOutPages'
  | 'hostCpuPressureSeconds' | 'hostIoPressureSeconds' | 'hostMemoryPressureSeconds';

/** A role's value over a window's scrapes, summed over the series that play it. Same meaning as WindowSeries. */
export interface RoleSeries {
  role: Role;
  /** The metric names it was read from, as in the exposition. */
  names: string[];
  values: Float64Array;
  present: Uint8Array;
}

/** One of the series that play a role. */
export interface LabelledSeries {
  name: string;
  labels: Labels;
  values: Float64Array;
  present: Uint8Array;
}

/** A window as analysis sees it: roles instead of names. */
export interface RoleWindow {
  startMs: number;
  endMs: number;
  kind: TargetKind;
  /** Version stated by the target, `""` if unknown. */
  version: string;
  scrapes: ScrapeTable;
  /** Returns the values of a role; undefined if no series of the window plays it. */
  role(role: Role): RoleSeries | undefined;
  /** Returns the series that play the role, each with its labels, not summed; empty if none does. */
  labelled(role: Role): LabelledSeries[];
  /** Returns the metric names that would play the role on this kind and version, for "what is missing" texts. */
  expectedNames(role: Role): string[];
}
