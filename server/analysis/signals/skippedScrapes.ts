/** Determines why a scrape was skipped: what was still running. */
import { numberAt } from '../../../core/elementAt.ts';
import type { ScrapeTable } from '../../data/metrics/series.ts';
import { paceAroundMs } from './windowFrame.ts';

/** Maximum delay of a scrape's start after what it waits for; timers are less late. */
const SLACK_MS = 20;
const MISSING_INTERVALS = 1.5;

/**
 * Returns the cause of a skipped scrape: the previous answer was late (`target`); it had arrived, but tsdbscope stored
 * it late (`collector`); or the scrape that delays it has no row yet, because it has no answer (`open`).
 */
export function heldUpBy(scrapes: ScrapeTable, row: number, intervalMs: number): 'target' | 'collector' | 'open' {
  const { startMs, durationSeconds } = scrapes;
  const isMissingAfter = (at: number): boolean =>
    numberAt(startMs, at + 1) - numberAt(startMs, at) > MISSING_INTERVALS * paceAroundMs(scrapes, at, intervalMs);
  let before = row - 1;
  for (; before >= 0 && scrapes.error[before]?.kind === 'skipped'; before--) if (isMissingAfter(before)) return 'open';
  if (
    before < 0 || numberAt(startMs, before) + 1000 * (durationSeconds[before] || 0) > numberAt(startMs, row) - SLACK_MS
  ) return 'target';
  return isMissingAfter(before) ? 'open' : 'collector';
}
