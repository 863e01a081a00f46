/**
 * The WAL replay panel in words: its finding and the rows of its table.
 */
import type { Figure, Finding, ReplayPhase, Severity } from '../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../metrics/roleNames.ts';
import { valueAt } from '../../signals/valueAt.ts';
import type { Eta } from './forecast/etaBounds.ts';
import { DAMAGE_NOTE, SEGMENTS_LOST } from './replayRecord.ts';
import { foundNobody } from '../../signals/replay/replayStarts.ts';
import { loadedOf, segmentsOf } from '../../signals/replay/replayPhases.ts';
import type { ReplayFacts } from './walReplay.ts';
import { clockText, countText } from '../../../core/text/wording.ts';
import { formatBytes, formatSeconds } from '../../../core/text/format.ts';

/** A start that keeps the target away for longer is worth a look. */
const LONG_SECONDS = 60;
const VERY_LONG_SECONDS = 600;

const LIMIT_WORDS = { gomemlimit: 'GOMEMLIMIT', configured: 'its container, as configured', host: 'the memory of the host' };

const DOING: Record<ReplayPhase['name'], string> = {
  unreachable: 'not answering',
  opening: 'opening its blocks',
  snapshot: 'reading the head snapshot',
  'mmapped-chunks': 'reading m-mapped chunks',
  checkpoint: 'reading the WAL checkpoint',
  segments: 'reading the WAL',
  wbl: 'reading the out-of-order log',
  finishing: 'finishing',
  'warm-up': 'warming up',
};

/** One or two sentences on the last start; `facts` null = the target did not start in the window. */
export function replayFinding(window: RoleWindow, facts: ReplayFacts | null): Finding {
  const away = awaySinceMs(window);
  if (facts === null) return away === null ? noStartFinding(window) : neverSeen(window) ? strangerFinding() : awayFinding(window, away, '');
  if (facts.start.goneRow !== null) {
    return facts.state === 'done' ? awayFinding(window, away, ` ${doneText(facts)}`) : diedFinding(facts);
  }
  return facts.state === 'done' ? doneFinding(facts) : liveFinding(facts);
}

function liveFinding(facts: ReplayFacts): Finding {
  const { window, start, runs, eta, memory } = facts;
  const phase = facts.phases.at(-1);
  const run = runs.at(-1);
  const nowMs = window.scrapes.startMs[window.scrapes.length - 1];
  const parts: string[] = [];
  if (run !== undefined && run.events.length > 0) parts.push(`segment ${run.min + run.events[run.events.length - 1].loaded - 1} of ${run.max}`);
  if (facts.progressRatio !== null) parts.push(`${Math.floor(facts.progressRatio * 100)} %`);
  parts.push(eta === null ? 'time left not yet known' : etaText(eta));
  if (facts.segmentsPerSecond !== null) parts.push(`${facts.segmentsPerSecond.toFixed(2)} segments/s`);
  if (facts.rssBytes !== null) parts.push(`${formatBytes(facts.rssBytes)} resident`);
  const doing = phase === undefined || phase.name === 'segments' ? 'Replaying the WAL' : `Starting (${DOING[phase.name]})`;
  const memoryText = memory.risk !== 'high' && memory.risk !== 'low' ? ''
    : ` It heads for ${formatBytes(memory.projectedPeakBytes ?? 0)} of ${formatBytes(memory.limitBytes ?? 0)}: ${memory.risk === 'high' ? 'it may be killed, see what helps' : 'close to the limit'}.`;
  const loop = facts.diedBefore === 0 ? '' : ` ${countText(facts.diedBefore, 'earlier start')} in this window died before being ready.`;
  const severity: Severity = memory.risk === 'high' || facts.diedBefore >= 2 ? 'critical' : memory.risk === 'low' || facts.diedBefore > 0 ? 'warning' : 'info';
  return {
    severity,
    sentence: `${doing} for ${formatSeconds(Math.max(0, (nowMs - start.startMs) / 1000))}: ${parts.join(', ')}.${memoryText}${loop}`,
    time: start.startMs / 1000,
  };
}

function etaText(eta: Eta): string {
  const low = Math.floor(eta.lowMs / 1000);
  const high = Math.ceil(eta.highMs / 1000);
  return `${high < 120 ? low : formatSeconds(low)} to ${formatSeconds(high)} left${eta.basis === 'earlier' ? ' by its earlier starts' : ''}`;
}

