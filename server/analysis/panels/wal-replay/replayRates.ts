/**
 * Measures how fast the replay runs, and how much of its CPU is garbage collection. See docs/reference/wal-replay.md.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { ReplayRates } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { headMaxMs, newestLoggedMs } from '../../signals/replay/headTimes.ts';
import type { SegmentRun } from '../../signals/replay/segmentRuns.ts';
import type { ProcessStart } from '../../signals/replay/replayStarts.ts';
import { segmentBytesOf } from '../../signals/segmentBytes.ts';
import { valueAt } from '../../signals/valueAt.ts';

const MAX_POINTS = 300;
/** Time over which a rate is measured, because segments are read one at a time. */
const OVER_MS = 8000;
/** Time over which ingestion before the stop is measured. */
const BEFORE_MS = 60_000;
/** Time past the log's newest sample from which a sample is of the new process's scrapes, not a clock difference. */
const NEWER_MS = 60_000;

/** Returns rates from the first answer to readiness, each over the 8 s before (or since the first answer). */
export function replayRates(
  window: RoleWindow, start: ProcessStart, runs: readonly SegmentRun[], facts: TargetFacts
): ReplayRates {
  const { startMs, error } = window.scrapes;
  const rates: ReplayRates = { time: [], segmentsPerSecond: [], samplesPerSecond: [], bytesPerSecond: [], gcRatio: [] };
  const lastRow = start.readyRow ?? start.endRow - 1;
  const rows: number[] = [];
  for (let row = start.firstRow + 1; row <= lastRow; row++) if (error[row]?.kind !== 'skipped') rows.push(row);
  const stride = Math.max(1, Math.ceil(rows.length / (MAX_POINTS - 1)));
  const ingest = ingestedBefore(window, start);
  const segmentBytes = bytesOfSegment(window, runs, facts, lastRow);
  let from = start.firstRow;
  rows.forEach((row, i) => {
    while (from < row - 1 && numberAt(startMs, row) - numberAt(startMs, from + 1) >= OVER_MS) from++;
    if (i % stride !== 0 && i !== rows.length - 1) return;
    const segments = segmentsBetween(runs, numberAt(startMs, from), numberAt(startMs, row));
    const seconds = (numberAt(startMs, row) - numberAt(startMs, from)) / 1000;
    const segmentRate = segments === null || seconds <= 0 ? null : segments / seconds;
    rates.time.push(numberAt(startMs, row) / 1000);
    rates.segmentsPerSecond.push(segmentRate);
    // Before the first segment the head loads the m-mapped chunks at once: nothing is read then.
    rates.samplesPerSecond.push(
      from < (runs.at(0)?.events.at(0)?.row ?? start.firstRow) ? null
        : sampleRate(window, [from, row], ingest, newestLoggedMs(window, start))
    );
    rates.bytesPerSecond.push(segmentRate === null || segmentBytes === null ? null : segmentRate * segmentBytes);
    rates.gcRatio.push(gcShare(window, start, from, { row, targetFacts: facts }));
  });
  return rates;
}

/** Rates over the whole replay, or its part so far. */
export interface MeanRates {
  samplesPerSecond: number | null; bytesPerSecond: number | null; gcRatio: number | null; cpuCores: number | null
}

export function meanRates(
  window: RoleWindow, start: ProcessStart, runs: readonly SegmentRun[], facts: TargetFacts
): MeanRates {
  const { startMs } = window.scrapes;
  const rates = replayRates(window, start, runs, facts);
  const from = rowWith(window, start.firstRow, start.endRow, 1);
  const to = rowWith(window, Math.min(start.readyRow ?? Infinity, start.endRow - 1), start.firstRow - 1, -1);
  const run = runs.at(0);
  const endMs = runs.at(-1)?.endMs ?? numberAt(startMs, to ?? start.firstRow);
  const bytes = bytesOfSegment(window, runs, facts, start.readyRow ?? start.endRow - 1);
  const segments = run === undefined ? null : segmentsBetween(runs, run.fromMs - 1, endMs);
  const cpu = from === null || to === null || to <= from ? null : between(window, 'cpuSeconds', from, to);
  return {
    samplesPerSecond: meanOf(rates.samplesPerSecond),
    bytesPerSecond: run === undefined || segments === null || bytes === null || endMs <= run.fromMs ? null
      : segments * bytes / ((endMs - run.fromMs) / 1000),
    gcRatio: from === null || to === null || to <= from ? null
      : gcShare(window, start, from, { row: to, targetFacts: facts }),
    cpuCores: cpu === null || from === null || to === null ? null
      : cpu / ((numberAt(startMs, to) - numberAt(startMs, from)) / 1000),
  };
}

