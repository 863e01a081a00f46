/** The CPU profiles that estimator E1 of the GC & CPU panel rests on. */
import type { GcProfile, ProfileInfo } from './contract.ts';
import type { ApiDeps } from './deps.ts';
import type { PanelQuery } from '../store/dataStore.ts';

/** The newest ones of a window; more do not make the figure better worth waiting for. */
const MOST = 20;

/**
 * The question with what garbage collection has of each CPU profile that was captured of the target in its window. One that cannot
 * be read is left out: the panel lives without it, and the Profiles page says what is wrong with it.
 */
export async function withCpuProfiles(deps: Pick<ApiDeps, 'profiles'>, query: PanelQuery): Promise<PanelQuery> {
  const taken = (await deps.profiles.list()).filter((profile) => isInside(profile, query)).slice(0, MOST);
  const shares = await Promise.all(taken.map(async (profile): Promise<GcProfile[]> => {
    const share = await deps.profiles.gcShare(profile.id);
    if (!share.ok || profile.time === null || profile.durationSeconds === null) return [];
    return [{ id: profile.id, name: profile.name, start: profile.time, durationSeconds: profile.durationSeconds, ...share.value }];
  }));
  return { ...query, cpuProfiles: shares.flat().sort((a, b) => a.start - b.start) };
}

/** Wholly inside, since the figures are carried over from it to the window. */
function isInside({ kind, source, time, durationSeconds }: ProfileInfo, { target, startMs, endMs }: PanelQuery): boolean {
  return kind === 'cpu' && source.how === 'capture' && source.target === target && time !== null && durationSeconds !== null
    && time * 1000 >= startMs && (time + durationSeconds) * 1000 <= endMs;
}
