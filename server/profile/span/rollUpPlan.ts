/**
 * Plans how old continuous profiles are thinned: those of an hour become one, with the CPU by subsystem and the time of
 * each stored with it; of snapshots, which count since the process start, only the last of each hour and process, and
 * the very first one, are kept, since they contain all that the others show over longer spans.
 */
import { byTime, isRestart, mergedOf, type SpanMember } from './spanPlan.ts';

export interface RollUpPlan {
  /** Each becomes one profile; ascending. */
  hours: string[][];
  /** Profiles whose content others hold. */
  gone: string[];
}

const HOUR_SECONDS = 3600;
/** Kinds that are added up; their profiles run for a time. */
const ADDED = new Set(['cpu', 'wall']);
/** Kinds of snapshots of growing counts, and of states of which one per hour is enough. */
const THINNED = new Set(['heap', 'allocs', 'mutex', 'block']);

/**
 * `members`: all profiles of a target. `mayGo`: continuous ones without references. Considers whole hours that ended
 * before `before`, Unix seconds.
 */
export function planRollUps(
  members: readonly SpanMember[], mayGo: (member: SpanMember) => boolean, before: number
): RollUpPlan {
  const isInMerged = mergedOf(members);
  const old = members.filter((one) => one.info.time !== null && hourOf(one) + HOUR_SECONDS <= before && mayGo(one))
    .sort(byTime);
  const hours = new Map<string, string[]>();
  const gone: string[] = [];
  for (const member of old) {
    const { id, kind, durationSeconds, source } = member.info;
    if (source.how === 'merged' || !ADDED.has(kind) || durationSeconds === null) continue;
    if (isInMerged(member.info)) { gone.push(id); continue; }
    const key = `${kind} ${hourOf(member)}`;
    const hour = hours.get(key) ?? [];
    hour.push(id);
    hours.set(key, hour);
  }
  return {
    hours: [...hours.values()].filter((hour) => hour.length > 1),
    gone: [...gone, ...thinned(members, new Set(old.map(({ info }) => info.id)))],
  };
}

/** Returns snapshots between two of the same process and hour. */
function thinned(members: readonly SpanMember[], old: ReadonlySet<string>): string[] {
  const gone: string[] = [];
  for (const kind of THINNED) {
    const snapshots = members.filter(({ info }) => (
      info.kind === kind && info.time !== null && info.durationSeconds === null)).sort(byTime);
    snapshots.forEach((one, i) => {
      const next = snapshots[i + 1];
      // The counts before the very first one are unknown.
      if (i === 0 || next === undefined || !old.has(one.info.id)) return;
      if (one.uptimeSeconds === undefined || next.uptimeSeconds === undefined) return;
      if (hourOf(one) === hourOf(next) && !isRestart(one, next)) gone.push(one.info.id);
    });
  }
  return gone;
}

function hourOf({ info }: SpanMember): number {
  return Math.floor((info.time ?? 0) / HOUR_SECONDS) * HOUR_SECONDS;
}
