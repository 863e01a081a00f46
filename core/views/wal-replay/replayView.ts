/** Charts and comparisons of stored replays; pure. */
import type { ProfileInfo, Replay, ReplayOutcome, ReplayPhase, ReplaySummary } from '../../contract/contract.ts';
import type { ChartModel } from '../charts/chartModel.ts';
import { formatBytes, formatNumber, formatSeconds, unknownText } from '../../text/format.ts';
import type { Unit } from '../../contract/terms/unit.ts';
import { phaseWords } from './walReplayView.ts';

const OUTCOME_WORDS: Record<ReplayOutcome, string> = {
  finished: 'became ready', killed: 'killed', stopped: 'told to stop', failed: 'gave up', going: 'running',
  unknown: 'end not seen',
};

/** Says how a start failed other than by giving up. */
const FAILED = /^The start (crashed|ran out of memory|exited with an error)\b/;

/** Returns the outcome in a few words, for a failed start those of its ending: `crashed`, `ran out of memory`. */
export function outcomeWords({ outcome, ending }: Pick<ReplaySummary, 'outcome' | 'ending'>): string {
  const how = outcome === 'failed' ? FAILED.exec(ending)?.[1] : undefined;
  return how ?? OUTCOME_WORDS[outcome];
}

export const sourceWords: Record<ReplaySummary['source'], string> = {
  live: 'watched', recording: 'recording', log: 'log',
};

/** Returns its duration, or its lifetime if it failed; null while not known. */
export function tookSeconds(replay: ReplaySummary): number | null {
  if (replay.totalSeconds !== null) return replay.totalSeconds;
  return replay.end === null ? null : replay.end - replay.start;
}

/** Returns bytes of the log per second, over the phase that reads it; null if its size is not known. */
export function bytesPerSecond(replay: ReplaySummary): number | null {
  const seconds = replay.phases.find(({ name }) => name === 'segments')?.durationSeconds ?? 0;
  const { segments, walBytes } = replay;
  if (walBytes === null || segments === null || segments.max === null || seconds <= 0) return null;
  return (walBytes * segments.loaded) / (segments.max - segments.min + 1) / seconds;
}

/** Returns the phases of the start itself, without the downtime before and the warm-up after. */
export function startPhases(phases: readonly ReplayPhase[]): ReplayPhase[] {
  return phases.filter(({ name }) => name !== 'unreachable' && name !== 'warm-up');
}

export interface CompareRow {
  key: string;
  name: string;
  before: number | null;
  after: number | null;
  unit: Unit;
  /** `+12 s (+23 %)`; `–` if one side is not known. */
  change: string;
}

