/**
 * Selects the stored profiles of a time span, and how each is used:
 *
 * ```
 *   taken over a time          |--a--|  |--b--|  |--c--|       values added up
 *   counts since the start     s1----s2----s3  x  s4----s5     s3 - s1 + s5, where x is a restart
 *   span                            [..........................]
 * ```
 *
 * Both kinds of interval, that of a profile and that between two snapshots, belong to the span that contains their
 * middle: adjacent spans then neither overlap nor leave gaps. A span shorter than an interval uses the one that
 * contains its own middle.
 */
import type { ProfileInfo, TimeInterval } from '../../../core/contract/contract.ts';
import type { ProfileSpan } from '../../../core/profileSpan.ts';
import type { TargetAtCapture } from '../query/pair.ts';

export interface SpanMember {
  info: Pick<ProfileInfo, 'id' | 'kind' | 'time' | 'durationSeconds' | 'source'>;
  /** Uptime of the process when the profile was taken. */
  uptimeSeconds?: number;
}

/** Returns the member for a stored profile. */
export function memberOf(
  { info, targetFacts }: { info: SpanMember['info']; targetFacts?: Pick<TargetAtCapture, 'uptimeSeconds'> }
): SpanMember {
  const { uptimeSeconds } = targetFacts ?? {};
  return { info, ...(uptimeSeconds === undefined ? {} : { uptimeSeconds }) };
}

/** Counts of a process between two snapshots; `earlier` null: since its start. */
export interface Growth { earlier: string | null; later: string }

export interface SpanPlan {
  /** Every stored profile that is read, earliest first. */
  ids: string[];
  /** Profiles to add up, with all their types. */
  sum: string[];
  /** Growth of types that only grow: later minus earlier, added up. */
  growth: Growth[];
  /** Snapshot for types that are a state (in use, goroutines). */
  state: string | null;
  covered: TimeInterval[];
  /** Seconds of the covered intervals; for a span of snapshots from the first to the last. */
  seconds: number;
  restarts: number[];
  nearest: { id: string; time: number; secondsAway: number } | null;
}

/** Types of these kinds are a state, so their snapshots have no growth. */
const STATES = new Set(['goroutine', 'threadcreate']);
/** Types of these kinds only grow. */
const COUNTS = new Set(['mutex', 'block']);

/** `members`: profiles of the target, of any kind. */
export function planSpan(span: ProfileSpan, members: readonly SpanMember[]): SpanPlan {
  const own = members.filter(({ info }) => info.kind === span.kind && info.time !== null);
  const timed = timedPlan(span, own.filter(({ info }) => info.durationSeconds !== null));
  const counted = snapshotPlan(span, own.filter(({ info }) => info.durationSeconds === null));
  // Both contain the same events, which must not count twice.
  const better = timed.ids.length > 0 && fit(span, timed.covered) >= fit(span, counted.covered) ? timed : counted;
  return { ...better, nearest: better.ids.length > 0 ? null : nearestOf(span, own) };
}

/** Returns the seconds of the span that the intervals cover. */
export function secondsIn({ start, end }: TimeInterval, covered: readonly TimeInterval[]): number {
  return covered.reduce((sum, one) => sum + Math.max(0, Math.min(end, one.end) - Math.max(start, one.start)), 0);
}

/** Returns 1 if the intervals equal the span; less the more they fall short of it, or extend beyond it. */
function fit(span: ProfileSpan, covered: readonly TimeInterval[]): number {
  const inside = secondsIn(span, covered);
  return inside / (covered.reduce((sum, { start, end }) => sum + end - start, span.end - span.start) - inside);
}

type Plan = Omit<SpanPlan, 'nearest'>;

function timedPlan(span: ProfileSpan, members: readonly SpanMember[]): Plan {
  // Rolled up, but not removed yet: it must not count twice.
  const isInMerged = mergedOf(members);
  const taken = members.filter(
    ({ info }) => isOf(span, hullOf(info)) && (info.source.how === 'merged' || !isInMerged(info))
  ).sort(byTime);
  const ids = taken.map(({ info }) => info.id);
  const covered = joined(taken.flatMap(({ info }) => intervalsOf(info)));
  return {
    ids, sum: ids, growth: [], state: null, covered, restarts: [],
    seconds: taken.reduce((sum, { info }) => sum + (info.durationSeconds ?? 0), 0),
  };
}

