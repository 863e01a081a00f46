/**
 * Observes the log before the process that wrote it stopped: when each segment began, and which of its samples are in
 * m-mapped chunks as well. Only an outside observer knows either. See docs/reference/wal-replay.md.
 */
import { elementAt, numberAt } from '../../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import type { ProcessStart } from '../../../signals/replay/replayStarts.ts';
import { valueAt } from '../../../signals/valueAt.ts';

export interface WalBeforeStop {
  /** Number of the last segment written. */
  lastSegment: number;
  /**
   * Its fill, 0 to 1, from the time that the previous ones took to fill; null if fewer than two began in the window.
   */
  lastFill: number | null;
  /**
   * Share of the samples in the segment that are in no m-mapped chunk, 0 to 1: a series' samples since its open chunk
   * began. `mappedUntilMs`: chunks begun later had not put their predecessor on disk (Prometheus writes them once a
   * minute since 2.47); Infinity where that is not known. null for segments written before the window, or if unknown.
   */
  openShare: (segment: number, mappedUntilMs: number) => number | null;
  /** Series that received samples; null if unknown. */
  activeSeries: number | null;
}

/** Share of the series that must have begun a chunk in the window for older samples to be in chunks. */
const ALL_OPENED = 0.97;
/** Time over which the rate of writing at the end is measured. */
const RATE_MS = 5000;
/** Age before the stop from which readings are outdated: two usual scrape intervals. */
const LOST_MS = 30_000;
/** Time without a scrape after which the process may not have written either. */
const MAX_UNSEEN_MS = 2000;
/** Time before the stop over which samples per second are counted. */
const INGEST_MS = 60_000;

interface Beginning { segment: number; ms: number }

/** Returns null when the window does not show the previous process, or lost it long before it stopped. */
export function walBeforeStop(window: RoleWindow, start: ProcessStart): WalBeforeStop | null {
  const last = start.beforeRow;
  if (last === null || !wasSeenToEnd(window, start)) return null;
  const lastSegment = valueAt(window.role('walSegmentCurrent'), last);
  if (lastSegment === null) return null;
  const from = firstRowOfProcess(window, last);
  const beginnings = segmentBeginnings(window, from, last);
  const endMs = numberAt(window.scrapes.startMs, last);
  const active = activeSeries(window, from, last);
  const goesOnMs = Math.min(MAX_UNSEEN_MS, unseenMs(window, start)) / 2;
  return {
    lastSegment, lastFill: fillOf(beginnings, endMs, { goesOnMs, samplesAt: samplesBy(window, from, last) }),
    openShare: openShareBy(window, { from, last, active }, beginnings), activeSeries: active,
  };
}

/** Returns the first row in which the process of the row was ready. */
function firstRowOfProcess(window: RoleWindow, last: number): number {
  const cpu = window.role('cpuSeconds');
  const ready = window.role('ready');
  let from = last;
  let later = Infinity;
  for (let row = last; row >= 0; row--) {
    const value = valueAt(cpu, row);
    if (value === null) continue;
    if (value > later || valueAt(ready, row) === 0) break;
    later = value;
    from = row;
  }
  return from;
}

/** Returns when segments began, ascending; those that began between two scrapes share the interval. */
function segmentBeginnings(window: RoleWindow, from: number, last: number): Beginning[] {
  const { startMs } = window.scrapes;
  const series = window.role('walSegmentCurrent');
  const beginnings: Beginning[] = [];
  let before: { value: number; ms: number } | null = null;
  for (let row = from; row <= last; row++) {
    const value = valueAt(series, row);
    if (value === null) continue;
    const count = before === null ? 0 : Math.min(1000, value - before.value);
    for (let i = 1; before !== null && i <= count; i++) {
      beginnings.push(
        { segment: value - count + i, ms: before.ms + (numberAt(startMs, row) - before.ms) * (i - 0.5) / count }
      );
    }
    before = { value, ms: numberAt(startMs, row) };
  }
  return beginnings;
}

/** Returns whether the last readings of the old process are nearly what it left. */
export const wasSeenToEnd = (window: RoleWindow, start: ProcessStart): boolean =>
  start.beforeRow !== null && unseenMs(window, start) <= LOST_MS;

/** Returns how long the old process may have written after its last scrape. */
export function unseenMs(window: RoleWindow, { beforeRow, awayFromMs, startMs }: ProcessStart): number {
  return beforeRow === null ? 0
    : Math.max(0, Math.min(awayFromMs ?? startMs, startMs) - numberAt(window.scrapes.startMs, beforeRow));
}

/**
 * Returns the last segment's fill by the samples ingested since it was begun, as load may have changed; by time if they
 * are not counted. It was written for another `goesOnMs` after `endMs`.
 */
function fillOf(
  beginnings: readonly Beginning[], endMs: number,
  { goesOnMs, samplesAt }: { goesOnMs: number; samplesAt: ((ms: number) => number) | null }
): number | null {
  const recent = beginnings.slice(-11);
  const [first, last] = [recent.at(0), recent.at(-1)];
  if (first === undefined || last === undefined || recent.length < 2) return null;
  const measure = samplesAt ?? ((ms: number): number => ms);
  const typical = (measure(last.ms) - measure(first.ms)) / (recent.length - 1);
  const perMs = (measure(endMs) - measure(endMs - RATE_MS)) / RATE_MS;
  return typical <= 0 ? null
    : Math.min(1, Math.max(0, (measure(endMs) + goesOnMs * perMs - measure(last.ms)) / typical));
}

