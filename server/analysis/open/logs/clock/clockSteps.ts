/** Finds in the stamps of a log that the clock of its host went back, and the lines that say so. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { quoted, timeOf } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';

/** Messages of services that set the clock, or saw that it was set. */
const ANNOUNCED = new RegExp([
  /\b(?:initial )?synchroni[sz](?:ation|ed) to time server\b|\bclock change detected\b|\btime has been changed\b/,
  /\bsystem clock (?:wrong by|was stepped by) -?\d|\btime reset [+-]?\d|\bstep time server \S+ offset\b/,
  /\bsystem time has been (?:set|changed)\b/,
].map(({ source }) => source).join('|'), 'i');
const STARTS = /\bmsg"?[=:] ?"?Starting (?:Prometheus|TSDB)\b/;
const REFUSED = /\bout of bounds\b|too old or are too far into the future|\bout[- ]of[- ]order\b/;
/** A shorter step back is one of lines that were written late. */
const MIN_SECONDS = 120;
const MAX_SECONDS = 400 * 86_400;
/** Lines around the step among which the report of it is. */
const NEAR_LINES = 5;
const MIN_LINES = 5;
const MAX_QUOTES = 2;

/** A step of the clock: the times before and behind it as they are written, and the lines that report it. */
interface Step { fromMs: number; toMs: number; reports: readonly string[] }

/** Returns the only step back of the lines in the order of the text; null without one, or with several. */
function stepIn({ lines, stamps }: Look): Step | null {
  // Stamps of an envelope may have no year, and are compared with each other only.
  const isStamped = stamps.filter((stamp) => stamp !== null).length > lines.length / 2;
  const times = lines.map((line, i) => (isStamped ? stamps[i]?.ms ?? NaN : timeOf(line) * 1000));
  const known = times.flatMap((ms, i) => (Number.isFinite(ms) ? [{ ms, i }] : []));
  if (known.length < MIN_LINES) return null;
  const later = known.filter(({ ms }, at) => at > 0 && ms > (known[at - 1]?.ms ?? ms)).length;
  const earlier = known.filter(({ ms }, at) => ms < (known[at - 1]?.ms ?? ms)).length;
  // Newest first, as log stores export lines.
  if (earlier > later) return null;
  const back = known.flatMap(({ ms, i }, at) => {
    const before = known[at - 1];
    return before !== undefined && before.ms - ms >= MIN_SECONDS * 1000 ? [{ fromMs: before.ms, toMs: ms, i }] : [];
  });
  const [step, other] = back;
  if (step === undefined || other !== undefined || step.fromMs - step.toMs > MAX_SECONDS * 1000) return null;
  const { i } = step;
  // Stamps of an envelope also go back where its time zone changes.
  const own = lines.map(timeOf);
  const last = own.slice(0, i).findLast((seconds) => Number.isFinite(seconds));
  const first = own.slice(i).find((seconds) => Number.isFinite(seconds));
  if (last !== undefined && first !== undefined && first >= last) return null;
  if (lines.slice(0, i).some((line) => REFUSED.test(line))) return null;
  const reports = lines.slice(Math.max(0, i - NEAR_LINES), i + NEAR_LINES).filter((line) => ANNOUNCED.test(line));
  // Two texts in a row go back as well: the second begins with a start, or goes on to the times of the first.
  const isOneRun = !lines.slice(i).some((line) => STARTS.test(line))
    && lines.slice(0, i).some((line) => STARTS.test(line));
  return reports.length > 0 || isOneRun ? { ...step, reports } : null;
}

const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
const day = (ms: number): string => new Date(ms).toISOString().slice(5, 10);
/** Returns a time of day, with its date where the two are of different days. */
const timeText = (ms: number, otherMs: number): string => (day(ms) === day(otherMs) ? clock(ms)
  : `${day(ms)} ${clock(ms)}`);
const about = (seconds: number): string =>
  formatSeconds(seconds >= 600 ? Math.round(seconds / 60) * 60 : Math.round(seconds));

/** Returns what a step back of the clock means for samples that are refused as too old; null if none is shown. */
export function steppedBack(look: Look): string | null {
  const step = look.lines.some((line) => REFUSED.test(line)) ? stepIn(look) : null;
  if (step === null) return null;
  const { fromMs, toMs, reports } = step;
  const size = about((fromMs - toMs) / 1000);
  const quotes = [...new Set(reports)].slice(0, MAX_QUOTES).map((line) => quoted(line));
  const from = timeText(fromMs, toMs);
  return `The clock of this host went back by about ${size} in these lines, from ${from} to ${timeText(toMs, fromMs)}${
    quotes.length === 0 ? '' : ` (${quotes.join(', ')})`}: Prometheus had stored samples of the later time, and its `
    + 'head refuses older ones. No target is the cause, and series with such samples take none until the clock has '
    + `passed ${from} again. Wait until then, or stop Prometheus, move its folders wal and chunks_head aside (that `
    + 'loses what is not in blocks yet) and start it; let it start only once the time is set, with '
    + 'After=time-sync.target and systemd-time-wait-sync or chrony-wait.';
}

const SENTENCES: readonly RegExp[] = [
  /^The clock of this host went back by about \S.{0,700}its head refuses older ones\.$/,
  /^No target is the cause, and series with such samples take none until the clock has passed \S.{1,30} again\.$/,
  /^Wait until then, or stop Prometheus, move its folders wal and chunks_head aside /,
];

/** Whether a sentence is of that meaning. */
export const isSteppedBack = (sentence: string): boolean => SENTENCES.some((words) => words.test(sentence));
