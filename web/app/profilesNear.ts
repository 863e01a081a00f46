import type { ProfileInfo } from '../../core/contract/contract.ts';
import { profileTarget } from '../../core/profileTarget.ts';

const nearSeconds = 300;
const mostProfiles = 4;

/**
 * Profiles of `target`, and what came with it as an incident (`cameWith`), that ran at `time` or within 5 min of it,
 * nearest first, at most four; a profile without a time is near nothing.
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
