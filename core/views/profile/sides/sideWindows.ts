/** Time windows as sides of a diff: which have profiles, where to start, how to describe one; pure. */
import type { ProfileInfo, SpanProfile } from '../../../contract/contract.ts';
import { spanKinds, type ProfileSpan, type SpanKind } from '../../../profileSpan.ts';
import { profileTarget } from '../../../profileTarget.ts';
import { formatRatio, formatSeconds, formatWindow } from '../../../text/format.ts';
import { formatDuration } from '../../../text/timeText.ts';
import type { Zone } from '../../../text/zone.ts';
import { kindWords } from '../../charts/spanWords.ts';

export interface WindowSpan extends ProfileSpan { kind: SpanKind }

/** Profiles of one kind of a target, from the first to the end of the last, Unix seconds. */
export interface ProfiledTime { target: string; kind: SpanKind; profiles: number; start: number; end: number }

/** Returns the times by target, then by kind; omits profiles of unknown target or time. */
export function profiledTimes(profiles: readonly ProfileInfo[]): ProfiledTime[] {
  const times = new Map<string, ProfiledTime>();
  for (const info of profiles) {
    const [target, kind] = [profileTarget(info), spanKinds.find((known) => known === info.kind)];
    if (target === null || kind === undefined || info.time === null || info.id.startsWith('span:')) continue;
    const [start, end] = [info.time, info.time + (info.durationSeconds ?? 0)];
    const key = `${kind} ${target}`;
    const known = times.get(key);
    times.set(key, known === undefined ? { target, kind, profiles: 1, start, end } : {
      target, kind, profiles: known.profiles + 1, start: Math.min(known.start, start), end: Math.max(known.end, end),
    });
  }
  const order = ({ kind }: ProfiledTime): number => spanKinds.indexOf(kind);
  return [...times.values()].sort((a, b) => a.target.localeCompare(b.target, 'en') || order(a) - order(b));
}

/** Returns windows as long as `span` that are typical for comparison; none begins before 1970. */
export function windowsBeside(span: WindowSpan): { label: string; span: WindowSpan }[] {
  const length = span.end - span.start;
  const moved = (label: string, by: number): { label: string; span: WindowSpan } =>
    ({ label, span: { ...span, start: span.start + by, end: span.end + by } });
  return [
    moved(`the ${formatDuration(length)} before`, -length), moved(`the ${formatDuration(length)} after`, length),
    ...(length < HOUR ? [moved('an hour earlier', -HOUR)] : []),
    ...(length < DAY ? [moved('a day earlier', -DAY)] : []),
  ].filter(({ span: { start } }) => start >= 0);
}

const HOUR = 3_600;
const DAY = 86_400;

/**
 * Returns the initial window of the selection: the side's own, else the one before or after the other side's, else half
 * of the profiled time of the target, the earlier one for before. Null if no target has profiles.
 */
export function firstWindow(
  { side, own, other }: { side: 'before' | 'after'; own: WindowSpan | null; other: WindowSpan | null },
  times: readonly ProfiledTime[], targetName: string | null,
): WindowSpan | null {
  if (own !== null) return own;
  if (other !== null) {
    const length = other.end - other.start;
    const by = side === 'before' ? -length : length;
    return { ...other, start: Math.max(0, other.start + by), end: Math.max(length, other.end + by) };
  }
  const time = times.find(({ target }) => target === targetName) ?? times[0];
  if (time === undefined) return null;
  const { target, kind } = time;
  const [start, end] = [Math.floor(time.start), Math.max(Math.floor(time.start) + 2, Math.ceil(time.end))];
  const middle = Math.round((start + end) / 2);
  return side === 'before' ? { target, kind, start, end: middle } : { target, kind, start: middle, end };
}

/** Returns `12 CPU profiles, 118 s (39 %) of 12:00:00 to 12:05:00`; without profiles says so and gives the nearest. */
export function sideWords({ kind, start, end, ids, covered, coverageRatio }: SpanProfile, zone: Zone): string {
  const window = formatWindow(start, end, zone, end);
  const count = ids.length === 1 ? `1 ${kindWords(kind)} profile` : `${ids.length} ${kindWords(kind)} profiles`;
  if (ids.length === 0) return `no ${kindWords(kind)} profile in ${window}`;
  const inside = covered.map((one) => Math.min(end, one.end) - Math.max(start, one.start));
  const seconds = inside.reduce((sum, one) => sum + Math.max(0, one), 0);
  return seconds > 0 ? `${count}, ${formatSeconds(seconds)} (${formatRatio(coverageRatio)}) of ${window}`
    : `${count} in ${window}`;
}

/** Returns both sides in time order; equal starts keep theirs. */
export function inTimeOrder(one: WindowSpan, other: WindowSpan): { before: WindowSpan; after: WindowSpan } {
  return other.start < one.start ? { before: other, after: one } : { before: one, after: other };
}
