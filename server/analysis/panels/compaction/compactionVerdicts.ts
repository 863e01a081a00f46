/** Judges a target's compactions: whether they are later than the rule, and whether the target keeps up with them. */
import type { Action, CompactionPanel, KeepingUp, Part, Severity } from '../../../../core/contract/contract.ts';
import { numberAt } from '../../../../core/elementAt.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import type { HeadLevel } from '../../signals/compaction/blockRange.ts';
import { likelyStartMs, type CompactionInterval } from '../../signals/compaction/compactionIntervals.ts';
import { delaysAgainstRule } from './compactionSchedule.ts';
import { median } from '../../../../core/statistics/quantiles.ts';
import { processWork } from '../../signals/host/processWork.ts';
import { valueAt } from '../../signals/valueAt.ts';
import { formatBand, formatSeconds } from '../../../../core/text/format.ts';
import { bytes, count, joined, parts, quantity, ratio, render, seconds } from '../../../../core/text/parts.ts';
import { findWhatHoldsTheHead, readCompactionErrors, readTruncationErrors } from '../../advice/steps.ts';
import type { Failures, WalTrouble } from './compactionFailures.ts';
import { hasBlocks } from './seriesMaintenance.ts';

/** The feature delays a compaction by up to a tenth of the range, drawn once per process start. */
const MAX_DELAY_RATIO = 0.1;
/** A lateness below this share of the range is the wait for the first sample and the once-a-minute check. */
const MIN_DELAY_RATIO = 0.01;
const MIN_DELAY_MS = 2000;
/** Delays within this share of the range count as equal; if enough are equal, the others are exceptions. */
const STEADY_RATIO = 0.02;
const STEADY_SHARE = 0.75;
const MIN_STEADY = 3;
const BUSY_SHARE = 0.5;
/** Error, as a share of the range, from which a compaction's duration counts as unknown. */
const MAX_ERROR_RATIO = 0.25;
/** Ranges at which a head is cut; beyond LATE_HEAD_RANGES it waits for a compaction that does not run. */
const RULE_FACTOR = 1.5;
const LATE_HEAD_RANGES = 1.7;
/** The server checks once a minute whether to compact, and a head left from before may take some rounds. */
const SETTLING_MS = 180_000;

type Delay = NonNullable<CompactionPanel['delay']>;

/** Returns how late head compactions are against the rule; null with fewer than two of them. */
export function findDelay(
  compactions: CompactionInterval[], levels: HeadLevel[], rangeMs: number,
  { facts, startsMs = [] }: { facts: TargetFacts; startsMs?: readonly number[] }
): Delay | null {
  const delays = delaysAgainstRule(compactions, levels, rangeMs, startsMs).sort((a, b) => a - b);
  const typicalMs = median(delays);
  if (typicalMs === null || delays.length < 2) return null;
  const leastMs = Math.max(MIN_DELAY_MS, MIN_DELAY_RATIO * rangeMs);
  // Ignores the few delays that a stall caused.
  const near = delays.filter((delay) => Math.abs(delay - typicalMs) <= Math.max(leastMs, STEADY_RATIO * rangeMs));
  const [lowMs, highMs] = near.length >= MIN_STEADY && near.length >= STEADY_SHARE * delays.length
    ? [near[0] ?? 0, near.at(-1) ?? 0] : [delays[0] ?? 0, delays.at(-1) ?? 0];
  const steady = highMs - lowMs <= Math.max(leastMs, STEADY_RATIO * rangeMs);
  const verdict = highMs <= leastMs ? 'on-time'
    : steady && typicalMs > leastMs && typicalMs <= MAX_DELAY_RATIO * rangeMs + leastMs ? 'delayed' : 'scattered';
  return {
    verdict, seconds: typicalMs / 1000, lowSeconds: lowMs / 1000, highSeconds: highMs / 1000, count: delays.length,
    sentence: delaySentence(verdict, typicalMs, [lowMs, highMs], facts),
  };
}

