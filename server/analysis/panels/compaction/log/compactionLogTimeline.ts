/**
 * Analyses a server's compactions from its log alone, as a panel without a metric; and what of the log joins a target's
 * panel.
 */
import type {
  CompactionLog, Figure, Finding, Part, Severity, Statement,
} from '../../../../../core/contract/contract.ts';
import type { ReadLog } from '../../../logs/readLog.ts';
import type { BlockMeta, TargetFacts } from '../../../../../core/contract/facts.ts';
import { levelsOfBlocks, rangeOfBlocks, type BlockRange } from '../../../signals/compaction/blockRange.ts';
import { phaseAnswer } from '../compaction.ts';
import { NO_COSTS, toContract } from '../compactionAnswer.ts';
import { blockLives } from '../compactionBlocks.ts';
import { typicalSeconds } from '../compactionFigures.ts';
import { pauseFinding, pauseOf } from './afterPause.ts';
import { episodeWords, offsetWords } from './episodeWords.ts';
import { eventsOfLog, type CompactionLogEvents } from './compactionLog.ts';
import { judgeCompactor, type CompactorVerdict } from './compactorLog.ts';
import { judgeLog } from './logKeepingUp.ts';
import { firstTries, openMerges, repeatedHead } from './openRuns.ts';
import { checkpointEnds, partsAlone, roundsOf, type LogRounds } from './logRounds.ts';
import { loggedRounds, longestRound } from './singleRounds.ts';
import { errorOf } from './loggedFailures.ts';
import { episodesOfRuns, type TimedCompaction } from '../compactionMerge.ts';
import { findClock, type Clock } from '../compactionSchedule.ts';
import { keepingUpAnswer, type KeepingUpVerdict } from '../compactionVerdicts.ts';
import { withKnownIssues } from '../../../knownIssues/knownIssueFindings.ts';
import { readWriteErrors } from '../../../advice/steps.ts';
import { finding } from '../../../../../core/finding.ts';
import { formatPValue } from '../../../../../core/text/format.ts';
import { at, count, parts, quantity, seconds, statement } from '../../../../../core/text/parts.ts';

/** Maximum runs kept for a target, the newest. */
const MAX_RUNS = 5000;
/** Maximum lines compared with the known issues. */
const MAX_TROUBLES = 100;
/** Clock offset from which it is reported. */
const NOTABLE_OFFSET_MS = 2000;

/** Returns null when the log holds no readable line of a server of this kind. */
export function analyseCompactionLog(log: ReadLog, target: string | null): { answer: CompactionLog; facts: TargetFacts }
  | null {
  if (log.firstMs === null || log.lastMs === null) return null;
  const events = eventsOfLog(log.wanted);
  const compactions = episodesOfRuns(events.runs, checkpointEnds(events));
  const blocks = [...events.found, ...events.runs.flatMap(({ block }) => (block === null ? [] : [block]))];
  const cut = blocks.filter((block) => events.runs.some((run) => run.block === block));
  const range = rangeOfBlocks(cut);
  const clock = range === null ? null : findClock(firstTries(compactions), levelsOfBlocks(cut), range.ms);
  const isWhole = log.gaps.length === 0;
  const rounds = roundsOf(events, range?.ms ?? null, isWhole ? log.lastMs - events.zoneOffsetMs : null);
  const compactor = judgeCompactor(events.compactor);
  const keepingUp = judgeLog(events, compactions, rounds, range?.ms ?? null);
  const deleted = Object.fromEntries(events.deletedMs);
  return {
    answer: {
      finding: withKnownIssues(
        logFinding(compactions, range, clock, {
          keepingUp, compactor, events, isWhole, fallsBehind: rounds?.verdict === 'falls-behind',
        }), troublesOf(log, events)
      ),
      start: (log.firstMs - events.zoneOffsetMs) / 1000,
      end: (log.lastMs - events.zoneOffsetMs) / 1000,
      lines: { read: log.readCount, used: log.wanted.length, other: log.otherCount },
      blockRangeSeconds: range === null ? null : range.ms / 1000,
      ...phaseAnswer(range, clock),
      compactions: compactions.map((compaction) => toContract(compaction, range, NO_COSTS)),
      blocks: blockLives(blocks.filter(({ ulid }) => ulid !== ''), deleted),
      keepingUp: keepingUpAnswer(compactor === null ? keepingUp : { ...keepingUp, ...compactor, verdict: 'failing' }),
      notes: notesOf(log, events, clock),
      figures: logFigures(compactions, blocks, range, { clock, events, rounds }),
      target,
    },
    // A target's timeline identifies runs by their blocks, which 2.0 to 2.2 do not log.
    facts: { logRuns: events.runs.filter(({ block }) => block?.ulid !== '').slice(-MAX_RUNS), logDeletedMs: deleted },
  };
}

