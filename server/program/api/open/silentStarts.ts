/** Tells a start that has nothing to report first. Pure. */
import type { MeasuredLog } from '../../../../core/contract/contract.ts';

/** Parts of a start of which a log has lines, unlike the time between them. */
const READ_PARTS: ReadonlySet<string> = new Set(['snapshot', 'mmapped-chunks', 'checkpoint', 'segments', 'wbl']);
/** A start of this many seconds is nothing to report first. */
const SHORT_SECONDS = 60;

/** Whether the only start was short and the log tells nothing of its parts, so that a fault after it says more. */
export function isShortAndSilent({ replays }: MeasuredLog): boolean {
  const [start, another] = replays;
  return start !== undefined && another === undefined && start.outcome === 'finished'
    && (start.totalSeconds ?? Infinity) < SHORT_SECONDS && start.phases.every(({ name }) => !READ_PARTS.has(name));
}
