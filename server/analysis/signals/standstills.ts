/**
 * Did the process itself stand still (SIGSTOP, a frozen container or virtual machine)? One that only answers late still
 * uses CPU and ingests; one that is stopped does neither. One that gets no core does next to nothing either, but then
 * the host shows it, or it answers now and then. See docs/reference/scrapes.md.
 */
import { numberAt } from '../../../core/elementAt.ts';
import type { Role, RoleWindow } from '../../data/metrics/roleNames.ts';
import type { ScrapeTable } from '../../data/metrics/series.ts';
import { midmeanOf, quantile, sortedFinite } from '../../../core/statistics/quantiles.ts';
import { counterSteps, momentaryRates, type CounterSteps } from './counterSteps.ts';
import { findRestarts, freshScrapes, medianStepMs, type SpanMs } from './windowFrame.ts';

/**
 * A process that stops right after one answer and resumes before the next did a scrape step of work on either side, and
 * what waited for it at once: as much as it does in so many seconds. One that is slow does more the longer it lasts.
 */
const STILL_STEPS = 2;
const CATCH_UP_SECONDS = 1;
/**
 * A stretch in which no core of the host was free for this share may be one without a core. A scheduler still gives
 * each task its turn: one that did next to nothing for so long was stopped, on a full host too.
 */
const STARVED_RATIO = 0.5;
const TURNS_MS = 10_000;
/**
 * Nor where tsdbscope sent no scrape for this share of it, or the node_exporter of the host did not answer for this
 * share of its tries either: then it is a machine that stood still.
 */
const UNWATCHED_RATIO = 1 / 3;
const HOST_SILENT_RATIO = 0.5;
const LATE_STEPS = 1.5;
/**
 * Never more than this share of its usual work; of a long stretch at least this, since what waited through it takes
 * longer.
 */
const STILL_RATIO = 0.5;
const MIN_STILL_RATIO = 0.2;
/** Within these shares of its usual work a process went on as before. */
const USUAL_RATIOS = [0.6, 1.6] as const;
/** A stop shorter than this is hidden in the resolution of a scrape. */
const MIN_MS = 1500;
const MIN_STEPS = 2.5;
/** The CPU counter moves in steps of 10 ms: less expected CPU than this says nothing. */
const MIN_CPU_SECONDS = 0.1;
const MIN_RATES = 10;

/** What a process did over a stretch, as a share of what it does in as much usual time; null where not known. */
export interface Activity {
  cpuRatio: number | null;
  ingestRatio: number | null;
  /** What a process that stood still over the stretch can have done at most, as such a share. */
  stillRatio: number;
}

export interface WorkMeter {
  /** Between two fresh rows of one process; both null over a restart. */
  between(before: number, after: number): Activity;
  /** Stretches without work, ascending: of a process that was stopped, as far as it can be known. */
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
    return {
      cpuRatio: used === null || used.usual < MIN_CPU_SECONDS ? null : used.rise / used.usual,
      ingestRatio: took === null || took.usual <= 0 ? null : took.rise / took.usual, stillRatio,
    };
  };
  const stretches = Array.from(fresh.subarray(1), (after, k) => ({ before: numberAt(fresh, k), after }));
  const looksStill = stretches.map(({ before, after }) => {
    const lengthMs = 1000 * secondsBetween(window, before, after);
    return lengthMs - stepMs >= MIN_MS && lengthMs >= MIN_STEPS * stepMs && isStandstill(activity(before, after));
  });
  // One that is stopped and resumed goes on at once; one that gets no core answers once in a while.
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

/** Whether more than the target stopped between the rows. A hole in what the target scraped of itself is its own. */
function isWholeMachine(window: RoleWindow, stepMs: number, before: number, after: number): boolean {
  const { startMs, isOwn, length } = window.scrapes;
  const host = window.role('nodeUp');
  let asked = 0;
  let silent = 0;
  // A scrape that hangs is answered at the end of the stretch; those skipped behind it follow its row.
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

/** Neither CPU nor ingestion, as far as they are known, reach more than a process does around a standstill. */
export function isStandstill({ cpuRatio, ingestRatio, stillRatio }: Activity): boolean {
  return cpuRatio !== null && cpuRatio < stillRatio && (ingestRatio === null || ingestRatio < stillRatio);
}

/** Whether it did less than a full host leaves to each task over so long. */
function hadNoTurn(done: Activity, lengthMs: number): boolean {
  return lengthMs >= TURNS_MS && isStandstill({ ...done, stillRatio: MIN_STILL_RATIO });
}

/** CPU and ingestion, both known, are what they usually are. */
export function isUsual({ cpuRatio, ingestRatio }: Activity): boolean {
  const [least, most] = USUAL_RATIOS;
  const fits = (ratio: number | null): boolean => ratio !== null && ratio >= least && ratio <= most;
  return fits(cpuRatio) && fits(ingestRatio);
}

/**
 * Mean of the middle half of the rates over steps of usual length, of all where most are 0 (scrapes in bursts); null
 * with too few. A median would be one tick of the CPU counter, or two, where a step has one or two.
 */
function usualRate(steps: CounterSteps, scrapes: ScrapeTable): number | null {
  const sorted = sortedFinite(momentaryRates(steps, scrapes));
  if (sorted.length < MIN_RATES) return null;
  return quantile(sorted, 0.5) === 0 ? sorted.reduce((sum, rate) => sum + rate, 0) / sorted.length : midmeanOf(sorted);
}

function answeredMs({ scrapes: { startMs, durationSeconds } }: RoleWindow, row: number): number {
  return numberAt(startMs, row) + 1000 * numberAt(durationSeconds, row);
}

/** From one answer to the next. */
function secondsBetween(window: RoleWindow, before: number, after: number): number {
  return (answeredMs(window, after) - answeredMs(window, before)) / 1000;
}
