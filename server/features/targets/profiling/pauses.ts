/** Reasons to pause continuous profiling of a target. Pure. */
import type { Capture, ProfilingPause } from '../../../../core/contract/contract.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { formatDuration } from '../../../../core/text/timeText.ts';
import type { ScraperView } from '../../../data/scrape/scraperView.ts';

/** A slower scrape means that the server is overloaded. */
const SLOW_SECONDS = 2;
/** Profiling resumes after this time without a slow or failed scrape. */
export const CALM_MS = 15_000;
const MAX_BACKOFF_SECONDS = 1800;

/** `untilMs`: time of the next check; null: when the reason is gone. */
export interface Pause { reason: ProfilingPause['reason']; sentence: string; untilMs: number | null }

export function slowSeconds(scrapeTimeoutMs: number): number {
  return Math.min(SLOW_SECONDS, scrapeTimeoutMs / 2000);
}

/** Returns the pause that the last scrape requires; null: a profile may be taken. */
export function pauseOf(
  { state, lastScrape }: Pick<ScraperView, 'state' | 'lastScrape'>, scrapeTimeoutMs: number
): Pause | null {
  const pause = (reason: Pause['reason'], sentence: string): Pause => ({ reason, sentence, untilMs: null });
  if (state === 'starting' || state === 'replaying') {
    return pause('replaying', 'The target starts or replays its WAL; profiles of a replay have a plan of their own.');
  }
  if (state !== 'up' || lastScrape === null || lastScrape.error !== null)
    return pause('not-answering', 'The target does not answer its scrapes.');
  const limit = slowSeconds(scrapeTimeoutMs);
  return lastScrape.durationSeconds <= limit ? null : pause(
    'slow', `A scrape took ${formatSeconds(lastScrape.durationSeconds)}, more than ${formatSeconds(limit)}: the target `
      + 'has no time to spare.'
  );
}

/** Returns the pause after consecutive failures of one kind: doubles with each one, up to half an hour. */
export function pauseAfter(
  { error, errorType, endTime }: Pick<Capture, 'error' | 'errorType' | 'endTime'>, everySeconds: number,
  failures: number,
): Pause {
  const waitSeconds = Math.max(everySeconds, Math.min(MAX_BACKOFF_SECONDS, everySeconds * 2 ** Math.min(failures, 20)));
  const untilMs = ((endTime ?? 0) + waitSeconds) * 1000;
  const again = `It is tried again ${formatDuration(waitSeconds)} later.`;
  switch (errorType) {
    case 'busy': return {
      reason: 'in-use', untilMs, sentence: `Another profiler takes CPU profiles of the target at this time. ${again}`,
    };
    case 'not_found': return { reason: 'no-pprof', untilMs, sentence: `${error ?? ''} ${again}` };
    case 'internal': return {
      reason: 'budget', untilMs, sentence: `A profile could not be stored. ${error ?? ''} ${again}`,
    };
    default: return { reason: 'not-answering', untilMs, sentence: `${error ?? ''} ${again}` };
  }
}
