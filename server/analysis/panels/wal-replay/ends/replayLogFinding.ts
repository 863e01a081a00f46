/** Finding of a log of several starts, or of none. */
import type { Action, Finding, MeasuredReplay, Part, Severity } from '../../../../../core/contract/contract.ts';
import { elementAt } from '../../../../../core/elementAt.ts';
import { finding } from '../../../../../core/finding.ts';
import { at, count, joined, parts, quantity, range, seconds } from '../../../../../core/text/parts.ts';
import { mainEnd } from '../../../logs/processEnds.ts';
import { median } from '../../../../../core/statistics/quantiles.ts';
import { isCrash, type LaterEnd } from './replayEnds.ts';
import { headFileFor, nameFor } from './endCauses.ts';
import { NO_MATTER_OF_TIME, reasonOf, stepsFor, verbOf, withoutDot } from './replayEndings.ts';
import type { LoggedEnd } from './loggedStart.ts';
import { lostEvidence, progressEvidence, type Progress } from './replayProgress.ts';
import { repeatedEvidence, unfinishedEvidence, type UnfinishedQuery } from './unfinishedQueries.ts';

/** A start of a log, with what ended it and the process after it. */
export interface EndedStart {
  replay: MeasuredReplay; end: LoggedEnd | null; later: LaterEnd | null; progress: Progress | null;
  /** How long its lines go on after the line that it was told to stop; null without such a line. */
  afterSignalMs?: number | null;
  unfinished: readonly UnfinishedQuery[];
  /** Tenant whose storage it opens; `""` for a server without tenants. */
  tenant: string;
}

/** Time after readiness within which repeated stops of a server are no updates. */
const SOON_SECONDS = 7200;
/** Relative spread up to which times count as even: such starts have a cause that repeats. */
const EVEN_RATIO = 0.1;

/**
 * Codes: `log-without-starts`, `log-ended`, `log-starts`, `log-crash-loop`, `log-restarts`, and those of
 * `replaySentence` where there is one start.
 */
export function logFinding(starts: readonly EndedStart[], loose: readonly LoggedEnd[]): Finding {
  const last = starts.at(-1);
  if (last === undefined) return withoutStarts(loose);
  if (starts.length === 1) return last.replay.finding;
  const ready = starts.filter(({ replay }) => replay.outcome === 'finished');
  const dead = starts.filter(({ replay: { outcome } }) =>
    outcome === 'killed' || outcome === 'stopped' || outcome === 'failed');
  const crashed = ready.filter(({ later }) => later !== null && isCrash(later.end));
  const asked = ready.filter(({ later }) =>
    later !== null && !isCrash(later.end) && (later.upSeconds ?? Infinity) < SOON_SECONDS);
  const longest = ready.reduce((most, { replay }) => Math.max(most, replay.totalSeconds ?? 0), 0);
  const bad = dead.length + crashed.length;
  const repeats = bad > 1 || asked.length > 1;
  const evidence = [
    longest === 0 ? [] : parts`The longest took ${seconds(longest)}.`,
    ...endsOf([...dead.map(({ end }) => end), ...crashed.map(({ later }) => later?.end ?? null)]),
    ...sharedStep(dead.map(({ end }) => end), nameFor), ...sharedStep(dead.map(({ end }) => end), headFileFor),
    repeats ? intervalOf(starts) : [],
    ...goesOnEvidence(dead),
    ...lastProgress(dead, last),
    repeatedEvidence(starts.map(({ unfinished }) => unfinished)),
    unfinishedEvidence(last.unfinished, 1000 * last.replay.start),
  ];
  const made = (code: string, severity: Severity, claim: Part[], actions: Action[] = []): Finding =>
    finding({ code, severity, claim, evidence, actions, moment: last.replay.start });
  if (crashed.length > 0) {
    const actions = stepsFor(crashed.at(-1)?.later?.end ?? null);
    return made(crashed.length > 1 || dead.length > 0 ? 'log-crash-loop' : 'log-restarts',
      bad > 1 ? 'critical' : 'warning', crashedClaim(starts.length, crashed, dead.length), actions);
  }
  if (asked.length > 1 && dead.length === 0) return made('log-restarts', 'warning', parts`${
    count(starts.length, 'start')} in the log: ${quantity(asked.length, 'count')} became ready and were told to stop${
    upOf(asked)}.`);
  // An excerpt leaves out how more than the last one went on.
  const isOpen = starts.filter(({ replay }) => replay.outcome === 'unknown').length > 1;
  if (isOpen) evidence.push(...starts.slice(-2).map(({ replay }) => replay.finding.claim));
  const became = ready.length > 0 ? parts`${quantity(ready.length, 'count')} became ready`
    : parts`none ${isOpen ? 'is seen to become' : 'became'} ready`;
  const why = sharedReason(dead.map(({ end }) => end));
  const ended = dead.length === 0 ? null : parts`, ${quantity(dead.length, 'count')} ended before${why}`;
  return made('log-starts', bad > 1 ? 'critical' : bad === 1 ? 'warning' : 'info',
    parts`${count(starts.length, 'start')} in the log: ${became}${ended}.`,
    stepsFor(dead.at(-1)?.end ?? null));
}

