/** The work of a window's process, measured once for all callers. */
import { memoised } from '../memoised.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { saturatedCpuSpans } from './hostSuspects.ts';
import { workMeter, type WorkMeter } from '../standstills.ts';

/** Cached per window, which does not change; see `workMeter`. */
export const processWork = memoised(
  (window: RoleWindow): WorkMeter => workMeter(window, saturatedCpuSpans(window))
);
