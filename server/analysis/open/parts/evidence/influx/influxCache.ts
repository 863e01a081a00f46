/**
 * Says why InfluxDB 1 and before cannot read the WAL of a shard at its start: the files that the text lists, against
 * the limit of the cache that it shows. Pure; bounded.
 */
import { counted, formatBytes, formatNumber, formatSeconds } from '../../../../../../core/text/format.ts';

const TOO_SMALL = /failed to open shard[^"\n]{0,80}?cache[- ]max(?:imum)?[- ]memory[- ]size exceeded/i;
const AT_START = /open (?:server|tsdb store)[^"\n]{0,120}?cache[- ]max(?:imum)?[- ]memory[- ]size exceeded/i;
const SHARD = /shard:? (\d{1,9})/;
const READ = /reading file (\S{1,300}\.wal), size (\d{1,15})/g;
const TIME = /(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)[^\n]{0,20}reading file /g;
const LIMIT = /\bcache-max-memory-size["']?[ \t]{0,4}[=:][ \t]{0,4}["']?(\d{1,15})([kmg]?)/i;
const UNITS: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };
/** The count of a listing of the folder, or the sum of du. */
const COUNTED = new RegExp(String.raw`^[^\n]{0,120}\b(?:ls|find) [^\n]{0,60}?(\/\S{0,200})[^\n|]{0,60}\| {0,4}`
  + String.raw`wc -l[ \t]*\n[ \t]{0,12}(\d{1,9})[ \t]*$`, 'gm');
const TOLD = 'because its WAL does not fit into cache-max-memory-size';
const MAX_CHARS = 128 * 1024;
const MIN_FILES = 2;
/** The versions whose starts keep to the limit have this one. */
const DEFAULT_LIMIT = 500 * 2 ** 20;
const BY_DEFAULT = 'these versions allow without a setting';

const isIn = (folder: string, file: string): boolean => file.startsWith(`${folder.replace(/\/$/, '')}/`);

/** Returns the cause and the step; null for another error. */
export function influxCache(facts: string, text: string, program: string | null): string | null {
  const found = program === 'InfluxDB' ? TOO_SMALL.exec(facts) ?? AT_START.exec(facts) : null;
  if (found === null) return null;
  const head = text.slice(0, MAX_CHARS).replaceAll('\r', '');
  const shard = SHARD.exec(found[0])?.[1];
  const all = [...head.matchAll(READ)].map(([, path = '', size = '']) => ({ path, bytes: Number(size) }));
  // A start reads the files of other shards, too.
  const own = shard === undefined ? [] : all.filter(({ path }) => path.includes(`/${shard}/`));
  const files = own.length === 0 ? all : own;
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  const [, amount, unit = ''] = LIMIT.exec(head) ?? [];
  const limit = amount === undefined ? null : Number(amount) * (UNITS[unit.toLowerCase()] ?? 1);
  const read = files.length < MIN_FILES ? ''
    : ` The ${files.length} files that it read have ${formatBytes(bytes)}${
      limit === null ? (bytes > DEFAULT_LIMIT ? `, more than the ${formatBytes(DEFAULT_LIMIT)} that ${BY_DEFAULT}` : '')
        : `, and the limit is ${formatBytes(limit)} (in memory the points take more than in a file)`}.`;
  const listed = [...head.matchAll(COUNTED)].map(([, folder = '', count = '']) => ({ folder, count: Number(count) }))
    .find(({ folder, count }) => count > files.length && files.length >= MIN_FILES
      && files.every(({ path }) => isIn(folder, path)));
  const whole = listed === undefined ? NaN : bytes / files.length * listed.count;
  const seconds = secondsOf(head) / (files.length - 1) * (listed?.count ?? NaN);
  const counts = listed === undefined ? ''
    : ` The folder has ${counted(listed.count, 'file')}, which at that size are ${formatBytes(whole)}${
      limit === null || limit === 0 ? '' : `, ${formatNumber(whole / limit)} times the limit`}${
    seconds > 0 ? `; to read them all takes about ${formatSeconds(seconds)}` : ''}.`;
  // The error of a shard that is left closed has its meaning and its step already.
  if (facts.includes(TOLD)) return limit === null && listed === undefined && read === '' ? null
    : `${read}${counts} Until it is opened, its points can be neither read nor written. Do not delete that WAL: its `
      .trimStart() + 'points are in no other file.';
  return `The WAL of ${shard === undefined ? 'a shard' : `shard ${shard}`} does not fit into the cache, which a start `
    + `fills with it.${read}${counts} Raise cache-max-memory-size ${
      listed === undefined ? '' : 'above that '}for the start (0 is no limit) if the host has the memory, or start `
    + 'version 0.13 or later, which reads the WAL without that limit. Do not delete the WAL: its points are in no '
    + 'other file. Then see why the cache was not written to files before.';
}

/** Returns the time from the first to the last file that is read. */
function secondsOf(text: string): number {
  const times = [...text.matchAll(TIME)].map((match) => {
    const [year = 0, month = 0, day, hour, minute, second] = match.slice(1).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  });
  return (times.at(-1) ?? NaN) - (times[0] ?? NaN);
}
