/** Predicted heap and GC with another GOGC or memory limit. Part of contract.ts, which defines the units. */
/** A known memory limit: of Go (soft), or of its container by tsdbscope's configuration or by metrics (hard). */
export interface MemoryLimit { source: 'gomemlimit' | 'configured' | 'container' | 'cgroup'; bytes: number }

export interface GcWhatIfRow {
  gogcPercent: number;
  /** Null if there is no limit. */
  memoryLimitBytes: number | null;
  current: boolean;
  heapGoalBytes: number;
  residentBytes: number | null;
  periodSeconds: number;
  cores: number;
  lowCores: number;
  highCores: number;
  /** Whether the limit leaves no room above the live heap, so that GC would run continuously. */
  thrashing: boolean;
}

export interface GcWhatIf {
  liveHeapBytes: number;
  allocBytesPerSecond: number;
  coreSecondsPerCycle: number;
  gogcPercent: number;
  /**
   * Source: `metrics`, `api`, or `goal` (heap goal over live heap); `default` is Go's default, consistent with the
   * heap.
   */
  gogcSource: 'metrics' | 'api' | 'default' | 'goal';
  memoryLimitBytes: number | null;
  byGogc: GcWhatIfRow[];
  byMemoryLimit: GcWhatIfRow[];
  assumptions: string[];
}
