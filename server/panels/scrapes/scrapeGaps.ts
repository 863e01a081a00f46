/**
 * Why was there nothing to see? A cause and a sentence for every gap between good scrapes; see docs/reference/scrapes.md.
 */
import type { GapOverlap, ScrapeGap } from '../../../core/contract/contract.ts';
import type { RoleSeries, RoleWindow } from '../../metrics/roleNames.ts';
import type { ScrapeError } from '../../metrics/series.ts';
import { heldUpBy } from '../../signals/skippedScrapes.ts';
import { chanceOfMeeting, chanceText } from './scrapeChance.ts';
import { overlapping, underWay, type Suspect, type SuspectCause } from './scrapeSuspects.ts';
import type { ProcessRestart, ScrapeGapSpan } from '../../signals/windowFrame.ts';
import { clockText, countText } from '../../../core/text/wording.ts';
import { formatSeconds } from '../../../core/text/format.ts';

export type GapCause = 'down' | 'restart' | 'timeout' | 'slow' | 'network' | 'collector' | 'unknown' | SuspectCause;

export interface GapContext {
  window: RoleWindow;
  restarts: readonly ProcessRestart[];
  /** In the order in which one is named. */
  suspects: readonly Suspect[];
  intervalMs: number;
}

/**
 * The cause of one gap, the first that holds: nobody scraped (`collector`); the process before and after is not the same
 * (`restart`, or `replay` when it listened but was replaying its WAL); it listened and said that it was not ready (`replay`);
 * scrapes timed out or were left out behind a slow one, while a suspect was at work (its name: overlap in time, which is no
 * proof, with how often chance does it) or none was (`timeout`, or `slow` where ticks were left out and none timed out);
 * connections failed although one process ran before and after (`network`); nothing answered (`down`); anything else
 * (`unknown`, and the sentence quotes the error).
 */
export function explainGap(gap: ScrapeGapSpan, context: GapContext): ScrapeGap {
  const { cause, sentence, overlaps } = gap.hole ? collectorVerdict(gap) : failedVerdict(gap, context);
  const count = (kind: ScrapeError['kind']): number => {
    let found = 0;
    for (let row = gap.firstRow; row <= gap.lastRow; row++) if (context.window.scrapes.error[row]?.kind === kind) found++;
    return found;
  };
  return {
    start: gap.startMs / 1000, end: gap.endMs / 1000, cause, sentence, scrapesMissed: gap.scrapesMissed,
    timedOut: count('timeout'), skipped: count('skipped'), overlaps: overlaps ?? [],
  };
}

interface Verdict { cause: GapCause; sentence: string; overlaps?: GapOverlap[] }

function collectorVerdict(gap: ScrapeGapSpan): Verdict {
  return {
    cause: 'collector',
    sentence: `tsdbscope was not recording for ${lengthText(gap)} from ${clockText(gap.startMs)} (it was stopped, suspended or short of CPU, or could not store), so nothing is known of the target.`,
  };
}

function failedVerdict(gap: ScrapeGapSpan, context: GapContext): Verdict {
  const { window, restarts } = context;
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
  if (skipped === errors.length && heldUpBy(scrapes, gap.firstRow, context.intervalMs) === 'collector') {
    return { cause: 'collector', sentence: `${countText(skipped, 'tick')} left out from ${clockText(gap.startMs)}: the answer before was there, and tsdbscope was behind with storing it (short of CPU, or a slow disk), so nothing is known of the target.` };
  }
  if (skipped === errors.length || (timeouts > 0 && timeouts >= silent)) return slownessVerdict(gap, { timeouts, skipped, stopped }, context);
  if (silent > 0 && before >= 0 && after >= 0 && window.role('processStartSeconds') !== undefined) {
    return {
      cause: 'network',
      sentence: `No connection for ${missed}, though the same process ran before and after: the way to it failed, or its listener was full. ${errors.find((error) => error.kind !== 'skipped')?.message ?? ''}`.trimEnd(),
    };
  }
  if (silent > 0) {
    const startMs = before < 0 && after >= 0 ? firstStartMs(window, after) : null;
    const began = startMs !== null && startMs > gap.startMs - 1000 && startMs <= gap.endMs ? ` The process started at ${clockText(startMs)}.` : '';
    return { cause: 'down', sentence: `Nothing answered for ${missed}: ${errors.find((error) => error.kind !== 'skipped')?.message ?? 'no connection'}${stopped}${began}` };
  }
  return { cause: 'unknown', sentence: `No samples for ${missed}: ${errors.find((error) => error.kind !== 'skipped')?.message ?? 'the scrape failed'}${stopped}` };
}

interface Slowness { timeouts: number; skipped: number; stopped: string }

function slownessVerdict(gap: ScrapeGapSpan, { timeouts, skipped, stopped }: Slowness, { window, suspects, intervalMs }: GapContext): Verdict {
  const { scrapes } = window;
  const slowSeconds = gap.firstRow > 0 ? scrapes.durationSeconds[gap.firstRow - 1] : null;
  const what = timeouts === 0 && heldUpBy(scrapes, gap.firstRow, intervalMs) === 'open'
    ? `${countText(skipped, 'tick')} left out from ${clockText(gap.startMs)}, since the scrape sent before them has no answer yet`
    : timeouts === 0 ? `${countText(skipped, 'tick')} left out from ${clockText(gap.startMs)}, since the scrape before was still under way${slowSeconds === null ? '' : ` (it took ${formatSeconds(slowSeconds)})`}`
    : `${countText(timeouts, 'scrape')} timed out at ${clockText(gap.startMs)}${skipped > 0 ? ` and ${countText(skipped, 'tick')} left out meanwhile` : ''}`;
  // A tick that was left out tells of the scrape that held it up.
  const firstRow = timeouts === 0 && gap.firstRow > 0 ? gap.firstRow - 1 : gap.firstRow;
  const during = { startMs: scrapes.startMs[firstRow], endMs: Math.max(gap.endMs, underWay(window, gap.lastRow, intervalMs).endMs) };
  const met = suspects.flatMap((suspect) => {
    const span = overlapping(suspect.spans, during);
    if (span === undefined) return [];
    const chanceRatio = chanceOfMeeting(suspect.mask, gap.lastRow - firstRow + 1);
    return [{ cause: suspect.cause, words: suspect.describe(span), chanceRatio }];
  });
  const overlaps = met.map(({ cause, words, chanceRatio }): GapOverlap => ({ cause, sentence: `${words}; ${chanceRatio === null ? 'how often by chance is not known' : `by chance ${chanceText(chanceRatio)}`}`, chanceRatio }));
  if (met.length === 0) {
    return { cause: timeouts === 0 ? 'slow' : 'timeout', sentence: `${what}; nothing else was seen at that time (no GC cycle, compaction, replay, slow fsync or CPU ceiling).${stopped}`, overlaps };
  }
  const [{ cause, words, chanceRatio }, ...others] = met;
  const beside = others.length === 0 ? '' : `, ${others.map((one) => one.words).join(', ')}`;
  const chance = chanceRatio === null ? '' : ` A gap of this length at a random moment of the window would meet ${suspects.find((one) => one.cause === cause)?.noun ?? cause} ${chanceText(chanceRatio)}.`;
  return { cause, sentence: `${what}, ${words}${beside}.${chance}${stopped}`, overlaps };
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
  return formatSeconds((gap.endMs - gap.startMs) / 1000);
}
