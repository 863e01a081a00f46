/** Joins a recorded window with the target's own history for the times that were not recorded. */
import { canonicalKey } from './seriesKey.ts';
import { copyScrape, newScrapeTable, type ScrapeTable, type TargetWindow, type WindowSeries } from './series.ts';

/** A part of a window from one source. Half-open, ms since the epoch. */
export interface WindowPart {
  startMs: number;
  endMs: number;
  /** `recorded`: scraped by tsdbscope. `history`: from the target's query API. */
  source: 'recorded' | 'history';
  /** Median interval of its scrapes; null with fewer than two. */
  stepMs: number | null;
}

/** A history row closer than half a step to a recorded one adds nothing. */
const MIN_MARGIN_MS = 250;
const MARGIN_STEPS = 0.5;
/** The same for what tsdbscope sent to an engine: only the same scrape, whose time an engine has in whole ms. */
const SAME_SCRAPE_MS = 1;
/** Recorded scrapes this many of their usual intervals apart have a hole between them: no scrape was attempted. */
const HOLE_STEPS = 1.5;
/** Intervals on each side that determine the scrape interval at a place: a slower pace lasts at least five scrapes. */
const NEIGHBOURS = 3;

/**
 * Joins recorded scrapes with history. Recorded ones always win: history fills only what is before, after or in holes
 * of the recording, where no scrape was attempted (a target that was down has failed scrapes, and its gap stays a gap).
 * The parts ascend. `recorded` begins at the requested time, not with its first scrape. Without history rows to add,
 * `window` is `recorded` itself. `source`: of the history; `recorded` where it is what tsdbscope recorded and sent to
 * an engine.
 */
export function joinWindows(
  recorded: TargetWindow, history: TargetWindow | null, source: WindowPart['source'] = 'history'
): { window: TargetWindow; parts: WindowPart[] } {
  const isHistory = source === 'history';
  // In samples that tsdbscope recorded, a row just before the first one is another scrape of the same pace.
  const fromMs = isHistory ? recorded.startMs : -Infinity;
  const rows = history === null ? [] : missingRows(recorded.scrapes, history.scrapes, { fromMs, isHistory });
  if (history === null || rows.length === 0) return { window: recorded, parts: partsOf(recorded.scrapes, null) };
  const { order, fromHistory } = merge(recorded.scrapes, history.scrapes, rows);
  const merged = mergedTable(recorded.scrapes, history.scrapes, order, fromHistory);
  const scrapes = isHistory ? { ...merged, isOwn: fromHistory } : merged;
  const series = mergedSeries(recorded.series, history.series, order, fromHistory);
  const { startMs, endMs } = recorded;
  return { window: { startMs, endMs, scrapes, series }, parts: partsOf(scrapes, isHistory ? fromHistory : null) };
}

/**
 * Returns the rows of the history where nothing was recorded: before, after, or in a hole. A slow target is scraped
 * less often (see intervalPacer), which is not a hole: its own scrapes in between are different measurements and would
 * alternate with ours. Both ascend. `fromMs`: there may be a scrape just before, which is not in the table. Scrapes
 * from an engine have no margin: one that began late, or at another interval, may be that close to the next.
 */
function missingRows(
  recorded: ScrapeTable, history: ScrapeTable, { fromMs, isHistory }: { fromMs: number; isHistory: boolean }
): number[] {
  const { startMs, length } = recorded;
  const marginMs = isHistory ? Math.max(MIN_MARGIN_MS, MARGIN_STEPS * (medianStep(startMs, 0, length) ?? 0))
    : SAME_SCRAPE_MS;
  const rows: number[] = [];
  let next = 0;
  let judged = -1;
  let holeMs = 0;
  for (let row = 0; row < history.length; row++) {
    const at = history.startMs[row] ?? 0;
    while (next < length && (startMs[next] ?? 0) < at) next++;
    if (next !== judged) holeMs = HOLE_STEPS * paceAround(startMs, length, next);
    judged = next;
    const before = next > 0 ? at - (startMs[next - 1] ?? 0) : Infinity;
    const after = next < length ? (startMs[next] ?? 0) - at : Infinity;
    const apart = next === length ? before : (startMs[next] ?? 0) - (startMs[next - 1] ?? fromMs);
    if (before > marginMs && after > marginMs && apart > holeMs) rows.push(row);
  }
  return rows;
}

