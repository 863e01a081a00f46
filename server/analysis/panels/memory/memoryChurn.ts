/** Measures series churn: what a head holds beyond what it is sent at a time. See docs/reference/memory.md. */
import type { Churn, Figure } from '../../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { sumRises, type MemoryFrame } from '../../signals/memory/memoryFrame.ts';
import { counterSteps } from '../../signals/counterSteps.ts';

/** Minimum data for a rate, the same as for the ratios. */
const MIN_SECONDS = 120;
const MIN_SCRAPES = 8;

/** `series`: median in the head. Warm-ups are excluded: a start creates every series anew. */
export function churnOf(
  window: RoleWindow, frame: MemoryFrame,
  { isWarmUp, series }: { isWarmUp: (row: number) => boolean; series: number | null }
): Churn {
  const rows = Array.from(frame.fresh).filter((row) => !isWarmUp(row));
  const perSecond = (role: Role, steps = counterSteps(
    window.scrapes, window.role(role), frame.fresh, frame.newProcessRows
  )): number | null => {
    if (window.role(role) === undefined) return null;
    const { rises: [rise], seconds, used } = sumRises(rows, [steps]);
    return used >= MIN_SCRAPES && seconds >= MIN_SECONDS ? rise / seconds : null;
  };
  const createdPerSecond = perSecond('seriesCreated', frame.created);
  return {
    createdPerSecond, removedPerSecond: perSecond('seriesRemoved'),
    perHourRatio: createdPerSecond === null || series === null || !(series > 0) ? null
      : 3600 * createdPerSecond / series,
  };
}

export function churnFigures(
  { createdPerSecond, removedPerSecond, perHourRatio }: Churn, names: (...roles: Role[]) => string[], hasHead: boolean
): Figure[] {
  const one = (name: string, value: number | null, unit: Figure['unit'], role: Role, note: string): Figure[] => (
    value === null ? [] : [{ name, value, unit, from: names(role), note }]
  );
  return [
    ...one('Series created', createdPerSecond, 'perSecond', 'seriesCreated', 'mean, warm-ups excluded'),
    ...one(
      'Series removed', removedPerSecond, 'perSecond', 'seriesRemoved',
      hasHead ? 'mean; the head removes them in bulk when it is truncated' : 'mean'
    ),
    ...one(
      'Churn per hour', perHourRatio, 'ratio', 'seriesCreated',
      `series created in an hour over ${hasHead ? 'the series in the head' : 'those in memory'}`
    ),
  ];
}
