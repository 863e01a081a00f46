/**
 * The finding of the WAL replay panel. Its codes: `nothing-scraped`, `target-never-answered`, `target-down`,
 * `start-died`, `start-stalled`, `no-wal`, `no-start`, `restart-cost`, `start-not-recorded`, `start-running` (a phase
 * before or after the log), `replay-running`, `replay-done`.
 */
import type { Finding, Part, ReplayPhase, RestartCost, Severity } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import {
  at, bytes, count, joined, onDate, parts, quantity, range, seconds, type Piece,
} from '../../../../core/text/parts.ts';
import { aboutSeconds, timeLeft } from '../../../../core/text/timeLeft.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { ReplayStall } from '../../signals/replay/replayStall.ts';
import { segmentsOf } from '../../signals/replay/segmentRuns.ts';
import { foundNobody } from '../../signals/replay/replayStarts.ts';
import { mayHaveBegunBefore } from '../../signals/windowFrame.ts';
import { numberAt } from '../../../../core/elementAt.ts';
import { valueAt } from '../../signals/valueAt.ts';
import { damagedLog, lookAtProcess, readLastLog } from '../../advice/steps.ts';
import { DOING } from './replayFigures.ts';
import { DAMAGE_NOTE } from './replayRecord.ts';
import type { ReplayFacts } from './replayFacts.ts';

/** Downtime from which a start is worth investigating. */
const LONG_SECONDS = 60;
const VERY_LONG_SECONDS = 600;
/** Length of a stall after which a start hardly continues by itself. */
const LONG_STALL_SECONDS = 120;

/** Returns the finding about the last start; `facts` null = the target did not start in the window. */
export function replayFinding(
  window: RoleWindow, facts: ReplayFacts | null, restart: RestartCost | null
): Finding {
  const downMs = downSinceMs(window);
  if (facts === null) {
    if (downMs === null) return noStartFinding(window, restart);
    return neverSeen(window) ? strangerFinding() : downFinding(window, downMs);
  }
  if (facts.start.goneRow !== null) {
    return facts.state === 'done' ? downFinding(window, downMs, facts) : diedFinding(facts);
  }
  if (facts.stall !== null) return stalledFinding(facts, facts.stall);
  return facts.state === 'done' ? doneFinding(facts) : liveFinding(facts);
}

function liveFinding(facts: ReplayFacts): Finding {
  const { window, start, eta, memory, diedBefore } = facts;
  const phase = facts.phases.at(-1);
  const nowMs = numberAt(window.scrapes.startMs, window.scrapes.length - 1);
  const isReading = phase === undefined || phase.name === 'segments';
  const left = eta === null ? parts`time left not yet known`
    : timeLeft({ low: eta.lowMs / 1000, median: eta.medianMs / 1000, high: eta.highMs / 1000 });
  const where = segmentText(facts);
  const rate = facts.segmentsPerSecond;
  const more: Piece = memory.risk === 'high' ? '; it may run out of memory'
    : diedBefore > 0 ? parts`; ${count(diedBefore, 'earlier start')} died`
      : memory.risk === 'low' ? '; memory comes close to its limit'
        : where === null || eta !== null ? null : parts`, ${where}`;
  const isLong = nowMs - start.startMs > 1000 * VERY_LONG_SECONDS;
  // Nothing is served meanwhile, even if all goes well.
  const severity: Severity = memory.risk === 'high' || diedBefore >= 2 || isLong ? 'critical' : 'warning';
  return finding({
    code: isReading ? 'replay-running' : 'start-running', severity,
    claim: parts`${isReading ? 'Replaying the WAL' : `Starting (${DOING[phase.name]})`}: ${left}${more}.`,
    confidence: eta === null ? 'too-early' : 'likely',
    evidence: [
      memory.risk !== 'high' && memory.risk !== 'low' ? []
        : parts`Memory is projected to reach ${bytes(memory.projectedPeakBytes ?? 0)} of ${
          bytes(memory.limitBytes ?? 0)}${memory.risk === 'high' ? ': the process may be killed' : null}.`,
      loopText(diedBefore),
      parts`Running for ${seconds(Math.max(0, (nowMs - start.startMs) / 1000))}, since ${at(start.startMs / 1000)}.`,
      progressText(facts, where),
      rate === null ? [] : parts`It reads ${quantity(Math.round(rate * 100) / 100, 'segmentsPerSecond')}.`,
      facts.rssBytes === null ? [] : parts`Resident memory is ${bytes(facts.rssBytes)}.`,
      eta?.basis === 'before' ? parts`The time left is estimated from its size before the stop.` : [],
      eta?.basis === 'earlier' ? parts`The time left is estimated from its earlier starts.` : [],
    ],
    moment: start.startMs / 1000,
  });
}

