/** Targets of links to other profiles; the window of the charts is kept, for the way back. */
import type { Normalize } from '../../core/contract/contract.ts';
import type { UrlPatch } from './useUrlState.ts';

/** Resets the choices for the previous profile, because the next may lack that sample type, function or frame. */
const NOTHING_CHOSEN = {
  sampleType: null, asRecorded: false, per: null, timeWindow: null, graphPercent: null,
  filters: {}, search: '', zoom: [], selectedFunction: null, label: null, sort: null,
  profileView: 'flame',
} as const satisfies UrlPatch;

/** Returns the page of a profile; null for the list of profiles. */
export function openedProfile(id: string | null): UrlPatch {
  return { ...NOTHING_CHOSEN, page: 'profiles', profile: id };
}

/** Returns the diff page of two groups. */
export function openedDiff(
  before: readonly string[], after: readonly string[], normalize: Normalize = 'none'
): UrlPatch {
  return { ...NOTHING_CHOSEN, page: 'diff', before: [...before], after: [...after], normalize };
}

/** Returns the diff of a profile against a quiet one; for CPU per second, because durations can differ. */
export function quietDiff(quiet: string, id: string, kind = 'cpu'): UrlPatch {
  return openedDiff([quiet], [id], kind === 'cpu' ? 'duration' : 'none');
}
