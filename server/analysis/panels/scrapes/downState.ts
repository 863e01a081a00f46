/** State of a target that does not answer now, for the head of panels that can say nothing about it. */
import type { Finding, Part, ScrapeGap } from '../../../../core/contract/contract.ts';
import { finding, isHeadline } from '../../../../core/finding.ts';
import { at, parts } from '../../../../core/text/parts.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { processWork } from '../../signals/host/processWork.ts';
import { findRestarts, findScrapeGaps, type ScrapeGapSpan } from '../../signals/windowFrame.ts';
import { explainGap } from './scrapeGaps.ts';
import { downNow, isDownNow, type ScrapesOptions } from './scrapesWords.ts';

/** Codes of a target that does not answer now. */
export const DOWN_STATES: readonly string[] = ['target-down', 'target-hanging', 'target-failing', 'target-replaying'];

/** A target that does not answer now: the gap up to now, and since when (Unix seconds) there are no readings. */
export interface Silence { gap: ScrapeGap; since: number }

/**
 * Returns the silence at the window's end; null if the target answers, the window ended before now, or tsdbscope itself
 * was late.
 */
export function silenceNow(
  window: RoleWindow, options: Pick<ScrapesOptions, 'nowMs' | 'intervalSeconds'>
): Silence | null {
  const intervalMs = 1000 * options.intervalSeconds;
  const gaps = findScrapeGaps(window.scrapes, intervalMs);
  const last = gaps.at(-1);
  if (!isDownNow(window, last, options)) return null;
  const gap = explainGap(last, {
    window, restarts: findRestarts(window), suspects: [], causes: [], work: processWork(window), intervalMs,
  });
  return gap.cause === 'collector' ? null : { gap, since: sinceMs(gaps) / 1000 };
}

/** Returns the start of the last gaps that follow each other, as where tsdbscope was restarted during an outage. */
function sinceMs(gaps: readonly ScrapeGapSpan[]): number {
  let since = Infinity;
  for (const { startMs, endMs } of gaps.toReversed()) {
    if (endMs < since && since !== Infinity) break;
    since = startMs;
  }
  return since;
}

/**
 * Returns the finding of a panel about a target that does not answer: that state, with the panel's own claim as
 * evidence, because an earlier OK does not apply to now. A warning stays, as it may be the reason, and says until when
 * it holds.
 */
export function stateBefore(own: Finding, silence: Silence, window: RoleWindow): Finding {
  const { code, claim, moment } = downNow(silence.gap, window);
  if (own.severity === 'critical' || own.severity === 'warning') return untilThen(own, silence, claim);
  return finding({
    code, severity: 'unknown', confidence: 'sure', claim, moment,
    evidence: own.severity === 'unknown' ? [] : [parts`Until then: ${own.claim}`, ...own.evidence],
  });
}

/** Returns a finding that holds until the target stopped answering, so it is not sure for now. */
function untilThen(own: Finding, { since }: Silence, state: Part[]): Finding {
  const { code, severity, confidence, evidence, actions, moment } = own;
  const claims = [parts`Until ${at(since)}: ${own.claim}`, parts`When last read: ${own.claim}`];
  return finding({
    code, severity, actions, moment, confidence: confidence === 'sure' ? 'likely' : confidence,
    claim: claims.find(isHeadline) ?? own.claim, evidence: [state, ...evidence],
  });
}
