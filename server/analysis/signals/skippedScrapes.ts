/** Why a scrape was skipped: what was still running? */
import { numberAt } from '../../../core/elementAt.ts';
import type { ScrapeTable } from '../../data/metrics/series.ts';
import { paceAroundMs } from './windowFrame.ts';

/** A scrape starts at most this much after what it waits for; timers are late by less. */
const SLACK_MS = 20;
const MISSING_INTERVALS = 1.5;

/**
 * Of a skipped scrape: the previous answer came late (`target`); it had arrived, and tsdbscope was late storing it
 * (`collector`); or the scrape that delays it has no row yet, since it has had no answer (`open`).
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
