/** Judges whether a target is in a crash loop, and whether its start fits the time that a probe gives it. */
import { elementAt } from '../../../../core/elementAt.ts';
import type { CrashLoop, ProbeBudget, ReplaySummary } from '../../../../core/contract/contract.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { GOGC_FOR_A_START } from '../../advice/advice.ts';

/** Maximum time between an end and the next start in a loop: Kubernetes waits at most five minutes between tries. */
const MAX_PAUSE_SECONDS = 600;
/** Minimum number of starts to report a loop. */
const MIN_STARTS = 2;
/** Time without a start after which a loop is over. */
const PAST_SECONDS = 1800;
const NEWEST = 5;
/** Share of a budget from which it has no room for a slower day. */
const TIGHT = 0.8;

type Outcome = ReplaySummary['outcome'];
const DIED: readonly Outcome[] = ['killed', 'stopped', 'failed'];

/**
 * Finds starts of each target that end the list without one that was ready: two or more, close after one another, up to
 * now. `replays`: each start once, see `joinStarts`.
 */
export function findCrashLoops(replays: readonly ReplaySummary[], nowSeconds: number): CrashLoop[] {
  const byTarget = new Map<string, ReplaySummary[]>();
  for (const replay of replays) {
    // Starts of a recording or an unnamed log belong to no target that runs now.
    if (replay.target === null || replay.source === 'recording') continue;
    byTarget.set(replay.target, [...byTarget.get(replay.target) ?? [], replay]);
  }
  return [...byTarget].flatMap(([target, all]) => loopOf(target, all, nowSeconds) ?? []);
}

function loopOf(target: string, all: readonly ReplaySummary[], nowSeconds: number): CrashLoop | null {
  const starts = all.toSorted((a, b) => a.start - b.start);
  const run: ReplaySummary[] = [];
  for (const start of starts.toReversed()) {
    const next = run[0];
    // The log may lack the end of its last one.
    if (start.outcome === 'finished' || (start.outcome === 'unknown' && next !== undefined)) break;
    if (next !== undefined && next.start - endOf(start, nowSeconds) > MAX_PAUSE_SECONDS) break;
    run.unshift(start);
  }
  const last = run.at(-1);
  if (last === undefined || run.length < MIN_STARTS) return null;
  const until = endOf(last, nowSeconds);
  if (nowSeconds - until > PAST_SECONDS) return null;
  const dead = run.filter(({ outcome }) => DIED.includes(outcome));
  const stopped = dead.filter(({ outcome }) => outcome === 'stopped').length;
  const since = elementAt(run, 0).start;
  const now = last.outcome === 'going' ? ' The last one is still running.' : '';
  const cause = stopped > 0 && stopped === dead.length
    ? ' Each was told to stop, as by a probe that gives too little time.' : '';
  const longest = Math.max(...run.map((one) => endOf(one, nowSeconds) - one.start));
  return {
    target, starts: run.length, since, until,
    replayIds: run.map(({ id }) => id),
    sentence: `Crash loop: ${run.length} starts within ${formatSeconds(Math.max(1, until - since))}, none became `
      + `ready; the longest ran for ${formatSeconds(longest)}.${now}${cause}`,
    steps: stopsByProbe(stopped, dead.length),
  };
}

function stopsByProbe(stopped: number, dead: number): string[] {
  const time =
    'Give the startup probe more time (failureThreshold x periodSeconds), or remove it until the server is up.';
  const memory = [
    'Raise the memory limit for this start: a replay needs as much as before the restart, and more for garbage.',
    GOGC_FOR_A_START,
    'Start without scrapes (an empty scrape_configs), so that nothing adds to the head.',
    'Last resort: move the wal folder away. What is in no block yet, up to three hours, is lost.',
  ];
  return stopped > 0 && stopped === dead ? [time, ...memory] : [...memory.slice(0, 3), time, ...memory.slice(3)];
}

function endOf(replay: ReplaySummary, nowSeconds: number): number {
  if (replay.end !== null) return replay.end;
  // Nothing later is known if the log ends within the start.
  const told = Math.max(
    replay.start, ...replay.phases.map(({ start, end, durationSeconds }) => end ?? start + durationSeconds)
  );
  return replay.outcome === 'going' ? Math.max(told, nowSeconds) : told;
}

/**
 * `forecast`: the panel's forecast of a running replay: seconds since the process started, and the time left; null =
 * none yet. Without one, uses the slowest of the target's newest five starts that became ready.
 */
export function judgeBudget(
  budgetSeconds: number, from: ProbeBudget['from'], replays: readonly ReplaySummary[],
  forecast: { elapsedSeconds: number; left: { low: number; median: number; high: number } | null } | null,
): ProbeBudget {
  const budget = `The startup probe gives ${formatSeconds(budgetSeconds)}`;
  const answer = (
    neededSeconds: number | null, basis: ProbeBudget['basis'], verdict: ProbeBudget['verdict'], sentence: string
  ): ProbeBudget =>
    ({ budgetSeconds, from, neededSeconds, basis, verdict, sentence });
  if (forecast !== null && forecast.elapsedSeconds > budgetSeconds) {
    const sentence = `${budget}, and this start has already taken ${formatSeconds(forecast.elapsedSeconds)}: the probe `
      + 'may kill it at any moment. Raise it.';
    return answer(forecast.elapsedSeconds, 'forecast', 'too-short', sentence);
  }
  if (forecast !== null && forecast.left !== null) {
    const [low, high] = [forecast.elapsedSeconds + forecast.left.low, forecast.elapsedSeconds + forecast.left.high];
    const needs = Math.round(low) === Math.round(high) ? formatSeconds(high)
      : `${formatSeconds(low)} to ${formatSeconds(high)}`;
    if (low > budgetSeconds) return answer(
      high, 'forecast',
      'too-short', `${budget}, this start needs ${needs}: it will be killed before it is ready. Raise it now.`
    );
    if (high > budgetSeconds) return answer(
      high, 'forecast', 'tight', `${budget}, this start needs ${needs}: it may be killed before it is ready.`
    );
    return answer(
      high, 'forecast', high > TIGHT * budgetSeconds ? 'tight' : 'enough', `${budget}, this start needs ${needs}.`
    );
  }
  const took = replays.flatMap(
    ({ outcome, totalSeconds }) => (outcome === 'finished' && totalSeconds !== null ? [totalSeconds] : [])
  ).slice(0, NEWEST);
  if (took.length === 0) return answer(
    null, null, 'unknown', `${budget}; no complete start of this target has been seen, so it cannot be judged.`
  );
  const slowest = Math.max(...took);
  const of = took.length === 1 ? 'the last start needed' : `the slowest of the last ${took.length} starts needed`;
  if (slowest > budgetSeconds) return answer(
    slowest, 'earlier',
    'too-short', `${budget}, ${of} ${formatSeconds(slowest)}: the next one may be killed before it is ready. Raise it.`
  );
  if (slowest > TIGHT * budgetSeconds) return answer(
    slowest, 'earlier', 'tight', `${budget}, ${of} ${formatSeconds(slowest)}: little margin for a slower one.`
  );
  return answer(slowest, 'earlier', 'enough', `${budget}, ${of} ${formatSeconds(slowest)}.`);
}
