/** Decides whether the time between two events of Kubernetes is rough, as their ages have whole minutes. Pure. */
import type { TimedLine } from '../../../look/factTools.ts';

const BY_AGE = /\bOOMKilling\s{1,12}\d{1,5}[mhd]/;
/** Times above this do not need the precision of a minute. */
const ROUGH_SECONDS = 600;

/** Whether the time between kills is of such ages and short. */
export const isRough = (seconds: number, lines: readonly TimedLine[]): boolean =>
  seconds < ROUGH_SECONDS && lines.some(({ line }) => BY_AGE.test(line));
