/**
 * Why was there nothing to see? A cause and a sentence for every gap between good scrapes; see docs/scrapes.md.
 */
import type { ScrapeGap } from '../api/contract.ts';
import type { RoleSeries, RoleWindow } from '../metrics/roleNames.ts';
import type { ScrapeError } from '../metrics/series.ts';
import type { ProcessRestart, ScrapeGapSpan, SpanMs } from './windowFrame.ts';
import { clockText, countText, durationText } from './wording.ts';

/** A cycle is known by its end; it may have slowed scrapes for about this long before. A throttled one takes 3 s and more. */
const CYCLE_REACH_MS = 3000;

export type GapCause = 'down' | 'restart' | 'replay' | 'timeout' | 'gc' | 'compaction' | 'collector' | 'unknown';

export interface GapContext {
  window: RoleWindow;
  restarts: readonly ProcessRestart[];
  compactions: readonly SpanMs[];
  /** Cycle ends, ascending. */
  cycles: readonly { endMs: number }[];
}

/**
 * The cause of one gap, the first that holds: nobody scraped (`collector`); the process before and after is not the same
 * (`restart`, or `replay` when it listened but was replaying its WAL); it listened and said that it was not ready (`replay`); the time-out
 * passed, during a compaction, around a GC cycle, or with neither (`compaction`, `gc`, `timeout`: overlap in time, which is
 * no proof); nothing answered (`down`); anything else (`unknown`, and the sentence quotes the error).
 */
export function explainGap(gap: ScrapeGapSpan, context: GapContext): ScrapeGap {
  const { cause, sentence } = gap.hole ? collectorVerdict(gap) : failedVerdict(gap, context);
  return { start: gap.startMs / 1000, end: gap.endMs / 1000, cause, sentence, scrapesMissed: gap.scrapesMissed };
}

interface Verdict { cause: GapCause; sentence: string }

function collectorVerdict(gap: ScrapeGapSpan): Verdict {
  return {
    cause: 'collector',
    sentence: `tsdbscope was not recording for ${lengthText(gap)} from ${clockText(gap.startMs)} (it was stopped, or could not store), so nothing is known of the target.`,
  };
}

function failedVerdict(gap: ScrapeGapSpan, { window, restarts, compactions, cycles }: GapContext): Verdict {
  const { scrapes } = window;
  const before = neighbour(window, gap.firstRow - 1, -1);
  const after = gap.over ? neighbour(window, gap.lastRow + 1, 1) : -1;
  const errors = scrapes.error.slice(gap.firstRow, gap.lastRow + 1).filter((error): error is ScrapeError => error !== null);
  const count = (...kinds: ScrapeError['kind'][]): number => errors.filter((error) => kinds.includes(error.kind)).length;
  const timeouts = count('timeout');
  const silent = count('refused', 'reset', 'dns');
  const missed = `${lengthText(gap)} from ${clockText(gap.startMs)}`;
  const stopped = gap.over ? '' : ' It has not answered since.';
  const replaying = saysNotReady(window, gap, after);
  const restart = restarts.find(({ row }) => row === after);
  if (restart !== undefined) {
    // A process that refuses is not there; one that replays its WAL answers, if slowly.
    return replaying && silent < errors.length / 2
      ? { cause: 'replay', sentence: `No samples for ${missed}: the process started anew at ${clockText(restart.timeMs)} and was replaying its WAL.` }
      : { cause: 'restart', sentence: `No samples for ${missed}: the process was replaced; the new one started at ${clockText(restart.timeMs)}${replaying ? ' and went on to replay its WAL' : ''}.` };
  }
  if (replaying && silent < errors.length / 2) return { cause: 'replay', sentence: `No samples for ${missed}: the target said that it was not ready (starting or replaying its WAL).` };
  const skipped = count('skipped');
  if (skipped === errors.length || (timeouts > 0 && timeouts >= silent)) {
    const slowSeconds = gap.firstRow > 0 ? scrapes.durationSeconds[gap.firstRow - 1] : null;
    return slownessVerdict(gap, { timeouts, skipped, slowSeconds, compactions, cycles, stopped });
  }
  if (silent > 0) {
    const startMs = before < 0 && after >= 0 ? firstStartMs(window, after) : null;
    const began = startMs !== null && startMs > gap.startMs - 1000 && startMs <= gap.endMs ? ` The process started at ${clockText(startMs)}.` : '';
    return { cause: 'down', sentence: `Nothing answered for ${missed}: ${errors.find((error) => error.kind !== 'skipped')?.message ?? 'no connection'}${stopped}${began}` };
  }
  return { cause: 'unknown', sentence: `No samples for ${missed}: ${errors.find((error) => error.kind !== 'skipped')?.message ?? 'the scrape failed'}${stopped}` };
}

