/** The CPU profiles that estimator E1 of the GC & CPU panel rests on. */
import type { GcProfile, ProfileInfo } from '../../../core/contract/contract.ts';
import type { ApiDeps } from './deps.ts';
import type { PanelQuery } from '../../store/dataStore.ts';

/** The newest ones of a window; more do not make the figure better worth waiting for. */
const MOST = 20;

/**
 * The question with what garbage collection has of each CPU profile that was captured of the target in its window. One that cannot
 * be read is left out: the panel lives without it, and the Profiles page says what is wrong with it.
 */
export async function withCpuProfiles(deps: Pick<ApiDeps, 'profiles' | 'targets'>, query: PanelQuery): Promise<PanelQuery> {
  const taken = (await deps.profiles.list()).flatMap((profile) => {
    const own = ofTarget(deps, profile, query.target);
    return own !== null && isInside(own, query) ? [own] : [];
  }).slice(0, MOST);
  const shares = await Promise.all(taken.map(async (profile): Promise<GcProfile[]> => {
    const share = await deps.profiles.gcShare(profile.id);
    if (!share.ok || profile.time === null || profile.durationSeconds === null) return [];
    return [{ id: profile.id, name: profile.name, start: profile.time, durationSeconds: profile.durationSeconds, ...share.value }];
  }));
  return { ...query, cpuProfiles: shares.flat().sort((a, b) => a.start - b.start) };
}

/** As the target's own capture; null when it is none. What came with an incident file belongs to its target, under its name there, whoever else has it too. */
function ofTarget({ targets }: Pick<ApiDeps, 'targets'>, profile: ProfileInfo, target: string): ProfileInfo | null {
  const incident = targets.incident(target);
  if (incident === undefined) return profile.source.how === 'capture' && profile.source.target === target ? profile : null;
  const kept = incident.profiles.find(({ id, isCapture }) => id === profile.id && isCapture);
  return kept === undefined ? null : { ...profile, name: kept.name };
}

/** Wholly inside, since the figures are carried over from it to the window. */
function isInside({ kind, time, durationSeconds }: ProfileInfo, { startMs, endMs }: PanelQuery): boolean {
  return kind === 'cpu' && time !== null && durationSeconds !== null
    && time * 1000 >= startMs && (time + durationSeconds) * 1000 <= endMs;
}