/** Returns the newest logged failures, and the version stated at the last start. */
function troublesOf(
  log: ReadLog, { failures, cancelled }: CompactionLogEvents
): { version: string; logLines: string[] } {
  const stated = log.wanted.flatMap(({ fields }) => /version=([^,)\s]{1,60})/.exec(fields.version ?? '')?.[1] ?? []);
  return {
    version: stated.at(-1) ?? '',
    logLines: [...failures.slice(-MAX_TROUBLES).map(({ line }) => line), ...cancelled.slice(-MAX_TROUBLES)]
      .map(({ message, fields }) => `${message} ${fields.err ?? ''}`),
  };
}

type Trouble = Omit<KeepingUpVerdict, 'verdict' | 'severity'>;

/** Reports failed fsyncs: no counter of a server has these, and queries continue as if all were well. */
function notSynced({ unsynced }: CompactionLogEvents): Trouble | null {
  const last = unsynced.at(-1);
  if (last === undefined) return null;
  return {
    code: 'log-wal-not-synced', actions: [readWriteErrors],
    claim: parts`${count(unsynced.length, 'fsync of a WAL segment', 'fsyncs of WAL segments')} failed, the last at ${
      at(last.timeMs / 1000)}.`,
    evidence: [
      parts`The server said: ${(last.fields.err ?? last.message).slice(0, 200)}.`,
      parts`No metric counts them. After a loss of power, a start may find the WAL cut off or corrupt.`,
    ],
  };
}

/**
 * Codes: those of `judgeCompactor` and `judgeKeepingUp`, `log-wal-not-synced`, `log-without-compactions`,
 * `log-too-few-compactions`, `log-rounds` (too few, but at least one of the head), `log-after-pause`,
 * `log-on-clock`, `log-off-clock`.
 */