function delaySentence(
  verdict: Delay['verdict'], typicalMs: number, [lowMs, highMs]: readonly [number, number], facts: TargetFacts,
): string {
  const isEnabled = facts.features?.['tsdb.delayed_compaction']
    ?? (facts.flags?.['enable-feature'] ?? '').split(',').includes('delayed-compaction');
  const by = formatSeconds(typicalMs / 1000);
  switch (verdict) {
    case 'on-time': return isEnabled
      ? 'The feature delayed-compaction is on, and its random delay is near zero for this process.'
      : 'Head compactions start when the rule says.';
    case 'delayed': return isEnabled
      ? `The feature delayed-compaction is on: each head compaction of this process comes ${by} after the rule.`
      : `Each head compaction comes ${by} after the rule, as with the feature delayed-compaction; the target’s `
        + `${facts.features !== undefined ? 'features say that it is off' : facts.flags === undefined
          ? 'flags are unknown' : 'flags do not name it'}.`;
    case 'scattered': return `Head compactions come ${formatBand(lowMs / 1000, highMs / 1000, 'seconds')} after the `
      + 'rule: slow ingestion, a busy compactor or a stall. delayed-compaction would delay each by the same time.';
  }
}

export interface KeepingUpInput {
  compactions: readonly CompactionInterval[];
  rangeMs: number | null;
  failed: number;
  /** Compactions logged as cancelled by a shutdown; the next start repeats them. */
  cancelled?: number;
  /** Failures within so many seconds before the process ended: not judged, as a shutdown cancels compactions. */
  failedAtEnd?: Failures['atEnd'];
  /** Whether one of the failures was a head compaction; null if unknown. */
  headFailed?: boolean | null;
  /** Whether the process ended in order after the last failure. */
  hasEnded?: boolean;
  /** Whether all failures were of the chunk files of a head whose block was written. */
  keepsFiles?: boolean;
  wal?: WalTrouble | null;
  /** Number of log lines in which the server reports that it falls behind. */
  saidSo: number;
  /** Sample time that the head spans at the end, in block ranges; null if unknown. */
  headRanges: number | null;
  /** Whether a compaction ended after the last failure. */
  recovered?: boolean;
  /**
   * Whether the process has just started, or resumed after a standstill: its head may then span the time without it.
   */
  justStarted?: boolean;
  justResumed?: boolean;
  /** False for Prometheus 1.x, VictoriaMetrics and programs without a database. */
  hasBlocks?: boolean;
}

/** Verdict that becomes the panel's finding if its severity is a warning or worse. */
export interface KeepingUpVerdict {
  verdict: KeepingUp;
  severity: Severity;
  code: string;
  claim: Part[];
  evidence: Part[][];
  actions: Action[];
}

/** Returns the verdict in the form of the answer: claim and evidence in one string. */
export function keepingUpAnswer({ verdict, claim, evidence }: KeepingUpVerdict): CompactionPanel['keepingUp'] {
  return { verdict, sentence: render(joined([claim, ...evidence], ' ')) };
}

/**
 * Judges whether compactions succeed and fit in the block range. A head that is not cut is worst: memory and WAL grow
 * until the process dies.
 */
