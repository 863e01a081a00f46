/** The main finding of a profile, the same in pictures, embeds and for an opened file. */
import type { Finding, ProfileInfo } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { CLAIM_ROWS, needsSubsystems, profileFinding } from '../../../core/views/profile/profileFinding.ts';
import { leadingFacts } from '../../../core/views/profile/said/fileClaims.ts';
import type { ProfileCatalog, ProfileQuery } from '../../data/store/files/profileCatalog.ts';

/** Parts of a query that leave all samples in the profile. */
const NO_FILTERS: ReadonlySet<string> = new Set(['sampleType', 'limit', 'minRatio', 'zoom', 'per']);

/** Whether a query is of only some of the samples, or renames what they name. */
function isFilteredBy(query: ProfileQuery): boolean {
  return Object.entries(query).some(([key, value]) =>
    !NO_FILTERS.has(key) && value !== undefined && value !== '' && value !== false);
}

/**
 * Returns the main finding: what the file of the profile says where that leads, else what its samples say. Computes the
 * roll-up by subsystem only if the claim needs it. Errors of `top`.
 */
export async function profileSays(
  profiles: Pick<ProfileCatalog, 'top' | 'view'>, info: ProfileInfo, query: ProfileQuery
): Promise<Result<Finding>> {
  const isFiltered = isFilteredBy(query);
  const asked = query.sampleType ?? '';
  const told = leadingFacts(info, { sampleType: asked === '' ? info.defaultSampleType : asked, isFiltered });
  if (told !== null) return ok(told);
  const top = await profiles.top(info.id, { ...query, limit: CLAIM_ROWS });
  if (!top.ok) return top;
  const subsystems = query.subsystem === undefined && needsSubsystems(top.value)
    ? await profiles.view('subsystems', info.id, query) : null;
  return ok(profileFinding(top.value, {
    info, isFiltered, subsystems: subsystems?.ok === true ? subsystems.value : null,
  }));
}
