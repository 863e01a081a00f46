/** The main finding of a profile, the same in pictures, embeds and for an opened file. */
import type { Finding, ProfileInfo } from '../../../core/contract/contract.ts';
import { ok, type Result } from '../../../core/result.ts';
import { CLAIM_ROWS, needsSubsystems, profileFinding } from '../../../core/views/profile/profileFinding.ts';
import type { ProfileCatalog, ProfileQuery } from '../../data/store/files/profileCatalog.ts';

/** Returns the main finding. Computes the roll-up by subsystem only if the claim needs it. Errors of `top`. */
export async function profileSays(
  profiles: Pick<ProfileCatalog, 'top' | 'view'>, info: ProfileInfo, query: ProfileQuery
): Promise<Result<Finding>> {
  const top = await profiles.top(info.id, { ...query, limit: CLAIM_ROWS });
  if (!top.ok) return top;
  const subsystems = query.subsystem === undefined && needsSubsystems(top.value)
    ? await profiles.view('subsystems', info.id, query) : null;
  return ok(profileFinding(top.value, { info, subsystems: subsystems?.ok === true ? subsystems.value : null }));
}
