/**
 * Joins goroutine profiles with counters: a head compaction that waits for queries polls with sleeps, so no dump shows
 * its age, but its block was counted when the wait began. Pure.
 */
import type { GoroutineEvidence, ProfileStack } from '../../../../core/contract/terms/goroutines.ts';
import type { HeadWait } from '../compaction/headWaits.ts';

const MINUTE_MS = 60_000;
const HEAD_WAITS = /tsdb\.\(\*Head\)\.WaitForPendingReadersInTimeRange$/;

interface Shown { goroutines: GoroutineEvidence | null; stacks: readonly ProfileStack[] }

/** Sets the full length of the wait in which the newest profile was taken. */
export function withCountedWaits({ goroutines, stacks }: Shown, waits: readonly HeadWait[]): Shown {
  const wait = goroutines === null ? undefined
    : waits.find(({ sinceMs, overByMs, isOpen }) => (
      goroutines.timeMs >= sinceMs && (isOpen || goroutines.timeMs < overByMs)));
  if (goroutines === null || wait === undefined) return { goroutines, stacks };
  const { sinceMs, isOpen } = wait;
  // A dump may be newer than the last scrape.
  const waitMinutes = (Math.max(wait.untilMs, goroutines.timeMs) - sinceMs) / MINUTE_MS;
  return {
    goroutines: {
      ...goroutines,
      situations: goroutines.situations.map((one) => (one.name !== 'head-compaction-waits' ? one
        : { ...one, waitMinutes, seenSinceMs: null, counted: { sinceMs, isOpen } })),
    },
    stacks: stacks.map((stack) => (!stack.functions.some((name) => HEAD_WAITS.test(name)) ? stack
      : { ...stack, waitMinutes, ...(isOpen ? { isOpen } : {}) })),
  };
}