/** Returns the samples appended up to a moment, interpolated between scrapes; null if they are not counted. */
function samplesBy(window: RoleWindow, from: number, last: number): ((ms: number) => number) | null {
  const series = window.role('samplesAppended');
  const known: { ms: number; samples: number }[] = [];
  for (let row = from; row <= last; row++) {
    const samples = valueAt(series, row);
    if (samples !== null) known.push({ ms: numberAt(window.scrapes.startMs, row), samples });
  }
  if (known.length < 2) return null;
  return (ms) => {
    const found = known.findIndex((one) => one.ms >= ms);
    const after = found < 0 ? known.length - 1 : Math.max(1, found);
    const [before, next] = [elementAt(known, after - 1), elementAt(known, after)];
    const part = Math.min(1, Math.max(0, (ms - before.ms) / Math.max(1, next.ms - before.ms)));
    return before.samples + part * (next.samples - before.samples);
  };
}

/** Returns the typical time per segment, from the newest ten. */
function typicalLengthMs(beginnings: readonly Beginning[]): number | null {
  const recent = beginnings.slice(-11);
  const ms = recent.length < 2 ? 0 : elementAt(recent, recent.length - 1).ms - elementAt(recent, 0).ms;
  return ms <= 0 ? null : ms / (recent.length - 1);
}

function openShareBy(
  window: RoleWindow, { from, last, active }: { from: number; last: number; active: number | null },
  beginnings: readonly Beginning[],
): WalBeforeStop['openShare'] {
  const typicalMs = typicalLengthMs(beginnings);
  const { times, opened } = chunksOpened(window, from, last);
  const first = beginnings.at(0);
  if (typicalMs === null || first === undefined || active === null || times.length < 2) return () => null;
  const beginsMs = new Map(beginnings.map(({ segment, ms }) => [segment, ms]));
  const openedBy = (ms: number): number => {
    let at = 0;
    while (at < times.length - 2 && elementAt(times, at + 1) < ms) at++;
    const part = Math.min(
      1, Math.max(0, (ms - elementAt(times, at)) / Math.max(1, elementAt(times, at + 1) - elementAt(times, at)))
    );
    return elementAt(opened, at) + part * (elementAt(opened, at + 1) - elementAt(opened, at));
  };
  return (segment, mappedUntilMs) => {
    const mapped = openedBy(mappedUntilMs);
    const ms = (beginsMs.get(segment) ?? first.ms + (segment - first.segment) * typicalMs) + typicalMs / 2;
    if (ms >= elementAt(times, 0)) return Math.min(1, Math.max(0, 1 - (mapped - openedBy(ms)) / active));
    return mapped >= ALL_OPENED * active ? 0 : null;
  };
}

/**
 * Returns chunks begun since the first row by series that already had one, by time; ignores falls of the gauge (dropped
 * chunks).
 */
function chunksOpened(window: RoleWindow, from: number, last: number): { times: number[]; opened: number[] } {
  const [chunks, created] = [window.role('headChunks'), window.role('seriesCreated')];
  const times: number[] = [];
  const opened: number[] = [];
  let sum = 0;
  let before: { chunks: number; created: number } | null = null;
  for (let row = from; row <= last; row++) {
    const value = valueAt(chunks, row);
    if (value === null) continue;
    const seriesCreated: number = valueAt(created, row) ?? before?.created ?? 0;
    const now = { chunks: value, created: seriesCreated };
    sum += before === null ? 0 : Math.max(0, now.chunks - before.chunks - Math.max(0, now.created - before.created));
    before = now;
    times.push(numberAt(window.scrapes.startMs, row));
    opened.push(sum);
  }
  return { times, opened };
}

/**
 * Returns the series that received samples: from samples per second if all targets have one scrape interval, else all
 * in the head, some of which may have ended.
 */
function activeSeries(window: RoleWindow, from: number, last: number): number | null {
  const all = valueAt(window.role('headSeries'), last);
  const seconds = scrapeSeconds(window);
  const samples = window.role('samplesAppended');
  const newest = valueAt(samples, last);
  let perSecond: number | null = null;
  for (let row = last - 1; row >= from && newest !== null; row--) {
    const value = valueAt(samples, row);
    const ms = numberAt(window.scrapes.startMs, last) - numberAt(window.scrapes.startMs, row);
    if (value === null || value > newest) continue;
    if (ms > INGEST_MS && perSecond !== null) break;
    perSecond = (newest - value) / (ms / 1000);
  }
  const active = seconds === null || perSecond === null || perSecond <= 0 ? all
    : Math.min(all ?? Infinity, seconds * perSecond);
  return active === null || active <= 0 ? null : active;
}

/** Returns the interval at which all targets are scraped; null if they differ or are unknown. */
export function scrapeSeconds(window: RoleWindow): number | null {
  const intervals = [...new Set(window.labelled('targetIntervalQuantiles').map(({ labels }) => labels.interval))];
  const [interval] = intervals;
  return intervals.length === 1 && interval !== undefined ? intervalSeconds(interval) : null;
}

/** Returns the seconds of `15s` or `1m30s`, as Prometheus writes them. */
function intervalSeconds(text: string): number | null {
  const parts = /^(?:(\d{1,4})m)?(?:(\d{1,4})s)?$/.exec(text);
  const seconds = parts === null ? 0 : 60 * Number(parts[1] ?? 0) + Number(parts[2] ?? 0);
  return seconds > 0 ? seconds : null;
}
