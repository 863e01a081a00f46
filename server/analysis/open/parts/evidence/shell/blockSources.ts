/**
 * Compares two blocks that overlap by the sources in the meta.json of the longer one, where the text has that: the
 * shorter one is a leftover of it, or came to the bucket too late for it. Pure; bounded.
 */
import { ulidTimeMs } from '../../../../../data/metrics/blockMeta.ts';
import { timeOf } from '../../../look/factTools.ts';
import { sentencesOf } from '../../../look/sentences.ts';

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
/** The advice to look into that meta.json. */
const SEE_SOURCES = new RegExp(String.raw`(; if its|If its) meta\.json has the sources of (${ULID}) (\([^()]{1,40}\)), `
  + String.raw`mark \2 for deletion \(thanos tools bucket mark\)\.`);
const LONG = new RegExp(String.raw`\b(${ULID}) holds [^.;"]{1,200}$`);
/** What else such an overlap may come from, in the words of the facts on Thanos. */
const OTHER_CAUSE = /^(?:Otherwise two|Two|Mostly two) processes may upload with the same external labels\b/;
const MAX_CHARS = 256 * 1024;
/** The longest range of a block that is its own only source. */
const LEVEL_ONE = /\((?:(?:[12]h(?: \d{1,2}m)?)|\d{1,2}m(?: \d{1,2}s)?)\)/;

/** Returns the sources of a block by its meta.json; null without it. */
function sourcesOf(ulid: string, text: string): string[] | null {
  const meta = new RegExp(String.raw`"ulid"\s{0,8}:\s{0,8}"${ulid}"[^]{0,2000}?"sources"\s{0,8}:`
    + String.raw`\s{0,8}\[([^\]]{0,8000})\]`);
  const list = meta.exec(text)?.[1];
  return list === undefined ? null : list.match(new RegExp(ULID, 'g')) ?? [];
}

/**
 * Returns the time of the line that says that a block is uploaded, and how often its upload failed before; null if that
 * is not after `madeMs`.
 */
function uploadedAfter(ulid: string, madeMs: number, text: string): string | null {
  const own = text.split('\n').filter((line) => line.includes(ulid));
  const at = own.findIndex((line) => line.includes('upload new block'));
  const seconds = timeOf(own[at] ?? '');
  if (!(seconds * 1000 > madeMs)) return null;
  const failed = own.slice(0, at).filter((line) => FAILED_UPLOAD.test(line) && timeOf(line) < seconds);
  const first = timeOf(failed[0] ?? '');
  const isOne = failed.length === 1;
  return `${clock(seconds)}${Number.isNaN(first) ? '' : ` (its upload had failed before, ${
    isOne ? 'at' : `in ${failed.length} lines from`} ${clock(first)}${isOne ? '' : ' on'})`}`;
}
const FAILED_UPLOAD = /\bshipping failed\b|\bupload\w{0,3}\b[^\n]{0,80}\bfailed\b|\bfailed to upload\b/i;
const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19);

/** Returns facts on an overlap with what the sources of the longer block show; else as they are. */
export function withSources(facts: string, text: string): string {
  const found = SEE_SOURCES.exec(facts);
  const long = found === null ? undefined : LONG.exec(facts.slice(0, found.index))?.[1];
  if (found === null || long === undefined) return facts;
  const head = text.slice(0, MAX_CHARS);
  const [whole, , short = '', range = ''] = found;
  const sources = sourcesOf(long, head);
  const own = sourcesOf(short, head) ?? (LEVEL_ONE.test(range) ? [short] : null);
  if (sources === null || sources.length === 0 || own === null) return facts;
  const missing = own.filter((one) => !sources.includes(one)).length;
  if (missing === 0) return facts.replace(whole, () =>
    `. Its meta.json in the text has the sources of ${short} ${range}: mark ${short} for deletion (thanos tools bucket `
    + 'mark).');
  if (missing < own.length) return facts;
  const at = uploadedAfter(short, ulidTimeMs(long), head);
  const late = at === null ? `so it came to the bucket after ${long} was made, or from another process`
    : `so it was uploaded too late: at ${at}, after ${long} was made`;
  const said = `. Its meta.json in the text lists ${
    sources.length === 1 ? 'one source' : `${sources.length} sources`}, and ${short} ${range} is none of them, ${
    late}. Its samples are not in ${long}: delete neither as a copy. Move ${short} out of the bucket and keep it (its `
    + 'time is then missing in this stream), or let a newer Thanos merge both (vertical compaction), then restart the '
    + 'compactor.';
  return sentencesOf(facts.replace(whole, () => said)).filter((one) => at === null || !OTHER_CAUSE.test(one)).join(' ');
}
