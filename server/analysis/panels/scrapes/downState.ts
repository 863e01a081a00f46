/** State of a target that does not answer now, for the head of panels that can say nothing about it. */
import type { Finding } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { parts } from '../../../../core/text/parts.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { processWork } from '../../signals/host/processWork.ts';
import { findRestarts, findScrapeGaps } from '../../signals/windowFrame.ts';
import { explainGap } from './scrapeGaps.ts';
import { downNow, isDownNow, type ScrapesOptions } from './scrapesWords.ts';

/** Codes of a target that does not answer now. */
export const DOWN_STATES: readonly string[] = ['target-down', 'target-hanging', 'target-failing', 'target-replaying'];

/**
 * Returns the finding of a panel for a window that ends now: its own, or, if the target does not answer, that state,
 * with its own claim as evidence. An earlier OK does not apply to now. A warning stays, as it may be the reason.
 */
export function stateBefore(
  own: Finding, window: RoleWindow, options: Pick<ScrapesOptions, 'nowMs' | 'intervalSeconds'>
): Finding {
  if (own.severity === 'critical' || own.severity === 'warning') return own;
  const intervalMs = 1000 * options.intervalSeconds;
  const last = findScrapeGaps(window.scrapes, intervalMs).at(-1);
  if (!isDownNow(window, last, options)) return own;
  const gap = explainGap(last, {
    window, restarts: findRestarts(window), suspects: [], causes: [], work: processWork(window), intervalMs,
  });
  if (gap.cause === 'collector') return own;
  const { code, claim, moment } = downNow(gap);
  return finding({
    code, severity: 'unknown', confidence: 'sure', claim, moment,
    evidence: own.severity === 'unknown' ? [] : [parts`Until then: ${own.claim}`, ...own.evidence],
  });
}
