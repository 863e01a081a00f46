/** WAL and page cache of a window. Pure. */
import type { CompactionPanel } from '../../../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../../../core/contract/facts.ts';
import type { Role, RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { gaugePoints, type CounterSteps, type PointGrid } from '../../../signals/counterSteps.ts';
import type { NodeInputs } from '../../../signals/host/nodeInputs.ts';
import { segmentBytesOf } from '../../../signals/segmentBytes.ts';
import { walActivity } from './walActivity.ts';

export function storageActivity(
  window: RoleWindow, grid: PointGrid, stepsOf: (role: Role) => CounterSteps,
  { facts, node }: { facts: TargetFacts; node?: NodeInputs }
): Pick<CompactionPanel, 'wal' | 'pageCache'> {
  const cached = node?.cachedBytes ?? window.role('hostCachedBytes');
  return {
    wal: walActivity(window, grid, stepsOf, segmentBytesOf(facts.flags ?? {})),
    pageCache: cached === undefined ? null : {
      cachedBytes: gaugePoints(grid, cached), freeBytes: gaugePoints(grid, window.role('hostFreeBytes')),
    },
  };
}
