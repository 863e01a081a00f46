/** CPU by subsystem over time. Part of contract.ts, which says the units; import from there. */
import type { GcEstimator } from './gcCpu.ts';
import type { PanelBase } from './panel.ts';

export interface CpuSplitStep {
  start: number;
  end: number;
  /** Of the whole step, from the process's counter; null where it was not scraped. */
  cores: number | null;
  /** CPU of the covered seconds in the order of `subsystems`; null without a profile, never interpolated. */
  parts: (number | null)[];
  /** Some CPU profile is of this step. */
  covered: boolean;
  coveredSeconds: number;
}

/** `agrees`: the bands overlap. */
export interface ComparedEstimate {
  estimator: GcEstimator; name: string; cores: number; lowCores: number; highCores: number; agrees: boolean
}

/** GC by the profiles, against the estimates of the GC & CPU panel for the same window. */
export interface GcAgreement {
  /** Mean over the covered seconds, with its 95 % band. null: no profile. */
  cores: number | null;
  lowCores: number | null;
  highCores: number | null;
  /** Those that have a figure. */
  estimates: ComparedEstimate[];
  sentence: string;
}

/** The rules are in docs/reference/gc-cpu.md, *CPU by subsystem over time*. */
export interface CpuBySubsystem extends Pick<PanelBase, 'range' | 'finding' | 'restarts' | 'gapSpans'> {
  target: string;
  /** From the bottom of the stack up. `cores`: mean over the covered seconds; null without any. */
  subsystems: { id: string; label: string; cores: number | null }[];
  steps: CpuSplitStep[];
  profiles: number;
  /** Of the window's seconds. */
  coverageRatio: number;
  /** Parts over the counter, in the covered seconds; 1 but for rounding. null without any. */
  sumRatio: number | null;
  /** Sampled CPU seconds of the profiles over those of the counter meanwhile; null without any. */
  sampledRatio: number | null;
  gcAgreement: GcAgreement;
}
