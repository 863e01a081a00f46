/**
 * Describes the memory of a start in the panel's answer: the projection against the limit, what helps, and how an
 * earlier start died.
 */
import { numberAt } from '../../../../core/elementAt.ts';
import { memoryRisk } from '../../../../core/memoryRisk.ts';
import type { WalReplayPanel } from '../../../../core/contract/contract.ts';
import { GOGC_FOR_A_START } from '../../advice/advice.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { memoryLimit, peakAt, type MemoryInputs } from './replayMemory.ts';
import { segmentRuns } from '../../signals/replay/segmentRuns.ts';
import type { ProcessStart } from '../../signals/replay/replayStarts.ts';
import { valueAt } from '../../signals/valueAt.ts';
import { formatBytes, formatSeconds } from '../../../../core/text/format.ts';

/** Share of its limit above which a process most likely died for memory; one below the other share did not. */
const NEAR_LIMIT = 0.9;
const FAR_FROM_LIMIT = 0.6;

const STEPS = [
  'Raise the memory limit for this start: a replay needs what the server used before it stopped, and more for garbage.',
  GOGC_FOR_A_START,
  'Start without scrapes (an empty scrape_configs), so that nothing adds to the head right after.',
  'Last resort: move the wal folder away. What is in no block yet, up to three hours, is lost.',
];

export function memoryAnswer(
  inputs: MemoryInputs, starts: readonly ProcessStart[], facts: TargetFacts
): WalReplayPanel['memory'] {
  const { window, start } = inputs;
  const peak = peakAt(inputs, start.endRow - 1);
  const limit = memoryLimit(window, start.endRow - 1, facts);
  const risk = memoryRisk(peak, limit?.bytes ?? null);
  const dead = start.goneRow !== null && start.readyRow === null ? start
    : starts.slice(0, -1).findLast((earlier) => earlier.readyRow === null);
  const killed = dead === undefined ? null : deathOf(window, dead, dead === start, limit?.bytes ?? null);
  const isOver = start.readyRow !== null;
  return {
    limitBytes: limit?.bytes ?? null,
    limitSource: limit?.source ?? null,
    projectedPeakBytes: peak?.bytes ?? null,
    projectedLowBytes: peak?.lowBytes ?? null,
    projectedHighBytes: peak?.highBytes ?? null,
    risk,
    steps: !isOver && (risk === 'high' || risk === 'low' || killed?.forMemory === true) ? STEPS : [],
    killed: killed?.sentence ?? null,
  };
}

/**
 * Describes how a start that never became ready ended, seen from outside: the reason is not reported, but how near it
 * was to its limit says much.
 */
function deathOf(
  window: RoleWindow, start: ProcessStart, isLast: boolean, limitBytes: number | null
): { sentence: string; forMemory: boolean } {
  const { startMs } = window.scrapes;
  const rss = window.role('residentBytes');
  let last = start.firstRow;
  let bytes: number | null = null;
  for (let row = start.firstRow; row < start.endRow; row++) {
    if (window.scrapes.error[row] !== null) continue;
    last = row;
    bytes = valueAt(rss, row) ?? bytes;
  }
  const run = segmentRuns(window, start).at(-1);
  const event = run?.events.at(-1);
  const where = run === undefined || event === undefined ? 'before its first segment was read'
    : `at segment ${run.min + event.loaded - 1} of ${run.max}`;
  const held = bytes === null ? '' : ` with ${formatBytes(bytes)} resident`;
  const share = bytes === null || limitBytes === null ? null : bytes / limitBytes;
  const why = share === null ? 'The kernel’s or the container’s log says whether it was OOM-killed.'
    : share >= NEAR_LIMIT ? `That is ${Math.round(100 * share)} % of its limit: most likely it was OOM-killed.`
      : share <= FAR_FROM_LIMIT
        ? `That is ${Math.round(100 * share)} % of its limit, so look for a failed probe, a signal or a crash first.`
        : `That is ${Math.round(100 * share)} % of its limit, and memory rises in steps between scrapes: an OOM kill `
          + 'is possible.';
  const diedAfter = formatSeconds(Math.max(0, (numberAt(startMs, last) - start.startMs) / 1000));
  return {
    sentence: `${isLast ? 'This start' : 'The previous start'} died after ${diedAfter} ${where}${held}. ${why}`,
    forMemory: share === null || share > FAR_FROM_LIMIT,
  };
}
