/**
 * Prepares a profile before it is queried, paired or compared: renames functions, applies its side's own filters, adds
 * frames of labels. Everything that follows, including totals, sees only the result.
 */
import type { ProfileFilters, SideFilterName } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { filtersOfSide, type Side } from '../../../core/profile/sideFilters.ts';
import type { Profile } from '../decode/profile.ts';
import { visible } from '../query/difference.ts';
import { applyFilters } from '../query/filters.ts';
import { withoutZeros } from '../query/mergeSamples.ts';
import { prunedProfile, pruneFrom } from '../query/prune.ts';
import type { Question } from '../query/question.ts';
import { locationsWith, withLabelFrames } from './labelFrames.ts';
import { renamedProfile } from './renames.ts';

/** `side`: null for a profile that is not compared. Error `bad_data`: an invalid expression. */
export function preparedProfile(profile: Profile, question: Question, side: Side | null): Result<Profile> {
  const renamed = renamedProfile(profile, question.rename);
  if (!renamed.ok) return renamed;
  const own = side === null ? renamed : narrowed(renamed.value, filtersOfSide(question, side), side);
  return own.ok ? ok(withLabelFrames(own.value, question)) : own;
}

/**
 * Returns the profile that `go tool pprof -proto` writes with these filters: without dropped samples and frames;
 * samples that become equal stay separate. Without filters: the profile.
 */
function narrowed(
  profile: Profile, filters: Pick<ProfileFilters, SideFilterName>, side: Side
): Result<Profile> {
  if (Object.keys(filters).length === 0) return ok(profile);
  const view = applyFilters(profile, prunedProfile(profile), filters);
  const left = view.ok ? pruneFrom(profile, view.value, filters.prune_from) : view;
  if (!left.ok) return { ok: false, error: { ...left.error, message: `${side}_${left.error.message}` } };
  return ok({ ...withoutZeros(visible(profile, left.value)), locations: locationsWith(profile, left.value, 0) });
}