function snapshotPlan(span: ProfileSpan, members: readonly SpanMember[]): Plan {
  const snapshots = [...members].sort(byTime);
  const inside = snapshots.filter(({ info }) => timeOf(info) >= span.start && timeOf(info) < span.end);
  const steps = STATES.has(span.kind) ? [] : stepsOf(snapshots).filter(({ interval }) => isOf(span, interval));
  const last = inside.at(-1)?.info ?? null;
  const end = steps.at(-1) ?? null;
  const newest = last !== null && (end === null || timeOf(last) > end.interval.end) ? last.id : end?.later ?? null;
  const state = COUNTS.has(span.kind) ? null : newest;
  const growth = telescoped(steps);
  const used = new Set([...growth.flatMap(({ earlier, later }) => [earlier ?? later, later]), state]);
  const covered = STATES.has(span.kind) && last !== null
    ? [{ start: timeOf(inside[0]?.info ?? last), end: timeOf(last) }] : joined(steps.map(({ interval }) => interval));
  return {
    ids: snapshots.flatMap(({ info }) => (used.has(info.id) ? [info.id] : [])), sum: [], growth, state, covered,
    seconds: covered.reduce((sum, one) => sum + one.end - one.start, 0),
    restarts: steps.flatMap(({ earlier, interval }) => (earlier === null ? [interval.start] : [])),
  };
}

interface Step extends Growth { interval: TimeInterval; isSameProcess: boolean }

/** Returns the steps from each snapshot to the next one of the same process; after a restart, from its start. */
function stepsOf(snapshots: readonly SpanMember[]): Step[] {
  return snapshots.flatMap((later, i): Step[] => {
    const earlier = snapshots[i - 1];
    const end = timeOf(later.info);
    const known = later.uptimeSeconds;
    if (earlier !== undefined && !isRestart(earlier, later)) {
      const isSameProcess = known !== undefined && earlier.uptimeSeconds !== undefined;
      return [{
        earlier: earlier.info.id, later: later.info.id, interval: { start: timeOf(earlier.info), end }, isSameProcess,
      }];
    }
    return known === undefined ? []
      : [{ earlier: null, later: later.info.id, interval: { start: end - known, end }, isSameProcess: true }];
  });
}

/** Clocks of the target and of tsdbscope differ by less. */
const CLOCK_SECONDS = 10;

/**
 * Returns whether the process restarted: if it kept running, its uptime grew by the time that passed; after a restart
 * it is at most that time. Unknown uptimes count as the same process; the subtraction shows whether counts fell.
 */
export function isRestart(earlier: SpanMember, later: SpanMember): boolean {
  if (earlier.uptimeSeconds === undefined || later.uptimeSeconds === undefined) return false;
  const passed = timeOf(later.info) - timeOf(earlier.info);
  return later.uptimeSeconds < passed + Math.min(CLOCK_SECONDS, earlier.uptimeSeconds / 2);
}

/** Merges consecutive steps of one process: what is between their ends cancels out. */
function telescoped(steps: readonly Step[]): Growth[] {
  const growth: Growth[] = [];
  let open: Step | null = null;
  for (const step of steps) {
    const last = growth.at(-1);
    if (last !== undefined && open !== null && open.isSameProcess && step.isSameProcess && step.earlier === last.later)
      last.later = step.later;
    else growth.push({ earlier: step.earlier, later: step.later });
    open = step;
  }
  return growth;
}

function isOf(span: TimeInterval, { start, end }: TimeInterval): boolean {
  const [middle, spanMiddle] = [(start + end) / 2, (span.start + span.end) / 2];
  return (middle >= span.start && middle < span.end) || (spanMiddle >= start && spanMiddle < end);
}

function nearestOf(span: ProfileSpan, members: readonly SpanMember[]): SpanPlan['nearest'] {
  return members.map(({ info }) => {
    const { start, end } = hullOf(info);
    return { id: info.id, time: start, secondsAway: Math.max(0, start - span.end, span.start - end) };
  }).sort((a, b) => a.secondsAway - b.secondsAway)[0] ?? null;
}

/** Returns when it was taken; for a merged one, the times of all parts. */
function intervalsOf(info: SpanMember['info']): TimeInterval[] {
  return info.source.how === 'merged' ? info.source.times
    : [{ start: timeOf(info), end: timeOf(info) + (info.durationSeconds ?? 0) }];
}

/** Returns its whole time range; for a merged one, the hour that its parts are in. */
export function hullOf(info: SpanMember['info']): TimeInterval {
  const times = intervalsOf(info);
  return { start: times[0]?.start ?? timeOf(info), end: times.at(-1)?.end ?? timeOf(info) };
}

function timeOf({ time }: SpanMember['info']): number {
  return time ?? 0;
}

/** Returns a test whether a merged profile of the list contains the one of that kind and start. */
export function mergedOf(members: readonly SpanMember[]): (info: SpanMember['info']) => boolean {
  const starts = new Set(members.flatMap(({ info: { kind, source } }) => (
    source.how === 'merged' ? source.times.map(({ start }) => `${kind} ${start}`) : []
  )));
  return ({ kind, time }) => starts.has(`${kind} ${time}`);
}

export function byTime(a: SpanMember, b: SpanMember): number {
  return timeOf(a.info) - timeOf(b.info) || (a.info.id < b.info.id ? -1 : 1);
}

/** Merges intervals that touch or overlap; ascending. */
function joined(intervals: readonly TimeInterval[]): TimeInterval[] {
  const all: TimeInterval[] = [];
  for (const { start, end } of [...intervals].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}
