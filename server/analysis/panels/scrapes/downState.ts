/** State of a target that does not answer now, for the head of panels that can say nothing about it. */
import type { Finding, Part, ScrapeGap } from '../../../../core/contract/contract.ts';
import { finding, isHeadline } from '../../../../core/finding.ts';
import { at, parts } from '../../../../core/text/parts.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { processWork } from '../../signals/host/processWork.ts';
import { findRestarts, findScrapeGaps } from '../../signals/windowFrame.ts';
import { explainGap } from './scrapeGaps.ts';
import { downNow, isDownNow, type ScrapesOptions } from './scrapesWords.ts';

/** Codes of a target that does not answer now. */
export const DOWN_STATES: readonly string[] = ['target-down', 'target-hanging', 'target-failing', 'target-replaying'];

/**
 * Returns the time at the window's end in which the target gave no readings; null if it answers, the window ended
 * before now, or tsdbscope itself was late.
 */
export function silenceNow(
  window: RoleWindow, options: Pick<ScrapesOptions, 'nowMs' | 'intervalSeconds'>
): ScrapeGap | null {
  const intervalMs = 1000 * options.intervalSeconds;
  const last = findScrapeGaps(window.scrapes, intervalMs).at(-1);
  if (!isDownNow(window, last, options)) return null;
  const gap = explainGap(last, {
    window, restarts: findRestarts(window), suspects: [], causes: [], work: processWork(window), intervalMs,
  });
  return gap.cause === 'collector' ? null : gap;
}

/**
 * Returns the finding of a panel about a target that does not answer: that state, with the panel's own claim as
 * evidence, because an earlier OK does not apply to now. A warning stays, as it may be the reason, and says until when
 * it holds.
 */
export function stateBefore(own: Finding, silence: ScrapeGap, window: RoleWindow): Finding {
  const { code, claim, moment } = downNow(silence, window);
  if (own.severity === 'critical' || own.severity === 'warning') return untilThen(own, silence, claim);
  return finding({
    code, severity: 'unknown', confidence: 'sure', claim, moment,
    evidence: own.severity === 'unknown' ? [] : [parts`Until then: ${own.claim}`, ...own.evidence],
  });
}

/** Returns a finding that holds until the target stopped answering, so it is not sure for now. */
function untilThen(own: Finding, silence: ScrapeGap, state: Part[]): Finding {
  const { code, severity, confidence, evidence, actions, moment } = own;
  const claims = [parts`Until ${at(silence.start)}: ${own.claim}`, parts`When last read: ${own.claim}`];
  return finding({
    code, severity, actions, moment, confidence: confidence === 'sure' ? 'likely' : confidence,
    claim: claims.find(isHeadline) ?? own.claim, evidence: [state, ...evidence],
  });
}
