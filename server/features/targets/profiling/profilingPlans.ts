import type { ProfilingPlan } from '../../../../core/contract/contract.ts';
import { DEFAULT_BUDGET_BYTES, DEFAULT_PLANS } from '../../../../core/profilingPlans.ts';
import type { TargetConfig } from '../../../kernel/config/configTypes.ts';

const DEFAULT_ROLL_UP_MS = 24 * 3_600_000;

/** How old continuous profiles are when they are rolled up by the hour. */
export function rollUpMs({ profiling }: TargetConfig): number {
  return profiling?.rollUpMs ?? DEFAULT_ROLL_UP_MS;
}

/** What is taken of a target while profiling is on. */
export function planned({ profiling }: TargetConfig): { plans: readonly ProfilingPlan[]; budgetBytes: number } {
  return profiling ?? { plans: DEFAULT_PLANS, budgetBytes: DEFAULT_BUDGET_BYTES };
}
