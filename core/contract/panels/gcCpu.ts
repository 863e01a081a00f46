/** What the GC & CPU panel answers. Part of contract.ts, which says the units; import from there. */
import type { Part } from '../terms/finding.ts';
import type { GcWhatIf, MemoryLimit } from './gcWhatIf.ts';
import type { CpuThrottling, RunnableGoroutines } from './host.ts';
import type { PanelBase, Span } from './panel.ts';
import type { SpikeAttribution } from './spikes.ts';

export interface Lag { lagSeconds: number; r: number | null }

export interface Correlation {
  pearson: number | null;
  spearman: number | null;
  /** CPU later than GC is positive. */
  bestLagSeconds: number | null;
  /** Of r at lag 0: two-sided, by circular-shift surrogates that keep the autocorrelation. */
  pValue: number | null;
  /** Of r at `bestLagSeconds`: how often the strongest of all lags is as strong by chance. */
  bestLagPValue: number | null;
  sampleSize: number;
  lags: Lag[];
}

export interface GcCycle {
  time: number;
  heapBeforeBytes: number | null;
  heapAfterBytes: number | null;
}

/**
 * E1 profile share, E2 event-locked CPU, E3 scan model, E4 lifetime fraction, E5 the target's own counter, E6 measured
 * by execution traces.
 */
export type GcEstimator = 'E1' | 'E2' | 'E3' | 'E4' | 'E5' | 'E6';

/** GC CPU of the window by one estimator. Without its input every figure is null and `note` says what is missing. */
export interface GcEstimate {
  estimator: GcEstimator;
  name: string;
  cores: number | null;
  /** 95 %; of E6, which is measured, less the wait that may be at the end of each mark. */
  lowCores: number | null;
  highCores: number | null;
  coreSecondsPerCycle: number | null;
  cyclesUsed: number;
  note: string;
  from: string[];
  best: boolean;
}

/** What one execution trace of the target in the window measured. */
export interface GcTrace {
  id: string;
  start: number;
  durationSeconds: number;
  /** Of workers, assists and sweeping. */
  cores: number;
  wholeCycles: number;
  /** Of workers and assists in these cycles together; of each at most `markWaitSeconds` were no work. */
  wholeCycleCoreSeconds: number;
  markWaitSeconds: number;
}

/** One CPU profile taken of the target in the window. */
export interface GcProfile {
  id: string;
  name: string;
  /** On the target's clock, unless `onOurClock`. */
  start: number;
  /** Of a capture. */
  onOurClock?: true;
  durationSeconds: number;
  /** Sampled. */
  cpuSeconds: number;
  gcCpuSeconds: number;
  /**
   * Of `gcCpuSeconds`, marked while the process had nothing else to run; null where its Go version does not mark it.
   */
  idleGcCpuSeconds: number | null;
  samples: number;
  gcSamples: number;
  /** Of one taken by a rule or a booking: what it has more than quiet times, and when it was taken on our clock. */
  againstQuiet?: { beforeId: string; claim: Part[]; taken: Span };
}

/**
 * CPU around the end of a cycle, on average over cycles outside compactions. Offsets: seconds from the interval it
 * ended in.
 */
export interface GcAround {
  offsetSeconds: number[];
  meanCores: (number | null)[];
  lowCores: (number | null)[];
  highCores: (number | null)[];
  /** Mean local level without GC and compaction. */
  quietCores: number;
  /** Cycles in the mean, and of them those with another one near; seconds nearer to that one are excluded. */
  cycles: number;
  overlapping: number;
  /** How long a cycle uses CPU, fitted to the mean; null where the scrapes are too far apart. */
  lengthSeconds: number | null;
  /** CPU of the measured cycles above the quiet level, with its interval. */
  measured: { cycles: number; coreSeconds: number; lowCoreSeconds: number; highCoreSeconds: number };
}

/** Whether something moves with the ends of GC cycles; `linked` null: too little data. */
export interface GcLink {
  side: 'cpu' | 'scrape-time' | 'ingest';
  name: string;
  linked: boolean | null;
  /** Compactions excluded. */
  correlation: Correlation;
  from: string[];
}

/**
 * Parts of the variance of CPU, 0 to 1, by regression on GC activity up to 2 intervals around and on compaction; null:
 * too little data.
 */
export interface CpuVariance {
  /** Without intervals that overlap compactions. */
  gcOutsideCompactions: number | null;
  gc: number | null;
  compaction: number | null;
  /** What GC explains that compaction does not. */
  gcBeyondCompaction: number | null;
}

export interface GcGaps {
  /** Counts of gaps by length: bin k holds `k * binSeconds` up to `(k + 1) * binSeconds`, the last one all beyond. */
  binSeconds: number;
  counts: number[];
  forcedShareRatio: number | null;
  /** `forced`: at least half are Go's two-minute cycles; `some`: at least one in ten. */
  verdict: 'forced' | 'some' | 'none' | 'unknown';
  sentence: string;
}

export interface GcPauses {
  secondsPerCycle: number | null;
  /** Of all time. */
  ratio: number | null;
  /** Largest sum within one interval between scrapes. */
  worstSeconds: number | null;
  verdict: 'ruled-out' | 'possible' | 'unknown';
  sentence: string;
}

