import type { ProfilingPlan } from '../../../core/contract/contract.ts';
import { DEFAULT_BUDGET_BYTES, DEFAULT_PLANS } from '../../../core/profilingPlans.ts';
import type { TargetConfig } from '../../config/configTypes.ts';

/** What is taken of a target while profiling is on. */
export function planned({ profiling }: TargetConfig): { plans: readonly ProfilingPlan[]; budgetBytes: number } {
  return profiling ?? { plans: DEFAULT_PLANS, budgetBytes: DEFAULT_BUDGET_BYTES };
}
