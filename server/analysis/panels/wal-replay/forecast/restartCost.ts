/** Estimates what a restart would cost now: start duration and memory. See docs/reference/wal-replay.md. */
import { numberAt } from '../../../../../core/elementAt.ts';
import { memoryRisk } from '../../../../../core/memoryRisk.ts';
import { quantile } from '../../../../../core/statistics/quantiles.ts';
import type { RestartCost } from '../../../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../../../core/contract/facts.ts';
import type { RoleWindow } from '../../../../data/metrics/roleNames.ts';
import { headMaxMs, headMinMs } from '../../../signals/replay/headTimes.ts';
import { foundNobody, type ProcessStart } from '../../../signals/replay/replayStarts.ts';
import { lastValue } from '../../../signals/lastValue.ts';
import { valueAt } from '../../../signals/valueAt.ts';
import { CHUNK_COSTS } from './replayEtaByBefore.ts';
import { waitsAtChunks } from './replayEtaWbl.ts';
import { wasSeenToEnd } from './walBeforeStop.ts';

/**
 * Cores that a start uses, usually about one: it has one reader thread, and several threads share the other work. A
 * busy host or a quota gives it less; how much less is unknown beforehand.
 */
const CORES = { low: 1 / 3, usual: 1, high: 3 };
/** Factor by which the durations of two starts of the same target may differ. */
const OWN_SLACK = 1.5;
/** Minimum relative size of a head to compare: of a smaller one's start, most did not grow with it. */
const SMALLEST_HEAD = 0.1;
/** Peak of a start relative to the memory held before: 5, 50 and 95 % quantiles of testdata/recordings. */
const PEAK = { low: 0.75, median: 1.05, high: 1.35 };
/** Block ranges that a head spans when it is cut, and those left afterwards. */
const CUT_AT = 1.5;
const LEFT = 0.5;
/** Share of a start above which a compaction that leaves it is not worth waiting for. */
const WORTH_WAITING = 0.7;
/** Delay from which a compaction is late; they are checked for once a minute. */
const LATE_MS = 120_000;

interface Seconds { low: number; median: number; high: number }

/**
 * Returns null while the target starts, does not answer or is not ready, if it does not report the chunks of its head,
 * and if it has an out-of-order log at which its version waits for an unknown time.
 */
export function restartCost(
  window: RoleWindow,
  { facts, starts, limitBytes }: { facts: TargetFacts; starts: readonly ProcessStart[]; limitBytes: number | null }
): RestartCost | null {
  const row = window.scrapes.error.lastIndexOf(null);
  if (row < 0 || isGone(window, row)) return null;
  const chunks = valueAt(window.role('headChunks'), row);
  const isReady = valueAt(window.role('ready'), row) ?? valueAt(window.role('targetReady'), row) ?? 1;
  if (chunks === null || chunks <= 0 || isReady <= 0) return null;
  if (waitsAtChunks(window) && (valueAt(window.role('wblSegmentCurrent'), row) ?? 0) > 0) return null;
  const own = secondsByStarts(window, starts, chunks);
  const seconds = own ?? secondsByHead(chunks, facts.maxProcs ?? lastValue(window.role('maxProcs')));
  const rssBytes = valueAt(window.role('residentBytes'), row);
  const peakBytes = rssBytes === null ? null
    : { low: PEAK.low * rssBytes, median: PEAK.median * rssBytes, high: PEAK.high * rssBytes };
  return {
    seconds, basis: own === null ? 'head' : 'starts', chunks, peakBytes,
    limitBytes, memoryRisk: memoryRisk(
      peakBytes === null ? null : { bytes: peakBytes.median, highBytes: peakBytes.high }, limitBytes
    ),
    afterCompaction: afterCompaction(window, facts, row, seconds.median),
  };
}

/** Returns whether a scrape after the last good one reached no server. */
function isGone(window: RoleWindow, row: number): boolean {
  return window.scrapes.error.some((_error, later) => later > row && foundNobody(window, later));
}

/** Returns the seconds estimated from its own starts in the window, each in proportion to the head it read. */
function secondsByStarts(window: RoleWindow, starts: readonly ProcessStart[], chunks: number): Seconds | null {
  const took = starts.flatMap((start) => {
    const before = start.beforeRow === null || !wasSeenToEnd(window, start) ? null
      : valueAt(window.role('headChunks'), start.beforeRow);
    return before === null || before < SMALLEST_HEAD * chunks || start.readyRow === null ? []
      : [(numberAt(window.scrapes.startMs, start.readyRow) - start.startMs) / 1000 * (chunks / before)];
  }).sort((a, b) => a - b);
  const [least, median, most] = [took.at(0), quantile(took, 0.5), took.at(-1)];
  return least === undefined || most === undefined || median === null ? null
    : { low: least / OWN_SLACK, median, high: most * OWN_SLACK };
}

function secondsByHead(chunks: number, procs: number | null): Seconds {
  const cpuSeconds = (share: number): number => chunks * (quantile(CHUNK_COSTS, share) ?? NaN);
  const most = Math.max(1, Math.min(CORES.high, procs ?? CORES.high));
  return {
    low: cpuSeconds(0.05) / most, median: cpuSeconds(0.5) / CORES.usual, high: cpuSeconds(0.95) / CORES.low,
  };
}

/** Returns what is left to replay once the head is cut, in proportion to the time it spans. */
function afterCompaction(
  window: RoleWindow, { blockRangeSeconds }: TargetFacts, row: number, seconds: number
): RestartCost['afterCompaction'] {
  const [oldestMs, newestMs] = [headMinMs(window, row), headMaxMs(window, row)];
  if (blockRangeSeconds === undefined || oldestMs === null || newestMs === null) return null;
  const rangeMs = 1000 * blockRangeSeconds;
  const left = LEFT * rangeMs / (newestMs - oldestMs);
  const nextMs = oldestMs + CUT_AT * rangeMs;
  // A late head compaction may not run at all.
  if (!(left < WORTH_WAITING) || newestMs > nextMs + LATE_MS) return null;
  return { time: nextMs / 1000, seconds: left * seconds };
}
