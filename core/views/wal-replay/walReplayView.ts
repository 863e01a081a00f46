/** Charts and texts from the WAL replay answer; pure. */
import type { ReplayPhase, WalReplayPanel } from '../../contract/contract.ts';
import type { ChartModel, ChartX } from '../charts/chartModel.ts';
import { largestOf, limitLine } from '../charts/limitLine.ts';
import { gapSpans, ifAny, restartMark, timeChart } from '../charts/panelParts.ts';
import {
  formatBytes, formatDateTime, formatRatio, formatSeconds, formatValue, formatZonedWindow, unknownText, zoneName,
} from '../../text/format.ts';
import { render } from '../../text/parts.ts';
import { timeLeft } from '../../text/timeLeft.ts';
import type { Zone } from '../../text/zone.ts';

/** Description of each phase in a few words. */
export const phaseWords: Record<ReplayPhase['name'], { word: string; does: string }> = {
  unreachable: { word: 'unreachable', does: 'the process did not answer' },
  opening: { word: 'opening', does: 'blocks and files are opened' },
  snapshot: { word: 'head snapshot', does: 'the head as written at the last clean stop is read' },
  'mmapped-chunks': { word: 'm-mapped chunks', does: 'head chunks already on disk are mapped and checked' },
  checkpoint: {
    word: 'checkpoint',
    does: 'series and samples kept from truncated segments are read; progress is not reported in it',
  },
  segments: { word: 'WAL segments', does: 'the WAL is read, segment by segment' },
  wbl: { word: 'WBL', does: 'the log of out-of-order samples is read' },
  'head-gc': {
    word: 'head GC', does: 'the head is cleared of what blocks already hold, and its index is put in order',
  },
  finishing: { word: 'finishing', does: 'after the replay, before it is ready' },
  'warm-up': { word: 'warm-up', does: 'ready; caches and pools fill again' },
};

export interface PhaseBar {
  name: ReplayPhase['name'];
  word: string;
  /** Share of the whole replay, 0 to 1. */
  shareRatio: number;
  durationText: string;
  isRunning: boolean;
}

export interface WalReplayView {
  context: string;
  phases: PhaseBar[];
  /** Bars and charts over the time of the points; null if the target has no such values. */
  segments: ChartModel | null;
  memory: ChartModel | null;
  cpu: ChartModel | null;
  /** Axis of the replay with a small margin, shared by its charts. */
  x: ChartX;
  /** Duration of the replay, or elapsed time. */
  soFar: string;
  eta: string;
  memoryRisk: string;
}

/** Returns the phases as shares of their sum; a running phase counts with its elapsed time. */
export function phaseBars(phases: readonly ReplayPhase[]): PhaseBar[] {
  const total = phases.reduce((sum, phase) => sum + phase.durationSeconds, 0);
  return phases.map((phase) => ({
    name: phase.name,
    word: phaseWords[phase.name].word,
    shareRatio: total > 0 ? phase.durationSeconds / total : 1 / phases.length,
    durationText: formatSeconds(phase.durationSeconds),
    isRunning: phase.end === null,
  }));
}

/** Returns the phases from the start of the process on, without the time before it; all if there is nothing else. */
export function sinceStart(phases: readonly ReplayPhase[]): readonly ReplayPhase[] {
  const started = phases.findIndex(({ name }) => name !== 'unreachable');
  return started < 0 ? phases : phases.slice(started);
}

/** Returns when a start that never became ready ended, since when nothing has answered; null for any other. */
export function goneSince({ state, phases }: Pick<WalReplayPanel, 'state' | 'phases'>): number | null {
  const last = phases.at(-1);
  return state === 'replaying' && phases.length > 1 && last?.name === 'unreachable' && last.end === null ? last.start
    : null;
}

/** Returns the time left: `about 8m left (7m to 9m 10s)`; for a stalled start, how long it has stalled. */
export function etaText(panel: Pick<WalReplayPanel, 'state' | 'etaSeconds' | 'etaBasis' | 'phases' | 'stall'>): string {
  if (panel.state !== 'replaying') return unknownText;
  if (goneSince(panel) !== null) return 'the target does not answer';
  const stall = panel.stall ?? null;
  if (stall !== null) return `no progress for ${formatSeconds(stall.seconds)}`;
  if (panel.etaSeconds === null) return 'time left not yet known';
  const by = panel.etaBasis === 'earlier' ? ', from its earlier starts'
    : panel.etaBasis === 'before' ? ', from its size before the stop' : '';
  return `${render(timeLeft(panel.etaSeconds))}${by}`;
}

const riskWords: Record<WalReplayPanel['memory']['risk'], string> = {
  none: 'low risk of an OOM kill', low: 'close to the limit', high: 'may be OOM-killed', unknown: 'not enough data',
};

/** Returns the risk in words and its limit, or that the limit is not known. */
export function memoryText({ memory, state, phases }: Pick<WalReplayPanel, 'memory' | 'state' | 'phases'>): string {
  if (memory.limitBytes === null) return 'limit not known';
  const risk = goneSince({ state, phases }) === null ? `${riskWords[memory.risk]}, ` : '';
  const source = memory.limitSource === 'host' ? ' (host)' : memory.limitSource === 'configured' ? ' (configured)' : '';
  return `${risk}limit ${formatBytes(memory.limitBytes)}${source}`;
}

