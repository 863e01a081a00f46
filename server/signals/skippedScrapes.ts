/** Ticks that were left out, since something was still under way: what was it? */
import type { ScrapeTable } from '../metrics/series.ts';
import { paceAroundMs } from './windowFrame.ts';

/** A tick comes so much after what it waits for at most; timers are late by less. */
const SLACK_MS = 20;
const MISSING_INTERVALS = 1.5;

/**
 * Of a tick that was left out: the answer before it came late (`target`); it had come, and tsdbscope was behind with storing it
 * (`collector`); or the scrape that holds it up is not in the window yet, since it has had no answer (`open`: its own tick is missing).
 */
export function heldUpBy(scrapes: ScrapeTable, row: number, intervalMs: number): 'target' | 'collector' | 'open' {
  const { startMs, durationSeconds } = scrapes;
  let before = row - 1;
  while (before >= 0 && scrapes.error[before]?.kind === 'skipped') before--;
  if (before < 0 || startMs[before] + 1000 * (durationSeconds[before] || 0) > startMs[row] - SLACK_MS) return 'target';
  const aheadMs = startMs[before + 1] - startMs[before];
  return aheadMs > MISSING_INTERVALS * paceAroundMs(scrapes, before, intervalMs) ? 'open' : 'collector';
}
