/** CPU by subsystem over time. Part of contract.ts, which defines the units; import from there. */
import type { GcEstimator } from './gcCpu.ts';
import type { PanelBase } from './panel.ts';

export interface CpuSplitStep {
  start: number;
  end: number;
  /** CPU of the whole step, from the process's counter; null if it was not scraped. */
  cores: number | null;
  /** CPU of the covered seconds in the order of `subsystems`; null without a profile, never interpolated. */
  parts: (number | null)[];
  /** Whether a CPU profile covers part of this step. */
  covered: boolean;
  coveredSeconds: number;
}

/** An estimate of the GC & CPU panel; `agrees` means that the confidence intervals overlap. */
export interface ComparedEstimate {
  estimator: GcEstimator; name: string; cores: number; lowCores: number; highCores: number; agrees: boolean
}

/** GC CPU of the profiles, compared with the estimates of the GC & CPU panel for the same window. */
export interface GcAgreement {
  /** Mean over the covered seconds, with its 95 % interval; null without a profile. */
  cores: number | null;
  lowCores: number | null;
  highCores: number | null;
  /** Estimates that have a value. */
  estimates: ComparedEstimate[];
  sentence: string;
}

/** CPU by subsystem. The rules are in docs/reference/gc-cpu.md, *CPU by subsystem over time*. */
export interface CpuBySubsystem extends Pick<PanelBase, 'range' | 'finding' | 'restarts' | 'gapSpans'> {
  target: string;
  /** Subsystems from the bottom of the stack up. `cores`: mean over the covered seconds; null if there are none. */
  subsystems: { id: string; label: string; cores: number | null }[];
  steps: CpuSplitStep[];
  profiles: number;
  /** Share of the window's seconds that profiles cover. */
  coverageRatio: number;
  /** Sum of the parts over the counter, in the covered seconds; 1 except for rounding. Null if there are none. */
  sumRatio: number | null;
  /** Sampled CPU seconds of the profiles over the counter's for the same time; null if there are none. */
  sampledRatio: number | null;
  gcAgreement: GcAgreement;
}
