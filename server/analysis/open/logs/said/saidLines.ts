/** Summarizes the errors and warnings of a log: which, how often, from when to when, and why. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { ends, middleGap, timedLines } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { meaningOf } from './meanings.ts';
import { comparable, momentOf, timesOf, type Moment } from './moments.ts';
import { KEYS_BEHIND, saidLine, type SaidLine } from './saidLine.ts';

interface Said { message: string; moments: (Moment | null)[]; causes: Set<string>; isFatal: boolean }

/** Longest log for which a warning that occurs once is reported. */
const SHORT_LOG_LINES = 50;
const SAME_MOMENT_SECONDS = 1;
/** Gaps that differ from the median by a larger factor have no period. */
const MAX_GAP_RATIO = 3;

/** Names of things within a message: numbers, identifiers, texts in quotation marks. */
const NAMES = new RegExp([
  /"[^"]{1,300}"/, /\b(?=[a-f-]{0,40}\d)[0-9a-f]{8}[0-9a-f-]{0,32}\b/, /\b[0-9A-HJKMNP-TV-Z]{26}\b/, /\d[\d.:]{0,40}/,
].map(({ source }) => source).join('|'), 'g');

/** Groups lines by message without such names, with the moments and the causes of each. */
function byMessage(lines: readonly { said: SaidLine; moment: Moment | null }[]): Said[] {
  const all = new Map<string, Said>();
  for (const { said: { message, cause, level }, moment } of lines) {
    const shape = message.replace(NAMES, '0');
    const known = all.get(shape) ?? { message, moments: [], causes: new Set<string>(), isFatal: false };
    all.set(shape, known);
    known.moments.push(moment);
    known.isFatal ||= level === 'fatal';
    if (cause !== '' && cause !== message) known.causes.add(cause);
  }
  return [...all.values()];
}

/** Returns the fatal message, else the most frequent; on a tie, the first that gives a cause. */
const gravest = (all: readonly Said[]): Said | null => all.reduce<Said | null>(
  (most, one) => (most === null || rank(one) > rank(most)
    || (rank(one) === rank(most) && most.causes.size === 0 && one.causes.size > 0) ? one : most), null
);
const FATAL_RANK = 1e9;
const rank = ({ isFatal, moments }: Said): number => (isFatal ? FATAL_RANK : moments.length);

/**
 * Describes the gravest error, else the most repeated warning: how often, when, and its cause. For a short log also a
 * warning that is not repeated; else null.
 */
export function errorFacts(look: Look): string | null {
  const lines = timedLines(look);
  const isShort = lines.length <= SHORT_LOG_LINES;
  const said = lines.flatMap(({ line, stamp }, i) => {
    const one = saidLine(line);
    return one === null ? [] : [{ said: withNext(one, lines[i + 1]?.line), moment: momentOf(line, stamp) }];
  });
  const [error, warning] = (['error', 'warning'] as const)
    .map((level) => {
      const all = byMessage(said.filter((one) => (one.said.level === 'warning') === (level === 'warning')));
      const most = gravest(all);
      const others = most !== null && (level === 'error' || isShort)
        ? all.filter((one) => one !== most && !isPart(one, most)) : [];
      return most === null ? null : { most, other: gravest(others) };
    });
  for (const [level, one] of [['error', error], ['warning', warning]] as const) {
    if (one === null || one === undefined) continue;
    // A finding that omits a warning omits the other one, too.
    const also = one.other === null ? '' : level === 'warning' ? ` ${once(level, one.other)}`
      : ` Also: "${ends(one.other.message)}".${causeOf(one.other.causes)}`;
    // Uses the text as quoted, without its stack.
    const meaning = meaningOf([one.most.message, ...one.most.causes].map(ends).join('\n'));
    const whole = `${also}${meaning === null ? '' : ` ${meaning}`}`;
    if (one.most.moments.length > 1) return `${repeated(level, one.most)}${whole}`;
    if (isShort || level === 'error') return `${once(level, one.most)}${whole}`;
  }
  return null;
}

/** Takes the next line as the cause if the message goes on there, as errors of YAML and of Java do. */
function withNext(one: SaidLine, next: string | undefined): SaidLine {
  if (one.cause !== '' || next === undefined) return one;
  const goesOn = (one.message.endsWith(':') && /^\s{2,}\S/.test(next)) || EXCEPTION.test(next);
  return goesOn ? { ...one, cause: next.replace(KEYS_BEHIND, '').trim() } : one;
}

/** The first line of an exception of Java, Python or C++. */
const EXCEPTION = /^\s{0,8}(?:Caused by: )?(?:[\w$]{1,60}[.:]{1,2}){0,9}\w{0,60}(?:Exception|Error)\b(?::|$)/;

/** Whether `one` is the message of `most` or its cause, from a line that a copy cut. */
function isPart(one: Said, most: Said): boolean {
  const [a, b] = [one.message, most.message];
  return a.startsWith(b) || b.startsWith(a) || [...most.causes].some((cause) => isSameStart(a, cause));
}

/** Shared beginning that identifies a cause: a line cut before its message has the cause as its message. */
const SAME_START_CHARS = 60;
const isSameStart = (a: string, b: string): boolean =>
  a.length >= SAME_START_CHARS && a.slice(0, SAME_START_CHARS) === b.slice(0, SAME_START_CHARS);

function once(level: string, { message, causes, moments }: Said): string {
  return `It logged the ${level} "${ends(message)}"${timesOf(moments)}.${causeOf(causes)}`;
}

function repeated(level: string, { message, moments, causes }: Said): string {
  const often = `${moments.length} times`;
  const period = periodOf(comparable(moments).map(({ seconds }) => seconds));
  const said = period === null ? `occurs ${often}${timesOf(moments)}.`
    : `is repeated every ${formatSeconds(period)} (${often}${timesOf(moments).replace(' ', ', ')}).`;
  return `The ${level} "${ends(message)}" ${said}${causeOf(causes)}`;
}

/** Returns the median gap of times if there are two or more, all alike; null without a period or at one moment. */
function periodOf(times: readonly number[]): number | null {
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const middle = middleGap(times);
  if (middle === null || gaps.length < 2 || middle < SAME_MOMENT_SECONDS) return null;
  return gaps.every((gap) => gap * MAX_GAP_RATIO >= middle && gap <= MAX_GAP_RATIO * middle) ? middle : null;
}

function causeOf(causes: ReadonlySet<string>): string {
  const given = [...causes].slice(0, 2).map((cause) => `"${ends(cause)}"`).join(' and ');
  return given === '' ? '' : ` The cause given is ${given}.`;
}
