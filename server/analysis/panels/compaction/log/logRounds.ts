/**
 * Judges by time whether a server keeps up: how old its newest block is, how that changes per round, and which part of
 * a round takes the time. A round is from one block of the head to the next. See docs/reference/compaction.md.
 */
import type { Part } from '../../../../../core/contract/contract.ts';
import type { CompactionRun } from '../../../../../core/contract/facts.ts';
import { elementAt } from '../../../../../core/elementAt.ts';
import { joined, parts, ratio, seconds } from '../../../../../core/text/parts.ts';
import { median } from '../../../../../core/statistics/quantiles.ts';
import type { CompactionLogEvents, LoggedPart } from './compactionLog.ts';

/** Age, in ranges, of a head's block when it is written, as a head is cut when it spans 1.5 ranges. */
const RULE_AGE = 0.5;
/** Age, in ranges, beyond which a block is missing; from one block to the next it grows by a range. */
export const LATE_AGE = 2.5;
/** Minimum change per round, as a share of the range; less is scatter of the rounds' beginnings. */
const MIN_TREND = 0.05;
/** The same for rounds whose blocks have no known age. */
const MIN_GROWTH_ALONE = 0.25;
/** Growth of an age, as a share of it, that is not reported. */
const SAME_AGE = 0.01;
/** Age, as a multiple of the clock offset, from which the offset does not matter to it. */
const CLEAR_AGE = 20;
/** Maximum clock offset; a stamp of another clock does not show a block's age. */
const MAX_OFFSET_MS = 60_000;

export type RoundPart = 'block' | 'head-gc' | 'checkpoint' | 'truncation';

export interface LogRounds {
  rangeMs: number;
  /** Complete rounds; 0 with a single block. */
  rounds: number;
  /** Usual time from one block to the next; null without a complete round. */
  everyMs: number | null;
  /** Growth of the newest block's age per round; negative while it catches up. */
  growthMs: number | null;
  /** Age of the newest block when it was written, and at the end of the log. */
  writtenAgeMs: number;
  endAgeMs: number;
  /** Whether these ages are true: false if the stamps are of another clock than the blocks. */
  hasAges: boolean;
  /** Shares of the time of the rounds, the largest first. */
  parts: { part: RoundPart; ms: number; shareRatio: number }[];
  verdict: 'keeps-up' | 'falls-behind' | 'behind' | 'catches-up';
}

/** Whether the stamps of the log are of another clock than its blocks, so that they do not show how old a block is. */
export const isOtherClock = ({ clockOffsetMs, zoneOffsetMs }: CompactionLogEvents): boolean =>
  clockOffsetMs !== null && Math.abs(clockOffsetMs - zoneOffsetMs) > MAX_OFFSET_MS;

/** Returns the ends of the checkpoints, ms, each of which is the last step of a round of the head. */
export const checkpointEnds = ({ parts: after }: CompactionLogEvents): ReadonlySet<number> =>
  new Set(after.flatMap(({ what, endMs }) => (what === 'head-gc' ? [] : [endMs])));

/**
 * Returns null without a block of the head. With another clock than that of the blocks, only the rounds count: their
 * length and how much their blocks age from one to the next. `endMs`: end of the log; null if the text leaves out
 * lines, so that it does not show that a block is missing.
 */
