/** The work of a window's process, measured once for all who ask. */
import { memoised } from '../memoised.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { saturatedCpuSpans } from './hostSuspects.ts';
import { workMeter, type WorkMeter } from '../standstills.ts';

/** See workMeter. A window does not change, so its answer is kept for as long as the window is. */
export const processWork = memoised(
  (window: RoleWindow): WorkMeter => workMeter(window, saturatedCpuSpans(window))
);
