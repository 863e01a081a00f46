/** Finds a cause and its words for every gap between good scrapes; see docs/reference/scrapes.md. */
import type { GapOverlap, Part, ScrapeCause, ScrapeGap } from '../../../../core/contract/contract.ts';
import { numberAt } from '../../../../core/elementAt.ts';
import type { RoleSeries, RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { ScrapeError } from '../../../data/metrics/series.ts';
import { heldUpBy } from '../../signals/skippedScrapes.ts';
import { byLikelihood, OFTEN } from './scrapeCauses.ts';
import { chanceOfMeeting, chanceText } from './scrapeChance.ts';
import { overlapping, underWay, type Suspect, type SuspectCause } from './scrapeSuspects.ts';
import { isStandstill, isUsual, type Activity, type WorkMeter } from '../../signals/standstills.ts';
import type { ProcessRestart, ScrapeGapSpan } from '../../signals/windowFrame.ts';
import { at, count as counted, joined, parts, percent, render, seconds } from '../../../../core/text/parts.ts';

export type GapCause =
  | 'down' | 'restart' | 'timeout' | 'slow' | 'network' | 'collector' | 'own-scrapes' | 'unknown' | SuspectCause;
/** Consecutive timeouts from which a process that worked as usual shows that requests did not reach its handlers. */
const CUT_TIMEOUTS = 3;
/** Number of scrapes and duration without an answer from which a target is silent, not slow. */
const SILENT_SCRAPES = 3;
const SILENT_MS = 10_000;

export interface GapContext {
  window: RoleWindow;
  restarts: readonly ProcessRestart[];
  /** Suspects in order of precedence. */
  suspects: readonly Suspect[];
  /** Causes that explain the window as a whole, most important first. */
  causes: readonly ScrapeCause[];
  work: WorkMeter;
  intervalMs: number;
}

/**
 * Returns the cause of one gap, the first that holds: nothing scraped (`collector`, or of the target's own scrapes
 * `restart`, `freeze`, `own-scrapes`); the process before and after is not the same (`restart`, or `replay` when it
 * listened but was replaying its WAL); it listened and said that it was not ready (`replay`); scrapes timed out or were
 * skipped behind a slow one, while a suspect held (its name: overlap in time, which is not proof, with how often chance
 * does it) or none did (`timeout`, or `slow` if scrapes were skipped and none timed out); connections failed although
 * one process ran before and after (`network`); nothing answered (`down`); anything else (`unknown`, and the sentence
 * quotes the error).
 */
export function explainGap(gap: ScrapeGapSpan, context: GapContext): ScrapeGap {
  const { cause, said, overlaps } = !gap.hole ? failedVerdict(gap, context)
    : gap.isOwn ? ownHoleVerdict(gap, context) : collectorVerdict(gap);
  const count = (kind: ScrapeError['kind']): number => {
    let found = 0;
    for (let row = gap.firstRow; row <= gap.lastRow; row++) if (context.window.scrapes.error[row]?.kind === kind)
      found++;
    return found;
  };
  return {
    start: gap.startMs / 1000, end: gap.endMs / 1000, cause, sentence: render(said), parts: said,
    scrapesMissed: gap.scrapesMissed, timedOut: count('timeout'), skipped: count('skipped'), overlaps: overlaps ?? [],
  };
}

interface Verdict { cause: GapCause; said: Part[]; overlaps?: GapOverlap[] }

function collectorVerdict(gap: ScrapeGapSpan): Verdict {
  const why = 'it was stopped, suspended, short of CPU or could not store';
  const said = parts`tsdbscope did not record for ${missedParts(gap)} (${why}), so nothing is known of the target.`;
  return { cause: 'collector', said };
}

/**
 * Explains a hole in the target's own scrapes, of a time that was not recorded: whether tsdbscope ran is irrelevant.
 */
function ownHoleVerdict(gap: ScrapeGapSpan, { window, restarts, work }: GapContext): Verdict {
  const missed = missedParts(gap);
  const [before, after] = [neighbour(window, gap.firstRow - 1, -1), neighbour(window, gap.lastRow + 1, 1)];
  const none = parts`The target did not scrape itself for ${missed}`;
  const restart = restarts.find(({ row }) => row === after);
  if (restart !== undefined)
    return { cause: 'restart', said: parts`${none}: the process restarted at ${at(restart.timeMs / 1000)}.` };
  const done = before < 0 || after < 0 ? null : work.between(before, after);
  if (done !== null && isStandstill(done))
    return { cause: 'freeze', said: parts`${none}: the process was frozen${activityParts(done)}.` };
  return {
    cause: 'own-scrapes',
    said: parts`${none}${done === null || done.cpuRatio === null ? null
      : parts`, although the process ran (${percent(done.cpuRatio)} of its usual CPU)`}.`,
  };
}

/** Returns ` (3 % of its usual CPU, 0 % of its usual samples)`. */
function activityParts({ cpuRatio, ingestRatio }: Activity): Part[] {
  const said = joined([
    cpuRatio === null ? null : parts`${percent(cpuRatio)} of its usual CPU`,
    ingestRatio === null ? null : parts`${percent(ingestRatio)} of its usual samples`,
  ], ', ');
  return said.length === 0 ? [] : parts` (${said})`;
}

function failedVerdict(gap: ScrapeGapSpan, context: GapContext): Verdict {
  const { window, restarts } = context;
  const { scrapes } = window;
  const before = neighbour(window, gap.firstRow - 1, -1);
  const after = gap.over ? neighbour(window, gap.lastRow + 1, 1) : -1;
  const errors = scrapes.error.slice(gap.firstRow, gap.lastRow + 1)
    .filter((error): error is ScrapeError => error !== null);
  const count = (...kinds: ScrapeError['kind'][]): number =>
    errors.filter((error) => kinds.includes(error.kind)).length;
  const message = errors.find((error) => error.kind !== 'skipped')?.message;
  const timeouts = count('timeout');
  const silent = count('refused', 'reset', 'dns');
  const missed = missedParts(gap);
  const stopped = gap.over ? '' : ' It has not answered since.';
  const replaying = saysNotReady(window, gap, after);
  const restart = restarts.find(({ row }) => row === after);
  if (restart !== undefined) {
    const restarted = parts`No samples for ${missed}: the process restarted at ${at(restart.timeMs / 1000)}`;
    // A process that refuses connections is gone; one that replays its WAL answers, if slowly.
    return replaying && silent < errors.length / 2
      ? { cause: 'replay', said: parts`${restarted} and was replaying its WAL.` }
      : { cause: 'restart', said: parts`${restarted}${replaying ? ' and then replayed its WAL' : ''}.` };
  }
  if (replaying && silent < errors.length / 2) {
    const why = 'the target reported that it was not ready (starting or replaying its WAL)';
    return { cause: 'replay', said: parts`No samples for ${missed}: ${why}.` };
  }
  const skipped = count('skipped');
  if (skipped === errors.length && heldUpBy(scrapes, gap.firstRow, context.intervalMs) === 'collector') {
    const why = 'the previous answer had arrived, and tsdbscope was late storing it (short of CPU, or a slow disk)';
    return {
      cause: 'collector', said: parts`${skippedParts(skipped, gap)}: ${why}, so nothing is known of the target.`,
    };
  }
  const done = before < 0 || after < 0 ? null : context.work.between(before, after);
  // The scrape sent before those skipped hung as long as they did, and is the one that was answered.
  const hung = skipped === errors.length && gap.firstRow > 0 ? gap.firstRow - 1 : -1;
  const beforeHung = neighbour(window, hung - 1, -1);
  const still = hung < 0 ? done : beforeHung < 0 ? null : context.work.between(beforeHung, hung);
  if (still !== null && isStandstill(still) && silent === 0 && (timeouts > 0 || hung >= 0 || gap.isOwn)) {
    const why = parts`the process was frozen${activityParts(still)}, and resumed`;
    return { cause: 'freeze', said: parts`No samples for ${missed}: ${why}.` };
  }
  if (timeouts >= CUT_TIMEOUTS && silent === 0 && done !== null && isUsual(done)) {
    const why = parts`The process worked on as usual${
      activityParts(done)}: the network, or its HTTP server, did not let requests through.`;
    return { cause: 'network', said: parts`${counted(timeouts, 'scrape')} timed out for ${missed}. ${why}` };
  }
  if (gap.isOwn && errors.every(({ kind }) => kind === 'other'))
    return slownessVerdict(gap, { timeouts, skipped, stopped }, context);
  if (skipped === errors.length || (timeouts > 0 && timeouts >= silent))
    return slownessVerdict(gap, { timeouts, skipped, stopped }, context);
  if (silent > 0 && before >= 0 && after >= 0 && window.role('processStartSeconds') !== undefined) {
    const why = 'The same process ran before and after: the network failed, or its listen queue was full.';
    return { cause: 'network', said: joined([parts`No connection for ${missed}. ${why}`, message ?? ''], ' ') };
  }
  if (silent > 0) {
    const startMs = before < 0 && after >= 0 ? firstStartMs(window, after) : null;
    const began = startMs !== null && startMs > gap.startMs - 1000 && startMs <= gap.endMs
      ? parts` The process started at ${at(startMs / 1000)}.` : null;
    const said = parts`The target did not answer for ${missed}: ${message ?? 'no connection.'}${stopped}${began}`;
    return { cause: 'down', said };
  }
  return { cause: 'unknown', said: parts`No samples for ${missed}: ${message ?? 'the scrape failed.'}${stopped}` };
}

/** Returns whether the target has not answered for long, and still does not. */
export function isSilent({ over, scrapesMissed, startMs, endMs }: ScrapeGapSpan): boolean {
  return !over && scrapesMissed >= SILENT_SCRAPES && endMs - startMs >= SILENT_MS;
}

interface Slowness { timeouts: number; skipped: number; stopped: string }

function slownessVerdict(
  gap: ScrapeGapSpan, { timeouts, skipped, stopped }: Slowness, { window, suspects, causes, intervalMs }: GapContext
): Verdict {
  const { scrapes } = window;
  const slowSeconds = gap.firstRow > 0 ? numberAt(scrapes.durationSeconds, gap.firstRow - 1) : null;
  const took = slowSeconds === null ? null : parts` (it took ${seconds(slowSeconds)})`;
  const meanwhile = skipped > 0 ? parts` and ${counted(skipped, 'scrape')} skipped meanwhile` : null;
  const what = gap.isOwn
    ? parts`${counted(gap.scrapesMissed, 'scrape')} of the target by itself failed at ${at(gap.startMs / 1000)}`
    : timeouts > 0 ? parts`${counted(timeouts, 'scrape')} timed out at ${at(gap.startMs / 1000)}${meanwhile}`
    : heldUpBy(scrapes, gap.firstRow, intervalMs) === 'open'
        ? parts`${skippedParts(skipped, gap)} because the one sent before has no answer yet`
      : parts`${skippedParts(skipped, gap)} because the previous one was still running${took}`;
  // A skipped scrape points to the one that delayed it.
  const firstRow = timeouts === 0 && !gap.isOwn && gap.firstRow > 0 ? gap.firstRow - 1 : gap.firstRow;
  const during = {
    startMs: numberAt(scrapes.startMs, firstRow),
    endMs: Math.max(gap.endMs, underWay(window, gap.lastRow, intervalMs).endMs),
  };
  // Whether a silent process works is unknown until it answers. A shortage that holds anyway is then no reason for its
  // silence.
  const silent = isSilent(gap);
  const met = byLikelihood(suspects.flatMap((suspect) => {
    if (silent && suspect.isShortage === true) return [];
    const span = overlapping(suspect.spans, during);
    if (span === undefined) return [];
    const chanceRatio = chanceOfMeeting(suspect.mask, gap.lastRow - firstRow + 1);
    return [{ cause: suspect.cause, words: suspect.describe(span), chanceRatio }];
  }), causes);
  const overlaps = met.map(({ cause, words, chanceRatio }): GapOverlap => {
    const said = parts`${words}; by chance ${chanceRatio === null ? 'not known' : chanceText(chanceRatio)}`;
    return { cause, sentence: render(said), parts: said, chanceRatio };
  });
  const [first] = met;
  const isNamed = causes.some(({ cause }) => cause === first?.cause);
  if (first === undefined || (!isNamed && (first.chanceRatio ?? 0) > OFTEN)) {
    const nothing = first === undefined ? parts`no GC cycle, compaction, replay, slow fsync or CPU limit coincides`
      : parts`nothing coincides but what holds most of the time (${joined(met.map(({ words }) => words), ', ')})`;
    return { cause: timeouts === 0 ? 'slow' : 'timeout', said: parts`${what}; ${nothing}.${stopped}`, overlaps };
  }
  const { cause, chanceRatio } = first;
  const noun = suspects.find((one) => one.cause === cause)?.noun ?? cause;
  const chance = chanceRatio === null ? ''
    : ` A gap of this length at a random moment would meet ${noun} ${chanceText(chanceRatio)}.`;
  return { cause, said: parts`${what}, ${joined(met.map(({ words }) => words), ', ')}.${chance}${stopped}`, overlaps };
}

/** Returns `4 s from 16:47:40 UTC`. */
function missedParts({ startMs, endMs }: ScrapeGapSpan): Part[] {
  return parts`${seconds((endMs - startMs) / 1000)} from ${at(startMs / 1000)}`;
}

function skippedParts(skipped: number, { startMs }: ScrapeGapSpan): Part[] {
  return parts`${counted(skipped, 'scrape')} skipped from ${at(startMs / 1000)}`;
}

/** Returns the next good row from `row` on, -1 when the window holds none. */
function neighbour(window: RoleWindow, row: number, direction: -1 | 1): number {
  for (let at = row; at >= 0 && at < window.scrapes.length; at += direction) {
    if (window.scrapes.error[at] === null) return at;
  }
  return -1;
}

/** Returns whether the readiness noted on the failed tries, or by the target itself right after, was 0. */
function saysNotReady(window: RoleWindow, gap: ScrapeGapSpan, after: number): boolean {
  const noted = window.role('targetReady');
  for (let row = gap.firstRow; row <= gap.lastRow; row++) {
    // A process that does not listen reveals nothing; only one that answers can be "not ready".
    if (isZero(noted, row) && !['refused', 'dns'].includes(window.scrapes.error[row]?.kind ?? '')) return true;
  }
  return after >= 0 && (isZero(window.role('ready'), after) || isZero(noted, after));
}

function isZero(series: RoleSeries | undefined, row: number): boolean {
  return series !== undefined && series.present[row] === 1 && series.values[row] === 0;
}

function firstStartMs(window: RoleWindow, row: number): number | null {
  const start = window.role('processStartSeconds');
  return start !== undefined && start.present[row] === 1 && Number.isFinite(start.values[row])
    ? numberAt(start.values, row) * 1000 : null;
}