export function roundsOf(
  events: CompactionLogEvents, rangeMs: number | null, endMs: number | null
): LogRounds | null {
  const { parts: after } = events;
  const heads = headsOf(events.runs);
  const last = heads.at(-1);
  if (last === undefined) return null;
  const begun = [...events.starts, ...events.opened];
  const range = rangeMs ?? last.maxTimeMs - last.minTimeMs;
  const ageOf = ({ endMs: written, maxTimeMs }: Head): number => written - maxTimeMs;
  const first = elementAt(heads, 0);
  const rounds = heads.length - 1;
  const spanMs = last.endMs - first.endMs;
  // From a block before a start to one after it, the server may have been off.
  const pairs = heads.slice(1).map((head, i) => [elementAt(heads, i), head] as const)
    .filter(([before, head]) => !begun.some((startMs) => startMs > before.endMs && startMs <= head.endMs));
  const steps = pairs.map(([before, head]) => head.endMs - before.endMs);
  const growth = pairs.map(([before, head]) => ageOf(head) - ageOf(before));
  const inRounds = (from: number, to: number): boolean => from >= first.endMs && to <= last.endMs;
  const times = new Map<RoundPart, number>();
  const add = (part: RoundPart, ms: number): void => { times.set(part, (times.get(part) ?? 0) + ms); };
  for (const head of heads.slice(1)) add('block', head.endMs - head.startMs);
  for (const { what, startMs, endMs: to } of after) if (inRounds(startMs, to)) add(what, to - startMs);
  const writtenAgeMs = ageOf(last);
  const offsetMs = Math.abs((events.clockOffsetMs ?? 0) - events.zoneOffsetMs);
  const hasAges = !isOtherClock(events) || writtenAgeMs > CLEAR_AGE * offsetMs;
  const growthMs = median(growth);
  const endAgeMs = Math.max(writtenAgeMs, (endMs ?? last.endMs) - last.maxTimeMs);
  return {
    rangeMs: range, rounds, everyMs: median(steps), growthMs, writtenAgeMs, endAgeMs, hasAges,
    parts: [...times].map(
      ([part, ms]) => ({ part, ms: ms / Math.max(1, rounds), shareRatio: spanMs > 0 ? ms / spanMs : 0 })
    ).sort((a, b) => b.ms - a.ms),
    verdict: !hasAges ? verdictByGrowth(range, growth) : verdictOf(range, {
      growth, writtenAgeMs, endAgeMs,
      // After a start, the head from before it needs a round.
      startedSince: begun.some((startMs) => startMs > last.endMs),
      // The blocks of the time before are written at once, the next one when the head spans 1.5 ranges again. A text
      // that ends soon after its only block does not show that one is missing.
      isOpen: endMs === null || (heads.length === 1 && endMs - last.endMs < range)
        || begun.some((startMs) => startMs > last.maxTimeMs && endMs - startMs < LATE_AGE * range),
    }),
  };
}

/** Judges rounds whose blocks have no known age: each takes longer than what it writes, by a large part of that. */
function verdictByGrowth(rangeMs: number, growth: readonly number[]): LogRounds['verdict'] {
  return growth.length > 1 && growth.every((ms) => ms > MIN_GROWTH_ALONE * rangeMs) ? 'falls-behind' : 'keeps-up';
}

interface Ages {
  growth: number[]; writtenAgeMs: number; endAgeMs: number; startedSince: boolean;
  /** Whether the log does not show that a block is missing. */
  isOpen: boolean;
}

function verdictOf(
  rangeMs: number, { growth, writtenAgeMs, endAgeMs, startedSince, isOpen }: Ages
): LogRounds['verdict'] {
  const typical = median(growth);
  const late = endAgeMs > LATE_AGE * rangeMs;
  const grows = typical !== null && typical > MIN_TREND * rangeMs;
  // A single late block, as after a pause, is not a trend.
  if (grows && growth.filter((ms) => ms > 0).length === growth.length
    && (growth.length > 1 || late) && writtenAgeMs > (RULE_AGE + MIN_TREND) * rangeMs) return 'falls-behind';
  if (!late) return 'keeps-up';
  if (startedSince) return 'keeps-up';
  const shrinks = typical !== null && typical < -MIN_TREND * rangeMs;
  if (shrinks && writtenAgeMs > LATE_AGE * rangeMs) return 'catches-up';
  return isOpen ? 'keeps-up' : 'behind';
}

export interface Head { startMs: number; endMs: number; minTimeMs: number; maxTimeMs: number }

/** Returns the blocks of the head in order, each newer than the last: no out-of-order samples, no retries. */
export function headsOf(runs: readonly CompactionRun[]): Head[] {
  const heads: Head[] = [];
  for (const { kind, startMs, endMs, block } of runs) {
    if (kind !== 'head' || block === null) continue;
    // Lines of 2.0 to 2.2 show only the begin, not that the block was written.
    if (endMs === null && block.ulid === '') continue;
    const last = heads.at(-1);
    if (last !== undefined && block.maxTimeMs <= last.maxTimeMs) continue;
    heads.push({ startMs, endMs: endMs ?? startMs, minTimeMs: block.minTimeMs, maxTimeMs: block.maxTimeMs });
  }
  return heads;
}

