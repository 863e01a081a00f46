/** The work of a window's process, measured once for all who ask. */
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { saturatedCpuSpans } from './hostSuspects.ts';
import { workMeter, type WorkMeter } from '../standstills.ts';

const measured = new WeakMap<RoleWindow, WorkMeter>();

/** See workMeter. A window does not change, so its answer is kept for as long as the window is. */
export function processWork(window: RoleWindow): WorkMeter {
  const known = measured.get(window);
  if (known !== undefined) return known;
  const work = workMeter(window, saturatedCpuSpans(window));
  measured.set(window, work);
  return work;
}