interface SlownessContext {
  timeouts: number;
  skipped: number;
  /** How long the scrape before the gap took, null when there is none. */
  slowSeconds: number | null;
  compactions: readonly SpanMs[];
  cycles: readonly { endMs: number }[];
  stopped: string;
}

function slownessVerdict(gap: ScrapeGapSpan, { timeouts, skipped, slowSeconds, compactions, cycles, stopped }: SlownessContext): Verdict {
  const what = timeouts === 0
    ? `${countText(skipped, 'tick')} left out from ${clockText(gap.startMs)}, since the scrape before was still under way${slowSeconds === null ? '' : ` (it took ${durationText(slowSeconds)})`}`
    : `${countText(timeouts, 'scrape')} timed out at ${clockText(gap.startMs)}${skipped > 0 ? ` and ${countText(skipped, 'tick')} left out meanwhile` : ''}`;
  const compaction = compactions.find((span) => span.startMs < gap.endMs && span.endMs > gap.startMs);
  if (compaction !== undefined) {
    return { cause: 'compaction', sentence: `${what}, during the compaction that ran from ${clockText(compaction.startMs)} to ${clockText(compaction.endMs)}.${stopped}` };
  }
  const cycle = cycles.find(({ endMs }) => endMs > gap.startMs && endMs - CYCLE_REACH_MS < gap.endMs);
  if (cycle !== undefined) {
    return { cause: 'gc', sentence: `${what}, around the GC cycle that ended at ${clockText(cycle.endMs)}.${stopped}` };
  }
  return { cause: 'timeout', sentence: `${what}; no GC cycle or compaction was seen at that time.${stopped}` };
}

/** The next good row from `row` on, -1 when the window holds none. */
function neighbour(window: RoleWindow, row: number, direction: -1 | 1): number {
  for (let at = row; at >= 0 && at < window.scrapes.length; at += direction) {
    if (window.scrapes.error[at] === null) return at;
  }
  return -1;
}

/** Whether the readiness that the collector noted on the failed tries, or the target itself right after, was 0. */
function saysNotReady(window: RoleWindow, gap: ScrapeGapSpan, after: number): boolean {
  const noted = window.role('targetReady');
  for (let row = gap.firstRow; row <= gap.lastRow; row++) {
    // Of a process that does not listen nothing is known; only one that answers can be "not ready".
    if (isZero(noted, row) && !['refused', 'dns'].includes(window.scrapes.error[row]?.kind ?? '')) return true;
  }
  return after >= 0 && (isZero(window.role('ready'), after) || isZero(noted, after));
}

function isZero(series: RoleSeries | undefined, row: number): boolean {
  return series !== undefined && series.present[row] === 1 && series.values[row] === 0;
}

function firstStartMs(window: RoleWindow, row: number): number | null {
  const start = window.role('processStartSeconds');
  return start !== undefined && start.present[row] === 1 && Number.isFinite(start.values[row]) ? start.values[row] * 1000 : null;
}

function lengthText(gap: ScrapeGapSpan): string {
  return durationText((gap.endMs - gap.startMs) / 1000);
}