export const NAMES: Readonly<Record<RoundPart, string>> = {
  block: 'writing the block', 'head-gc': 'head GC', checkpoint: 'the WAL checkpoint', truncation: 'the WAL truncation',
};

const CHECKPOINT = parts`A checkpoint reads the checkpoint before it and the next WAL segments, and writes ${
  'what is kept: see how slow the disk of the WAL is, and how large wal/checkpoint.* is.'}`;

/** Returns claim and evidence for a server that does not keep up; null if it does. */
export function roundsVerdict(
  rounds: LogRounds | null
): { claim: Part[]; evidence: Part[][]; catches: boolean } | null {
  if (rounds === null || rounds.verdict === 'keeps-up') return null;
  const { rangeMs, everyMs, growthMs, writtenAgeMs, endAgeMs, verdict } = rounds;
  const range = seconds(rangeMs / 1000);
  const [most] = rounds.parts;
  const share = most === undefined || most.shareRatio < 0.5 ? null
    : parts`: ${NAMES[most.part]} takes ${ratio(significant(most.shareRatio))}`;
  const atEnd = endAgeMs - writtenAgeMs < SAME_AGE * writtenAgeMs ? null
    : parts`, and ${seconds(minutes(endAgeMs))} at the end of the log`;
  const age = !rounds.hasAges ? []
    : parts`Its newest block was ${seconds(minutes(writtenAgeMs))} old when it was written${atEnd}; ${
      seconds((1 + RULE_AGE) * rangeMs / 1000)} is normal.`;
  const pace = everyMs === null ? [] : parts`A block of ${range} is written every ${seconds(minutes(everyMs))}.`;
  const isOfCheckpoint = share !== null && most?.part === 'checkpoint';
  const evidence = [pace, partsSentence(rounds), ...isOfCheckpoint ? [CHECKPOINT] : [], age];
  if (verdict === 'falls-behind') return {
    claim: parts`It falls ${seconds(minutes(growthMs ?? 0))} further behind with each block of ${range}${share}.`,
    evidence, catches: false,
  };
  if (verdict === 'catches-up') return {
    claim: parts`It catches up: its newest block is ${seconds(minutes(writtenAgeMs))} old, and gets younger.`,
    evidence, catches: true,
  };
  return {
    claim: parts`Its newest block is ${
      seconds(minutes(endAgeMs))} old at the end of the log: a block of ${range} is missing.`,
    evidence: [...evidence, parts`Memory and WAL grow until the head is cut, unless the server was down.`],
    catches: false,
  };
}

/**
 * Describes the longest part of each kind that follows a block, for a log without blocks; empty without parts.
 * `isWhole`: the text leaves out no lines, and all lines of blocks can be read.
 */
export function partsAlone(after: readonly LoggedPart[], isWhole: boolean): Part[] {
  const longest = new Map<RoundPart, number>();
  for (const { what, startMs, endMs } of after) longest.set(what, Math.max(longest.get(what) ?? 0, endMs - startMs));
  const told = [...longest].map(([part, ms]) => parts`${NAMES[part]} took ${seconds(legible(ms / 1000))}`);
  return told.length === 0 ? []
    : parts`${isWhole ? 'The log holds no written block, only' : 'The lines show'} what follows ${
      isWhole ? 'one' : 'a written block'}: ${joined(told, ', ')}.`;
}

function partsSentence({ parts: shares }: LogRounds): Part[] {
  const told = shares.map(({ part, ms, shareRatio }) =>
    parts`${NAMES[part]} ${seconds(legible(ms / 1000))} (${ratio(significant(shareRatio))})`);
  return told.length === 0 ? [] : parts`Of a round: ${joined(told, ', ')}.`;
}

const significant = (value: number): number => Number(value.toPrecision(2));
/** Returns seconds to two digits; from two minutes on, where they are minutes and seconds, as they are. */
export const legible = (value: number): number => (value < 119.5 ? significant(value) : value);

/** Returns seconds, rounded to whole minutes from ten minutes on. */
function minutes(ms: number): number {
  return ms > 600_000 ? Math.round(ms / 60_000) * 60 : Math.round(ms / 1000);
}