function stalledFinding(facts: ReplayFacts, stall: ReplayStall): Finding {
  const phase = facts.phases.at(-1);
  const age = stall.ms / 1000;
  const where = segmentText(facts);
  return finding({
    code: 'start-stalled', severity: age >= LONG_STALL_SECONDS ? 'critical' : 'warning', moment: stall.sinceMs / 1000,
    claim: parts`The start has made no progress for ${seconds(age)}${where === null ? null : parts`, at ${where}`}.`,
    evidence: [
      stall.kind === 'no-answer'
        ? parts`Since ${at(stall.sinceMs / 1000)} no scrape has succeeded: it is stopped, starved or unreachable.`
        : parts`Since ${at(stall.sinceMs / 1000)} it answers, but reads nothing and uses no CPU: probably it waits ${
          'for its disk'}.`,
      parts`Before that it was ${phase === undefined ? 'starting' : DOING[phase.name]}.`,
      parts`The time left is unknown until it moves again.`,
      loopText(facts.diedBefore),
    ],
    actions: [lookAtProcess],
  });
}

/** Returns `segment 21 of 34`; null without a cursor that has moved. */
function segmentText({ runs }: ReplayFacts): Part[] | null {
  const run = runs.at(-1);
  const event = run?.events.at(-1);
  return run === undefined || event === undefined ? null
    : parts`segment ${quantity(run.min + event.loaded - 1, 'count')} of ${quantity(run.max, 'count')}`;
}

function progressText({ progressRatio }: ReplayFacts, where: Part[] | null): Part[] {
  const share = progressRatio === null ? null : parts`${quantity(Math.floor(progressRatio * 100) / 100, 'ratio')} done`;
  if (where === null) return share === null ? [] : parts`${share}.`;
  return share === null ? parts`At ${where}.` : parts`At ${where}, ${share}.`;
}

function loopText(diedBefore: number): Part[] {
  return diedBefore === 0 ? [] : parts`${count(diedBefore, 'earlier start')} in this window died before being ready.`;
}

function doneFinding(facts: ReplayFacts): Finding {
  const { damaged, diedBefore } = facts;
  const total = facts.totalSeconds ?? 0;
  const severity: Severity = damaged || diedBefore > 0 || total > VERY_LONG_SECONDS ? 'warning'
    : facts.totalSeconds === null || total > LONG_SECONDS ? 'info' : 'ok';
  const { claim, evidence } = doneParts(facts);
  return finding({
    code: 'replay-done', severity, moment: facts.start.startMs / 1000,
    claim: damaged ? parts`The last start took ${seconds(total)}; its WAL was damaged and samples are lost.`
      : diedBefore > 0
        ? parts`The last start took ${seconds(total)}, after ${count(diedBefore, 'earlier start')} that died.`
        : claim,
    evidence: [damaged ? parts`${DAMAGE_NOTE}` : [], loopText(diedBefore), ...evidence],
    actions: damaged ? [damagedLog] : [],
  });
}

function doneParts(facts: ReplayFacts): { claim: Part[]; evidence: Part[][] } {
  const total = seconds(facts.totalSeconds ?? 0);
  const down = facts.phases.find((phase) => phase.name === 'unreachable');
  const done = facts.phases.filter(({ name, end }) => name !== 'unreachable' && name !== 'warm-up' && end !== null);
  const wal = done.find(({ name, segments }) => name === 'segments' && segments !== null);
  const phases = done.flatMap((phase) => {
    const took = seconds(phase.durationSeconds);
    if (phase.segments !== null)
      return [parts`${segmentCount(phase, phase.segments)}${ofAll(facts, phase)} in ${took}`];
    return phase.durationSeconds >= 1 ? [parts`${took} ${DOING[phase.name]}`] : [];
  });
  const reported = facts.reportedSeconds;
  return {
    claim: wal === undefined ? parts`The last start took ${total}.`
      : parts`The last start took ${total}: ${
        segmentCount(wal, wal.segments ?? 0)} in ${seconds(wal.durationSeconds)}.`,
    evidence: [
      phases.length === 0 ? [] : parts`Its phases: ${joined(phases, ', ')}.`,
      down === undefined ? [] : parts`The target was down for ${seconds(down.durationSeconds)} before the start.`,
      facts.peakRssBytes === null ? [] : parts`Resident memory reached ${bytes(facts.peakRssBytes)}.`,
      reported === null || reported < 1 ? [] : parts`The target reports ${seconds(reported)} for the replay itself.`,
    ],
  };
}

function segmentCount({ name }: ReplayPhase, segments: number): Part[] {
  return count(segments, name === 'wbl' ? 'out-of-order segment' : 'WAL segment');
}

/** Returns how many segments a damaged log had; null for others. */
function ofAll({ runs }: ReplayFacts, { name }: ReplayPhase): Part[] | null {
  const run = name === 'wbl' ? runs.at(-1) : runs.at(0);
  return run?.cutShort === true ? parts` of ${quantity(segmentsOf(run, run.total), 'count')}` : null;
}

function diedFinding(facts: ReplayFacts): Finding {
  const { window, start } = facts;
  const goneMs = numberAt(window.scrapes.startMs, start.goneRow ?? start.endRow - 1);
  const where = segmentText(facts);
  return finding({
    code: 'start-died', severity: 'critical', moment: goneMs / 1000,
    claim:
      parts`The target died ${seconds((goneMs - start.startMs) / 1000)} into its start and has not answered since ${
      at(goneMs / 1000)}.`,
    evidence: [
      where === null ? [] : parts`It died at ${where}.`,
      facts.rssBytes === null ? [] : parts`Resident memory was ${bytes(facts.rssBytes)}.`,
      loopText(facts.diedBefore),
    ],
    actions: [readLastLog],
  });
}