/** Go's limiter of GC CPU: it works when a memory limit is too tight for the live heap. */
export interface GcLimiter { state: 'alarm' | 'earlier' | 'never' | 'unknown'; sentence: string; time: number | null }

/** A quantile by step, between the edges of its bucket. `highSeconds` null: the last bucket has none. */
export interface StepQuantile {
  seconds: (number | null)[];
  lowSeconds: (number | null)[];
  highSeconds: (number | null)[];
}

/**
 * Quantiles over time from the rises of a histogram; all lists are empty where the target does not export it. A step's
 * `time` is its start.
 */
export interface HistogramQuantiles {
  stepSeconds: number;
  time: number[];
  /** Observations in the step; null: unknown (not scraped, or a new process). Without any there is no quantile. */
  count: (number | null)[];
  p50: StepQuantile;
  p99: StepQuantile;
}

/** Cores of GC while a cycle runs, against Go's budget; null where an input is missing, which `sentence` names. */
export interface GcDuringCycle {
  cores: number | null;
  /** 95 %, of the estimate of a cycle's CPU; its length is fitted. */
  lowCores: number | null;
  highCores: number | null;
  lengthSeconds: number | null;
  budgetCores: number | null;
  /** Of the budget: whole cores that mark, and what is taken in time slices from all of GOMAXPROCS. */
  dedicatedWorkers: number | null;
  fractionalCores: number | null;
  /** Share of idle-priority workers in the GC CPU of the profiles; outside the budget. */
  idleRatio: number | null;
  estimator: GcEstimator | null;
  sentence: string;
}

export interface GcCpuPanel extends PanelBase {
  cycles: GcCycle[];
  /** Cycles the counter saw whose moment is not known (several between two scrapes). */
  cyclesWithoutTime: number;
  /** Between ends of cycles. Sentences, figures and the what-if give the mean, which CPU over time follows. */
  periodSeconds: { mean: number; median: number; p10: number; p90: number; count: number } | null;
  /**
   * Whether a cycle ended in the interval against CPU. Compactions excluded (they confound); `correlationAll` includes
   * them.
   */
  correlation: Correlation;
  correlationAll: Correlation;
  /**
   * The estimated share of the interval spent in a cycle against CPU. `pValue` is null: the cycle's length was fitted
   * to the same CPU.
   */
  shareCorrelation: Correlation;
  shareCorrelationAll: Correlation;
  links: GcLink[];
  variance: CpuVariance;
  compactionExcluded: boolean;
  gcCpuShareRatio: number | null;
  gcCpu: { cores: number; lowCores: number; highCores: number; estimator: string; cyclesUsed: number } | null;
  /** E1 to E5; E6 where execution traces were taken in the window, for their seconds. */
  estimates: GcEstimate[];
  profiles: GcProfile[];
  around: GcAround | null;
  gaps: GcGaps;
  pauses: GcPauses;
  limiter: GcLimiter;
  whatIf: GcWhatIf | null;
  whatIfNote: string;
  allocBytesPerSample: number | null;
  maxProcs: number | null;
  /** A quarter of GOMAXPROCS: what Go gives to GC while a cycle runs, idle-priority workers aside. */
  budgetCores: number | null;
  /** GOMEMLIMIT. */
  memoryLimitBytes: number | null;
  /** All limits that are known, lowest first. */
  memoryLimits: MemoryLimit[];
  duringCycle: GcDuringCycle;
  throttling: CpuThrottling;
  /** Stop-the-world pauses of each step. */
  pauseQuantiles: HistogramQuantiles;
  /** How long goroutines that could run waited for a core; how many did, at the scrapes, from Go 1.26 on. */
  schedLatency: HistogramQuantiles;
  runnable?: RunnableGoroutines;
  compactions: Span[];
  /** What the CPU spikes of the window come from. */
  spikes: SpikeAttribution;
  series: {
    time: number[];
    cpuCores: (number | null)[];
    /** Cycles that ended in the step. */
    gcCycles: (number | null)[];
    heapInuseBytes: (number | null)[];
    nextGcBytes: (number | null)[];
    rssBytes: (number | null)[];
    /** Thinned steps only: the extremes inside each step, so that no spike is lost. */
    cpuCoresMax: (number | null)[];
    heapInuseBytesMin: (number | null)[];
    heapInuseBytesMax: (number | null)[];
    /** What the last cycle found live: the runtime's own figure, else the heap after each cycle, until the next. */
    liveHeapBytes: (number | null)[];
    allocBytesPerSecond: (number | null)[];
    allocBytesPerSecondMax: (number | null)[];
    /** Of the last stop-the-world pauses (at most 256 cycles), as the target states them. */
    recentPauseMedianSeconds: (number | null)[];
    recentPauseMaxSeconds: (number | null)[];
    /** Where cycles ended: GC CPU over the time that they ran, by the target's counter, else by CPU around each. */
    gcWhileCycleCores: (number | null)[];
    /** 25 % of GOMAXPROCS. */
    gcBudgetCores: (number | null)[];
    /** Share of the periods in which its container used up its CPU quota, and seconds of CPUs held back per second. */
    throttledPeriodsRatio: (number | null)[];
    throttledSecondsPerSecond: (number | null)[];
    /** Share of the time in which some task of the host waited for a core; cores taken by the hypervisor. */
    hostCpuWaitingRatio: (number | null)[];
    hostStolenCores: (number | null)[];
  };
}
