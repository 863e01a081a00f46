/** Says how the sides of a diff are compared if its query does not: as the page compares them at first. */
import { firstNormalize } from '../../../core/profile/pairPace.ts';
import type { DiffQuery, ProfileCatalog } from '../../data/store/files/profileCatalog.ts';

/**
 * Returns the query with `normalize=duration` if it names no normalization and its sides are two CPU profiles of
 * different set times; else the same query.
 */
export async function withFirstPace<Q extends DiffQuery>(
  profiles: Pick<ProfileCatalog, 'get'>, query: Q
): Promise<Q> {
  const [[before, ...others], [after, ...more]] = [query.before, query.after];
  const isSaid = query.normalize !== undefined || query.per !== undefined;
  if (isSaid || before === undefined || after === undefined || others.length + more.length > 0) return query;
  const [first, second] = [await profiles.get(before), await profiles.get(after)];
  const normalize = first.ok && second.ok ? firstNormalize(first.value, second.value) : 'none';
  return normalize === 'none' ? query : { ...query, normalize };
}
