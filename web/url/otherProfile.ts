/** Where a link to another profile goes; the window of the charts stays, for the way back. */
import type { Normalize } from '../../core/contract/contract.ts';
import type { UrlPatch } from './useUrlState.ts';

/** Nothing chosen for the profile shown before: it need not have that sample type, function or frame. */
const NOTHING_CHOSEN = {
  sampleType: null, per: null, timeWindow: null, graphPercent: null,
  filters: {}, search: '', zoom: [], selectedFunction: null, label: null, sort: null,
  profileView: 'flame',
} as const satisfies UrlPatch;

/** The page of a profile; null = the list of profiles. */
export function openedProfile(id: string | null): UrlPatch {
  return { ...NOTHING_CHOSEN, page: 'profiles', profile: id };
}

/** The diff page of two groups. */
export function openedDiff(
  before: readonly string[], after: readonly string[], normalize: Normalize = 'none'
): UrlPatch {
  return { ...NOTHING_CHOSEN, page: 'diff', before: [...before], after: [...after], normalize };
}

/** The diff of a profile against one of quiet time: of CPU per second, since the two need not be equally long. */
export function quietDiff(quiet: string, id: string, kind = 'cpu'): UrlPatch {
  return openedDiff([quiet], [id], kind === 'cpu' ? 'duration' : 'none');
}
