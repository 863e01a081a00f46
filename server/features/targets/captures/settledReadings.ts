/** The counter of ingested samples around a capture, also if the process was restarted after the scrape before it. */
import { ingestedDuring, type CounterReading } from './ingestedSamples.ts';

/** Values of the last scrape. */
export interface ScrapeReading { samplesAppended: CounterReading | null; processStartSeconds: number | null }

export interface Wait {
  /** Returns the current last scrape. */
  read: () => ScrapeReading;
  pause: (ms: number) => Promise<void>;
  /** Longest total wait. */
  maxMs: number;
}

const STEP_MS = 250;

/**
 * Returns `ingestedDuring` of the scrapes around the capture. If the process was restarted since the scrape before it,
 * that counter is useless: uses the rate between two scrapes of the new process for the whole capture, and waits for
 * the second one. null if the target has no such counter, or no scrape came in time.
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

/** Returns whether the second scrape is of another process than the first, or of the first process seen. */
function isAnother(first: ScrapeReading, second: ScrapeReading): boolean {
  if (first.samplesAppended === null || second.samplesAppended === null)
    return first.samplesAppended !== second.samplesAppended;
  if (second.samplesAppended.value < first.samplesAppended.value) return true;
  return first.processStartSeconds !== null && second.processStartSeconds !== null
    && Math.abs(second.processStartSeconds - first.processStartSeconds) > 1;
}
