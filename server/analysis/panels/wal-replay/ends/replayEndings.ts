/** Words for how a logged start ended, and the process after it. */
import type { Action, Part } from '../../../../../core/contract/contract.ts';
import { at, count, onDate, parts, quantity, seconds } from '../../../../../core/text/parts.ts';
import {
  damagedLog, findSegment, freeTheDisk, leaveItReplaying, raiseMemory, readLastLog,
} from '../../../advice/steps.ts';
import { causeOfError, FOLDER_FOR_FILE, IS_FOLDER } from '../../../logs/errorCauses.ts';
import type { EndKind } from '../../../logs/processEnds.ts';
import { causeWords, headFileFor, isUnresolved, nameFor, rightsFor, unwrittenReason } from './endCauses.ts';
import { isCrash, type LaterEnd } from './replayEnds.ts';
import { faultEvidence, faultOnFullDisk, isFullDiskCrash } from './fullDisk.ts';
import type { Ending, LoggedEnd, LoggedStart, LoggedTimeline } from './loggedStart.ts';
import { openedAndOnMs, progressEvidence, progressOf } from './replayProgress.ts';

const MAX_REASON_WORDS = 7;

/** Returns a few words for a claim, without numbers: `out of memory`, `panic: sync: negative WaitGroup counter`. */
export function reasonOf(end: LoggedEnd): string {
  switch (end.kind) {
    case 'oom-kill': return 'OOM kill';
    case 'go-memory': return 'out of memory';
    case 'trace': return 'a Go crash';
    case 'killed': return 'SIGKILL';
    case 'probe': return 'a failed probe';
    case 'asked': case 'bye': return 'told to stop';
    case 'stopping': return 'shut down';
    case 'exit': return 'it exited with an error';
    default: {
      if (end.fault !== undefined) return end.fault;
      const cause = causeOfError(end.said);
      const named = cause === 'corrupt' && /\bWAL\b/.test(end.said) ? 'its WAL is corrupt'
        : causeWords(end.said);
      if (named !== undefined) return named;
      if (isUnresolved(end)) return 'a name has no address';
      const signal = /SIG[A-Z]+/.exec(end.said)?.[0];
      if (signal !== undefined) return signal;
      if (/^unexpected fault address/.test(end.said)) return 'a memory fault (SIGBUS or SIGSEGV)';
      const words = end.said.split(/\s+/);
      return words.length > MAX_REASON_WORDS || /\d/.test(end.said)
        ? end.kind === 'panic' ? 'a Go panic' : end.kind === 'runtime' ? 'a fatal error of Go’s runtime' : 'an error'
        : end.said;
    }
  }
}

/** Returns the steps for an end; empty if its reason is not known well enough. `ends`: the other logged ends. */
export function stepsFor(end: LoggedEnd | null, ends: readonly LoggedEnd[] = []): Action[] {
  if (end === null) return [];
  if (isFullDiskCrash(ends) || end.fault?.endsWith('full disk') === true) return [freeTheDisk];
  switch (end.kind) {
    case 'oom-kill': case 'go-memory': return [raiseMemory];
    case 'probe': return [leaveItReplaying];
    case 'killed': return [readLastLog];
    default: {
      const cause = causeOfError(end.said);
      if (headFileFor(end).length > 0) return [];
      return cause === 'disk-full' ? [freeTheDisk] : cause === 'corrupt' ? [damagedLog]
        : cause === 'missing-segment' ? [findSegment] : [];
    }
  }
}

/** Kinds of end whose lines are the server's own; those of the others are from its supervisor. */
const OWN: ReadonlySet<EndKind> = new Set(['go-memory', 'panic', 'runtime', 'gave-up', 'refused', 'trace', 'stopping']);