function crashedClaim(all: number, crashed: readonly EndedStart[], dead: number): Part[] {
  const ends = crashed.map(({ later }) => later?.end ?? null);
  const same = shared(ends);
  const ended = same === null ? 'ended' : verbOf(same);
  const how = same === null ? ends.every((end) => end === null) ? ' without a log line' : '' : `: ${reasonOf(same)}`;
  if (dead > 0) return parts`${count(all, 'start')} in the log: ${
    quantity(dead, 'count')} ended before they were ready, ${quantity(crashed.length, 'count')} soon after${how}.`;
  const who = crashed.length === all ? parts`${count(all, 'start')} became ready`
    : parts`${quantity(crashed.length, 'count')} of ${count(all, 'start')} became ready`;
  return parts`${who} and ${crashed.length > 1 ? ended.replace(/^was /, 'were ') : ended}${upOf(crashed)}${how}.`;
}

/** Returns the end if it is of one kind in all; null without one. */
function shared(ends: readonly (LoggedEnd | null)[]): LoggedEnd | null {
  const [first] = ends;
  return first !== undefined && first !== null && ends.every((end) => end?.kind === first.kind) ? first : null;
}

function sharedReason(ends: readonly (LoggedEnd | null)[]): string {
  const same = shared(ends);
  return same === null || !isCrash(same) ? '' : `: ${reasonOf(same)}`;
}

/** Returns the progress of the newest start: one that still reads, else one that a probe may have ended. */
function lastProgress(dead: readonly EndedStart[], newest: EndedStart): Part[][] {
  const last = dead.at(-1);
  if (last === undefined) return [];
  const kind = last.end?.kind ?? 'killed';
  if (NO_MATTER_OF_TIME.has(kind)) return [];
  const isProbe = kind === 'probe' || kind === 'asked' || kind === 'killed';
  const isReading = newest.replay.outcome === 'unknown' && newest.progress !== null && newest.tenant === last.tenant;
  return !isReading ? progressEvidence(last.progress, isProbe)
    : [...progressEvidence(newest.progress, isProbe, 'The latest start'), ...lostEvidence(last.progress)];
}

/** Time from which on the lines after a signal to stop are those of a process that does not end. */
const MIN_AFTER_SIGNAL_MS = 30_000;

/** Says that the newest start that was told to stop did not: what ended it is not in the log. */
function goesOnEvidence(dead: readonly EndedStart[]): Part[][] {
  const ms = dead.at(-1)?.afterSignalMs ?? 0;
  return ms < MIN_AFTER_SIGNAL_MS ? [] : [parts`After that signal its lines go on for ${
    seconds(Math.round(ms / 1000))}, and none says that it ended, as with SIGKILL after the grace period.`];
}

