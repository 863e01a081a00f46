/** Reads which of several Thanos shippers uploaded blocks, and whether one that failed did so later. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { mayMatch } from '../../../../../core/text/prefilter/fits.ts';
import { timeOf } from '../../look/factTools.ts';

const ULID = /[0-7][0-9A-HJKMNP-TV-Z]{25}/;
const UPLOAD = /msg="upload new block" .{0,200}?\bid=([0-7][0-9A-HJKMNP-TV-Z]{25})/;
const FAILED = /\blevel=(?:warn|error)\b/;
const FIELDS = /(?:^|\s)(?:level|ts|time|caller)=/;
/** Name of a pod or container before the fields of a line. */
const NAME = /^\[?([a-z][\w./-]{2,120})\]?:?\s/;
const MIN_LINES = 2;
const MAX_INSTANCES = 8;
const MAX_LINES = 20_000;
const MAX_LINE = 2000;

interface Row { of: string; line: string; at: number }

/** Returns the lines by time; none of a text without an upload, of which nothing is reported. */
function rowsOf(text: string): Row[] {
  if (!mayMatch(UPLOAD, text)) return [];
  return text.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE)).flatMap((line) => {
    const from = line.search(FIELDS);
    const at = timeOf(line.slice(Math.max(0, from)));
    return from < 0 || !Number.isFinite(at) ? [] : [{ of: NAME.exec(line.slice(0, from + 1))?.[1] ?? '', line, at }];
  }).sort((a, b) => a.at - b.at);
}

/** Returns the instances of a text; one if their names are unknown, or too many to be instances. */
function instancesOf(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.map(({ of }) => of))];
  return names.includes('') || names.length > MAX_INSTANCES
    || names.some((name) => rows.filter(({ of }) => of === name).length < MIN_LINES) ? [''] : names;
}

const clock = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;

/** Returns how many blocks each of several instances began to upload; null for one instance. */
export function uploadsOfEach(text: string): string | null {
  const rows = rowsOf(text);
  const names = instancesOf(rows);
  if (names.length < 2) return null;
  const counts = names.map((name) => new Set(rows.filter(({ of }) => of === name)
    .flatMap(({ line }) => UPLOAD.exec(line)?.[1] ?? [])).size);
  const last = rows.findLast(({ line }) => UPLOAD.test(line));
  return last === undefined ? null : `The lines are of ${names.length} instances, which began to upload ${
    names.map((name, i) => `${counts[i] ?? 0} (${name})`).join(' and ')} blocks, the last one at ${clock(last.at)}.`;
}

/** Says that a block which failed was uploaded later, and which of several instances failed; null without both. */
export function recoveredUpload(text: string): string | null {
  const rows = rowsOf(text);
  const last = rows.findLast(({ line }) => FAILED.test(line) && ULID.test(line));
  const id = ULID.exec(last?.line ?? '')?.[0];
  if (last === undefined || id === undefined) return null;
  const done = rows.find(({ line, at, of }) => at > last.at && of === last.of && UPLOAD.exec(line)?.[1] === id);
  if (done === undefined || rows.some(({ line, at }) => at > last.at && FAILED.test(line))) return null;
  const names = instancesOf(rows);
  const failing = new Set(rows.filter(({ line }) => FAILED.test(line)).map(({ of }) => of));
  const who = names.length < 2 || failing.size > 1 ? '' : `Only ${last.of} of the ${names.length} instances failed. `;
  return `${who}It recovered by itself: it began to upload the block ${id} at ${clock(done.at)}, ${
    formatSeconds(done.at - last.at)} after the last failure, and no failure follows.`;
}
