import type { ProfilingPlan } from '../../../../core/contract/contract.ts';
import { DEFAULT_BUDGET_BYTES, DEFAULT_PLANS } from '../../../../core/profilingPlans.ts';
import type { TargetConfig } from '../../../kernel/config/configTypes.ts';

const DEFAULT_ROLL_UP_MS = 24 * 3_600_000;

/** Returns the age at which continuous profiles are rolled up by the hour. */
export function rollUpMs({ profiling }: TargetConfig): number {
  return profiling?.rollUpMs ?? DEFAULT_ROLL_UP_MS;
}

/** Returns the profiles taken from a target while profiling is on, and their budget. */
export function planned({ profiling }: TargetConfig): { plans: readonly ProfilingPlan[]; budgetBytes: number } {
  return profiling ?? { plans: DEFAULT_PLANS, budgetBytes: DEFAULT_BUDGET_BYTES };
}
