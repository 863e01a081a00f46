/** Detects whether and when the target was CPU-limited. See docs/reference/scrapes.md. */
import { numberAt } from '../../../core/elementAt.ts';
import type { RoleWindow } from '../../data/metrics/roleNames.ts';
import { counterSteps } from './counterSteps.ts';
import { quantile, sortedFinite } from '../../../core/statistics/quantiles.ts';
import { valueAt } from './valueAt.ts';
import { findRestarts, freshScrapes, joinedSpans, type SpanMs } from './windowFrame.ts';

/** Averaging time: quotas apply over tenths of a second and the CPU counter moves by 10 ms, which 5 s evens out. */
const EVEN_MS = 5000;
const MIN_ROWS = 60;
/** The busiest 5 % of the window are at least this share of its maximum... */
const PLATEAU = 0.85;
/** ...and at least this multiple of the median: a constant load shows no limit. */
const ABOVE_MEDIAN = 1.4;
/**
 * CPU is limited if it is within this share of its maximum for this part of the window, and lower at other times:
 * unlimited work varies more.
 */
const HELD = 0.88;
const HELD_SHARE = 0.4;
const LOWER = 0.75;
/** Limited CPU clusters at its limit; bursts of different height spend more time below it, down to this share. */
const BELOW = 0.7;
/** Minimum number of times at the limit: a load that rises only once or twice looks limited too. */
const MIN_VISITS = 3;
/**
 * A quota cannot be exceeded: if CPU was certainly above by this factor this many times, the plateau is the mean of
 * bursts shorter than 5 s. Over one second a quota may grant one 100 ms period too many.
 */
const EXCEEDED = 1.2;
const MIN_EXCESSES = 3;
/** User and system time are counted in steps of 10 ms each. */
const COUNTED_SECONDS = 0.02;
/** Share of the limit from which CPU over 5 s was limited all of the time. */
const HELD_EVEN = 0.95;
/**
 * Minimum cores of a plateau: the counter moves in steps of 10 ms, 0.002 cores over 5 s, so every idle server has one.
 */
const MIN_PLATEAU_CORES = 0.07;
const REACHED = 0.9;
/** Minimum share of a second in which a thread waited for a core, if the target exports that. */
const WAITING = 0.5;

export interface CpuCeiling {
  cores: number;
  basis: string;
  /** Inferred from the shape of CPU only: may also be work with a fixed number of threads. */
  isPlateau: boolean;
  /** Times when it was reached, ascending. */
  spans: SpanMs[];
}

/**
 * Returns the limit that CPU reached, and when; null if none shows. In order: time spent waiting for a core, if the
 * target exports it; GOMAXPROCS, if known and reached; else a plateau of CPU over 5 s. A plateau may also be work that
 * uses a fixed number of threads; the basis says which it is. Needs 60 good scrapes.
 */
export function findCpuCeiling(window: RoleWindow, maxProcs: number | null): CpuCeiling | null {
  const fresh = freshScrapes(window.scrapes);
  const { startMs } = window.scrapes;
  const restartRows = new Set(findRestarts(window).map(({ row }) => row));
  const cpu = counterSteps(window.scrapes, window.role('cpuSeconds'), fresh, restartRows);
  const rateAt = (row: number): number => (
    numberAt(cpu.seconds, row) > 0 ? numberAt(cpu.increase, row) / numberAt(cpu.seconds, row) : NaN
  );
  const spansWhere = (reached: (row: number) => boolean): SpanMs[] => joinedSpans(
    Array.from(fresh.keys()).filter((k) => k > 0 && reached(numberAt(fresh, k))).map((k) => (
      { startMs: numberAt(startMs, numberAt(fresh, k - 1)), endMs: numberAt(startMs, numberAt(fresh, k)) }
    ))
  );
  const even = evenRates(window, fresh, cpu.increase);
  const sorted = sortedFinite(even);
  const at = (q: number): number => quantile(sorted, q) ?? NaN;
  const [middle, high, top, most] = [at(0.5), at(0.95), at(0.99), at(1)];
  const waiting = window.role('cpuWaitSeconds');
  if (waiting !== undefined) {
    const waits = counterSteps(window.scrapes, waiting, fresh, restartRows);
    const spans = spansWhere((row) => numberAt(waits.increase, row) >= WAITING * numberAt(waits.seconds, row));
    return spans.length === 0 ? null
      : { cores: most, basis: 'the target waited for a core more than half of the time', isPlateau: false, spans };
  }
  const procsAt = procsOver5s(window, maxProcs);
  const atLimit = fresh.findLast((row, k) => numberAt(even, k) >= REACHED * procsAt(row));
  if (atLimit !== undefined) {
    return {
      cores: procsAt(atLimit), basis: 'GOMAXPROCS', isPlateau: false,
      spans: spansWhere((row) => rateAt(row) >= REACHED * procsAt(row)),
    };
  }
  const stepMs = (numberAt(startMs, fresh.at(-1) ?? 0) - numberAt(startMs, fresh[0] ?? 0)) / (fresh.length - 1);
  // If the target is limited most of the time, the median is the limit.
  const isHeld = at(1 - HELD_SHARE) >= HELD * top && at(0.05) <= LOWER * top;
  if (
    sorted.length < MIN_ROWS || !(most >= MIN_PLATEAU_CORES) || !(high >= PLATEAU * most)
      || !(most >= ABOVE_MEDIAN * middle || isHeld) || !gathers(even, top, stepMs)
      || visits(even, top) < MIN_VISITS || excesses(window, fresh, cpu.increase, top) >= MIN_EXCESSES
  ) return null;
  return {
    cores: top, isPlateau: true,
    basis: 'CPU over 5 s came close to it for 5 % of the window and exceeded it for 1 % at most: a quota, '
      + 'a saturated host, or work that uses a fixed number of threads',
    // A slow scrape blurs the rates on both of its sides; rates over 5 s are even.
    spans: joinedSpans([
      ...spansWhere((row) => rateAt(row) >= REACHED * top),
      ...Array.from(fresh).flatMap((row, k) => (numberAt(even, k) >= HELD_EVEN * top
        ? [{ startMs: numberAt(startMs, row) - EVEN_MS, endMs: numberAt(startMs, row) }] : [])),
    ]),
  };
}