const OF_SIGNAL = /^\[signal SIG(?!BUS)/;

/** Returns all that its log, and others, say of the end: one sentence each, without repeats. */
function saidSentences(
  ends: readonly LoggedEnd[], main: LoggedEnd, unwritten: LoggedStart['unwritten'] = null
): Part[][] {
  // A pod's status is no reason.
  const told = ends.map(({ kind, said }) => (kind === 'trace' || kind === 'stopping' ? '' : said))
    .filter((said) => said !== '' && !/^CrashLoopBackOff$/i.test(said));
  const all = [...new Set(told)].filter((said) => said !== main.said).slice(0, 3);
  // The signal of a panic is the same event.
  const others = main.kind === 'panic' ? all.filter((said) => !OF_SIGNAL.test(said)) : all;
  const said = main.isReported === true ? parts`Kubernetes reports: ${withoutDot(main.said)}.`
    : main.kind === 'asked' || main.kind === 'bye' ? parts`The log says “${main.said}”${
    ends.some(({ kind }) => kind === 'probe') ? '' : ': a probe, an update or a person does that'}.`
    : parts`${OWN.has(main.kind) ? 'It logged' : /^OOMKilled$/.test(main.said) ? 'The text says' : 'The log says'}: ${
      withoutDot(main.said)}.`;
  return [
    said, ...others.map((other) => parts`Also: ${withoutDot(other)}.`),
    faultEvidence(ends, [main.said, ...all].join(' '), unwritten),
  ];
}

/** Removes the final dot of a text that a sentence ends with. */
export const withoutDot = (said: string): string => said.replace(/[.:\s]+$/, '');

/** Ends after which the progress of the start does not predict the next one. */
export const NO_MATTER_OF_TIME: ReadonlySet<EndKind> = new Set(['gave-up', 'refused', 'exit', 'stopping']);

/** Says of a start only that it was there, which a later end of it says, too. */
export const READY_ALONE = parts`The server became ready; the beginning of its start is not in the log.`;

/** Describes the end of a start that did not become ready, or of one that did and is not known to have ended. */
export function endingOf(start: LoggedStart, timeline: LoggedTimeline): Ending {
  const { outcome, startMs, endMs, startSeen, segments, totalSeconds, end, isCutAfter } = timeline;
  const tookMs = (endMs ?? lastOf(start, timeline)) - startMs;
  // A start took longer than logged if its beginning is not in the log.
  const took = startSeen ? parts`${seconds(tookMs / 1000)}` : parts`at least ${seconds(tookMs / 1000)}`;
  const after = tookMs > 0 ? parts` after ${took}` : startSeen ? parts` right away` : parts``;
  const into = tookMs > 0 || startSeen ? parts` ${took} into the start` : parts` in the start`;
  const where = segments === null ? null
    : parts`, at segment ${
      quantity(segments.min + segments.loaded - 1, 'count')}${
      segments.max === null ? '' : parts` of ${quantity(segments.max, 'count')}`}`;
  const progress = progressOf(timeline);
  const ended = (claim: Part[], ...evidence: Part[][]): Ending => ({ claim, evidence });
  if (end !== null) return ended(
    claimOf(end, after, where), ...saidSentences(start.ends, end), ...whyOf(start, end), ...nextOf(start, end),
    ...(NO_MATTER_OF_TIME.has(end.kind) ? []
      : progressEvidence(progress, end.kind === 'probe' || end.kind === 'asked' || end.kind === 'killed')),
  );
  switch (outcome) {
    case 'finished': return totalSeconds === null
      ? ended(READY_ALONE)
      : ended(parts`Ready after ${seconds(totalSeconds)}.`);
    case 'killed': return ended(
      parts`The start ended without a log line${after}${where}.`,
      parts`That is typical of \`kill -9\` or an OOM kill.`, ...progressEvidence(progress, true),
    );
    default: return ended(
      unknownClaim(start, timeline, { into, where, after }),
      ...progressEvidence(progress, !isCutAfter && timeline.goesOnMs === null),
    );
  }
}

/** A shorter time shows no progress of a start. */
const MIN_SHOWN_MS = 10;

/** Words of how far a start is seen. */
interface Seen { into: Part[]; where: Part[] | null; after: Part[] }

/** Returns the claim for a start without an end. An excerpt of a log does not show that it ends there. */
function unknownClaim(start: LoggedStart, timeline: LoggedTimeline, { into, where, after }: Seen): Part[] {
  const [{ at: seen, runningMs }, { isCutAfter }] = [start, timeline];
  if (runningMs !== null)
    return parts`The server ran at ${at(runningMs / 1000)}; no line says when it became ready.`;
  const text = isCutAfter ? 'excerpt' : 'log';
  const goesOnMs = timeline.goesOnMs ?? openedAndOnMs(start, timeline);
  if (seen.walDone !== undefined) return isCutAfter || goesOnMs !== null
    ? parts`The replay of the WAL ended at ${
      at(seen.walDone / 1000)}; the lines do not show whether the server became ready.`
    : parts`The log ends${into}, after the replay and before the server is ready.`;
  const goesOn = goesOnMs === null ? null : parts`, and the text goes on until ${onDate(goesOnMs / 1000)}`;
  if (seen.tsdbDone !== undefined) return isCutAfter || goesOnMs !== null
    ? parts`Its storage was opened${after}; the lines do not show when the server became ready${goesOn}.`
    : parts`The log ends${into}, after its storage was opened.`;
  const lastMs = timeline.endMs ?? lastOf(start, timeline);
  if (goesOn === null && where === null && timeline.startSeen && lastMs - timeline.startMs < MIN_SHOWN_MS)
    return parts`The ${text} has only the first lines of the start; whether the server became ready is not in it.`;
  return goesOn === null ? parts`The ${text} ends${into}${where}.`
    : parts`The lines of the start end${after}${where}${goesOn}.`;
}

/** Returns when the next process began, if the log has a line of it, but not its start. */
function nextOf({ againMs }: LoggedStart, { timeMs }: LoggedEnd): Part[][] {
  return againMs === null || againMs <= timeMs ? []
    : [parts`The next process began ${seconds((againMs - timeMs) / 1000)} after the last line before.`];
}

/** Other components log during a replay, but for longer than this only if the lines that end it are missing. */
const MAX_BESIDE_MS = 3_600_000;

function lastOf({ at, lastMs }: LoggedStart, { phases }: LoggedTimeline): number {
  const last = phases.at(-1);
  if (last === undefined || at.walDone !== undefined || at.tsdbDone !== undefined) return lastMs;
  const logEndMs = Math.round((last.start + last.durationSeconds) * 1000);
  return logEndMs > lastMs && logEndMs - lastMs < MAX_BESIDE_MS ? logEndMs : lastMs;
}

const OF_THANOS = /\bpreparing (sidecar|compact|store|query|query-frontend|rule|receive) command failed/;
const THANOS_PARTS: Readonly<Record<string, string>> = {
  sidecar: 'sidecar', compact: 'compactor', store: 'store gateway', query: 'querier',
  'query-frontend': 'query frontend', rule: 'ruler', receive: 'receiver',
};

/** Returns the subject of a sentence: the part of Thanos that the last error names, else the server. */
function whoGaveUp(said: string): string {
  const part = THANOS_PARTS[OF_THANOS.exec(said)?.[1] ?? ''];
  return part === undefined ? 'The server' : `The Thanos ${part}`;
}

function claimOf(end: LoggedEnd, after: Part[], where: Part[] | null): Part[] {
  switch (end.kind) {
    case 'oom-kill': return parts`The start was killed for its memory (OOM kill)${after}${where}.`;
    case 'go-memory': return parts`The start ran out of memory${after}${where}.`;
    case 'killed': return parts`The start was killed (SIGKILL)${after}${where}.`;
    case 'probe': return parts`A probe ended the start${after}${where}.`;
    case 'asked': case 'bye': return parts`The start was told to stop${after}${where}, before it was ready.`;
    case 'stopping': return parts`The server shut down${after}${where}, before it was ready.`;
    case 'gave-up': case 'refused': {
      const named = causeWords(end.said);
      const who = whoGaveUp(end.said);
      return named === undefined ? parts`${who} gave up${after}.`
        : parts`${who} gave up${after}: ${named}.`;
    }
    case 'exit': return parts`The start exited with an error${after}${where}.`;
    default: return parts`The start crashed${after}${where}: ${reasonOf(end)}.`;
  }
}

const NO_LABELS = /no external labels configured on Prometheus server/;
const SET_LABELS = 'Set external_labels that no other Prometheus has, such as cluster and replica, under global in '
  + 'prometheus.yml, reload Prometheus, then start the sidecar again.';

function whyOf(start: LoggedStart, end: LoggedEnd): Part[][] {
  switch (end.kind) {
    case 'go-memory': return [parts`The process could not allocate and exited by itself.`];
    case 'stopping': return [parts`Why is not in the log: it was told to stop, or gave up with an error that follows.`];
    case 'killed': return [parts`An OOM kill, a probe after its grace period, or a person does that.`];
    case 'trace': return [parts`Exit status 2 and goroutines are those of a Go crash; its reason is not in the log.`];
    case 'gave-up': case 'panic': return [
      ...start.repaired ? [parts`It had tried to repair its WAL before.`] : [],
      ...causeOfError(end.said) === 'missing-segment' ? [missingSegment(end.said)] : [],
      ...folderFor(end), ...rightsFor(end), ...nameFor(end), ...headFileFor(end),
      ...NO_LABELS.test(end.said) ? [parts`${SET_LABELS}`] : [],
    ];
    case 'refused': return [...folderFor(end), ...nameFor(end)];
    default: return [];
  }
}

const folderFor = ({ said }: LoggedEnd): Part[][] => (IS_FOLDER.test(said) ? [parts`${FOLDER_FOR_FILE}`] : []);

/** Says in which folder a number is missing, and that blocks, which have folders of their own, are not concerned. */
function missingSegment(said: string): Part[] {
  const folder = /head chunk/i.test(said) ? 'chunks_head' : /segment range|\bWAL\b/i.test(said) ? 'wal'
    : 'wal or chunks_head';
  return parts`The numbers of the files in its folder ${
    folder} have a gap, as after some were deleted or only some were copied. The blocks are not concerned: ${
    'do not delete the data folder.'}`;
}

/** `leads`: worse than the outcome of the start. */
export interface LaterEnding extends Ending { steps: Action[]; leads: boolean }

/** Describes the end of a process that became ready; null if it still runs according to the log. */
export function laterEnding(start: LoggedStart, later: LaterEnd | null): LaterEnding | null {
  const unwritten = start.unwritten;
  if (unwritten !== null && (later === null || !isCrash(later.end)))
    return { ...unwrittenEnding(unwritten), leads: true };
  if (later === null) return null;
  if (later.end !== null && !isCrash(later.end))
    return {
      claim: parts`${later.end.kind === 'stopping' ? 'It shut down' : 'It was told to stop'}${upOf(later)}.`,
      evidence: [], steps: [], leads: false,
    };
  const { end } = later;
  if (end === null) return {
    claim: parts`It became ready, and ended${upOf(later)} without a log line.`,
    evidence: [parts`Its next start follows; that is typical of \`kill -9\` or an OOM kill.`], steps: [readLastLog],
    leads: true,
  };
  return {
    leads: true,
    claim: parts`It became ready and ${verbOf(end)}${upOf(later)}: ${
      faultOnFullDisk(start.endsLater, unwritten) ?? reasonOf(end)}.`,
    evidence: [...saidSentences(start.endsLater, end, unwritten), ...whyOf(start, end)],
    // It had started in time: what a probe found came later.
    steps: end.kind === 'probe' ? [readLastLog] : stepsFor(end, start.endsLater),
  };
}

function upOf({ upSeconds, atMost }: LaterEnd): Part[] {
  return upSeconds === null ? [] : parts` ${atMost ? 'at most ' : ''}${seconds(upSeconds)} later`;
}

function unwrittenEnding(
  { lines, firstMs, said }: NonNullable<LoggedStart['unwritten']>
): Ending & { steps: Action[] } {
  const full = causeOfError(said) === 'disk-full';
  return {
    claim: parts`It became ready, and drops samples since ${at(firstMs / 1000)}: ${unwrittenReason(said)}.`,
    evidence: [parts`${count(lines, 'line')} of the log say so, the first: ${said}.`],
    steps: full ? [freeTheDisk] : [],
  };
}

export function verbOf({ kind }: LoggedEnd): string {
  switch (kind) {
    case 'oom-kill': case 'killed': case 'probe': return 'was killed';
    case 'asked': case 'bye': return 'was told to stop';
    case 'stopping': return 'shut down';
    case 'gave-up': case 'exit': return 'exited';
    default: return 'crashed';
  }
}