/** Returns how long processes were ready before they ended; empty if that is unknown for one of them. */
function upOf(starts: readonly EndedStart[]): Part[] {
  const ups = starts.flatMap(({ later }) => later?.upSeconds ?? []).sort((a, b) => a - b);
  if (ups.length < starts.length) return [];
  const [low, high] = [elementAt(ups, 0), elementAt(ups, ups.length - 1)];
  const atMost = starts.some(({ later }) => later?.atMost === true);
  return atMost ? parts` at most ${seconds(high)} later`
    : high - low <= Math.max(1, EVEN_RATIO * high) ? parts` ${seconds(median(ups) ?? high)} later`
      : parts` ${range(low, high, 'seconds')} later`;
}

/** Returns the reasons of the ends, the most frequent first. */
function endsOf(ends: readonly (LoggedEnd | null)[]): Part[][] {
  const counts = new Map<string, number>();
  for (const end of ends) {
    const reason = end === null ? 'no log line, as after `kill -9` or an OOM kill' : withoutDot(end.said);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const reasons = [...counts].sort(([, a], [, b]) => b - a).slice(0, 3)
    .map(([reason, times]) => parts`${reason} (${count(times, 'time')})`);
  return reasons.length === 0 ? [] : [parts`How they ended: ${joined(reasons, '; ')}.`];
}

/** Returns what one cause needs if each start ended for such a one. */
function sharedStep(ends: readonly (LoggedEnd | null)[], stepFor: (end: LoggedEnd) => Part[][]): Part[][] {
  const [first = [], ...others] = ends.map((end) => (end === null ? [] : stepFor(end)));
  return others.some((one) => one.length === 0) ? [] : first;
}

function intervalOf(starts: readonly EndedStart[]): Part[] {
  const gaps = starts.slice(1).map(({ replay }, i) => replay.start - elementAt(starts, i).replay.start)
    .filter((gap) => gap > 0).sort((a, b) => a - b);
  const typical = median(gaps);
  if (typical === null || gaps.length < starts.length - 1) return [];
  return elementAt(gaps, gaps.length - 1) - elementAt(gaps, 0) <= EVEN_RATIO * typical
    ? parts`The starts are ${seconds(typical)} apart.`
    : parts`The first began at ${at(elementAt(starts, 0).replay.start)}, the last ${
      seconds(gaps.reduce((sum, gap) => sum + gap, 0))} later.`;
}

/** Replaces the numbers of a message, so that repetitions are equal. */
const shapeOf = (said: string): string => said.replace(/\d[\d.]{0,30}/g, '0');

function withoutStarts(loose: readonly LoggedEnd[]): Finding {
  const end = mainEnd(loose);
  const restarts = loose.find(({ kind }) => kind === 'restarts');
  if (end === null || !isCrash(end) || end.kind === 'exit') {
    const stopped = end ?? restarts;
    return finding({
      code: 'log-without-starts', severity: 'unknown', claim: parts`The log holds no line of a start.`,
      evidence: [
        stopped === undefined ? parts`It begins after the server was ready, or is that of a program without a WAL.`
          : parts`It says of the end of a process: ${withoutDot(stopped.said)}.`,
      ],
    });
  }
  const times = loose.filter(({ kind, said }) => kind === end.kind && shapeOf(said) === shapeOf(end.said)).length;
  return finding({
    code: 'log-ended', severity: 'critical', moment: end.timeMs / 1000, actions: stepsFor(end),
    claim: parts`The server ${verbOf(end)}: ${reasonOf(end)}.`,
    evidence: [
      parts`It logged: ${withoutDot(end.said)}.`, times > 1 ? parts`It did so ${count(times, 'time')}.` : [],
      restarts === undefined ? [] : parts`It is restarted again and again: ${restarts.said}.`,
      parts`No start is in the log.`,
    ],
  });
}
