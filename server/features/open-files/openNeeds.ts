import type { OpenedBenchmarks } from '../benchmarks/feature.ts';
import type { OpenedLogs } from '../logs/feature.ts';
import type { TargetNeeds, TargetParts, TargetRouteDeps } from '../targets/targetParts.ts';

/** What the opening of a file needs of other features. */
export interface OpenNeeds
  extends Pick<OpenedBenchmarks, 'benchmarks' | 'outputs'>, Pick<OpenedLogs, 'logs' | 'recognize'>,
  Pick<TargetParts, 'replays' | 'incidents'>, Pick<TargetNeeds, 'profiles' | 'targets' | 'uploadDir'>,
  Pick<TargetRouteDeps, 'data'> {
  now: () => number;
}