/** Reports that the target is down; `done` is its previous start in this window. */
function downFinding(window: RoleWindow, sinceMs: number | null, done: ReplayFacts | null = null): Finding {
  const goneRow = done?.start.goneRow ?? null;
  const goneMs = goneRow === null ? window.startMs : numberAt(window.scrapes.startMs, goneRow);
  const since = (sinceMs ?? goneMs) / 1000;
  const before = done === null ? null : doneParts(done);
  const isOlder = mayHaveBegunBefore(window, 1000 * since);
  return finding({
    code: 'target-down', severity: 'critical', moment: since,
    claim: parts`The target has not answered since ${isOlder ? 'before ' : null}${at(since)}.`,
    evidence: [
      parts`A replay is seen as soon as it listens again.`,
      ...(before === null ? [] : [before.claim, ...before.evidence]),
    ],
  });
}

/** Returns whether it never answered: probably a mistake in its address, and not a server that is gone. */
function neverSeen(window: RoleWindow): boolean {
  return window.kind === 'unknown' && window.scrapes.error.every((error) => error !== null);
}

function strangerFinding(): Finding {
  return finding({
    code: 'target-never-answered', severity: 'unknown',
    claim: parts`The target has not answered yet, so its starts are unknown.`,
    evidence: [parts`A start is seen as soon as it listens.`, parts`The Scrapes page says why it does not answer.`],
  });
}

function noStartFinding(window: RoleWindow, restart: RestartCost | null): Finding {
  if (window.scrapes.length === 0) {
    return finding({ code: 'nothing-scraped', severity: 'unknown', claim: parts`Nothing is recorded in this window.` });
  }
  if (window.kind === 'victoriametrics') {
    const claim = parts`VictoriaMetrics has no WAL, so a start replays nothing.`;
    return finding({ code: 'no-wal', severity: 'info', claim });
  }
  let stated: number | null = null;
  for (let row = window.scrapes.length - 1; row >= 0 && stated === null; row--) {
    stated = valueAt(window.role('processStartSeconds'), row);
  }
  // Only the time is known of a start that ended before the first scrape of the target.
  if (stated !== null && stated * 1000 >= window.startMs) {
    return finding({
      code: 'start-not-recorded', severity: 'ok',
      claim: parts`The target started at ${onDate(stated)}, before its first scrape in this window.`,
      evidence: [parts`The phases of that start are not recorded; its log, opened on this page, has them.`],
    });
  }
  if (restart !== null) return restartFinding(restart, stated);
  const since = stated === null ? null : parts`; the target has run since ${onDate(stated)}`;
  // If the target does not export its start time, a start between two scrapes is seen only by counters that fell.
  return finding({
    code: 'no-start', severity: stated === null ? 'unknown' : 'ok', claim: parts`No start in this window${since}.`,
    evidence: stated === null ? [parts`It exports no time of its start, so a short one may be missed.`] : [],
  });
}

/** Describes the cost of a planned restart; `since` in Unix seconds. */
function restartFinding(restart: RestartCost, since: number | null): Finding {
  const { seconds: took, basis, chunks, peakBytes, memoryRisk, afterCompaction: later } = restart;
  return finding({
    code: 'restart-cost', severity: memoryRisk === 'high' ? 'warning' : took.median > LONG_SECONDS ? 'info' : 'ok',
    claim: parts`A restart would take ${aboutSeconds(took)}${
      memoryRisk === 'high' ? ', and may run out of memory' : null}.`,
    confidence: 'likely',
    evidence: [
      since === null ? parts`No start in this window.` : parts`The target has run since ${onDate(since)}.`,
      basis === 'starts'
        ? parts`That is what its starts in this window took, for a head of ${quantity(chunks, 'count')} chunks.`
        : parts`That is what starts of other servers took for a head of ${quantity(chunks, 'count')} chunks.`,
      parts`Until it is ready it answers no query, scrapes nothing and evaluates no rule.`,
      peakBytes === null ? []
        : parts`Memory would reach about ${bytes(peakBytes.median)} (${range(peakBytes.low, peakBytes.high, 'bytes')})${
          memoryRisk === 'low' ? ', which comes close to its limit' : null}.`,
      later === null ? [] : parts`After the compaction of the head at ${at(later.time)}, it would take about ${
        seconds(later.seconds)}.`,
    ],
  });
}

/**
 * Returns the first of the scrapes at the window's end that reached no server; null when the last good scrape counts.
 */
function downSinceMs(window: RoleWindow): number | null {
  let since: number | null = null;
  for (let row = window.scrapes.length - 1; row >= 0 && window.scrapes.error[row] !== null; row--) {
    if (foundNobody(window, row)) since = numberAt(window.scrapes.startMs, row);
  }
  return since;
}