function doneFinding(facts: ReplayFacts): Finding {
  const total = facts.totalSeconds ?? 0;
  const loop = facts.diedBefore === 0 ? '' : ` ${countText(facts.diedBefore, 'earlier start')} in this window died before being ready.`;
  const severity: Severity = facts.damaged || facts.diedBefore > 0 || total > VERY_LONG_SECONDS ? 'warning' : total > LONG_SECONDS ? 'info' : 'ok';
  return { severity, sentence: `${doneText(facts)}${facts.damaged ? ` ${DAMAGE_NOTE}` : ''}${loop}`, time: facts.start.startMs / 1000 };
}

function doneText(facts: ReplayFacts): string {
  const parts: string[] = [];
  const away = facts.phases.find((phase) => phase.name === 'unreachable');
  for (const phase of facts.phases) {
    if (phase.name === 'unreachable' || phase.name === 'warm-up' || phase.end === null) continue;
    if (phase.segments !== null) parts.push(`${countText(phase.segments, phase.name === 'wbl' ? 'out-of-order segment' : 'segment')}${ofAllText(facts, phase)} in ${formatSeconds(phase.durationSeconds)}`);
    else if (phase.durationSeconds >= 1) parts.push(`${formatSeconds(phase.durationSeconds)} ${DOING[phase.name]}`);
  }
  if (facts.peakRssBytes !== null) parts.push(`up to ${formatBytes(facts.peakRssBytes)} resident`);
  const awayText = away === undefined ? '' : `, after ${formatSeconds(away.durationSeconds)} away`;
  const reported = facts.reportedSeconds === null || facts.reportedSeconds < 1 ? '' : ` It reports ${formatSeconds(facts.reportedSeconds)} for the replay itself.`;
  return `Last start took ${formatSeconds(facts.totalSeconds ?? 0)}${awayText}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.${reported}`;
}

/** Of a damaged log: how many there were. */
function ofAllText({ runs }: ReplayFacts, { name }: ReplayPhase): string {
  const run = name === 'wbl' ? runs.at(-1) : runs.at(0);
  return run?.cutShort === true ? ` of ${segmentsOf(run, run.total)}` : '';
}

function diedFinding(facts: ReplayFacts): Finding {
  const { window, start, runs } = facts;
  const goneMs = window.scrapes.startMs[start.goneRow ?? start.endRow - 1];
  const run = runs.at(-1);
  const at = run === undefined || run.events.length === 0 ? '' : ` at segment ${run.min + run.events[run.events.length - 1].loaded - 1} of ${run.max}`;
  const rss = facts.rssBytes === null ? '' : ` with ${formatBytes(facts.rssBytes)} resident`;
  return {
    severity: 'critical',
    sentence: `The start died after ${formatSeconds((goneMs - start.startMs) / 1000)}${at}${rss}; nobody has answered since ${clockText(goneMs)}. Look for an out-of-memory kill or a probe that gave up.`,
    time: goneMs / 1000,
  };
}

function awayFinding(window: RoleWindow, sinceMs: number | null, more: string): Finding {
  const since = sinceMs ?? window.startMs;
  return { severity: 'critical', sentence: `Nobody has answered since ${clockText(since)}; a replay is seen as soon as the target listens again.${more}`, time: since / 1000 };
}

/** It never said what it is: as like as not a slip in its address, and not a server that is gone. */
function neverSeen(window: RoleWindow): boolean {
  return window.kind === 'unknown' && window.scrapes.error.every((error) => error !== null);
}

function strangerFinding(): Finding {
  return { severity: 'unknown', sentence: 'It has not answered yet, so nothing is known of its starts; one is seen as soon as it listens. The page Scrapes says why it does not answer.', time: null };
}

