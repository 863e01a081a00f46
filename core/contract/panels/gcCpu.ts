/** Answer of the GC & CPU panel. Part of contract.ts, which defines the units; import from there. */
import type { Part } from '../terms/finding.ts';
import type { GcWhatIf, MemoryLimit } from './gcWhatIf.ts';
import type { CpuThrottling, RunnableGoroutines } from './host.ts';
import type { PanelBase, Span } from './panel.ts';
import type { SpikeAttribution } from './spikes.ts';

export interface Lag { lagSeconds: number; r: number | null }

export interface Correlation {
  pearson: number | null;
  spearman: number | null;
  /** Lag of the strongest correlation; positive if CPU follows GC. */
  bestLagSeconds: number | null;
  /** P-value of r at lag 0: two-sided, by circular-shift surrogates that keep the autocorrelation. */
  pValue: number | null;
  /** P-value of r at `bestLagSeconds`: how often the strongest of all lags is as strong by chance. */
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
 * Estimators of GC CPU: E1 profile share, E2 event-locked CPU, E3 scan model, E4 lifetime fraction, E5 the target's own
 * counter, E6 measured by execution traces.
 */
export type GcEstimator = 'E1' | 'E2' | 'E3' | 'E4' | 'E5' | 'E6';

/** GC CPU of the window by one estimator. Without its input every figure is null and `note` names what is missing. */
export interface GcEstimate {
  estimator: GcEstimator;
  name: string;
  cores: number | null;
  /** 95 % interval; for the measured E6, the low end excludes the possible wait at the end of each mark phase. */
  lowCores: number | null;
  highCores: number | null;
  coreSecondsPerCycle: number | null;
  cyclesUsed: number;
  note: string;
  from: string[];
  best: boolean;
}

/** Measurements of one execution trace of the target in the window. */
export interface GcTrace {
  id: string;
  start: number;
  durationSeconds: number;
  /** GC CPU of workers, assists and sweeping. */
  cores: number;
  wholeCycles: number;
  /** CPU of workers and assists in these cycles; at most `markWaitSeconds` of each were idle. */
  wholeCycleCoreSeconds: number;
  markWaitSeconds: number;
}

/** One CPU profile of the target in the window. */
export interface GcProfile {
  id: string;
  name: string;
  /** Start on the target's clock, unless `onOurClock`. */
  start: number;
  /** Set for a capture, whose times are on tsdbscope's clock. */
  onOurClock?: true;
  durationSeconds: number;
  /** Sampled CPU seconds. */
  cpuSeconds: number;
  gcCpuSeconds: number;
  /**
   * Part of `gcCpuSeconds` by idle-priority workers, while the process had no other work; null if its Go version does
   * not label it.
   */
  idleGcCpuSeconds: number | null;
  samples: number;
  gcSamples: number;
  /** Excess of a triggered or scheduled profile over quiet times, and when it was taken on tsdbscope's clock. */
  againstQuiet?: { beforeId: string; claim: Part[]; taken: Span };
}

/**
 * Mean CPU around the end of a cycle, over cycles outside compactions. Offsets are seconds from the interval in which
 * the cycle ended.
 */
export interface GcAround {
  offsetSeconds: number[];
  meanCores: (number | null)[];
  lowCores: (number | null)[];
  highCores: (number | null)[];
  /** Mean local level without GC and compaction. */
  quietCores: number;
  /** Number of cycles in the mean, and of those with another cycle near; seconds nearer to the other are excluded. */
  cycles: number;
  overlapping: number;
  /** Time for which a cycle uses CPU, fitted to the mean; null if the scrapes are too far apart. */
  lengthSeconds: number | null;
  /** CPU of the measured cycles above the quiet level, with its interval. */
  measured: { cycles: number; coreSeconds: number; lowCoreSeconds: number; highCoreSeconds: number };
}

/** Whether a quantity correlates with the ends of GC cycles; `linked` is null with too little data. */
export interface GcLink {
  side: 'cpu' | 'scrape-time' | 'ingest';
  name: string;
  linked: boolean | null;
  /** Correlation with compactions excluded. */
  correlation: Correlation;
  from: string[];
}

/**
 * Shares of the variance of CPU, 0 to 1, by regression on compaction and on GC activity within 2 intervals; null with
 * too little data.
 */
export interface CpuVariance {
  /** Share of GC, without intervals that overlap compactions. */
  gcOutsideCompactions: number | null;
  gc: number | null;
  compaction: number | null;
  /** Share that GC explains and compaction does not. */
  gcBeyondCompaction: number | null;
}

export interface GcGaps {
  /**
   * Counts of gaps by length: bin k holds `k * binSeconds` up to `(k + 1) * binSeconds`; the last one has no upper
   * bound.
   */
  binSeconds: number;
  counts: number[];
  forcedShareRatio: number | null;
  /** `forced`: at least half are Go's two-minute cycles; `some`: at least one in ten. */
  verdict: 'forced' | 'some' | 'none' | 'unknown';
  sentence: string;
}

export interface GcPauses {
  secondsPerCycle: number | null;
  /** Share of all time spent in pauses. */
  ratio: number | null;
  /** Largest sum within one scrape interval. */
  worstSeconds: number | null;
  verdict: 'ruled-out' | 'possible' | 'unknown';
  sentence: string;
}

/** Go's GC CPU limiter, which acts when a memory limit is too tight for the live heap. */
export interface GcLimiter { state: 'alarm' | 'earlier' | 'never' | 'unknown'; sentence: string; time: number | null }

/**
 * A quantile per step, with the bounds of its bucket. `highSeconds` is null for the last bucket, which has no upper
 * bound.
 */
export interface StepQuantile {
  seconds: (number | null)[];
  lowSeconds: (number | null)[];
  highSeconds: (number | null)[];
}

/**
 * Quantiles over time from increases of a histogram; all lists are empty if the target does not export it. The `time`
 * of a step is its start.
 */
export interface HistogramQuantiles {
  stepSeconds: number;
  time: number[];
  /** Observations in the step; null if unknown (not scraped, or a new process). A step with none has no quantile. */
  count: (number | null)[];
  p50: StepQuantile;
  p99: StepQuantile;
}

/** GC cores during a cycle, against Go's budget; null where an input is missing, which `sentence` names. */
export interface GcDuringCycle {
  cores: number | null;
  /** 95 % interval, from the estimate of a cycle's CPU; its length is fitted. */
  lowCores: number | null;
  highCores: number | null;
  lengthSeconds: number | null;
  budgetCores: number | null;
  /** Parts of the budget: whole cores for marking, and time slices of all GOMAXPROCS. */
  dedicatedWorkers: number | null;
  fractionalCores: number | null;
  /** Share of idle-priority workers in the GC CPU of the profiles; not part of the budget. */
  idleRatio: number | null;
  estimator: GcEstimator | null;
  sentence: string;
}

export interface GcCpuPanel extends PanelBase {
  cycles: GcCycle[];
  /** Cycles in the counter without a known time (several between two scrapes). */
  cyclesWithoutTime: number;
  /** Time between ends of cycles. Sentences, figures and the what-if use the mean, which CPU over time follows. */
  periodSeconds: { mean: number; median: number; p10: number; p90: number; count: number } | null;
  /**
   * Correlation of CPU with the end of a cycle in the interval. Excludes compactions, which confound; `correlationAll`
   * includes them.
   */
  correlation: Correlation;
  correlationAll: Correlation;
  /**
   * Correlation of CPU with the estimated share of the interval in a cycle. `pValue` is null because the cycle's length
   * was fitted to the same CPU.
   */
  shareCorrelation: Correlation;
  shareCorrelationAll: Correlation;
  links: GcLink[];
  variance: CpuVariance;
  compactionExcluded: boolean;
  gcCpuShareRatio: number | null;
  gcCpu: { cores: number; lowCores: number; highCores: number; estimator: string; cyclesUsed: number } | null;
  /** Estimates E1 to E5, and E6 for the seconds of execution traces taken in the window. */
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
  /** A quarter of GOMAXPROCS: Go's CPU for GC during a cycle, without idle-priority workers. */
  budgetCores: number | null;
  /** Value of GOMEMLIMIT. */
  memoryLimitBytes: number | null;
  /** All known limits, lowest first. */
  memoryLimits: MemoryLimit[];
  duringCycle: GcDuringCycle;
  throttling: CpuThrottling;
  /** Stop-the-world pauses per step. */
  pauseQuantiles: HistogramQuantiles;
  /** Time that runnable goroutines waited for a core, and how many waited at each scrape (Go 1.26 and later). */
  schedLatency: HistogramQuantiles;
  runnable?: RunnableGoroutines;
  compactions: Span[];
  /** Causes of the window's CPU spikes. */
  spikes: SpikeAttribution;
  series: {
    time: number[];
    cpuCores: (number | null)[];
    /** Number of cycles that ended in the step. */
    gcCycles: (number | null)[];
    heapInuseBytes: (number | null)[];
    nextGcBytes: (number | null)[];
    rssBytes: (number | null)[];
    /** Extremes inside each step, so that thinning hides no spike; only for thinned steps. */
    cpuCoresMax: (number | null)[];
    heapInuseBytesMin: (number | null)[];
    heapInuseBytesMax: (number | null)[];
    /** Live heap after the last cycle: the runtime's own figure, else the heap after each cycle, until the next. */
    liveHeapBytes: (number | null)[];
    allocBytesPerSecond: (number | null)[];
    allocBytesPerSecondMax: (number | null)[];
    /** Quantiles of the last stop-the-world pauses (at most 256 cycles), as the target reports them. */
    recentPauseMedianSeconds: (number | null)[];
    recentPauseMaxSeconds: (number | null)[];
    /** GC CPU over the running time of the cycles that ended, by the target's counter, else by CPU around each. */
    gcWhileCycleCores: (number | null)[];
    /** 25 % of GOMAXPROCS. */
    gcBudgetCores: (number | null)[];
    /** Share of the periods in which its container used up its CPU quota, and throttled CPU seconds per second. */
    throttledPeriodsRatio: (number | null)[];
    throttledSecondsPerSecond: (number | null)[];
    /** Share of the time in which a task of the host waited for a core, and cores stolen by the hypervisor. */
    hostCpuWaitingRatio: (number | null)[];
    hostStolenCores: (number | null)[];
  };
}
