/** A server's log as replays: every start in it, each with its timeline. */
import type { Finding, MeasuredLog, MeasuredReplay } from '../../../core/contract/contract.ts';
import { readLog, readLogInSteps, type ReadLog } from '../../logs/readLog.ts';
import { isReplayMessage, startsOfLog, type LoggedStart } from './replayLog.ts';
import { timelineOfStart, type LoggedTimeline } from './replayLogTimeline.ts';
import { rateOf, replaySentence } from './replayRecord.ts';
import { clockText, countText } from '../../../core/text/wording.ts';
import { formatSeconds } from '../../../core/text/format.ts';

/** How many lines there were that could not be read, when none could; no replays when none of the lines is of a start. */
export function analyseReplayLog(bytes: Uint8Array): MeasuredLog | { unreadable: number } {
  return analysed(readLog(withoutCutEnd(bytes), isReplayMessage));
}

/** As `analyseReplayLog`, with rests while the log is read. */
export function* analyseReplayLogInSteps(bytes: Uint8Array): Generator<undefined, MeasuredLog | { unreadable: number }> {
  return analysed(yield* readLogInSteps(withoutCutEnd(bytes), isReplayMessage));
}

function analysed(log: ReadLog): MeasuredLog | { unreadable: number } {
  const { firstMs, lastMs } = log;
  return firstMs === null || lastMs === null ? { unreadable: log.otherCount } : replaysOf(log, firstMs, lastMs);
}

/**
 * A file cut in the middle of its last line may hold half a number there: `segment=1` of `segment=12`. Without a line end the last
 * field is left out, unless its end shows, as that of a Go duration does.
 */
function withoutCutEnd(bytes: Uint8Array): Uint8Array {
  const newline = bytes.lastIndexOf(10);
  if (newline === bytes.length - 1) return bytes;
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', Math.max(newline + 1, bytes.length - 4096));
  const field = /\s\w+=(?:[^\s"]*|"[^"]*)$/.exec(line)?.[0] ?? '';
  return /=[^\s=]*\ds$|=[^\s=]*[mn\xb5u]s$/.test(field) ? bytes : bytes.subarray(0, bytes.length - field.length);
}

function replaysOf(log: ReadLog, firstMs: number, lastMs: number): MeasuredLog {
  const starts = startsOfLog(log.wanted);
  const replays = starts.map((start, i) => {
    const next = starts.slice(i + 1).find(({ tenant }) => tenant === start.tenant);
    return replayOf(start, timelineOfStart(start, next?.firstMs ?? null, lastMs));
  });
  return {
    finding: logFinding(replays),
    lines: { read: log.readCount, used: log.wanted.length, other: log.otherCount },
    start: firstMs / 1000,
    end: lastMs / 1000,
    replays,
    notes: log.cut ? ['The log has more lines of starts than are kept: only the newest were read.'] : [],
  };
}

function replayOf(start: LoggedStart, timeline: LoggedTimeline): MeasuredReplay {
  const { startMs, endMs, stated } = timeline;
  const replay: Omit<MeasuredReplay, 'finding'> = {
    key: `${start.tenant}|${startMs}`,
    version: start.version,
    outcome: timeline.outcome,
    ending: endingOf(start, timeline),
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
  return { ...replay, finding: replaySentence(replay, start.repaired) };
}

function endingOf(start: LoggedStart, { outcome, startMs, endMs, segments, totalSeconds }: LoggedTimeline): string {
  const after = formatSeconds(((endMs ?? start.lastMs) - startMs) / 1000);
  const where = segments === null ? '' : `, at segment ${segments.min + segments.loaded - 1} of ${segments.max}`;
  switch (outcome) {
    case 'finished': return totalSeconds === null ? `Ready at ${clockText(endMs ?? start.lastMs)}; its beginning is not in the log.` : `Ready after ${formatSeconds(totalSeconds)}.`;
    case 'failed': return `The server gave up after ${after}: ${start.fatal ?? 'no reason given'}.`;
    case 'stopped': return `Asked to stop after ${after}${where}, before it was ready (${start.signal ?? 'signal'}): by a probe, an update or a person.`;
    case 'killed': return `Gone after ${after}${where}: the next start follows without a word, as after a kill -9 or for lack of memory.`;
    default: return start.at.walDone === undefined ? `The log ends ${after} into the start${where}.` : `The log ends after the replay, ${after} into the start, before the server says it is ready.`;
  }
}

function logFinding(replays: readonly MeasuredReplay[]): Finding {
  const last = replays.at(-1);
  if (last === undefined) {
    return { severity: 'unknown', sentence: 'The log holds no line of a start: it begins after the server was ready, or is that of a program without a write-ahead log.', time: null };
  }
  if (replays.length === 1) return last.finding;
  const ready = replays.filter(({ outcome }) => outcome === 'finished');
  const dead = replays.filter(({ outcome }) => outcome === 'killed' || outcome === 'stopped' || outcome === 'failed');
  const longest = ready.reduce((most, { totalSeconds }) => Math.max(most, totalSeconds ?? 0), 0);
  const ended = dead.length === 0 ? '' : `, ${dead.length} ended before`;
  const took = longest === 0 ? '' : `; the longest took ${formatSeconds(longest)}`;
  return {
    severity: dead.length > 1 ? 'critical' : dead.length === 1 ? 'warning' : 'info',
    sentence: `${countText(replays.length, 'start')} in the log: ${ready.length === 0 ? 'none' : ready.length} became ready${ended}${took}.`,
    time: last.start,
  };
}
