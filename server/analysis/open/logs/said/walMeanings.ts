/** Explains errors that name files of a TSDB or amounts of a limit, by what is in the error. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';

const IN_TMP = 'The WAL is in a folder for temporary files, which systems clean while the program runs: put it on a '
  + 'lasting path, and delete what is left of the old one.';
const NO_SEGMENT = 'The repair of the WAL needs a segment that is not there, so it cannot continue: move the whole '
  + 'folder wal aside and start again; the blocks are not concerned, and what was only in the WAL is missing then.';
const NO_RENAME = 'The repair found a damaged segment, and then not the file to rename: see whether wbl has the '
  + 'file of that number (samples out of order), and move it aside from there.';
const BLOCK = 'has no meta.json, as after a write or a deletion that did not end: move that one folder aside, and the '
  + 'rest is opened without its samples.';
const BLOCKS = 'have no meta.json, as after writes or deletions that did not end: move those folders aside, and the '
  + 'rest is opened without their samples.';
const SKIPPED = 'Prometheus skips such folders and runs on without them: look what is in them, then move them aside, '
  + 'or leave them, as they only take space.';
const MAX_BLOCKS = 5;

/** Messages of a write-ahead log with the path of a file that is gone. */
const GONE_IN_TMP = /\bWAL\b[^\n]{0,300}?\bopen \/(?:var\/)?tmp\/[^\s:]{1,300}: no such file/;
const GONE_SEGMENT =
  /repair corrupted WAL: cannot handle error: open WAL segment: \d{1,9}: open [^\n]{1,300}: no such file/;
const GONE_RENAME = /repair corrupted WAL: rename (\S{1,300})\/wal\/(\d{1,12}) \S{1,320}: no such file/;
export const NO_META = /\bopen \S{0,300}\/([0-9A-HJKMNP-TV-Z]{26})\/meta\.json: no such file/;
/** Loki reads the WAL of its index when it starts, and ends at a damaged segment. */
const OF_LOKI_INDEX =
  /corruption in segment \S{0,300}?\/(\d{6,12}) at \d{1,15}[^]{0,300}?error recovering from TSDB WAL/;
const NOT_REPAIRED = 'Loki could not read the WAL of its index, and does not repair it at a start: save the segment ';
const SET_ASIDE = ', move it out of that folder and start again (index entries that only it had are missing then), and '
  + 'find why Loki ended before.';
/** InfluxDB reads the WAL of a shard into the cache when it opens it. */
const NOT_OPENED = /[Ff]ailed to open shard: (\d{1,9}): .{0,80}?cache[- ]max(?:imum)?[- ]memory[- ]size exceeded/;
const CACHE_TOO_SMALL = 'was not opened, because its WAL does not fit into cache-max-memory-size when it is read: '
  + 'raise that and start again, then see why the cache was not written to files before.';
/** The refusal of Loki, with its limit, the lines and the bytes of the request. */
const LIMITED = new RegExp(/rate limit exceeded for (?:user|tenant) (\S{1,120}) \(limit: (\d{1,15}) bytes\/sec\)/.source
  + / while attempting to ingest '?(\d{1,9})'? lines totaling '?(\d{1,15})'? bytes/.source, 'i');
const MIB = 1024 ** 2;
/** A line of a log that is larger than this is mostly a mistake. */
const LARGE_LINE_BYTES = 256 * 1024;

const mib = (bytes: number): string => `${formatNumber(bytes / MIB)} MiB`;

/** Returns what an error with such a path or amount means; null for others. */
export function walMeaning(error: string): string | null {
  if (GONE_IN_TMP.test(error)) return IN_TMP;
  if (GONE_SEGMENT.test(error)) return NO_SEGMENT;
  if (GONE_RENAME.test(error)) return NO_RENAME;
  const shard = NOT_OPENED.exec(error)?.[1];
  if (shard !== undefined) return `The shard ${shard} ${CACHE_TOO_SMALL}`;
  const segment = OF_LOKI_INDEX.exec(error)?.[1];
  if (segment !== undefined) return `${NOT_REPAIRED}${segment}${SET_ASIDE}`;
  const block = NO_META.exec(error)?.[1];
  return block === undefined ? limitMeaning(error) : blocksMeaning([block], false);
}

/** Says what blocks without meta.json are; `isSkipped`: the server logs that it goes on without them. */
export function blocksMeaning(ids: readonly string[], isSkipped: boolean): string {
  const named = ids.length > MAX_BLOCKS ? [...ids.slice(0, MAX_BLOCKS), `${ids.length - MAX_BLOCKS} more`] : ids;
  const list = named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1) ?? ''}`;
  const said = ids.length === 1 ? `The block ${list} ${BLOCK}` : `The blocks ${list} ${BLOCKS}`;
  return isSkipped ? `${said.slice(0, said.indexOf(': '))}. ${SKIPPED}` : said;
}

function limitMeaning(error: string): string | null {
  const [, tenant = '', limit, lines, bytes] = LIMITED.exec(error) ?? [];
  if (limit === undefined) return null;
  const [count, total] = [Number(lines), Number(bytes)];
  const isLarge = count > 0 && total / count >= LARGE_LINE_BYTES;
  const had = count === 1 ? `one line of ${mib(total)}`
    : `${count.toLocaleString('en-US')} lines of ${mib(total)} in all`;
  return `The tenant ${tenant} may send ${mib(Number(limit))}/s, and this request had ${had}: ${
    isLarge ? 'look at what writes lines of that size.' : 'raise the limit, or send less.'}`;
}

/** Whether a sentence is such a meaning. */
export const isWalMeaning = (sentence: string): boolean => sentence === IN_TMP || sentence === NO_SEGMENT
  || sentence === NO_RENAME || (sentence.startsWith(NOT_REPAIRED) && sentence.endsWith(SET_ASIDE))
  || (sentence.startsWith('The block ') && sentence.endsWith(BLOCK))
  || (sentence.startsWith('The blocks ') && sentence.endsWith(BLOCKS)) || sentence === SKIPPED
  || (sentence.startsWith('The shard ') && sentence.endsWith(CACHE_TOO_SMALL))
  || /^The tenant \S{1,120} may send \S{1,20} MiB\/s, and this request had /.test(sentence);