function logFinding(
  compactions: TimedCompaction[], range: BlockRange | null, clock: Clock | null,
  { keepingUp, compactor, events, isWhole, fallsBehind }: {
    keepingUp: KeepingUpVerdict; compactor: CompactorVerdict | null; events: CompactionLogEvents; isWhole: boolean;
    fallsBehind: boolean;
  },
): Finding {
  if (compactor !== null) {
    const { failures, halted, marked } = events.compactor;
    const line = halted?.line ?? failures[0]?.line ?? marked[0];
    return finding({
      ...compactor, severity: compactor.critical ? 'critical' : 'warning',
      moment: line === undefined ? null : line.timeMs / 1000,
    });
  }
  const isBehind = keepingUp.verdict === 'failing' || keepingUp.verdict === 'falling-behind';
  const worst: Trouble | null = isBehind ? keepingUp : notSynced(events);
  const first = isBehind ? events.failures[0]?.line : events.unsynced.at(-1);
  const pause = worst === null ? pauseOf(events) : null;
  if (compactions.length === 0 && pause !== null)
    return finding({ code: 'log-after-pause', severity: 'info', ...withEvidence(pauseFinding(pause), []) });
  if (compactions.length === 0) {
    const alone = partsAlone(events.parts, isWhole && events.unreadCount === 0);
    if (worst === null && alone.length > 0)
      return finding({ code: 'log-too-few-compactions', severity: 'info', claim: alone });
    return finding({
      ...worst ?? {
        code: 'log-without-compactions',
        claim: events.unreadCount > 0 ? parts`The log holds no compaction that can be read.`
          : isWhole ? parts`The log holds no finished compaction.`
            : parts`The lines show no finished compaction; others may be left out.`,
        evidence: events.unreadCount > 0 ? [parts`Lines of blocks lack their times, their duration or their name.`]
          : [parts`It may begin after the last one, or come from a server without blocks.`],
      },
      severity: worst === null ? 'unknown' : 'warning', moment: first === undefined ? null : first.timeMs / 1000,
    });
  }
  const longest = compactions.reduce((most, one) => (one.endMs - one.startMs > most.endMs - most.startMs ? one : most));
  const usual = typicalSeconds(compactions.filter(({ endKnown }) => endKnown));
  const seen = parts`${count(compactions.length, 'compaction episode')} in the log${episodeWords(compactions, usual)}`;
  const moment = longest.startMs / 1000;
  const open = openMerges(events);
  const told = (code: string, ifWorse: Severity, claim: Part[], evidence: Part[][]): Finding => (worst === null
    ? finding({ code, severity: 'info', claim, evidence: [...evidence, ...open], moment })
    : finding({
      ...worst, severity: isBehind ? ifWorse : 'warning',
      // That one compaction was logged says nothing of what failed.
      evidence: [...worst.evidence, ...compactions.length === 1 ? [] : [claim], ...evidence, ...open],
      moment: isBehind || first === undefined ? moment : first.timeMs / 1000,
    }));
  const isFew = range === null || clock === null || clock.count < 3;
  const headCount = events.runs.filter(({ kind }) => kind === 'head').length;
  if (pause !== null && (isFew || 2 * pause.blocks > headCount)) return finding({
    code: 'log-after-pause', severity: 'info', moment,
    ...withEvidence(pauseFinding(pause), [parts`${seen}.`, ...open]),
  });
  if (isFew) {
    const few = parts`${seen}.`;
    const round = worst === null ? longestRound(loggedRounds(events)) : null;
    if (round !== null) return finding({
      code: 'log-rounds', severity: 'info', claim: round.claim, moment: round.moment,
      evidence: [round.evidence, ...compactions.length === 1 ? [] : [few], ...open],
    });
    return told('log-too-few-compactions', 'warning', few, []);
  }
  // Rounds that are longer than what they write follow no clock: each begins when the one before ends.
  if (fallsBehind) return told('log-off-clock', 'critical', parts`${seen}.`, []);
  const every = seconds(range.ms / 1000);
  const heads = count(clock.count, 'head compaction');
  const onClock = parts`${quantity(clock.nearPhaseCount, 'count')} of ${heads} start ${
    offsetWords(firstTries(compactions), clock, range.ms)}.`;
  const offClock = parts`${heads} share no offset in the block range of ${every}.`;
  const more = quantity(clock.offClockCount, 'count');
  const off = clock.offClockCount === 0 ? []
    : parts`${more} more off the clock by rule: a head that began off a block boundary.`;
  const again = repeatedHead(events);
  if (!clock.aligned && clock.outliers.length > 0)
    return told('log-on-clock', 'critical', parts`${seen}.`, [...again, onClock, off]);
  return clock.aligned
    ? told('log-on-clock', 'critical', parts`${seen}, every ${every} on the clock.`, [...again, onClock, off])
    : told('log-off-clock', 'critical', parts`${seen}, not on the clock.`, [...again, offClock, off]);
}

const withEvidence = (
  { claim, evidence }: { claim: Part[]; evidence: Part[] }, more: Part[][]
): { claim: Part[]; evidence: Part[][] } => ({ claim, evidence: [evidence, ...more] });