function noStartFinding(window: RoleWindow): Finding {
  if (window.scrapes.length === 0) return { severity: 'unknown', sentence: 'Nothing is recorded in this window.', time: null };
  if (window.kind === 'victoriametrics') {
    return { severity: 'info', sentence: 'VictoriaMetrics keeps no WAL, so a start replays nothing.', time: null };
  }
  let stated: number | null = null;
  for (let row = window.scrapes.length - 1; row >= 0 && stated === null; row--) stated = valueAt(window.role('processStartSeconds'), row);
  const since = stated === null ? '' : `; the target runs since ${new Date(stated * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return { severity: 'ok', sentence: `No start in this window${since}.`, time: null };
}

/** First of the scrapes at the window's end that found nobody; null when the last good scrape is the last that matters. */
function awaySinceMs(window: RoleWindow): number | null {
  let since: number | null = null;
  for (let row = window.scrapes.length - 1; row >= 0 && window.scrapes.error[row] !== null; row--) {
    if (foundNobody(window, row)) since = window.scrapes.startMs[row];
  }
  return since;
}

/** Rows of the table behind the panel. */
export function replayFigures(facts: ReplayFacts): Figure[] {
  const { window, start, phases, eta, memory } = facts;
  const names = (...roles: Role[]): string[] => roles.flatMap((role) => window.role(role)?.names ?? []);
  const cursor = names('replaySegmentMin', 'replaySegmentMax', 'replaySegmentCurrent');
  const readiness = window.role('ready') === undefined ? names('targetReady', 'replaySeconds') : names('ready');
  const errorSeconds = start.startErrorMs / 1000;
  const rows: Figure[] = [
    {
      name: 'Start to ready', value: facts.totalSeconds, unit: 'seconds', from: [...names('processStartSeconds'), ...readiness],
      low: facts.totalSeconds === null ? null : facts.totalSeconds - errorSeconds, high: facts.totalSeconds === null ? null : facts.totalSeconds + errorSeconds,
      note: facts.totalSeconds === null ? 'not ready yet' : 'a stated process start may be up to a second early; ready is the first scrape that saw it',
    },
    { name: 'Replay as the target reports it', value: facts.reportedSeconds, unit: 'seconds', from: names('replaySeconds') },
  ];
  for (const phase of phases) {
    rows.push({
      name: `Phase: ${DOING[phase.name]}`, value: phase.durationSeconds, unit: 'seconds', from: phase.segments === null ? [] : cursor,
      note: phase.end === null ? 'under way' : phase.name === 'checkpoint' ? 'its end is estimated: the cursor stands still in it' : undefined,
    });
  }
  if (facts.damaged) {
    const lost = facts.runs.reduce((sum, run) => sum + run.total - loadedOf(run, true), 0);
    rows.push({ name: SEGMENTS_LOST, value: lost, unit: 'count', from: names('walCorruptions'), note: 'as far as polls twice a second saw the last one that was read' });
  }
  rows.push(
    { name: 'Segment rate', value: facts.segmentsPerSecond, unit: 'segmentsPerSecond', from: cursor },
    {
      name: 'Time left', value: eta === null ? null : eta.medianMs / 1000, low: eta === null ? null : eta.lowMs / 1000, high: eta === null ? null : eta.highMs / 1000,
      unit: 'seconds', from: [...cursor, ...names('headMaxTimeMs')], note: facts.state === 'done' ? 'done' : 'bounds hold about nine times in ten',
    },
    { name: 'Samples read', value: facts.rates.samplesPerSecond, unit: 'perSecond', from: names('headMaxTimeMs', 'samplesAppended'), note: 'while the head’s newest sample moves: by its pace, times what was ingested before the stop' },
    { name: 'Log read', value: facts.rates.bytesPerSecond, unit: 'bytesPerSecond', from: [...cursor, ...names('walBytes')], note: names('walBytes').length > 0 ? undefined : 'by the size of a full segment' },
    { name: 'CPU', value: facts.rates.cpuCores, unit: 'cores', from: names('cpuSeconds'), note: 'over the replay so far' },
    { name: 'Garbage collection’s share of the CPU', value: facts.rates.gcRatio, unit: 'ratio', from: [...names('gcCpuSeconds'), ...names('gcCpuFraction')] },
    { name: 'Peak resident memory', value: facts.peakRssBytes, unit: 'bytes', from: names('residentBytes') },
    { name: 'Projected peak', value: memory.projectedPeakBytes, low: memory.projectedLowBytes, high: memory.projectedHighBytes, unit: 'bytes', from: names('residentBytes'), note: facts.state === 'done' ? 'the peak itself' : undefined },
    { name: 'Memory limit', value: memory.limitBytes, unit: 'bytes', from: memory.limitSource === 'configured' ? ['memory_limit'] : memory.limitSource === 'host' ? names('hostTotalBytes') : names('memoryLimitBytes'), note: memory.limitSource === null ? 'none known; a container’s own limit is in none of its metrics' : LIMIT_WORDS[memory.limitSource] },
  );
  return rows;
}