/** Returns one row per phase that either has, then totals, rates, memory. `before` is the older one. */
export function compareRows(before: ReplaySummary, after: ReplaySummary): CompareRow[] {
  const row = (key: string, name: string, unit: Unit, value: (replay: ReplaySummary) => number | null): CompareRow => {
    const [left, right] = [value(before), value(after)];
    return { key, name, before: left, after: right, unit, change: changeText(left, right, unit) };
  };
  const names = [...new Set([...startPhases(before.phases), ...startPhases(after.phases)].map(({ name }) => name))];
  const order = Object.keys(phaseWords);
  names.sort((left, right) => order.indexOf(left) - order.indexOf(right));
  return [
    ...names.map((name) => row(`phase-${name}`, phaseWords[name].word, 'seconds' as const, ({ phases }) => {
      const found = phases.filter((phase) => phase.name === name);
      return found.length === 0 ? null : found.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    })),
    row('took', 'start to ready', 'seconds', ({ totalSeconds }) => totalSeconds),
    row('reported', 'reported by the server', 'seconds', ({ reportedSeconds }) => reportedSeconds),
    row('segments', 'segments loaded', 'count', ({ segments }) => segments?.loaded ?? null),
    row('rate', 'segments per second', 'none', ({ segmentsPerSecond }) => segmentsPerSecond),
    row('wal', 'WAL size', 'bytes', ({ walBytes }) => walBytes),
    row('speed', 'read per second', 'bytesPerSecond', bytesPerSecond),
    row('rss', 'peak resident memory', 'bytes', ({ peakRssBytes }) => peakRssBytes),
    row('cpu', 'core-seconds', 'none', ({ cpuSeconds }) => cpuSeconds),
    row('warm', 'warm-up after it', 'seconds', ({ warmUpSeconds }) => warmUpSeconds),
  ].filter((one) => one.before !== null || one.after !== null);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function changeText(before: number | null, after: number | null, unit: Unit): string {
  if (before === null || after === null) return unknownText;
  const delta = after - before;
  if (delta === 0) return 'same';
  const sign = delta > 0 ? '+' : '−';
  const size = Math.abs(delta);
  const amount = unit === 'seconds' ? formatSeconds(size) : unit === 'bytes' ? formatBytes(size) : formatNumber(size);
  return before > 0
    ? `${sign}${amount} (${sign}${formatNumber(Math.round((100 * size) / before))} %)` : `${sign}${amount}`;
}

/** Returns the verdict in a sentence: which start was faster, and in which phase. */
export function compareSentence(before: ReplaySummary, after: ReplaySummary): string {
  const [left, right] = [before.totalSeconds, after.totalSeconds];
  const names = before.version === after.version ? ['The earlier start', 'the later one']
    : [before.version || 'The earlier start', after.version || 'the later one'];
  if (left === null || right === null)
    return `${capital((left === null ? names[0] : names[1]) ?? '')} was not seen from start `
      + 'to ready: only the parts below can be compared.';
  const rows = compareRows(before, after).filter(({ key }) => key.startsWith('phase-'));
  const most = rows.reduce<CompareRow | null>(
    (top, one) => (
      Math.abs((one.after ?? 0) - (one.before ?? 0)) > Math.abs((top?.after ?? 0) - (top?.before ?? 0)) ? one : top
    ),
    null
  );
  const delta = right - left;
  if (Math.abs(delta) < 0.02 * left)
    return `Both starts took about the same time: ${formatSeconds(left)} and ${formatSeconds(right)}.`;
  const per = before.segments !== null && after.segments !== null && before.segments.loaded !== after.segments.loaded
    ? ` They read ${before.segments.loaded} and ${after.segments.loaded} segments.` : '';
  const from = most === null ? '' : `, most of the difference in ${most.name}`;
  return `${names[0]} took ${formatSeconds(left)}, ${names[1]} ${formatSeconds(right)}: `
    + `${formatNumber(Math.round((100 * Math.abs(delta)) / left))} % `
    + `${delta < 0 ? 'less' : 'more'}${from}.${per}`;
}

const points = 240;

/** Returns segments loaded against seconds since the start, of one replay or of two on one axis; null without any. */
export function segmentsChart(replays: readonly Replay[]): ChartModel | null {
  const curves = replays.map((replay) =>
    replay.points.flatMap(({ time, segment }) => (segment === null ? [] : [{ x: time - replay.start, y: segment }])));
  return curves.every((curve) => curve.length < 2) ? null
    : offsetChart(replays, curves, 'WAL segments read so far.', { unit: 'count', colour: 'replay', style: 'step' });
}

/** Returns resident memory against seconds since the start; null without samples. */
export function memoryChart(replays: readonly Replay[]): ChartModel | null {
  const curves = replays.map((replay) => replay.points.flatMap(
    ({ time, rssBytes }) => (rssBytes === null ? [] : [{ x: time - replay.start, y: rssBytes }])
  ));
  return curves.every((curve) => curve.length < 2) ? null : offsetChart(
    replays, curves, 'Resident memory during the start.', { unit: 'bytes', colour: 'memory', style: 'line' }
  );
}

/** Returns the load time of each segment, at the moment it was loaded; null with fewer than two. */
export function segmentTimesChart(replays: readonly Replay[]): ChartModel | null {
  const curves = replays.map(
    ({ start, segmentTimes }) => new Map(segmentTimes.map(({ end, seconds }) => [end - start, seconds]))
  );
  const x = [...new Set(curves.flatMap((curve) => [...curve.keys()]))].sort((a, b) => a - b);
  if (x.length < 2) return null;
  return {
    label: 'Seconds each segment took.', unit: 'seconds', marks: [], spans: [], stepSeconds: null,
    x: { kind: 'offset', values: x, min: 0, max: x.at(-1) ?? 1 },
    lines: replays.map((replay, i) => ({
      key: replay.id, label: legendOf(replays, i), colour: i === 0 ? 'replay' : 'other', style: 'points',
      values: x.map((at) => curves[i]?.get(at) ?? null),
    })),
  };
}

function offsetChart(
  replays: readonly Replay[], curves: { x: number; y: number }[][], label: string,
  { unit, colour, style }: { unit: Unit; colour: 'replay' | 'memory'; style: 'step' | 'line' }
): ChartModel {
  const max = Math.max(1, ...curves.map((curve) => curve.at(-1)?.x ?? 0));
  const grid = replays.length === 1 ? (curves[0] ?? []).map(({ x }) => x)
    : Array.from({ length: points + 1 }, (_, i) => (max * i) / points);
  return {
    label, unit, marks: [], spans: [], stepSeconds: null, x: { kind: 'offset', values: grid, min: 0, max },
    lines: replays.map((replay, i) => ({
      key: replay.id, label: legendOf(replays, i), colour: i === 0 ? colour : 'other', style: i === 0 ? style : 'dash',
      values: grid.map((x) => valueAt(curves[i] ?? [], x, style)),
    })),
  };
}

/** Returns the value held before `x`, or interpolated between its neighbours; null outside of the known range. */
function valueAt(curve: readonly { x: number; y: number }[], x: number, style: 'step' | 'line'): number | null {
  const next = curve.findIndex((point) => point.x >= x);
  const right = curve[next];
  if (right === undefined) return null;
  if (right.x === x) return right.y;
  const left = curve[next - 1];
  if (left === undefined) return null;
  return style === 'step' ? left.y : left.y + ((right.y - left.y) * (x - left.x)) / (right.x - left.x);
}

function legendOf(replays: readonly Replay[], i: number): string {
  if (replays.length === 1) return 'this start';
  return `${i === 0 ? 'A' : 'B'}: ${replays[i]?.version || replays[i]?.name || 'start'}`;
}

export interface ReplayProfileLink { kind: string; moment: string; id: string }

/** Returns the profiles taken during a replay: those linked to it, and those whose capture names it. */
export function profilesOf(replay: ReplaySummary, profiles: readonly ProfileInfo[]): ReplayProfileLink[] {
  return profiles.flatMap((profile) => {
    const linked = replay.profiles.find(({ profileId }) => profileId === profile.id);
    if (linked !== undefined) return [{ kind: profile.kind, moment: linked.moment, id: profile.id }];
    const { source } = profile;
    if (
      source.how !== 'capture' || source.target !== replay.target || source.replay === undefined
        || replay.source !== 'live'
    ) return [];
    const { processStart, moment } = source.replay;
    const same = processStart === null ? profile.time !== null && profile.time >= replay.start
      && profile.time <= (replay.end ?? Infinity) : Math.abs(processStart - replay.start) < 2;
    return same ? [{ kind: profile.kind, moment, id: profile.id }] : [];
  });
}

export interface DiffLink { kind: string; moment: string; before: string; after: string }

/** Returns one pair per kind and moment that both have; if the moments differ, the latest of a kind of each. */
export function diffLinks(before: readonly ReplayProfileLink[], after: readonly ReplayProfileLink[]): DiffLink[] {
  const kinds = [...new Set(before.map(({ kind }) => kind))].filter((kind) => after.some((one) => one.kind === kind));
  return kinds.flatMap((kind) => {
    const [left, right] = [before.filter((one) => one.kind === kind), after.filter((one) => one.kind === kind)];
    const pairs = left.flatMap((one) => {
      const other = right.find(({ moment }) => moment === one.moment);
      return other === undefined ? [] : [{ kind, moment: one.moment, before: one.id, after: other.id }];
    });
    const [first, second] = [left.at(-1), right.at(-1)];
    return pairs.length > 0 || first === undefined || second === undefined ? pairs
      : [{ kind, moment: `${first.moment} against ${second.moment}`, before: first.id, after: second.id }];
  });
}