export function judgeKeepingUp(input: KeepingUpInput): KeepingUpVerdict {
  const { compactions, rangeMs, failed, saidSo, headRanges, recovered = false, justStarted = false } = input;
  const { justResumed = false, cancelled = 0, failedAtEnd, headFailed = null, wal = null, hasEnded = false } = input;
  const grows = input.keepsFiles === true
    ? parts`Blocks are written, but the chunk files of the head and the WAL grow until one succeeds.`
    : parts`The head and the WAL keep growing until one succeeds.`;
  const overgrown = isOvergrown(headRanges);
  const ranges = quantity(Math.round((headRanges ?? 0) * 10) / 10, 'none');
  const limit = quantity(RULE_FACTOR, 'none');
  const span = parts`The head spans ${ranges} block ranges; it should have been cut at ${limit}.`;
  const judged = (
    verdict: KeepingUp, claim: Part[], evidence: Part[][] = [], actions: Action[] = [],
  ): KeepingUpVerdict => ({
    verdict, severity: SEVERITIES[verdict], code: `compaction-${verdict}`, claim, actions,
    evidence: [
      ...evidence,
      ...(cancelled === 0 ? []
        : [parts`${count(cancelled, 'compaction')} cancelled by a shutdown; the next start repeats it.`]),
      ...(failedAtEnd === undefined || failedAtEnd.count === 0 ? [] : [
        parts`${count(failedAtEnd.count, 'compaction')} failed within ${
          seconds(failedAtEnd.seconds)} of the end of the process, probably cancelled by a shutdown.`,
      ]),
    ],
  });
  // Worse than a failed compaction: the WAL fills the disk, and each start takes longer.
  if (wal !== null) {
    const grown = wal.fromBytes !== null && wal.toBytes !== null && wal.toBytes > wal.fromBytes;
    const tries = wal.checkpointsFailed > 0 ? count(wal.checkpointsFailed, 'checkpoint')
      : count(wal.truncationsFailed, 'truncation');
    const failing = judged('failing', parts`The WAL is not truncated: ${tries} failed, and none has succeeded since.`, [
      grown ? parts`The WAL grew from ${bytes(wal.fromBytes ?? 0)} to ${bytes(wal.toBytes ?? 0)}.` : [],
      parts`It grows until one succeeds, and a start reads all of it.`,
    ], [readTruncationErrors]);
    return { ...failing, code: 'wal-not-truncated' };
  }
  if (failed > 0) {
    const seen = parts`${count(failed, 'compaction')} failed in this window`;
    if (recovered) {
      const later = judged('failing', parts`${seen}; later ones succeeded.`, [], [readCompactionErrors]);
      return { ...later, code: 'compaction-recovered' };
    }
    const isCut = headFailed === false || (headRanges !== null && !overgrown && headFailed === null);
    const evidence = isCut ? [parts`The head is still written to blocks: ${
      headFailed === false ? 'only merges of blocks failed' : parts`it spans ${ranges} block ranges`}.`]
      : [hasEnded ? parts`The process was stopped after that, without a compaction that succeeded.`
        : grows, ...(overgrown ? [span] : [])];
    const failing = judged('failing', parts`${seen}, and none has succeeded since.`, evidence, [readCompactionErrors]);
    return overgrown ? { ...failing, severity: 'critical' } : failing;
  }
  if (saidSo > 0) {
    const claim = parts`Head compactions take longer than the block range: the target cannot catch up.`;
    return judged('falling-behind', claim, [parts`Its log says so ${count(saidSo, 'time')}.`]);
  }
  if (rangeMs === null) {
    const isOnSchedule = input.hasBlocks !== false;
    return judged('unknown', isOnSchedule ? parts`The block range is unknown, so keeping up with it cannot be judged.`
      : parts`It writes no blocks on a schedule, so there is none to keep up with.`);
  }
  if (overgrown) {
    const running = compactions.at(-1);
    if (running?.running === true && running.endMs - running.startMs <= BUSY_SHARE * rangeMs)
      return judged('unknown', parts`The head spans ${ranges} block ranges; a compaction is running.`);
    return justStarted || justResumed
      ? judged('unknown', parts`The head spans ${ranges} block ranges just after ${
        justStarted ? 'a start' : 'a standstill'}; the next compaction cuts it.`)
      : judged('falling-behind', span, [parts`Until it is cut, memory and WAL grow.`], [findWhatHoldsTheHead]);
  }
  const range = seconds(rangeMs / 1000);
  const whole = compactions.filter((c) => c.headCount > 0 && !c.running);
  const heads = whole.filter((c) => c.startErrorMs + c.endErrorMs <= MAX_ERROR_RATIO * rangeMs);
  if (heads.length === 0) {
    return judged('unknown', whole.length === 0
      ? parts`No complete head compaction in this window to compare with the block range.`
      : parts`${count(whole.length, 'head compaction')} in this window, of unknown length: scrapes are too far ${
        parts`apart for a range of ${range}.`}`);
  }
  const lengthsMs = heads.map((c) => Math.max(0, c.endMs - c.endErrorMs / 2 - likelyStartMs(c)));
  const longestMs = Math.max(...lengthsMs);
  const typicalMs = median(lengthsMs) ?? 0;
  const most = parts`The longest took ${seconds(longestMs / 1000)}.`;
  const share = parts`Compaction takes ${seconds(typicalMs / 1000)} of every ${range} (${ratio(typicalMs / rangeMs)}).`;
  if (longestMs > rangeMs) {
    const claim = parts`A head compaction took longer than the block range of ${range}.`;
    return judged('falling-behind', claim, [share, most]);
  }
  if (longestMs > BUSY_SHARE * rangeMs) {
    return judged('busy', parts`At times, compaction takes more than half of the block range.`, [share, most]);
  }
  return judged('keeping-up', parts`Compaction keeps up.`, [share, most]);
}