export function walReplayView(panel: WalReplayPanel, zone: Zone, now: number): WalReplayView {
  const time = panel.points.map((point) => point.time);
  const first = panel.phases[0];
  // The downtime is only in the text, because it can be many times as long as the start.
  const [started] = sinceStart(panel.phases);
  const last = panel.phases.at(-1);
  const end = last === undefined ? panel.range.end : (last.end ?? panel.range.end);
  // The replay with a small margin, if it is only a part of the window.
  const air = started === undefined ? 0 : Math.max(2, (end - started.start) * 0.04);
  const x = {
    kind: 'time' as const, values: time, min: Math.max(panel.range.start, (started?.start ?? panel.range.start) - air),
    max: Math.min(panel.range.end, end + air),
  };
  const chart = (parts: Parameters<typeof timeChart>[2]): ChartModel | null => {
    const values = parts.lines[0]?.values;
    // During a replay, a chart keeps its space before its first value, so that the page does not jump.
    if (ifAny(values) === undefined && panel.state !== 'replaying') return null;
    const spans = panel.phases.map((phase, i) => ({
      key: `phase-${i}`, colour: phase.name === 'segments' || phase.name === 'wbl' ? 'replay' as const
        : 'other' as const, fill: 'band' as const, label: phaseWords[phase.name].word, start: phase.start,
      end: phase.end ?? panel.range.end,
      detail: `${phaseWords[phase.name].word}, ${formatSeconds(phase.durationSeconds)}`,
    }));
    return timeChart(
      panel, time,
      {
        ...parts, x, spans: [...gapSpans(panel), ...spans.filter((span) => span.colour === 'replay')],
        marks: [restartMark(panel)],
      }
    );
  };
  const { limitBytes: limit, projectedPeakBytes, projectedLowBytes, projectedHighBytes } = panel.memory;
  const memoryTop = largestOf(panel.points.map(({ rssBytes }) => rssBytes), [projectedPeakBytes, projectedHighBytes]);
  return {
    context: [
      started === undefined ? formatZonedWindow(panel.range.start, panel.range.end, zone, now)
        : `started ${formatDateTime(started.start, zone)} ${zoneName(zone, started.start)}`,
      first === undefined || first === started ? null : `down for ${formatSeconds(first.durationSeconds)} before`,
      panel.totalDurationSeconds === null ? null : `took ${formatSeconds(panel.totalDurationSeconds)}`,
      panel.reportedDurationSeconds === null ? null
        : `reported by the target for the replay: ${formatSeconds(panel.reportedDurationSeconds)}`,
    ].filter((part) => part !== null).join(' · '),
    phases: phaseBars(sinceStart(panel.phases)),
    x,
    segments: chart({
      label: 'WAL segments read so far.', unit: 'count', yMax: panel.segments?.max,
      lines: [
        {
          key: 'segment', label: 'segment', colour: 'replay', style: 'step',
          values: panel.points.map((point) => point.segment),
        },
      ],
    }),
    memory: chart({
      label: 'Resident memory during the replay.', unit: 'bytes',
      lines: [
        {
          key: 'rss', label: 'resident', colour: 'memory', style: 'line',
          values: panel.points.map((point) => point.rssBytes),
        },
        // The projection is for the end, so it is a level.
        ...(panel.state !== 'replaying' || projectedPeakBytes === null ? [] : [{
          key: 'projected', label: 'projected peak', colour: 'replay' as const, style: 'dash' as const,
          values: time.map(() => projectedPeakBytes),
          low: time.map(() => projectedLowBytes), high: time.map(() => projectedHighBytes),
          bandLabel: 'forecast interval',
        }]),
        ...(limit === null ? []
          : [limitLine({ key: 'limit', words: 'limit', value: limit, unit: 'bytes' }, time, memoryTop)]),
      ],
    }),
    cpu: chart({
      label: 'CPU cores used during the replay.', unit: 'cores',
      lines: [
        {
          key: 'cpu', label: 'CPU', colour: 'cpu', style: 'line', values: panel.points.map((point) => point.cpuCores),
        },
      ],
    }),
    soFar: formatValue(
      panel.totalDurationSeconds ?? (started === undefined ? null : (goneSince(panel) ?? end) - started.start),
      'seconds'
    ),
    eta: etaText(panel),
    memoryRisk: memoryText(panel),
  };
}

/** Returns `62 %, segment 21 (first 0, last 34)`. */
export function progressText({ progressRatio, segments }: Pick<WalReplayPanel, 'progressRatio' | 'segments'>): string {
  const ratio = progressRatio === null ? 'progress not yet known' : formatRatio(Math.floor(progressRatio * 100) / 100);
  return segments === null ? ratio
    : `${ratio}, segment ${segments.current} (first ${segments.min}, last ${segments.max})`;
}
