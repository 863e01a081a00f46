/** Reads values of a role at the scrapes that have one. */
import { numberAt } from '../../../../../core/elementAt.ts';
import type { Role, RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { valueAt } from '../../../signals/valueAt.ts';

export interface Step { ms: number; value: number }

/** Returns the values ascending, rows `firstRow` to `lastRow`; empty if the role has none. */
export function knownSteps(window: RoleWindow, role: Role, firstRow: number, lastRow: number): Step[] {
  const series = window.role(role);
  const steps: Step[] = [];
  for (let row = firstRow; series !== undefined && row <= lastRow; row++) {
    const value = valueAt(series, row);
    if (value !== null) steps.push({ ms: numberAt(window.scrapes.startMs, row), value });
  }
  return steps;
}
