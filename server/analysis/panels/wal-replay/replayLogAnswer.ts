/** Analyses a server's log as replays: every start in it, each with its timeline. */
import type { Finding, MeasuredLog, MeasuredReplay, Part } from '../../../../core/contract/contract.ts';
import { isBroken } from '../../logs/excerpt/gaps.ts';
import { cutNote, logNotes } from '../../logs/logNotes.ts';
import { readLog, readLogInSteps, type ReadLog } from '../../logs/readLog.ts';
import { withKnownIssues } from '../../knownIssues/knownIssueFindings.ts';
import { afterCrash } from './ends/afterCrash.ts';
import type { LoggedStart, LoggedTimeline } from './ends/loggedStart.ts';
import { isReplayMessage, startsOfLog, type LoggedStarts } from './replayLog.ts';
import { endAfterReady, type LaterEnd } from './ends/replayEnds.ts';
import { endingOf, laterEnding, READY_ALONE, stepsFor, type LaterEnding } from './ends/replayEndings.ts';
import type { EndedStart } from './ends/replayLogFinding.ts';
import { lockHolder } from './ends/lockHolder.ts';
import { progressOf } from './ends/replayProgress.ts';
import { takeReportedEnds } from './ends/reportedEnds.ts';
import { serversFinding, tenantsFinding, type Server } from './ends/serversFinding.ts';
import { terminationsIn, type Termination } from './ends/terminations.ts';
import { orderEvidence } from './ends/textOrder.ts';
import { unfinishedEvidence } from './ends/unfinishedQueries.ts';
import { timelineOfStart } from './replayLogTimeline.ts';
import { endingText, rateOf, replaySentence } from './replayRecord.ts';
import { finding } from '../../../../core/finding.ts';
import { parts, render } from '../../../../core/text/parts.ts';

const EXCERPT = parts`The text is an excerpt of the log: what it leaves out is unknown.`;

/** Returns the replays (none if no line is of a start), or how many lines there were when none could be read. */
export function analyseReplayLog(bytes: Uint8Array): MeasuredLog | { unreadable: number } {
  return analysed(readLog(bytes, isReplayMessage), terminationsIn(bytes));
}

/** Works like `analyseReplayLog`, but yields while it reads the log. */
export function* analyseReplayLogInSteps(
  bytes: Uint8Array
): Generator<undefined, MeasuredLog | { unreadable: number }> {
  return analysed(yield* readLogInSteps(bytes, isReplayMessage), terminationsIn(bytes));
}

function analysed(log: ReadLog, terminations: readonly Termination[]): MeasuredLog | { unreadable: number } {
  const { firstMs, lastMs } = log;
  if (firstMs === null || lastMs === null) return { unreadable: log.otherCount };
  const logged = startsOfLog(log.wanted, log.gaps);
  takeReportedEnds(logged.starts, terminations);
  return replaysOf(log, logged, firstMs, lastMs);
}

/** Time that other components may log before the rest of a start is missing, and that a line may come late. */
const GOES_ON_MS = 3_600_000;
const LATE_MS = 2000;

function replaysOf(log: ReadLog, { starts, loose }: LoggedStarts, firstMs: number, lastMs: number): MeasuredLog {
  const severalServers = new Set(starts.map((start) => start.of)).size > 1;
  const ended = starts.map((start, i): EndedStart => {
    const following = starts.slice(i + 1).find(({ tenant, of }) => tenant === start.tenant && of === start.of);
    // In concatenated logs, the next start may be of another server, and earlier; it ends nothing.
    const next = following !== undefined && following.firstMs >= start.lastMs ? following : undefined;
    const ownLastMs = log.sources.find(({ name }) => name === start.of)?.lastMs ?? lastMs;
    const isCutAfter = isBroken(log.gaps, start.lastLine, next?.firstLine ?? Infinity);
    const timeline = timelineOfStart(
      start, next?.firstMs ?? null, isCutAfter ? start.lastMs : ownLastMs, isCutAfter
    );
    const ending = timeline.outcome === 'finished' && timeline.endMs !== null
      ? endAfterReady(start, timeline.endMs, { nextMs: next?.firstMs ?? null, logEndMs: ownLastMs }) : null;
    // The line with the end may be among those that the text leaves out.
    const later = ending?.end === null && isCutAfter ? null : ending;
    const isOver = following !== undefined
      || ownLastMs - start.lastMs < (isCutAfter ? LATE_MS : GOES_ON_MS) || timeline.outcome !== 'unknown';
    const whose = severalServers ? [`Its lines are those of ${start.of === '' ? 'no pod' : start.of}.`] : [];
    return {
      replay: replayOf(start, {
        ...timeline, goesOnMs: isOver ? null : ownLastMs, notes: [...whose, ...timeline.notes],
      }, later),
      end: timeline.end, later,
      afterSignalMs: timeline.end?.kind === 'asked' ? start.lastMs - timeline.end.timeMs : null,
      progress: progressOf(timeline), unfinished: start.unfinished, tenant: start.tenant,
    };
  });
  const found = severalServers ? serversFinding(serversOf(starts, ended))
    : withOrder(withCut(tenantsFinding(ended, loose), ended.length === 1 ? cutNote(log.sources, 2) : null),
      orderEvidence(log.wanted, starts));
  return {
    finding: withOrder(afterCrash(found, { start: starts[0], ended }, loose), lockHolder(starts, log.sources)),
    lines: { read: log.readCount, used: log.wanted.length, other: log.otherCount },
    start: firstMs / 1000,
    end: lastMs / 1000,
    replays: ended.map(({ replay }) => replay),
    notes: [
      ...(log.cut ? ['The log has more lines about starts than are kept: only the newest were read.'] : []),
      ...logNotes(log.sources),
    ],
  };
}

