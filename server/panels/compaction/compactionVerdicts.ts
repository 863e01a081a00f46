/**
 * Verdicts on a target's compactions: are they put off against the rule, and does the target keep up with them?
 */
import type { CompactionPanel, KeepingUp, Severity } from '../../../core/contract/contract.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { HeadLevel } from '../../signals/compaction/blockRange.ts';
import type { CompactionInterval } from '../../signals/compaction/compactionIntervals.ts';
import { delaysAgainstRule, likelyStartMs } from './compactionSchedule.ts';
import { median } from '../../statistics/statistics.ts';
import { valueAt } from '../../signals/valueAt.ts';
import { countText } from '../../../core/text/wording.ts';
import { formatSeconds } from '../../../core/text/format.ts';

/** The feature puts a compaction off by up to a tenth of the range, drawn once per process start. */
const MOST_DELAY_RATIO = 0.1;
/** Below so much of the range a lateness is the wait for the first sample and the once-a-minute check. */
const LEAST_DELAY_RATIO = 0.01;
const LEAST_DELAY_MS = 2000;
const BUSY_SHARE = 0.5;
/** How long one lasted that is known no better than this share of the range is not known. */
const MOST_ERROR_RATIO = 0.25;
/** A head is cut when it spans so many ranges; a longer one than LATE_HEAD_RANGES waits for a compaction that does not come. */
const RULE_FACTOR = 1.5;
const LATE_HEAD_RANGES = 1.7;
/** The server looks once a minute whether to compact, and a head left from before may take some rounds. */
const SETTLING_MS = 180_000;

type Delay = NonNullable<CompactionPanel['delay']>;

/** How late head compactions come against the rule; null with fewer than two of them. */
export function findDelay(compactions: CompactionInterval[], levels: HeadLevel[], rangeMs: number, facts: TargetFacts, startsMs: readonly number[] = []): Delay | null {
  const delays = delaysAgainstRule(compactions, levels, rangeMs, startsMs).sort((a, b) => a - b);
  const typicalMs = median(delays);
  if (typicalMs === null || delays.length < 2) return null;
  const [lowMs, highMs] = [delays[0] ?? 0, delays.at(-1) ?? 0];
  const leastMs = Math.max(LEAST_DELAY_MS, LEAST_DELAY_RATIO * rangeMs);
  const steady = highMs - lowMs <= Math.max(leastMs, 0.02 * rangeMs);
  const verdict = highMs <= leastMs ? 'on-time' : steady && typicalMs > leastMs && typicalMs <= MOST_DELAY_RATIO * rangeMs + leastMs ? 'delayed' : 'scattered';
  return {
    verdict, seconds: typicalMs / 1000, lowSeconds: lowMs / 1000, highSeconds: highMs / 1000, count: delays.length,
    sentence: delaySentence(verdict, typicalMs, lowMs, highMs, facts),
  };
}

function delaySentence(verdict: Delay['verdict'], typicalMs: number, lowMs: number, highMs: number, facts: TargetFacts): string {
  const isSwitchedOn = (facts.flags?.['enable-feature'] ?? '').split(',').includes('delayed-compaction');
  const by = formatSeconds(typicalMs / 1000);
  switch (verdict) {
    case 'on-time': return isSwitchedOn ? 'The feature delayed-compaction is on, and its random delay came out near zero for this process.' : 'Head compactions start when the rule says.';
    case 'delayed': return isSwitchedOn
      ? `The feature delayed-compaction is on: each head compaction comes ${by} after the rule, the same for as long as this process runs.`
      : `Each head compaction comes ${by} after the rule, as with the feature delayed-compaction; the target's flags ${facts.flags === undefined ? 'are not known' : 'do not name it'}.`;
    case 'scattered': return `Head compactions come ${formatSeconds(lowMs / 1000)} to ${formatSeconds(highMs / 1000)} after the rule: slow ingest, a busy compactor or a stall, for the feature delayed-compaction would be late by the same each time.`;
  }
}

export interface KeepingUpInput {
  compactions: readonly CompactionInterval[];
  rangeMs: number | null;
  failed: number;
  /** Lines in which the server itself says that it falls behind. */
  saidSo: number;
  /** Sample time the head spans at the end, in block ranges; null where not known. */
  headRanges: number | null;
  /** A compaction ended after the last failure. */
  recovered?: boolean;
  /** The process began a moment ago: what its head spans then is what a time without it left behind. */
  justStarted?: boolean;
}

export interface KeepingUpVerdict { verdict: KeepingUp; sentence: string; severity: Severity }

