/**
 * The counter of ingested samples around a capture, where the process that was asked is not the one of the scrape
 * before.
 */
import { ingestedDuring, type CounterReading } from './ingestedSamples.ts';

/** What the last scrape shows. */
export interface ScrapeReading { samplesAppended: CounterReading | null; processStartSeconds: number | null }

export interface Wait {
  /** The last scrape as it is now. */
  read: () => ScrapeReading;
  pause: (ms: number) => Promise<void>;
  /** At most this long in all. */
  maxMs: number;
}

const STEP_MS = 250;

/**
 * As `ingestedDuring` of the scrapes around the capture. Where the process was restarted since the scrape before it, so
 * that this one's counter says nothing, the rate between two scrapes of the new process is taken for the whole capture;
 * the second of them is waited for. null where the target has no such counter, and where none came in time.
 */
export async function ingestedOfProcess(
  before: ScrapeReading, startMs: number, endMs: number, wait: Wait
): Promise<{ start: number; end: number } | null> {
  const first = wait.read();
  const { samplesAppended: from } = first;
  if (from === null || !isAnother(before, first)) return ingestedDuring(before.samplesAppended, from, startMs, endMs);
  for (let waitedMs = 0; waitedMs < wait.maxMs; waitedMs += STEP_MS) {
    await wait.pause(STEP_MS);
    const next = wait.read();
    const { samplesAppended: to } = next;
    if (to === null || to.timeMs <= from.timeMs) continue;
    if (isAnother(first, next)) return null;
    const perMs = (to.value - from.value) / (to.timeMs - from.timeMs);
    const at = (ms: number): number => Math.max(0, Math.round(from.value + perMs * (ms - from.timeMs)));
    return { start: at(startMs), end: at(endMs) };
  }
  return null;
}

/** The second scrape is of another process than the first, or of the first that was seen. */
function isAnother(first: ScrapeReading, second: ScrapeReading): boolean {
  if (first.samplesAppended === null || second.samplesAppended === null)
    return first.samplesAppended !== second.samplesAppended;
  if (second.samplesAppended.value < first.samplesAppended.value) return true;
  return first.processStartSeconds !== null && second.processStartSeconds !== null
    && Math.abs(second.processStartSeconds - first.processStartSeconds) > 1;
}