/**
 * Returns GOMAXPROCS by row, which may change while the process runs: the highest of the last 5 s. Falls back to
 * `stated` if the target does not export it, and to Infinity if unknown.
 */
function procsOver5s(window: RoleWindow, stated: number | null): (row: number) => number {
  const { scrapes } = window;
  const series = window.role('maxProcs');
  return (row) => {
    let highest = valueAt(series, row);
    const sinceMs = numberAt(scrapes.startMs, row) - EVEN_MS;
    for (let before = row - 1; before >= 0 && highest !== null; before--) {
      highest = Math.max(highest, valueAt(series, before) ?? 0);
      if (numberAt(scrapes.startMs, before) < sinceMs) break;
    }
    return highest ?? stated ?? Infinity;
  };
}

/**
 * Reports whether CPU is close to its highest level for longer than a little below it. The mean of 5 s takes a part of
 * them to pass what is a little below, however steep the edge is: that part is left out for one edge of each visit.
 */
function gathers(even: Float64Array, top: number, stepMs: number): boolean {
  let [close, below] = [0, 0];
  for (const cores of even) {
    if (cores >= REACHED * top) close++;
    else if (cores >= BELOW * top) below++;
  }
  const rowsOfEdge = (REACHED - BELOW) * EVEN_MS / stepMs;
  return close > below - visits(even, top) * rowsOfEdge;
}

/** Returns how often CPU rose to its highest level from well below it. */
function visits(even: Float64Array, top: number): number {
  let found = 0;
  let isThere = false;
  for (const cores of even) {
    if (!isThere && cores >= HELD * top) found++;
    if (cores >= HELD * top) isThere = true;
    else if (cores <= LOWER * top) isThere = false;
  }
  return found;
}

/**
 * Returns how often CPU was certainly well above the level between two answers, whenever each was read within its
 * scrape.
 */
function excesses(
  { scrapes: { startMs, durationSeconds } }: RoleWindow, fresh: Int32Array, increase: Float64Array, level: number
): number {
  let found = 0;
  for (let k = 1; k < fresh.length; k++) {
    const row = numberAt(fresh, k);
    const longestSeconds = (numberAt(startMs, row) - numberAt(startMs, numberAt(fresh, k - 1))) / 1000
      + numberAt(durationSeconds, row);
    if (numberAt(increase, row) - COUNTED_SECONDS > EXCEEDED * level * longestSeconds) found++;
  }
  return found;
}

/** Returns CPU over 5 s up to each row; NaN if less is known. A counter is read half way through its scrape. */
function evenRates(window: RoleWindow, fresh: Int32Array, increase: Float64Array): Float64Array {
  const even = new Float64Array(fresh.length).fill(NaN);
  const { startMs, durationSeconds } = window.scrapes;
  const readMs = Float64Array.from(fresh, (row) => numberAt(startMs, row) + 500 * numberAt(durationSeconds, row));
  for (let k = 1, from = 0; k < fresh.length; k++) {
    while (
      numberAt(startMs, numberAt(fresh, k)) - numberAt(startMs, numberAt(fresh, from + 1)) >= EVEN_MS - 100
        && from + 1 < k
    ) from++;
    let used = 0;
    // Inlined: a call for each reading of a day takes longer than their sum.
    for (let at = from + 1; at <= k; at++) used += increase[fresh[at] ?? -1] ?? NaN;
    const covered = numberAt(readMs, k) - numberAt(readMs, from);
    if (covered >= EVEN_MS - 500) even[k] = 1000 * used / covered;
  }
  return even;
}
