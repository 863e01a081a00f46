/** Automatic profiles of the start shown, as marks on its timeline; pure. */
import type { ProfileInfo, ReplayMoment, ReplayPhase } from '../../contract/contract.ts';
import { sinceStart } from './walReplayView.ts';

/** Time after the start within which a capture requested during it can end. */
const LATE_SECONDS = 10;

export interface ReplayMark {
  id: string;
  kind: string;
  moment: ReplayMoment;
  /** Time in seconds since the epoch. */
  time: number;
  /** Position, 0 to 1 of the timeline. */
  atRatio: number;
  /** Same kind and moment of another start: of another version if there is one, else the newest earlier one. */
  other: { id: string; words: string } | null;
}

export const momentWords: Record<ReplayMoment, string> = {
  start: 'at its start', middle: 'half way', risk: 'when memory came near its limit or rose',
  last: 'the last before its end', after: 'after it was ready',
};

interface Taken {
  info: ProfileInfo; target: string; version: string | undefined; moment: ReplayMoment; processStart: number | null
}

/** Returns the profile's replay data; null if not taken during a replay. */
function takenOf(info: ProfileInfo): Taken | null {
  const { source } = info;
  return source.how !== 'capture' || source.replay === undefined ? null
    : {
      info, target: source.target, version: source.targetVersion, moment: source.replay.moment,
      processStart: source.replay.processStart,
    };
}

/** Returns the marks, oldest first; empty if the timeline is, or without profiles. `now`: end of a running phase. */
export function replayMarks(
  profiles: readonly ProfileInfo[], target: string, phases: readonly ReplayPhase[], now: number
): ReplayMark[] {
  const start = sinceStart(phases)[0]?.start;
  if (start === undefined) return [];
  const end = Math.max(phases.at(-1)?.end ?? now, start + 1);
  const taken = profiles.flatMap((info) => takenOf(info) ?? []);
  return taken.flatMap((one): ReplayMark[] => {
    const time = one.info.time ?? one.info.addedTime;
    if (one.target !== target || time < start - 1 || time > end + LATE_SECONDS) return [];
    const atRatio = Math.min(1, Math.max(0, (time - start) / (end - start)));
    return [{ id: one.info.id, kind: one.info.kind, moment: one.moment, time, atRatio, other: otherOf(one, taken) }];
  }).toSorted((a, b) => a.time - b.time);
}

function otherOf(own: Taken, taken: readonly Taken[]): ReplayMark['other'] {
  const others = taken
    .filter(({ info, moment, target, processStart }) => info.id !== own.info.id && info.kind === own.info.kind
      && moment === own.moment && (target !== own.target || processStart !== own.processStart))
    .toSorted((a, b) => b.info.addedTime - a.info.addedTime);
  const another = own.version === undefined ? undefined
    : others.find(({ version }) => version !== undefined && version !== own.version);
  if (another?.version !== undefined) return { id: another.info.id, words: `diff with ${another.version}` };
  const earlier = others.find(({ target, info }) => target === own.target && info.addedTime < own.info.addedTime);
  return earlier === undefined ? null : { id: earlier.info.id, words: 'diff with the start before' };
}
