/** A server's log as replays: every start in it, each with its timeline. */
import type { Finding, MeasuredLog, MeasuredReplay, Part } from '../../../core/contract/contract.ts';
import { logNotes } from '../../logs/logNotes.ts';
import { readLog, readLogInSteps, type ReadLog } from '../../logs/readLog.ts';
import { withKnownIssues } from './replayKnownIssue.ts';
import { isReplayMessage, startsOfLog, type LoggedStart } from './replayLog.ts';
import { timelineOfStart, type LoggedTimeline } from './replayLogTimeline.ts';
import { endingText, rateOf, replaySentence, type Ending } from './replayRecord.ts';
import { finding } from '../../../core/finding.ts';
import { count, parts, quantity, seconds } from '../../../core/text/parts.ts';

/**
 * How many lines there were that could not be read, when none could; no replays when none of the lines is of a start.
 */
export function analyseReplayLog(bytes: Uint8Array): MeasuredLog | { unreadable: number } {
  return analysed(readLog(bytes, isReplayMessage));
}

/** As `analyseReplayLog`, with rests while the log is read. */
export function* analyseReplayLogInSteps(
  bytes: Uint8Array
): Generator<undefined, MeasuredLog | { unreadable: number }> {
  return analysed(yield* readLogInSteps(bytes, isReplayMessage));
}

function analysed(log: ReadLog): MeasuredLog | { unreadable: number } {
  const { firstMs, lastMs } = log;
  return firstMs === null || lastMs === null ? { unreadable: log.otherCount } : replaysOf(log, firstMs, lastMs);
}

function replaysOf(log: ReadLog, firstMs: number, lastMs: number): MeasuredLog {
  const starts = startsOfLog(log.wanted);
  const severalServers = new Set(starts.map((start) => start.of)).size > 1;
  const replays = starts.map((start, i) => {
    // In logs put together, what follows may be of another server, and earlier.
    const next = starts.slice(i + 1).find(
      ({ tenant, of, firstMs }) => tenant === start.tenant && of === start.of && firstMs >= start.lastMs
    );
    const ownLastMs = log.sources.find(({ name }) => name === start.of)?.lastMs ?? lastMs;
    const timeline = timelineOfStart(start, next?.firstMs ?? null, ownLastMs);
    const whose = severalServers ? [`Its lines are those of ${start.of === '' ? 'no pod' : start.of}.`] : [];
    return replayOf(start, { ...timeline, notes: [...whose, ...timeline.notes] });
  });
  return {
    finding: logFinding(replays),
    lines: { read: log.readCount, used: log.wanted.length, other: log.otherCount },
    start: firstMs / 1000,
    end: lastMs / 1000,
    replays,
    notes: [
      ...(log.cut ? ['The log has more lines about starts than are kept: only the newest were read.'] : []),
      ...logNotes(log.sources),
    ],
  };
}

function replayOf(start: LoggedStart, timeline: LoggedTimeline): MeasuredReplay {
  const { startMs, endMs, stated } = timeline;
  const ending = endingOf(start, timeline);
  const replay: Omit<MeasuredReplay, 'finding'> = {
    key: start.of === '' ? `${start.tenant}|${startMs}` : `${start.tenant}|${startMs}|${start.of}`,
    version: start.version,
    outcome: timeline.outcome,
    ending: endingText(ending),
    start: startMs / 1000,
    end: endMs === null ? null : endMs / 1000,
    startSeen: timeline.startSeen,
    totalSeconds: timeline.totalSeconds,
    reportedSeconds: stated.totalSeconds,
    phases: timeline.phases,
    segments: timeline.segments,
    segmentsPerSecond: rateOf(timeline.segmentTimes),
    walBytes: null,
    peakRssBytes: null,
    cpuSeconds: null,
    warmUpSeconds: null,
    stated,
    segmentTimes: timeline.segmentTimes,
    points: timeline.points,
    notes: timeline.notes,
  };
  return { ...replay, finding: withKnownIssues(replaySentence(replay, ending, start.repaired), start) };
}

function endingOf(start: LoggedStart, { outcome, startMs, endMs, segments, totalSeconds }: LoggedTimeline): Ending {
  const after = seconds(((endMs ?? start.lastMs) - startMs) / 1000);
  const where = segments === null ? null
    : parts`, at segment ${quantity(segments.min + segments.loaded - 1, 'count')}${
      segments.max === null ? '' : parts` of ${quantity(segments.max, 'count')}`}`;
  const ended = (claim: Part[], ...evidence: Part[][]): Ending => ({ claim, evidence });
  switch (outcome) {
    case 'finished': return totalSeconds === null
      ? ended(parts`The server became ready; the beginning of its start is not in the log.`)
      : ended(parts`Ready after ${seconds(totalSeconds)}.`);
    case 'failed': return ended(
      parts`The server gave up after ${after}.`, parts`It logged: ${start.fatal ?? 'no reason'}.`,
    );
    case 'stopped': return ended(
      parts`The start was told to stop after ${after}${where}, before it was ready.`,
      parts`The log says “${start.signal ?? 'signal'}”: a probe, an update or a person does that.`,
    );
    case 'killed': return ended(
      parts`The start ended without a log line after ${after}${where}.`,
      parts`That is typical of \`kill -9\` or an OOM kill.`,
    );
    default: return start.at.walDone === undefined
      ? ended(parts`The log ends ${after} into the start${where}.`)
      : ended(parts`The log ends ${after} into the start, after the replay and before the server is ready.`);
  }
}

/** Codes: `log-without-starts`, `log-starts`, and those of `replaySentence` where there is one start. */
function logFinding(replays: readonly MeasuredReplay[]): Finding {
  const last = replays.at(-1);
  if (last === undefined) {
    return finding({
      code: 'log-without-starts', severity: 'unknown', claim: parts`The log holds no line of a start.`,
      evidence: [parts`It begins after the server was ready, or is that of a program without a WAL.`],
    });
  }
  if (replays.length === 1) return last.finding;
  const ready = replays.filter(({ outcome }) => outcome === 'finished');
  const dead = replays.filter(({ outcome }) => outcome === 'killed' || outcome === 'stopped' || outcome === 'failed');
  const longest = ready.reduce((most, { totalSeconds }) => Math.max(most, totalSeconds ?? 0), 0);
  const became = ready.length === 0 ? 'none' : quantity(ready.length, 'count');
  const ended = dead.length === 0 ? null : parts`, ${quantity(dead.length, 'count')} ended before`;
  return finding({
    code: 'log-starts', moment: last.start,
    severity: dead.length > 1 ? 'critical' : dead.length === 1 ? 'warning' : 'info',
    claim: parts`${count(replays.length, 'start')} in the log: ${became} became ready${ended}.`,
    evidence: longest === 0 ? [] : [parts`The longest took ${seconds(longest)}.`],
  });
}
