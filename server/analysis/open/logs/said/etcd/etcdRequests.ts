/** Describes requests that took etcd too long: how many, how long, how they change, and what part of the time. Pure. */
import { formatNumber, formatSeconds } from '../../../../../../core/text/format.ts';
import { joined, timedLines } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';
import { goSeconds } from '../../figures/goSeconds.ts';
import { momentOf, type Moment } from '../lines/moments.ts';

const LONG = / took too long[ ([]{1,3}(\d\S{1,40})/;
const APPLY = /apply request took too long/;
const APPLY_TOOK = /"took": ?"([^"]{1,40})"/;
const ENTRIES = /apply entries took too long \[[^\]\n]{1,40} for (\d{1,9}) entries\]/;
const HINT = /avoid queries with large range\/delete range/;
/** Fewer requests show no course. */
const MIN_COURSE = 6;
/** Ratio of the median of the last third to that of the first from which they get slower. */
const SLOWER = 3;
/** Share of the time from which such a member does little else. */
const MUCH = 0.5;

/** An error of a request that ended because it waited too long. */
const TIMED_OUT = /context deadline exceeded|etcdserver: (?:request timed out|no leader)/;
/** Seconds around a time without a leader in which its requests end. */
const AROUND = 1;

interface Request { end: Moment | null; seconds: number; isTimeout: boolean }
interface Gap { from: Moment | null; to: Moment | null }
/** `starts`: when requests began that have a time, and how long each took. */
export interface SlowRequests {
  said: string;
  starts: readonly { at: Moment; seconds: number }[];
  /** Whether all of them timed out while there was no leader, so that they say nothing of the disk. */
  areWaits: boolean;
  /** Whether all of them ended at their deadline. */
  areTimeouts: boolean;
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;

function requestsOf(look: Look): Request[] {
  return timedLines(look).flatMap(({ line, stamp }): Request[] => {
    const took = APPLY.test(line) ? APPLY_TOOK.exec(line)?.[1] ?? LONG.exec(line)?.[1] : LONG.exec(line)?.[1];
    const seconds = goSeconds(took);
    return seconds === null ? [] : [{ end: momentOf(line, stamp), seconds, isTimeout: TIMED_OUT.test(line) }];
  });
}

/** Returns the requests in one sentence or several; null without one. */
export function slowRequests(look: Look, gaps: readonly Gap[]): SlowRequests | null {
  const all = requestsOf(look);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return null;
  const most = Math.max(...all.map(({ seconds }) => seconds));
  const lines = timedLines(look).map(({ line }) => line);
  const entries = lines.flatMap((line) => ENTRIES.exec(line)?.[1] ?? []);
  const isApply = entries.length === all.length || lines.filter((line) => APPLY.test(line)).length === all.length;
  const isSingle = entries.length === all.length && entries.every((count) => count === '1');
  const each = isSingle ? ' (each of a single entry)' : '';
  const starts = all.flatMap(({ end, seconds }) =>
    (end === null || end.kind !== first.end?.kind ? []
      : [{ at: { ...end, seconds: end.seconds - seconds }, seconds }]));
  const areTimeouts = all.every(({ isTimeout }) => isTimeout);
  const areWaits = areTimeouts && all.every(({ end }) => isWithin(end, gaps));
  if (areWaits) {
    const [many, they] = all.length === 1 ? ['1 request timed out meanwhile, after', 'it']
      : [`${all.length} requests timed out meanwhile, after up to`, 'they'];
    const said = `${many} ${formatSeconds(most)}: without a leader, ${they} could only wait.`;
    return { said, starts, areWaits, areTimeouts };
  }
  if (all.length === 1)
    return { said: `1 request took ${formatSeconds(most)}, which is too long.`, starts, areWaits, areTimeouts };
  return {
    said: joined([
      `${all.length} requests took too long${isApply ? ` to apply${each}` : ''}, up to ${formatSeconds(most)}${
        courseOf(all)}.`, areTimeouts ? 'All of them ended at their deadline, so they waited for something.'
        : shareOf(all, starts.map(({ at }) => at.seconds)),
      lines.some((line) => HINT.test(line))
        ? 'etcd itself names ranges that are too large as one cause ("avoid queries with large range/delete range!").'
        : null,
    ]) ?? '', starts, areWaits, areTimeouts,
  };
}

/** Whether a request ended while there was no leader. */
const isWithin = (end: Moment | null, gaps: readonly Gap[]): boolean => end !== null && gaps.some(({ from, to }) =>
  from?.kind === end.kind && end.seconds >= from.seconds && (to === null || end.seconds <= to.seconds + AROUND));

/** Says that the requests get slower; "" otherwise. */
function courseOf(all: readonly Request[]): string {
  const third = Math.floor(all.length / 3);
  const [first, last] = [all.slice(0, third), all.slice(-third)]
    .map((part) => median(part.map(({ seconds }) => seconds)));
  if (all.length < MIN_COURSE || first === undefined || last === undefined || !(last >= SLOWER * first)) return '';
  return `, and they get slower: from ${formatSeconds(all[0]?.seconds ?? NaN)} to ${
    formatSeconds(all.at(-1)?.seconds ?? NaN)}`;
}

/** Says what part of the time they took, if they followed each other and took most of it; null otherwise. */
function shareOf(all: readonly Request[], starts: readonly number[]): string | null {
  const [begin, end] = [starts[0], all.at(-1)?.end?.seconds];
  if (begin === undefined || end === undefined || starts.length < all.length || all.length < MIN_COURSE) return null;
  const sum = all.reduce((total, { seconds }) => total + seconds, 0);
  const share = sum / (end - begin);
  return !(share >= MUCH && share <= 1) ? null : `They took ${formatSeconds(sum)} of ${formatSeconds(end - begin)} (${
    formatNumber(100 * share)} %), so the member did little else.`;
}

/** Says that the requests were as slow after the last election; "" without such. */
export function afterElection(starts: SlowRequests['starts'], elected: Moment | null): string {
  const later = elected === null ? [] : starts.filter(({ at }) =>
    at.kind === elected.kind && at.seconds + 1 >= elected.seconds);
  const before = starts.length - later.length;
  return later.length < 2 || before === 0 ? '' : ` ${later.length} of them came after the last election, up to ${
    formatSeconds(Math.max(...later.map(({ seconds }) => seconds)))}, so a new leader did not help.`;
}
