/** Explains single head compactions off the clock that the others keep. See docs/reference/compaction.md. */
import type { Part } from '../../../../core/contract/contract.ts';
import { at, parts, seconds } from '../../../../core/text/parts.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { CompactionInterval } from '../../signals/compaction/compactionIntervals.ts';
import { processWork } from '../../signals/host/processWork.ts';
import { findScrapeGaps, type SpanMs } from '../../signals/windowFrame.ts';
import type { Clock } from './compactionSchedule.ts';

/** Maximum number named; more are a spread, and the page lists every compaction. */
const MAX_NAMED = 3;

/** Returns one sentence each; `aheadMs`: the target's clock, which the outliers are on, minus ours. */
export function outlierParts(
  window: RoleWindow, compactions: readonly CompactionInterval[], { outliers }: Clock, aheadMs: number
): Part[][] {
  if (outliers.length === 0) return [];
  const { standstills } = processWork(window);
  const gaps = findScrapeGaps(window.scrapes, null).filter(({ hole }) => !hole);
  return outliers.slice(0, MAX_NAMED).map(({ startMs, offMs }) => {
    const startedMs = startMs - aheadMs;
    const waited = { startMs: startedMs - Math.abs(offMs), endMs: startedMs };
    const failed = meeting(compactions.filter(({ kind }) => kind === 'failed'), waited);
    const why = standstillParts(meeting(standstills, waited)) ?? gapParts(meeting(gaps, waited))
      ?? (failed === undefined ? null : parts`: attempts before it failed`);
    return parts`The one at ${at(startedMs / 1000)} started ${seconds(Math.abs(offMs) / 1000)} ${
      offMs > 0 ? 'later' : 'earlier'} than the others${why ?? ', for no reason that the metrics show'}.`;
  });
}

function meeting(spans: readonly SpanMs[], { startMs, endMs }: SpanMs): SpanMs | undefined {
  return spans.find((span) => span.startMs < endMs && span.endMs > startMs);
}

function standstillParts(span: SpanMs | undefined): Part[] | null {
  return span === undefined ? null
    : parts`: the process was frozen for ${seconds((span.endMs - span.startMs) / 1000)}`;
}

function gapParts(span: SpanMs | undefined): Part[] | null {
  return span === undefined ? null
    : parts`: the target did not answer for ${seconds((span.endMs - span.startMs) / 1000)} then`;
}
