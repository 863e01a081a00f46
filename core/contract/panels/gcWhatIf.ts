/** What another GOGC or memory limit would make of the heap and of GC. Part of contract.ts, which says the units. */
/** A known limit of memory: of Go (soft), of its container by tsdbscope's configuration or by metrics (hard). */
export interface MemoryLimit { source: 'gomemlimit' | 'configured' | 'container' | 'cgroup'; bytes: number }

export interface GcWhatIfRow {
  gogcPercent: number;
  /** null: none. */
  memoryLimitBytes: number | null;
  current: boolean;
  heapGoalBytes: number;
  residentBytes: number | null;
  periodSeconds: number;
  cores: number;
  lowCores: number;
  highCores: number;
  /** The limit leaves no room above what is live: it would collect without a pause. */
  thrashing: boolean;
}

export interface GcWhatIf {
  liveHeapBytes: number;
  allocBytesPerSecond: number;
  coreSecondsPerCycle: number;
  gogcPercent: number;
  /**
   * Where it was read: `metrics`, `api`, or `goal` (heap goal over live heap); `default`: the usual one, which the heap
   * does not contradict.
   */
  gogcSource: 'metrics' | 'api' | 'default' | 'goal';
  memoryLimitBytes: number | null;
  byGogc: GcWhatIfRow[];
  byMemoryLimit: GcWhatIfRow[];
  assumptions: string[];
}