/** Returns the longer interval of both sides of the place before row `at`; 0 if both are unknown. */
function paceAround(startMs: Float64Array, length: number, at: number): number {
  const side = (from: number, to: number): number => (to - from < 3 ? 0 : medianStep(startMs, from, to) ?? 0);
  return Math.max(side(Math.max(0, at - 1 - NEIGHBOURS), at), side(at, Math.min(length, at + 1 + NEIGHBOURS)));
}

/** Returns, for each row of the result, its row in the table it comes from. */
function merge(
  recorded: ScrapeTable, history: ScrapeTable, rows: readonly number[]
): { order: Int32Array; fromHistory: Uint8Array } {
  const length = recorded.length + rows.length;
  const order = new Int32Array(length);
  const fromHistory = new Uint8Array(length);
  let own = 0;
  let other = 0;
  for (let at = 0; at < length; at++) {
    const row = rows[other];
    const isHistory = row !== undefined
      && (own >= recorded.length || (history.startMs[row] ?? 0) < (recorded.startMs[own] ?? 0));
    order[at] = isHistory ? row : own;
    fromHistory[at] = isHistory ? 1 : 0;
    if (isHistory) other++;
    else own++;
  }
  return { order, fromHistory };
}

function mergedTable(
  recorded: ScrapeTable, history: ScrapeTable, order: Int32Array, fromHistory: Uint8Array
): ScrapeTable {
  const { length } = order;
  const table = newScrapeTable(length);
  for (let at = 0; at < length; at++)
    copyScrape(fromHistory[at] === 1 ? history : recorded, order[at] ?? 0, table, at);
  return table;
}

function mergedSeries(
  recorded: readonly WindowSeries[], history: readonly WindowSeries[], order: Int32Array, fromHistory: Uint8Array,
): WindowSeries[] {
  const other = new Map(history.map((series) => [canonicalKey(series.name, series.labels), series]));
  const merged = recorded.map((series) => {
    const key = canonicalKey(series.name, series.labels);
    const twin = other.get(key);
    other.delete(key);
    return mergedOne(series, twin, order, fromHistory);
  });
  for (const series of other.values()) merged.push(mergedOne(undefined, series, order, fromHistory));
  return merged.filter(({ present }) => present.includes(1));
}

function mergedOne(
  own: WindowSeries | undefined, twin: WindowSeries | undefined, order: Int32Array, fromHistory: Uint8Array
): WindowSeries {
  const { length } = order;
  const values = new Float64Array(length).fill(Number.NaN);
  const present = new Uint8Array(length);
  for (let at = 0; at < length; at++) {
    const from = fromHistory[at] === 1 ? twin : own;
    const row = order[at] ?? 0;
    if (from === undefined || from.present[row] !== 1) continue;
    values[at] = from.values[row] ?? Number.NaN;
    present[at] = 1;
  }
  const { name, labels } = (own ?? twin) as WindowSeries;
  return { name, labels, values, present };
}

function partsOf(scrapes: ScrapeTable, fromHistory: Uint8Array | null): WindowPart[] {
  const parts: WindowPart[] = [];
  let first = 0;
  for (let at = 1; at <= scrapes.length; at++) {
    if (at < scrapes.length && fromHistory?.[at] === fromHistory?.[first]) continue;
    const source = fromHistory?.[first] === 1 ? 'history' : 'recorded';
    const endMs = scrapes.startMs[at] ?? (scrapes.startMs[at - 1] ?? 0) + 1;
    parts.push({ startMs: scrapes.startMs[first] ?? 0, endMs, source, stepMs: medianStep(scrapes.startMs, first, at) });
    first = at;
  }
  return parts;
}

/** Returns the median interval of the rows `from` to `to` (exclusive). */
function medianStep(startMs: Float64Array, from: number, to: number): number | null {
  const count = to - from - 1;
  if (count < 1) return null;
  const steps = new Float64Array(count);
  for (let i = 0; i < count; i++) steps[i] = (startMs[from + i + 1] ?? 0) - (startMs[from + i] ?? 0);
  return steps.sort()[count >> 1] ?? null;
}
