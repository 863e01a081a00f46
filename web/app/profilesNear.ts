import type { ProfileInfo } from '../../core/contract/contract.ts';
import { profileTarget } from '../../core/profileTarget.ts';

const nearSeconds = 300;
const mostProfiles = 4;

/**
 * Returns profiles of `target`, and from its incident file (`cameWith`), that ran within 5 min of `time`, nearest
 * first, at most four; omits profiles without a time.
 */
export function profilesNear(
  profiles: readonly ProfileInfo[], target: string | null, time: number, cameWith: readonly string[] = []
): ProfileInfo[] {
  const distance = (info: ProfileInfo): number => {
    if (info.time === null) return Infinity;
    const end = info.time + (info.durationSeconds ?? 0);
    return time < info.time ? info.time - time : Math.max(0, time - end);
  };
  return profiles
    .filter((info) => (cameWith.includes(info.id) || (target !== null && profileTarget(info) === target))
      && distance(info) <= nearSeconds)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, mostProfiles);
}
