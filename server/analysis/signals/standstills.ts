/**
 * Detects whether the process itself was stopped (SIGSTOP, a frozen container or virtual machine). A process that only
 * answers late still uses CPU and ingests; a stopped one does neither. A process without a core does almost nothing
 * either, but then the host shows it, or it answers now and then. See docs/reference/scrapes.md.
 */
import { numberAt } from '../../../core/elementAt.ts';
import type { Role, RoleWindow } from '../../data/metrics/roleNames.ts';
import type { ScrapeTable } from '../../data/metrics/series.ts';
import { midmeanOf, quantile, sortedFinite } from '../../../core/statistics/quantiles.ts';
import { counterSteps, momentaryRates, type CounterSteps } from './counterSteps.ts';
import { findRestarts, freshScrapes, medianStepMs, type SpanMs } from './windowFrame.ts';

/**
 * A process that stops right after one answer and resumes before the next does at most a scrape step of work on either
 * side, plus its backlog at once: the work of this many seconds. A slow process does more the longer it lasts.
 */
const STILL_STEPS = 2;
const CATCH_UP_SECONDS = 1;
/**
 * A stretch in which no core of the host was free for this share may be starvation. A scheduler still runs every task:
 * a process with almost no work for `TURNS_MS` was stopped, on a saturated host too.
 */
const STARVED_RATIO = 0.5;
const TURNS_MS = 10_000;
/**
 * Share of the time without scrapes by tsdbscope, or of failed node_exporter scrapes, from which the whole machine was
 * stopped, not the process.
 */
const UNWATCHED_RATIO = 1 / 3;
const HOST_SILENT_RATIO = 0.5;
const LATE_STEPS = 1.5;
/**
 * Bounds of a stopped process's work as a share of its usual work; at least the lower bound for a long stretch, since
 * its backlog takes longer.
 */
const STILL_RATIO = 0.5;
const MIN_STILL_RATIO = 0.2;
/** Shares of its usual work within which a process continued as before. */
const USUAL_RATIOS = [0.6, 1.6] as const;
/** Minimum length of a stop; a shorter one is below the resolution of scrapes. */
const MIN_MS = 1500;
const MIN_STEPS = 2.5;
/**
 * Minimum expected CPU for a verdict, because the counter moves in steps of 10 ms: by itself, and where the samples
 * that it took in are known too, so that a verdict does not hang on a few of these steps alone.
 */
const MIN_CPU_SECONDS = 0.1;
const MIN_CPU_SECONDS_BESIDE_SAMPLES = 0.05;
const MIN_RATES = 10;

/** Work of a process over a stretch, as a share of its work in as much usual time; null if unknown. */
export interface Activity {
  cpuRatio: number | null;
  ingestRatio: number | null;
  /** Maximum share that a process stopped for the stretch can reach. */
  stillRatio: number;
}

export interface WorkMeter {
  /** Returns the activity between two fresh rows of one process; both ratios null over a restart. */
  between(before: number, after: number): Activity;
  /** Stretches without work, ascending, in which the process was stopped as far as can be determined. */
  standstills: SpanMs[];
}

/**
 * Measures the work of the target's process over a window. Pure; without CPU time nothing is known and none found.
 * `saturated`: when no core of its host was free.
 */