const SEVERITIES: Record<KeepingUp, Severity> = {
  'keeping-up': 'ok', busy: 'warning', 'falling-behind': 'critical', failing: 'warning', unknown: 'unknown',
};

/** Returns the server's state; looks for standstills only if the head is overgrown, as they explain nothing else. */
export function serverState(
  window: RoleWindow, headRanges: number | null
): Required<Pick<KeepingUpInput, 'headRanges' | 'justStarted' | 'justResumed' | 'hasBlocks'>> {
  return {
    headRanges, justStarted: isJustStarted(window), hasBlocks: hasBlocks(window),
    justResumed: isOvergrown(headRanges) && isJustResumed(window),
  };
}

function isOvergrown(headRanges: number | null): boolean {
  return headRanges !== null && headRanges > LATE_HEAD_RANGES;
}

/** Returns whether a standstill ended so shortly before the last scrape that the server may not have checked since. */
function isJustResumed(window: RoleWindow): boolean {
  const last = processWork(window).standstills.at(-1);
  const lastMs = window.scrapes.startMs.at(-1);
  return last !== undefined && lastMs !== undefined && lastMs - last.endMs < SETTLING_MS;
}

/**
 * Returns whether the last answer came so soon after the process's start that its head may still be left from before.
 */
function isJustStarted(window: RoleWindow): boolean {
  const start = window.role('processStartSeconds');
  for (let row = window.scrapes.length - 1; row >= 0; row--) {
    const bornSeconds = valueAt(start, row);
    if (bornSeconds === null) continue;
    // A compaction begins only after readiness; a long replay comes before it.
    const ready = window.role('ready');
    for (
      let at = row;
      ready !== undefined && at >= 0
        && numberAt(window.scrapes.startMs, row) - numberAt(window.scrapes.startMs, at) < SETTLING_MS;
      at--
    ) {
      if (valueAt(ready, at) === 0) return true;
    }
    return numberAt(window.scrapes.startMs, row) - bornSeconds * 1000 < SETTLING_MS;
  }
  return false;
}

/** Returns whether, by the counters, a compaction ended after the last failure; false without a failure. */
export function hasRecovered(
  window: RoleWindow, failed: Float64Array, compactions: readonly CompactionInterval[]
): boolean {
  const last = failed.findLastIndex((rise) => rise > 0);
  if (last < 0) return false;
  return compactions.some(
    (c) => c.count > 0 && c.kind !== 'failed' && c.endMs - c.endErrorMs > numberAt(window.scrapes.startMs, last)
  );
}

/** Returns the sample time between the head's bounds at the last scrape that reports both, in block ranges. */
export function headSpanRanges(window: RoleWindow, rangeMs: number): number | null {
  const [least, most] = [window.role('headMinTimeMs'), window.role('headMaxTimeMs')];
  for (let row = window.scrapes.length - 1; row >= 0; row--) {
    const [from, to] = [valueAt(least, row), valueAt(most, row)];
    if (from !== null && to !== null && from > 0 && to >= from) return (to - from) / rangeMs;
  }
  return null;
}
