/** Defaults of continuous profiling. */
import type { ProfilingPlan } from './contract/contract.ts';

/**
 * Default plans. Heap profiles include allocations. Other kinds are often empty, and goroutine profiles stop the world.
 */
export const DEFAULT_PLANS: readonly ProfilingPlan[] = [
  { kind: 'cpu', everySeconds: 60, seconds: 10 }, { kind: 'heap', everySeconds: 300, seconds: 0 },
];
/** Default storage limit: about four days of the default plans. */
export const DEFAULT_BUDGET_BYTES = 256 * 2 ** 20;