function rowWith(window: RoleWindow, from: number, end: number, step: 1 | -1): number | null {
  for (let row = from; row !== end; row += step) if (valueAt(window.role('cpuSeconds'), row) !== null) return row;
  return null;
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Returns the segments loaded in the time, of the WAL and the WBL; null before the first run of the cursor. */
function segmentsBetween(runs: readonly SegmentRun[], fromMs: number, toMs: number): number | null {
  if (runs.length === 0 || elementAt(runs, 0).fromMs > toMs) return null;
  const by = (ms: number): number =>
    runs.reduce((sum, run) => sum + (run.events.findLast((event) => event.timeMs <= ms)?.loaded ?? 0), 0);
  return by(toMs) - by(fromMs);
}

/** Returns samples per second that the old process ingested up to its last answer; null if the window lacks it. */
function ingestedBefore(window: RoleWindow, start: ProcessStart): number | null {
  const { startMs } = window.scrapes;
  const series = window.role('samplesAppended');
  if (start.beforeRow === null) return null;
  const last = valueAt(series, start.beforeRow);
  let rate: number | null = null;
  for (
    let row = start.beforeRow - 1;
    last !== null && row >= 0 && numberAt(startMs, start.beforeRow) - numberAt(startMs, row) <= BEFORE_MS; row--
  ) {
    const value = valueAt(series, row);
    if (value === null) continue;
    if (value > last) break;
    rate = (last - value) / ((numberAt(startMs, start.beforeRow) - numberAt(startMs, row)) / 1000);
  }
  return rate;
}

/**
 * Returns null while the head's newest sample pauses: then samples are skipped, or series created, and no metric counts
 * them. Also once it is newer than the log (`loggedMs`): then the server scrapes while it replays (fast startup).
 */
function sampleRate(
  window: RoleWindow, [from, row]: readonly [from: number, to: number], ingest: number | null, loggedMs: number
): number | null {
  const [before, now] = [headMaxMs(window, from), headMaxMs(window, row)];
  const ms = numberAt(window.scrapes.startMs, row) - numberAt(window.scrapes.startMs, from);
  const isOfLog = now !== null && now <= loggedMs + NEWER_MS;
  return ingest === null || before === null || now === null || !isOfLog || now <= before || ms <= 0 ? null
    : ingest * (now - before) / ms;
}

/** Returns the segment size by the gauge of the log's size, else by the flag for it (128 MiB if it is not given). */
function bytesOfSegment(window: RoleWindow, runs: readonly SegmentRun[], facts: TargetFacts, lastRow: number): number
  | null {
  const run = runs.at(0);
  if (run === undefined) return null;
  const gauge = window.role('walBytes');
  for (let row = run.row; row <= lastRow; row++) {
    const bytes = valueAt(gauge, row);
    // The last segment is the new process's own and empty.
    if (bytes !== null && bytes > 0 && run.total > 1) return bytes / (run.total - 1);
  }
  return facts.flags === undefined ? null : segmentBytesOf(facts.flags);
}

/**
 * Returns GC's share of the CPU time between the rows. Before Go 1.20 only the share since the start is reported, of
 * all the CPU it might have used.
 */
function gcShare(
  window: RoleWindow, start: ProcessStart, from: number,
  { row, targetFacts: { maxProcs } }: { row: number; targetFacts: TargetFacts },
): number | null {
  const cpu = between(window, 'cpuSeconds', from, row);
  if (cpu === null || cpu <= 0) return null;
  const counted = between(window, 'gcCpuSeconds', from, row);
  if (counted !== null) return Math.min(1, Math.max(0, counted / cpu));
  const procs = valueAt(window.role('maxProcs'), row) ?? maxProcs ?? null;
  const share = (at: number): number | null => {
    const fraction = valueAt(window.role('gcCpuFraction'), at);
    return fraction === null || procs === null ? null
      : fraction * procs * (numberAt(window.scrapes.startMs, at) - start.startMs) / 1000;
  };
  const [before, now] = [share(from), share(row)];
  return before === null || now === null ? null : Math.min(1, Math.max(0, (now - before) / cpu));
}

function between(window: RoleWindow, role: 'cpuSeconds' | 'gcCpuSeconds', from: number, row: number): number | null {
  const [before, now] = [valueAt(window.role(role), from), valueAt(window.role(role), row)];
  return before === null || now === null || now < before ? null : now - before;
}