/** Adds what the order of the text shows, which the times alone do not, or other evidence. */
function withOrder(said: Finding, evidence: Part[][]): Finding {
  return evidence.length === 0 ? said : { ...said, evidence: [...said.evidence, ...evidence] };
}

/** Adds that lines were cut off to what is said of a start, whose durations are often at their ends. */
function withCut(said: Finding, note: string | null): Finding {
  return note === null ? said : { ...said, evidence: [...said.evidence, parts`${note}`] };
}

function serversOf(starts: readonly LoggedStart[], ended: readonly EndedStart[]): Server[] {
  const servers = new Map<string, Server>();
  for (const [i, { of }] of starts.entries()) {
    const server = servers.get(of) ?? { of, starts: [] };
    servers.set(of, server);
    server.starts.push(...ended.slice(i, i + 1));
  }
  return [...servers.values()];
}

function replayOf(start: LoggedStart, timeline: LoggedTimeline, later: LaterEnd | null): MeasuredReplay {
  const { startMs, endMs, stated } = timeline;
  const ending = endingOf(start, timeline);
  const afterwards = laterEnding(start, later);
  const replay: Omit<MeasuredReplay, 'finding'> = {
    key: start.of === '' ? `${start.tenant}|${startMs}` : `${start.tenant}|${startMs}|${start.of}`,
    version: start.version,
    outcome: timeline.outcome,
    ending: afterwards === null ? endingText(ending) : `${endingText(ending)} ${endingText(afterwards)}`,
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
  const sentence = replaySentence(replay, { ...ending, steps: stepsFor(timeline.end, start.ends) },
    { damaged: start.repaired, tenant: start.tenant });
  const queries = unfinishedEvidence(start.unfinished, start.firstMs);
  const isExcerpt = start.elided.length > 0 || (timeline.isCutAfter && timeline.outcome === 'unknown');
  const evidence = [
    ...sentence.evidence, ...(isExcerpt ? [EXCERPT] : []), ...(queries.length === 0 ? [] : [queries]),
  ];
  const said = withKnownIssues({ ...sentence, evidence }, ofOneServer(start));
  return { ...replay, finding: afterwards === null ? said : withLaterEnd(said, afterwards) };
}

/** Returns what a start logs as wrong. In Thanos and Mimir tenants replay, and versions differ from Prometheus's. */
function ofOneServer({ tenant, version, ends, troubles }: LoggedStart): { version: string; logLines: string[] } {
  return { version, logLines: tenant === '' ? [...ends.map(({ said }) => said), ...troubles] : [] };
}

/** Puts the process's later end first, with the start as evidence. */
function withLaterEnd(start: Finding, { claim, evidence, steps, leads }: LaterEnding): Finding {
  if (!leads) return start;
  // That it became ready is in the claim.
  const own = render(start.claim) === render(READY_ALONE) ? [] : [start.claim];
  return finding({
    code: 'start-ended-later', severity: 'warning', claim, evidence: [...evidence, ...own, ...start.evidence],
    actions: [...steps, ...start.actions], moment: start.moment,
  });
}