/** Whether compactions succeed and fit in the block range. A head that is not cut is worst: memory and log grow until the process dies. */
export function judgeKeepingUp(input: KeepingUpInput): KeepingUpVerdict {
  const { compactions, rangeMs, failed, saidSo, headRanges, recovered = false, justStarted = false } = input;
  const overgrown = headRanges !== null && headRanges > LATE_HEAD_RANGES;
  const span = headRanges === null ? '' : `The head spans ${headRanges.toFixed(1)} block ranges; it should have been cut at ${RULE_FACTOR}.`;
  const fell = (sentence: string): KeepingUpVerdict => ({ verdict: 'falling-behind', severity: 'critical', sentence });
  const unknown = (sentence: string): KeepingUpVerdict => ({ verdict: 'unknown', severity: 'unknown', sentence });
  if (failed > 0) {
    const seen = `${countText(failed, 'compaction')} failed in this window`;
    const sentence = recovered ? `${seen}; later ones succeeded. Read the target's log for why.`
      : `${seen} and none succeeded after: the head keeps growing until one does.${overgrown ? ` ${span}` : ''} Read the target's log and look at the free space of its disk.`;
    return { verdict: 'failing', severity: overgrown && !recovered ? 'critical' : 'warning', sentence };
  }
  if (saidSo > 0) return fell(`The log says ${countText(saidSo, 'time')} that a head compaction took longer than the block range: the target cannot catch up.`);
  if (rangeMs === null) return unknown('The block range is not known, so nothing can be said of keeping up with it.');
  if (overgrown) {
    return justStarted ? unknown(`The head spans ${headRanges.toFixed(1)} block ranges just after a start: what was left from before is about to be cut.`)
      : fell(`${span} Until it is, memory and log grow: see whether compactions are switched off, stuck or slow.`);
  }
  const whole = compactions.filter((c) => c.headCount > 0 && !c.running);
  const heads = whole.filter((c) => c.startErrorMs + c.endErrorMs <= MOST_ERROR_RATIO * rangeMs);
  if (heads.length === 0) {
    return unknown(whole.length === 0 ? 'No whole head compaction in this window to measure against the block range.'
      : `${countText(whole.length, 'head compaction')} in this window, but how long ${whole.length === 1 ? 'it' : 'each'} took is hidden between scrapes too far apart for a range of ${formatSeconds(rangeMs / 1000)}.`);
  }
  const lengthsMs = heads.map((c) => Math.max(0, c.endMs - c.endErrorMs / 2 - likelyStartMs(c)));
  const longestMs = Math.max(...lengthsMs);
  const typicalMs = median(lengthsMs) ?? 0;
  const share = `${formatSeconds(typicalMs / 1000)} of every ${formatSeconds(rangeMs / 1000)} (${((100 * typicalMs) / rangeMs).toPrecision(2)} %), at most ${formatSeconds(longestMs / 1000)}`;
  if (longestMs > rangeMs) return fell(`A head compaction took longer than the block range: ${share}.`);
  if (longestMs > BUSY_SHARE * rangeMs) return { verdict: 'busy', severity: 'warning', sentence: `Compacting takes more than half of the block range at times: ${share}.` };
  return { verdict: 'keeping-up', severity: 'ok', sentence: `Keeping up: compacting takes ${share}.` };
}

/** Whether the last answer came within so long of the process's start that its head may still be what was left from before. */
export function isJustStarted(window: RoleWindow): boolean {
  const start = window.role('processStartSeconds');
  for (let row = window.scrapes.length - 1; row >= 0; row--) {
    const bornSeconds = valueAt(start, row);
    if (bornSeconds === null) continue;
    // Readiness is what lets a compaction begin; a long replay comes before it.
    const ready = window.role('ready');
    for (let at = row; ready !== undefined && at >= 0 && window.scrapes.startMs[row] - window.scrapes.startMs[at] < SETTLING_MS; at--) {
      if (valueAt(ready, at) === 0) return true;
    }
    return window.scrapes.startMs[row] - bornSeconds * 1000 < SETTLING_MS;
  }
  return false;
}

/** Whether a compaction ended after the last failure that the counters tell; false without a failure. */
export function hasRecovered(window: RoleWindow, failed: Float64Array, compactions: readonly CompactionInterval[]): boolean {
  const last = failed.findLastIndex((rise) => rise > 0);
  if (last < 0) return false;
  return compactions.some((c) => c.count > 0 && c.kind !== 'failed' && c.endMs - c.endErrorMs > window.scrapes.startMs[last]);
}

/** Sample time between the head's bounds at the last scrape that tells both, in block ranges. */
export function headSpanRanges(window: RoleWindow, rangeMs: number): number | null {
  const [least, most] = [window.role('headMinTimeMs'), window.role('headMaxTimeMs')];
  for (let row = window.scrapes.length - 1; row >= 0; row--) {
    const [from, to] = [valueAt(least, row), valueAt(most, row)];
    if (from !== null && to !== null && from > 0 && to >= from) return (to - from) / rangeMs;
  }
  return null;
}
