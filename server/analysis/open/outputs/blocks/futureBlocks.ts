/** Finds a block of a list that ends after the time at which the list was made, and says what that does. Pure. */
import { formatDateTime, formatSeconds } from '../../../../../core/text/format.ts';
import type { Recognized } from '../../look/recognized.ts';
import { LIST_ROW, listTime } from './listRows.ts';

/** The output of date, in UTC or with an offset. */
const DATE = new RegExp(String.raw`^[A-Z][a-z]{2},? {1,2}(?:[A-Z][a-z]{2} {1,2}\d{1,2}|\d{1,2} [A-Z][a-z]{2}),? `
  + String.raw`(?:\d{4},? )?\d{1,2}:\d\d:\d\d(?: [AP]M)? (?:UTC|GMT|Z|[+-]\d{4})(?: \d{4})?[ \t\r]*$`, 'gm');
/** A time in UTC that begins a line, or that a logger names. */
const STAMP = /(?:^|\b(?:ts|time|t)=)"?(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,]\d{1,9})?(?:Z|\+00:?00)\b/gm;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Samples and hosts differ by less. */
const MIN_AHEAD_MS = 10 * 60_000;
/** A block of so little of the samples of the others ends early. */
const FEW = 0.8;
const MIN_BLOCKS = 3;
/** Prometheus's messages on samples whose time is before its newest block. */
const REFUSED = /too old or (?:are )?too far into the future|\bout of bounds\b|\btoo old sample\b/i;
/** A text without this word has no list. */
const HEADER = 'BLOCK ULID';
const GAP = / No block covers the [^]{1,200}?: nothing was stored then, or that block is lost\./;
const ADVICE = / Samples were not stored: compare the clocks of target and server[^.]{0,200}\./;

interface Block { id: string; min: number; max: number; samples: number }

/** Returns the time of a line of date; NaN for a line without a year. */
function dateOf(line: string): number {
  const of = (pattern: RegExp): string => pattern.exec(line)?.[1] ?? '';
  const [month, day, year] = [of(/ ([A-Z][a-z]{2})\b/), of(/ (\d{1,2})(?= )/), of(/ (\d{4})\b/)];
  const [hour = 0, minute = 0, second = 0] = of(/ (\d{1,2}:\d\d:\d\d)/).split(':').map(Number);
  const half = of(/ ([AP]M)\b/);
  const [, sign, hours = 0, minutes = 0] = / ([+-])(\d\d)(\d\d)\b/.exec(line) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes)) * 60_000;
  const at = MONTHS.indexOf(month);
  return at < 0 || year === '' ? NaN : Date.UTC(Number(year), at, Number(day),
    (half === '' ? hour : hour % 12) + (half === 'PM' ? 12 : 0), minute, second) - offset;
}

/** Returns the newest time that date prints, else that a log states; -Infinity without one. */
export function timeOfText(text: string): { now: number; isPrinted: boolean } {
  const newest = (all: readonly number[]): number => Math.max(...all.filter((one) => Number.isFinite(one)));
  const printed = newest([...text.matchAll(DATE)].map(([found]) => dateOf(found)));
  const logged = newest([...text.matchAll(STAMP)].map(([, day = '', time = '']) => Date.parse(`${day}T${time}Z`)));
  return { now: Math.max(printed, logged), isPrinted: Number.isFinite(printed) };
}

const blocksIn = (text: string): Block[] => [...text.matchAll(LIST_ROW)].map(([row, min, max, samples]) =>
  ({ id: row.slice(0, 26), min: listTime(min), max: listTime(max), samples: Number(samples) }))
  .filter(({ min, max }) => Number.isFinite(min) && Number.isFinite(max)).sort((a, b) => a.max - b.max);

const timeText = (ms: number): string => formatDateTime(ms / 1000, 'utc');
const spanText = (ms: number): string => formatSeconds(ms / 1000);

/** Returns what a block in the future does, and the step; null if all end before the time of the text. */
export function futureBlock(text: string): string | null {
  const all = text.includes(HEADER) ? blocksIn(text) : [];
  const { now, isPrinted } = all.length === 0 ? { now: NaN, isPrinted: false } : timeOfText(text);
  const future = all.filter(({ max }) => max - now >= MIN_AHEAD_MS);
  const [first, last] = [future[0], all.at(-1)];
  if (!Number.isFinite(now) || first === undefined || last === undefined || future.length === all.length) return null;
  // A log may be older than the list: blocks that follow each other were written after it.
  const past = all.findLast(({ max }) => max <= now);
  if (!isPrinted && !(REFUSED.test(text) && past !== undefined && first.min - Math.max(past.max, now) >= MIN_AHEAD_MS))
    return null;
  const which = future.length === 1 ? `The newest block (${last.id}) is` : `The ${future.length} newest blocks are`;
  return `${which} of the future: ${future.length === 1 ? 'it ends' : 'they end'} at ${timeText(last.max)} UTC, ${
    spanText(last.max - now)} after the time of the text (${timeText(now)} UTC). Samples get such times when the clock `
    + `of the host ran ahead.${jumpFact(all.filter((block) => block.max <= now), first)} Prometheus takes no sample `
    + `that is older than the end of its newest block, so it refuses all present ones until ${timeText(last.max)} UTC, `
    + 'whichever target they are of; out_of_order_time_window does not help for so long. Retention counts from that '
    + 'end, too, so old blocks are deleted too early. Stop Prometheus, set the clock of the host right (NTP), move '
    + `${future.length === 1 ? 'that block' : 'those blocks'} and the WAL, which may hold such samples, too, out of `
    + 'the data folder, then start it: what was stored after the jump is lost.';
}

/** Says when the clock jumped, and by how much, by the samples of the last block before the future. */
function jumpFact(past: readonly Block[], first: Block): string {
  const last = past.at(-1);
  if (last === undefined) return '';
  const length = last.max - last.min;
  const alike = past.slice(0, -1).filter(({ min, max }) => max - min === length).map(({ samples }) => samples)
    .sort((a, b) => a - b);
  const usual = alike[Math.floor(alike.length / 2)] ?? NaN;
  const share = last.samples / usual;
  if (alike.length < MIN_BLOCKS || !(share < FEW)) return '';
  const end = last.min + share * length;
  return ` The last block before it (${timeText(last.min)} to ${timeText(last.max)} UTC) has only ${
    Math.round(100 * share)} % of the samples of the blocks before, as of its first ${spanText(share * length)}: the `
    + `clock jumped then, by about ${spanText(Math.round((first.min - end) / 3_600_000) * 3_600_000)}.`;
}

/** Puts a block of the future first, and drops what its time and the refused samples seem to say without it. */
export function withFutureBlock(whole: Recognized, text: string): Recognized {
  const said = whole.interest === null ? null : futureBlock(text);
  if (said === null) return whole;
  return { ...whole, interest: `${said} ${(whole.interest ?? '').replace(GAP, '').replace(ADVICE, '')}` };
}