function notesOf(log: ReadLog, events: CompactionLogEvents, clock: Clock | null): Statement[] {
  const notes: Part[][] = [];
  const { clockOffsetMs, zoneOffsetMs } = events;
  if (zoneOffsetMs !== 0) {
    const apart = parts`${seconds(Math.abs(zoneOffsetMs) / 1000)} ${zoneOffsetMs > 0 ? 'ahead of' : 'behind'}`;
    notes.push(parts`The timestamps of the log name no zone, and are ${apart} UTC ${
      '(block IDs hold the UTC time of creation); all times here are corrected.'}`);
  } else if (clockOffsetMs !== null && Math.abs(clockOffsetMs) > NOTABLE_OFFSET_MS) {
    const apart = seconds(Math.abs(clockOffsetMs) / 1000);
    notes.push(parts`The timestamps of the log and of its blocks differ by ${apart}: ${
      'the lines were stamped by another clock than the server’s.'}`);
  }
  const { count: headCount = 0, pValue = null } = clock ?? {};
  if (headCount >= 3) notes.push(parts`The test of the schedule: ${formatPValue(pValue ?? 1)}.`);
  else if (events.runs.length > 0) notes.push(parts`Too few head blocks to test the schedule, which needs three.`);
  if (log.cut) notes.push(parts`The log is longer than what is kept: only the newest lines were read for compactions.`);
  if ((clock?.offClockCount ?? 0) > 0) {
    notes.push(parts`The first head after an empty start begins off a block boundary: the rule cuts it 1.5 ranges ${
      'after its first sample, so it does not count against the clock.'}`);
  }
  const [behind] = events.fallingBehind;
  if (behind !== undefined) {
    notes.push(parts`At ${at(behind.timeMs / 1000)} the server said: ${behind.message.slice(0, 200)}.`);
  }
  const [cancelled] = events.cancelled;
  if (cancelled !== undefined) {
    notes.push(parts`At ${at(cancelled.timeMs / 1000)} a compaction was cancelled: the server was asked to stop.`);
  }
  const unsynced = notSynced(events);
  if (unsynced !== null) notes.push(unsynced.claim);
  const [failure] = events.failures;
  if (failure !== undefined) {
    notes.push(parts`At ${at(failure.line.timeMs / 1000)} a compaction failed: ${errorOf(failure)}`);
  }
  return notes.map(statement);
}

function logFigures(
  compactions: TimedCompaction[], blocks: BlockMeta[], range: BlockRange | null,
  { clock, events, rounds }: { clock: Clock | null; events: CompactionLogEvents; rounds: LogRounds | null }
): Figure[] {
  const from = ['write block', 'compact blocks'];
  const merges = events.runs.filter((run) => run.kind === 'merge').length;
  const heads = events.runs.filter((run) => run.kind === 'head').length;
  const phaseMs = clock?.phaseMs ?? null;
  return [
    {
      name: 'Block range', value: range === null ? null : range.ms / 1000, unit: 'seconds', from,
      note: range === null ? 'needs two blocks cut from the head' : 'from the ends of the blocks cut from the head',
    },
    { name: 'Head compactions', value: heads, unit: 'count', from: ['write block'] },
    { name: 'Merges', value: merges, unit: 'count', from: ['compact blocks'] },
    { name: 'Episodes', value: compactions.length, unit: 'count', from, note: 'lines less than 3 s apart are one' },
    {
      name: 'Duration of a head compaction, median',
      value: typicalSeconds(compactions.filter(({ endKnown }) => endKnown)), unit: 'seconds', from,
      note: 'with the head\'s clean-up and the checkpoint',
    },
    {
      name: 'Age of the newest block at the end of the log', value: rounds === null ? null : rounds.endAgeMs / 1000,
      unit: 'seconds', from: ['write block'], note: 'of the end of its time range; 0.5 to 1.5 block ranges are normal',
    },
    {
      name: 'From one block to the next, median', value: inSeconds(rounds?.everyMs), unit: 'seconds',
      from: ['write block'], note: 'a server that keeps up writes one per block range',
    },
    { name: 'Phase past the block boundary', value: phaseMs === null ? null : phaseMs / 1000, unit: 'seconds', from },
    {
      name: 'Resultant length', value: clock?.resultantLength ?? null, unit: 'ratio', from,
      note: clock === null || clock.pValue === null ? 'fewer than 3: no test'
        : `Rayleigh test, ${formatPValue(clock.pValue)}`,
    },
    {
      name: 'Highest level',
      value: blocks.length === 0 ? null : blocks.reduce((most, { level }) => Math.max(most, level), 0),
      unit: 'count', from,
    },
    { name: 'Failed compactions', value: events.failures.length, unit: 'count', from: [] },
    {
      name: 'Failed fsyncs of WAL segments', value: events.unsynced.length, unit: 'count',
      from: ['sync previous segment'],
    },
    { name: 'Starts of the server', value: events.starts.length, unit: 'count', from: ['Starting Prometheus Server'] },
  ];
}

function inSeconds(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : ms / 1000;
}