export function workMeter(window: RoleWindow, saturated: readonly SpanMs[]): WorkMeter {
  const { scrapes } = window;
  const fresh = freshScrapes(scrapes);
  const restarts = findRestarts(window);
  const newProcess = new Set(restarts.map(({ row }) => row));
  const stepMs = medianStepMs(scrapes, fresh) ?? 1000;
  const meter = (role: Role): ((before: number, after: number) => { rise: number; usual: number } | null) => {
    const series = window.role(role);
    const steps = counterSteps(scrapes, series, fresh, newProcess);
    const usual = usualRate(steps, scrapes);
    return (before, after) => {
      if (series === undefined || usual === null || series.present[before] !== 1 || series.present[after] !== 1)
        return null;
      const rise = numberAt(series.values, after) - numberAt(series.values, before);
      return rise < 0 ? null : { rise, usual: usual * secondsBetween(window, before, after) };
    };
  };
  const [cpu, ingest] = [meter('cpuSeconds'), meter('samplesAppended')];
  const isStarved = (before: number, after: number): boolean => {
    const [fromMs, toMs] = [answeredMs(window, before), answeredMs(window, after)];
    const inside = saturated.reduce(
      (sum, { startMs, endMs }) => sum + Math.max(0, Math.min(endMs, toMs) - Math.max(startMs, fromMs)), 0
    );
    const isFull = inside >= STARVED_RATIO * (toMs - fromMs) && !hadNoTurn(activity(before, after), toMs - fromMs);
    return isFull || isWholeMachine(window, stepMs, before, after);
  };
  const activity = (before: number, after: number): Activity => {
    const stillSeconds = STILL_STEPS * stepMs / 1000 + CATCH_UP_SECONDS;
    const stillRatio = Math.min(
      STILL_RATIO, Math.max(MIN_STILL_RATIO, stillSeconds / secondsBetween(window, before, after))
    );
    if (restarts.some(({ row }) => row > before && row <= after))
      return { cpuRatio: null, ingestRatio: null, stillRatio };
    const [used, took] = [cpu(before, after), ingest(before, after)];
    const ingestRatio = took === null || took.usual <= 0 ? null : took.rise / took.usual;
    const least = ingestRatio === null ? MIN_CPU_SECONDS : MIN_CPU_SECONDS_BESIDE_SAMPLES;
    return { cpuRatio: used === null || used.usual < least ? null : used.rise / used.usual, ingestRatio, stillRatio };
  };
  const stretches = Array.from(fresh.subarray(1), (after, k) => ({ before: numberAt(fresh, k), after }));
  const looksStill = stretches.map(({ before, after }) => {
    const lengthMs = 1000 * secondsBetween(window, before, after);
    return lengthMs - stepMs >= MIN_MS && lengthMs >= MIN_STEPS * stepMs && isStandstill(activity(before, after));
  });
  // A stopped process continues at once after it resumes; a starved one answers now and then.
  const isOneOfSeveral = (k: number): boolean => looksStill[k - 1] === true || looksStill[k + 1] === true;
  const starvedAt = new Set(stretches.flatMap(({ before, after }, k) =>
    (looksStill[k] === true && (isOneOfSeveral(k) || isStarved(before, after)) ? [after] : [])));
  return {
    between: (before, after) =>
      (starvedAt.has(after) ? { ...activity(before, after), stillRatio: 0 } : activity(before, after)),
    standstills: stretches.flatMap(({ before, after }, k) => (looksStill[k] === true && !starvedAt.has(after)
      ? [{ startMs: answeredMs(window, before), endMs: answeredMs(window, after) }] : [])),
  };
}

/** Reports whether more than the target stopped between the rows. A hole in the target's own scrapes is its own. */
function isWholeMachine(window: RoleWindow, stepMs: number, before: number, after: number): boolean {
  const { startMs, isOwn, length } = window.scrapes;
  const host = window.role('nodeUp');
  let asked = 0;
  let silent = 0;
  // A scrape that hangs is answered at the end of the stretch; scrapes skipped meanwhile follow its row.
  const endMs = answeredMs(window, after);
  let unwatchedMs = 0;
  for (let row = before + 1; row < length && (row <= after || numberAt(startMs, row) <= endMs); row++) {
    if (host?.present[row] === 1) {
      asked++;
      if (host.values[row] === 0) silent++;
    }
    const sinceMs = numberAt(startMs, row) - numberAt(startMs, row - 1);
    if (sinceMs > LATE_STEPS * stepMs && isOwn?.[row] !== 1) unwatchedMs += sinceMs - stepMs;
  }
  if (silent > 0 && silent >= HOST_SILENT_RATIO * asked) return true;
  return unwatchedMs >= UNWATCHED_RATIO * 1000 * secondsBetween(window, before, after);
}

/** Reports whether CPU and ingestion, if known, are within what a process does around a standstill. */
export function isStandstill({ cpuRatio, ingestRatio, stillRatio }: Activity): boolean {
  return cpuRatio !== null && cpuRatio < stillRatio && (ingestRatio === null || ingestRatio < stillRatio);
}

/** Reports whether it did less than a saturated host leaves to each task in that time. */
function hadNoTurn(done: Activity, lengthMs: number): boolean {
  return lengthMs >= TURNS_MS && isStandstill({ ...done, stillRatio: MIN_STILL_RATIO });
}

/** Reports whether CPU and ingestion are both known and usual. */
export function isUsual({ cpuRatio, ingestRatio }: Activity): boolean {
  const [least, most] = USUAL_RATIOS;
  const fits = (ratio: number | null): boolean => ratio !== null && ratio >= least && ratio <= most;
  return fits(cpuRatio) && fits(ingestRatio);
}

/**
 * Returns the mean of the middle half of the rates over steps of usual length, or of all if most are 0 (scrapes in
 * bursts); null with too few. A median would be one or two ticks of the CPU counter for short steps.
 */
function usualRate(steps: CounterSteps, scrapes: ScrapeTable): number | null {
  const sorted = sortedFinite(momentaryRates(steps, scrapes));
  if (sorted.length < MIN_RATES) return null;
  return quantile(sorted, 0.5) === 0 ? sorted.reduce((sum, rate) => sum + rate, 0) / sorted.length : midmeanOf(sorted);
}

function answeredMs({ scrapes: { startMs, durationSeconds } }: RoleWindow, row: number): number {
  return numberAt(startMs, row) + 1000 * numberAt(durationSeconds, row);
}

/** Returns the time from one answer to the next. */
function secondsBetween(window: RoleWindow, before: number, after: number): number {
  return (answeredMs(window, after) - answeredMs(window, before)) / 1000;
}
