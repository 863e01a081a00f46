import type { GcEstimator } from '../contract/contract.ts';

/** What each estimator starts from, for sentences: a reader need not know the names of the methods. */
export const ESTIMATED_FROM: Record<GcEstimator, string> = {
  E1: 'CPU profiles scaled to all GC cycles', E2: 'the CPU around GC cycles',
  E3: 'CPU profiles scaled to the bytes that GC scans', E4: 'the GC fraction that the target exports',
  E5: 'the GC CPU counter of the target', E6: 'execution traces',
};
