/** Describes blocks that hold the same time, which a TSDB or a compactor lists. Pure; bounded. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { firstIn, mayMatch } from '../../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';

const OVERLAP = new RegExp(
  /(overlaps found while gathering|Overlapping) blocks[^[\n]{0,50}\[mint: (\d{12,14}), maxt: (\d{12,14})/.source
    + /[^\]\n]{0,100}\]: ([^\n]{1,2000})/.source
);
const ULID = /ulid: ([0-7][0-9A-HJKMNP-TV-Z]{25})/g;

const MERGED = 'The TSDB merges such blocks later; a compactor of Thanos that gets both halts, unless it may merge '
  + 'them.';

const BLOCK = /ulid: ([0-7][0-9A-HJKMNP-TV-Z]{25}), mint: (\d{12,14}), maxt: (\d{12,14})/g;
/** A block of this length or more is not as Prometheus cuts it from its head. */
const COMPACTED_MS = 3 * 3600 * 1000;
/** Lengths that differ by less are those of one level. */
const MIN_RATIO = 1.9;
const ENDED = /critical error detected(?!; halting)/;
/** Ranges of a compactor in hours, whose borders no block crosses that it makes. */
const RANGES_HOURS = [8, 48, 336] as const;
const HOUR_MS = 3600 * 1000;
/** Share of a range from which a block fills it: its first sample comes some seconds after the border. */
const FILLED = 0.99;

/** Says by the ranges of a compactor whether it made a block; those that it fills are reported by their length. */
function madeBy({ from, to, ms }: { from: number; to: number; ms: number }): string {
  const range = RANGES_HOURS.map((hours) => hours * HOUR_MS)
    .find((one) => Math.floor(from / one) === Math.floor((to - 1) / one));
  if (range === undefined) return ' across the borders of the ranges of a compactor, so something else made it; if its';
  return ms >= FILLED * range ? ', so it is the compacted one; if its'
    : `, within one range of a compactor (${formatSeconds(range / 1000)}), so it is probably the compacted one; if its`;
}

/** A block that a compactor made has the time of one that is not its source: another compactor may have made it. */
const STOP_FIRST = 'Stop the compactor first, and look for a second one that works on this bucket: that is a likely '
  + 'cause, and it makes such blocks again.';

/** Returns which of two blocks is the compacted one, by their lengths; null if that does not differ. */
function compactedOne(list: string): string | null {
  const [a, b, third] = [...list.matchAll(BLOCK)].map(([, ulid = '', mint, maxt]) =>
    ({ ulid, from: Number(mint), to: Number(maxt), ms: Number(maxt) - Number(mint) }));
  if (a === undefined || b === undefined || third !== undefined) return null;
  const [long, short] = a.ms >= b.ms ? [a, b] : [b, a];
  if (long.ms < COMPACTED_MS || long.ms < MIN_RATIO * short.ms || short.from < long.from || short.to > long.to)
    return null;
  return `${long.ulid} holds ${formatSeconds(long.ms / 1000)}${madeBy(long)} meta.json has the `
    + `sources of ${short.ulid} (${formatSeconds(short.ms / 1000)}), mark ${short.ulid} for deletion (thanos tools `
    + `bucket mark). ${STOP_FIRST}`;
}

/** Longest list of overlaps that is read; the examined lines are cut earlier. */
const MAX_LIST = 64 * 1024;

/** Length from which a list may be the beginning of a longer one: examined lines are cut at 2,000 characters. */
const MAX_SHOWN = 1500;

/** Returns the whole list of overlaps of which a line shows the beginning; `isCut`: its end was not found. */
function wholeList(text: string, shown: string): { list: string; isCut: boolean } {
  const at = text.indexOf(shown);
  if (at < 0) return { list: shown, isCut: shown.length > MAX_SHOWN };
  const end = text.indexOf('\n', at);
  const to = end < 0 ? text.length : end;
  return { list: text.slice(at, Math.min(to, at + MAX_LIST)), isCut: to > at + MAX_LIST };
}

interface Overlap { ms: number; ulids: string[] }

/** Returns the overlaps behind the first one. */
const furtherOverlaps = (list: string): Overlap[] => list.split('[mint: ').slice(1).map((one) => {
  const [, mint, maxt] = /^(\d{12,14}), maxt: (\d{12,14})/.exec(one) ?? [];
  return { ms: Number(maxt) - Number(mint), ulids: [...one.matchAll(ULID)].flatMap(([, ulid]) => ulid ?? []) };
});

/** Says whether all overlaps are with one long block, and whether together they fill it; null for other lists. */
function sourcesFact(first: string, further: readonly Overlap[], firstMs: number): string | null {
  const [long] = [...first.matchAll(BLOCK)].map(([, ulid = '', mint, maxt]) =>
    ({ ulid, ms: Number(maxt) - Number(mint) })).toSorted((a, b) => b.ms - a.ms);
  if (long === undefined || long.ms < COMPACTED_MS || further.length === 0
    || !further.every(({ ulids }) => ulids.length === 2 && ulids.includes(long.ulid))) return null;
  const sum = further.reduce((total, { ms }) => total + ms, firstMs);
  const fills = sum === long.ms ? ` They fill its ${formatSeconds(long.ms / 1000)}, so the blocks that it was made of `
    + 'may all be there still.' : '';
  return `All ${further.length + 1} overlaps are with ${long.ulid}.${fills} Check each of the other blocks as follows: `
    + 'the compactor halts again at the first that is left.';
}

/**
 * Describes two blocks of one series that hold the same time: compactors merge them only if told to, Prometheus since
 * 2.39 by itself.
 */
export function overlapFacts({ bare, text }: Look): string | null {
  const found = firstIn(OVERLAP, bare);
  if (found === null) return null;
  const [, how, mint, maxt, shown = ''] = found;
  const { list, isCut } = wholeList(text, shown);
  const [from, to] = [Number(mint), Number(maxt)];
  const first = list.split(/\\n|\[mint/)[0] ?? '';
  const blocks = [...first.matchAll(ULID)].map(([, ulid]) => ulid).slice(0, 4);
  if (blocks.length < 2) return null;
  const further = furtherOverlaps(list);
  const more = further.length;
  const isLoaded = how === 'Overlapping';
  const since = `${formatSeconds((to - from) / 1000)} from ${new Date(from).toISOString().slice(0, 19)}Z on`;
  const isMerged = more === 0 && bare.slice(found.index).split('\n').some((line) =>
    line.includes('msg="compact blocks"') && blocks.every((ulid = '') => line.includes(ulid)));
  if (isMerged) return `The TSDB merged ${blocks.join(' and ')}, which both held ${since}.`;
  return joined([
    `Blocks overlap${isLoaded ? '' : ', and are not compacted'}: ${blocks.join(' and ')} both hold ${since}.`,
    more === 0 ? null : `There ${more === 1 && !isCut ? 'is 1 more overlap'
      : `are ${isCut ? 'at least ' : ''}${more} more overlaps`}.`,
    isLoaded || isCut ? null : sourcesFact(first, further, to - from), isLoaded ? MERGED : compactedOne(first),
    !isLoaded && mayMatch(ENDED, bare) && ENDED.test(bare) ? 'The compactor ended with this error.' : null,
  ]);
}
