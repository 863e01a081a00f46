/** Combines several goroutine profiles of a target into evidence. Pure. */
import type {
  GoroutineEvidence, GoroutineView, HeldSituation, ProfileStack,
} from '../../../../core/contract/terms/goroutines.ts';

export interface TimedView { timeMs: number; view: GoroutineView }

const MINUTE_MS = 60_000;
/** A dump is preferred over a later profile without states for this long. */
const DUMP_VALID_MS = 10 * MINUTE_MS;
/** Two profiles further apart may show two waits. */
const MAX_GAP_MS = 15 * MINUTE_MS;
/** Minimum growth beyond that of any busy minute. */
const MIN_GROWTH = 500;

/** Returns evidence, with the longest known wait of each stack. `newestFirst` is not empty. */
export function goroutineEvidence(
  newestFirst: readonly [TimedView, ...TimedView[]]
): { goroutines: GoroutineEvidence; stacks: ProfileStack[] } {
  const [newest] = newestFirst;
  const dump = newestFirst.find(({ view, timeMs }) => view.hasStates && newest.timeMs - timeMs <= DUMP_VALID_MS);
  const last = dump ?? newest;
  const earlier = newestFirst.slice(newestFirst.indexOf(last));
  const heldMinutes = (isSeen: (view: GoroutineView) => boolean): { sinceMs: number; minutes: number } => {
    const sinceMs = firstOfRun(earlier, isSeen);
    return { sinceMs, minutes: Math.floor((last.timeMs - sinceMs) / MINUTE_MS) };
  };
  const situations = last.view.situations.map((one): HeldSituation => {
    if (one.waitMinutes !== null) return { ...one, waitMinutes: one.waitMinutes, seenSinceMs: null };
    const { sinceMs, minutes } = heldMinutes((view) => view.situations.some(({ name }) => name === one.name));
    return { ...one, waitMinutes: minutes, seenSinceMs: sinceMs };
  });
  const stacks = last.view.stacks.map((stack) => {
    const key = stack.functions.join();
    const { minutes } = heldMinutes((view) => view.stacks.some(({ functions }) => functions.join() === key));
    return { ...stack, waitMinutes: Math.max(stack.waitMinutes ?? 0, minutes) };
  });
  return {
    goroutines: { timeMs: last.timeMs, total: last.view.total, situations, growth: growthOf(last, earlier) }, stacks,
  };
}

/** Returns the time of the first profile in the run up to the newest in which all show it. */
function firstOfRun(newestFirst: readonly TimedView[], isSeen: (view: GoroutineView) => boolean): number {
  let sinceMs = newestFirst[0]?.timeMs ?? 0;
  for (const { view, timeMs } of newestFirst) {
    if (!isSeen(view) || sinceMs - timeMs > MAX_GAP_MS) break;
    sinceMs = timeMs;
  }
  return sinceMs;
}

function growthOf(last: TimedView, earlier: readonly TimedView[]): GoroutineEvidence['growth'] {
  const first = earlier.findLast(({ view }) => view.hasStates);
  if (first === undefined || first === last) return null;
  const grown = last.view.creators.map(({ name, count }) => (
    { creator: name, before: first.view.creators.find((one) => one.name === name)?.count ?? 0, after: count }
  )).filter(({ before, after }) => after >= 2 * before && after - before >= MIN_GROWTH)
    .sort((a, b) => (b.after - b.before) - (a.after - a.before));
  return grown[0] === undefined ? null : { ...grown[0], sinceMs: first.timeMs };
}
