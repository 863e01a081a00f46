/**
 * Joins the records of one start, seen by scraping and in its log (opened once or more). See "Restart history" in
 * docs/reference/wal-replay.md.
 */
import type { Replay, ReplaySummary } from '../../../../core/contract/contract.ts';
import { elementAt } from '../../../../core/elementAt.ts';

/** Precision of a start or end in samples. */
const SAME_SECONDS = 3;
/** Tolerance of the start in two copies of a log, which have the same stamps. */
const SAME_STAMP_SECONDS = 0.002;

/** Returns starts, newest first; a record of a start also recorded elsewhere is in the `alsoIn` of the one it joins. */
export function joinStarts(records: readonly Replay[]): Replay[] {
  const groups: Replay[][] = [];
  // Sampled records come first, so that a log finds its start.
  const order = records.toSorted((a, b) => Number(a.source === 'log') - Number(b.source === 'log'));
  for (const record of order) {
    const group = groups.find((members) => belongs(record, members));
    if (group === undefined) groups.push([record]);
    else group.push(record);
  }
  return groups.map(joined).sort((a, b) => b.start - a.start);
}

/** Returns the record of that id, joined with the others of its start. */
export function startOf(records: readonly Replay[], id: string): Replay | undefined {
  return joinStarts(records).find((start) => start.id === id || start.alsoIn.some((other) => other.id === id));
}

/** Returns whether a record joins the start; two of one log may match one sampled too seldom to distinguish them. */
function belongs(record: Replay, members: readonly Replay[]): boolean {
  return members.some((one) => isSameStart(one, record))
    && members.every((one) => one.source !== 'log' || isSameStart(one, record));
}

/**
 * Whether two records are of one start. A log that names no target may be of a server that started at the same time:
 * its starts match only those of a file with the same name, opened again or longer by now.
 */
function isSameStart(one: Replay, log: Replay): boolean {
  if (log.source !== 'log' || one.target !== log.target) return false;
  if (log.target === null && one.name !== log.name) return false;
  const ends = Math.abs((one.end ?? NaN) - (log.end ?? NaN));
  const starts = one.startSeen && log.startSeen ? Math.abs(one.start - log.start) : NaN;
  if (one.source === 'log') return starts <= SAME_STAMP_SECONDS || ends <= SAME_STAMP_SECONDS;
  const [max, logMax] = [one.segments?.max ?? null, log.segments?.max ?? null];
  if (max !== null && logMax !== null && max !== logMax) return false;
  // A target runs one process at a time, so records that overlap are of one start.
  const overlap = Math.min(endOf(one), endOf(log)) - Math.max(one.start, log.start);
  const shorter = Math.min(endOf(one) - one.start, endOf(log) - log.start);
  return starts <= SAME_SECONDS || (overlap > 0 && overlap >= shorter / 2);
}

/** Returns the end: Infinity while it runs; if the end was not seen, that of the last phase. */
function endOf(replay: Replay): number {
  if (replay.end !== null) return replay.end;
  return replay.outcome === 'going' ? Infinity
    : Math.max(replay.start, ...replay.phases.map(({ start, end, durationSeconds }) => end ?? start + durationSeconds));
}

/**
 * Joins times and outcome from a log that holds the whole start, as it is exact, with memory, CPU, points and identity
 * from the samples.
 */
function joined(members: readonly Replay[]): Replay {
  const [first] = members;
  if (first === undefined || members.length === 1) return elementAt(members, 0);
  const sampled = members.find(({ source }) => source !== 'log');
  const logs = members.filter(({ source }) => source === 'log');
  const whole = logs.find(({ startSeen, outcome }) => startSeen && outcome !== 'unknown');
  const base = whole ?? sampled ?? longest(logs);
  const identity = sampled ?? base;
  const log = whole ?? longest(logs);
  const { id, source, target, name } = identity;
  return {
    ...base, id, source, target: target ?? log.target, name,
    version: base.version === '' ? identity.version : base.version,
    segments: base.segments ?? identity.segments,
    walBytes: identity.walBytes, peakRssBytes: identity.peakRssBytes, cpuSeconds: identity.cpuSeconds,
    warmUpSeconds: identity.warmUpSeconds, stated: log.stated,
    segmentTimes: log.segmentTimes.length > 0 ? log.segmentTimes : identity.segmentTimes,
    points: identity.points.length > 0 ? identity.points : log.points,
    notes: [...new Set(members.flatMap(({ notes }) => notes))],
    profiles: [...new Map(members.flatMap(({ profiles }) => profiles).map((one) => [one.profileId, one])).values()],
    alsoIn: members.filter((one) => one !== identity).map(({ id, source, name }) => ({ id, source, name })),
  };
}

/** Returns the longest; a copy cut at the front or the end has less. */
function longest(logs: readonly Replay[]): Replay {
  return logs.reduce((most, one) => (endOf(one) - one.start > endOf(most) - most.start ? one : most));
}

/** Returns a start without what only its own page shows. */
export function summaryOf(replay: Replay): ReplaySummary {
  const {
    id, source, target, name, version, outcome, ending, start, end, startSeen, totalSeconds, reportedSeconds, phases,
    segments, segmentsPerSecond, walBytes, peakRssBytes, cpuSeconds, warmUpSeconds, profiles, alsoIn,
  } = replay;
  return {
    id, source, target, name, version, outcome, ending, start, end, startSeen, totalSeconds, reportedSeconds, phases,
    segments, segmentsPerSecond, walBytes, peakRssBytes, cpuSeconds, warmUpSeconds, profiles, alsoIn,
  };
}

