/** Describes single rounds of the head, in a log with too few of them to test their schedule. */
import type { Part } from '../../../../../core/contract/contract.ts';
import { at, joined, parts, quantity, seconds } from '../../../../../core/text/parts.ts';
import type { CompactionLogEvents } from './compactionLog.ts';
import { headsOf, isOtherClock, LATE_AGE, NAMES, legible, type RoundPart } from './logRounds.ts';

interface LoggedRound {
  startMs: number;
  endMs: number;
  rangeMs: number;
  /** Age of the block when it was written, from the end of its time range; null if unknown. */
  ageMs: number | null;
  parts: { part: RoundPart; ms: number }[];
}

/** Minimum share of a round for a part to be named in the claim; one that is almost all of it is not. */
const LARGE_SHARE = 0.5;
const WHOLE_SHARE = 0.97;

/** Returns the rounds whose block was written: the block, and what the server cleared after it. */
export function loggedRounds(events: CompactionLogEvents): LoggedRound[] {
  const { runs, parts: after } = events;
  const heads = headsOf(runs);
  return heads.map((head, i) => {
    const rangeMs = head.maxTimeMs - head.minTimeMs;
    const nextMs = heads[i + 1]?.startMs ?? Infinity;
    const round: LoggedRound = {
      startMs: head.startMs, endMs: head.endMs, rangeMs,
      ageMs: isOtherClock(events) ? null : head.endMs - head.maxTimeMs,
      parts: [{ part: 'block', ms: head.endMs - head.startMs }],
    };
    for (const { what, startMs, endMs } of after.toSorted((a, b) => a.startMs - b.startMs)) {
      const isOfRound = startMs >= head.startMs && endMs >= head.endMs && startMs < nextMs
        && startMs - round.endMs <= rangeMs;
      if (!isOfRound || round.parts.some(({ part }) => part === what)) continue;
      round.parts.push({ part: what, ms: endMs - startMs });
      round.endMs = Math.max(round.endMs, endMs);
    }
    return round;
  });
}

/** Returns the claim and the evidence on the longest round; null without one that took time. */
export function longestRound(
  rounds: readonly LoggedRound[]
): { claim: Part[]; evidence: Part[]; moment: number } | null {
  const [longest] = rounds.toSorted((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs));
  if (longest === undefined || longest.endMs <= longest.startMs) return null;
  const { startMs, endMs, rangeMs, ageMs } = longest;
  const wholeMs = endMs - startMs;
  const most = longest.parts.reduce((a, b) => (b.ms > a.ms ? b : a));
  const share = most.ms / wholeMs;
  const mostly = rounds.length > 1 || share < LARGE_SHARE || share > WHOLE_SHARE ? null
    : parts`, of it ${seconds(legible(most.ms / 1000))} for ${NAMES[most.part]}`;
  const which = rounds.length === 1 ? parts`The head compaction at ${at(startMs / 1000)}`
    : parts`The longest of ${quantity(rounds.length, 'count')} head compactions, at ${at(startMs / 1000)},`;
  // The claim has the largest part, and the only one is all of it.
  const others = longest.parts.length === 1 ? []
    : longest.parts.filter((one) => mostly === null || one !== most);
  const each = others.map(({ part, ms }) => parts`${NAMES[part]} took ${seconds(legible(ms / 1000))}`);
  const late = ageMs === null || ageMs <= LATE_AGE * rangeMs ? null
    : parts` It ends ${seconds(ageMs / 1000)} before it was written: the server was off, or is behind.`;
  return {
    claim: parts`${which} took ${seconds(wholeMs / 1000)}${mostly}.`,
    evidence: parts`Its block holds ${seconds(rangeMs / 1000)}${
      each.length === 0 ? null : parts`; ${joined(each, ', ')}`}.${late}`,
    moment: startMs / 1000,
  };
}
