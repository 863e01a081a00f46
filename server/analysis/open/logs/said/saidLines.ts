/** Summarizes the errors and warnings of a log: which, how often, from when to when, and why. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { amountIn } from '../../../logs/excerpt/limits.ts';
import { shortError } from '../../../logs/shortError.ts';
import { ends, joined, middleGap, timedLines } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { firstKnown } from '../messages/knownMessages.ts';
import type { MessageKind } from '../messages/rows/messageRow.ts';
import { aboutOf, addObjects, nothingYet, objectsOf, type About } from './aboutLines.ts';
import { crashLoops, type LoggedError } from './crashLoops.ts';
import { innermostCause, withCause } from './javaCauses.ts';
import { meaningOf } from './meanings.ts';
import { figuresOver } from '../chains/figures.ts';
import { moreErrors, type ErrorKind } from './moreErrors.ts';
import { comparable, momentOf, timesOf, type Moment } from './moments.ts';
import { withOwnLocalhost } from './ownLocalhost.ts';
import { isSameCause } from './sameCause.ts';
import { worseCount } from './worseCounts.ts';
import { KEYS_BEHIND, saidLine, type SaidLine } from './saidLine.ts';

interface Quote { text: string; isCut: boolean }
interface Said {
  /** The message, `cut` if the ends of the lines cut off all of them; of several counts the worst. */
  message: Quote;
  /** Whether its lines have different counts, such as "3 out of 4" and "4 out of 4". */
  hasCounts: boolean;
  moments: (Moment | null)[];
  about: About;
  /** Its own causes by their texts. */
  causes: Map<string, Quote>;
  isFatal: boolean;
  /** The level of its lines if it is below warning; null otherwise. */
  below: string | null;
  /** Figures over their limits, of the first line that has some. */
  figures: string | null;
  /** Set when it is first asked for. */
  isGrave?: boolean;
}

/** Longest log for which a warning that occurs once is reported. */
const SHORT_LOG_LINES = 50;
const SAME_MOMENT_SECONDS = 1;
/** Gaps that differ from the median by a larger factor have no period. */
const MAX_GAP_RATIO = 1.25;
/** Shorter beginnings of messages may be of any message. */
const MIN_CUT_CHARS = 12;
const MAX_CAUSES = 50;
const MAX_CAUSES_SAID = 2;
const MAX_MEANT_CHARS = 1000;

/** Names of things within a message: numbers, identifiers, texts in quotation marks. */
const NAMES = new RegExp([
  /"[^"]{1,300}"/, /\b(?=[a-f-]{0,40}\d)[0-9a-f]{8}[0-9a-f-]{0,32}\b/, /\b[0-9A-HJKMNP-TV-Z]{26}\b/, /\d[\d.:]{0,40}/,
].map(({ source }) => source).join('|'), 'g');

/** Returns a text without such names; the text itself if nothing else is in it. */
function shapeOf(text: string): string {
  const shape = text.replace(NAMES, '0');
  return /[a-z]/i.test(shape) ? shape : text;
}

/** The status at the end of a message, by which errors differ. */
const STATUS = /: ([45]\d\d)$/;

/** Groups lines by message without such names, with the moments and the causes of each. */
function byMessage(lines: readonly LoggedError[]): Said[] {
  const all = new Map<string, Said>();
  for (const { said: { message, cause, level, cut, below = null }, moment, objects = [], figures = null } of lines) {
    const shape = `${shapeOf(message)}${STATUS.exec(message)?.[1] ?? ''}`;
    const isCut = cut === 'message' || (cut === 'cause' && cause === message);
    const key = all.has(shape) ? shape : cutKey(all, shape, isCut) ?? shape;
    const known: Said = all.get(key)
      ?? {
        message: { text: message, isCut }, hasCounts: false, moments: [], about: nothingYet(), causes: new Map(),
        isFatal: false, below, figures,
      };
    all.set(key, known);
    const worse = worseCount(known.message.text, message);
    if (worse !== null) known.hasCounts = true;
    if (worse === message || (known.message.isCut && !isCut)) known.message = { text: message, isCut };
    known.moments.push(moment);
    known.figures ??= figures;
    addObjects(known.about, objects);
    known.isFatal ||= level === 'fatal';
    if (below === null) known.below = null;
    if (cause !== '' && cause !== message) addCause(known.causes, { text: cause, isCut: cut === 'cause' });
  }
  return [...all.values()];
}

/** Returns the group of a message of which one line has only the beginning; null without such a group. */
function cutKey(all: ReadonlyMap<string, Said>, shape: string, isCut: boolean): string | null {
  if (shape.length < MIN_CUT_CHARS) return null;
  for (const [key, { message }] of all) {
    if ((isCut && key.startsWith(shape)) || (message.isCut && shape.startsWith(key))) return key;
  }
  return null;
}

/** Adds a cause unless it is known, or is the cut beginning of one that is. */
function addCause(causes: Map<string, Quote>, cause: Quote): void {
  if (causes.size >= MAX_CAUSES) return;
  for (const [text, known] of causes) {
    if (cause.isCut && text.startsWith(cause.text)) return;
    if (known.isCut && cause.text.startsWith(text)) causes.delete(text);
  }
  causes.set(cause.text, cause);
}

/**
 * Returns the fatal message, else one whose known meaning is that it ended, data are damaged or something is full,
 * else the most frequent; on a tie, the first with a cause. Level info is last.
 */
const gravest = (all: readonly Said[]): Said | null => all.reduce<Said | null>(
  (most, one) => (most === null || rank(one) > rank(most)
    || (rank(one) === rank(most) && most.causes.size === 0 && one.causes.size > 0) ? one : most), null
);
const FATAL_RANK = 1e9;
const GRAVE_RANK = 1e8;
/** What Prometheus says last if its start fails; errors of the run before come second. */
const NO_START = /^(?:Fatal error: )?opening storage failed\b/;
const isNoStart = ({ message, causes }: Said): boolean =>
  NO_START.test(message.text) || [...causes.keys()].some((cause) => NO_START.test(cause));
const rank = (one: Said): number => (one.isFatal ? FATAL_RANK : isNoStart(one) ? FATAL_RANK / 2
  : one.below !== null ? one.moments.length / FATAL_RANK : one.moments.length + (isGrave(one) ? GRAVE_RANK : 0));

const GRAVE: ReadonlySet<MessageKind> = new Set(['end', 'damage', 'full']);

/** Whether the known message of an error says that it ended, that data are damaged or that something is full. */
function isGrave(one: Said): boolean {
  one.isGrave ??= GRAVE.has(firstKnown([one.message, ...one.causes.values()].slice(0, 1 + MAX_CAUSES_SAID)
    .map(({ text }) => text.slice(0, MAX_MEANT_CHARS)).join('\n'))?.known.kind ?? 'error');
  return one.isGrave;
}

/**
 * Describes containers that do not start, then the gravest other error, else the most repeated warning: how often,
 * when, and its own cause. For a short log also a warning that is not repeated; else null.
 */
export function errorFacts(look: Look): string | null {
  const lines = timedLines(look);
  const said = lines.flatMap(({ line, stamp, isCut }, i) => {
    const one = saidLine(line, isCut);
    return one === null ? [] : [{
      said: withNext(one, lines[i + 1]?.line, () => innermostCause(lines, i)), moment: momentOf(line, stamp),
      objects: objectsOf(line, `${one.message} ${one.cause}`), figures: figuresOver(line),
    }];
  });
  const loops = crashLoops(said.filter((one) => one.said.below === undefined));
  const others = gravestFacts(loops?.others ?? said, lines.length <= SHORT_LOG_LINES);
  return joined([loops?.facts ?? null, withOwnLocalhost(others, look.envelope)]);
}

function gravestFacts(said: readonly LoggedError[], isShort: boolean): string | null {
  const isOf = (level: 'error' | 'warning') => (one: LoggedError): boolean =>
    (one.said.level === 'warning') === (level === 'warning');
  for (const level of ['error', 'warning'] as const) {
    const all = byMessage(said.filter(isOf(level)));
    const most = gravest(all);
    if (most === null) continue;
    const others = level === 'error' || isShort ? all.filter((one) => one !== most && !isPart(one, most)) : [];
    const other = gravest(others);
    // A finding that omits a warning omits the other one, too.
    const also = other === null ? '' : level === 'warning' ? ` ${once(level, other)}`
      : ` Also: ${quoteOf(other.message)}${objectsIn(other)}${
        other.moments.length > 1 ? ` (${other.moments.length} times)` : ''}${
        hasSameCause(other, most) ? ', with the same cause.' : `.${causeOf(other)}`}`;
    const texts = [most.message, ...most.causes.values()].slice(0, 1 + MAX_CAUSES_SAID);
    // A stack may have words of other errors.
    const meaning = meaningOf(texts.map(({ text }) => shortError(text, MAX_MEANT_CHARS)).join('\n'));
    const failed = level === 'error' && isShort ? failedRequest(said.filter(isOf('warning'))) : null;
    const means = meaning === null ? '' : ` ${meaning}`;
    // Of two warnings it is mostly the meaning of both.
    const both = level === 'warning' ? `${also}${means}` : `${means}${also}`;
    const more = level === 'error' ? moreErrors(restOf(others, [most, other])) : '';
    const whole = `${both}${failed === null ? '' : ` ${failed}`}${more}`;
    if (most.moments.length > 1) return `${repeated(level, most)}${whole}`;
    if (isShort || level === 'error') return `${once(level, most)}${whole}`;
  }
  return null;
}

/** Returns the kinds of `others` that are not told, and neither a part nor of the cause of what is. */
const restOf = (others: readonly Said[], [most, other]: readonly [Said, Said | null]): ErrorKind[] => others
  .filter((one) => other !== null && one !== other && !isPart(one, other) && !hasSameCause(one, other)
    && !hasSameCause(one, most))
  .map(({ message: { text }, moments }) => ({ text, count: moments.length }));

/** An answer of the server itself to a request, which it logs as a warning. */
const SERVER_ERROR = /\(5\d\d\)|\bstatus(?:_?code)?[=: ]{1,2}"?5\d\d\b/i;

/** Describes a warning of a request that the server could not serve, if its words say why; else null. */
function failedRequest(warnings: readonly LoggedError[]): string | null {
  const [first] = byMessage(warnings.filter(({ said: { message } }) =>
    SERVER_ERROR.test(message) && meaningOf(message) !== null));
  return first === undefined ? null
    : `${first.moments.length > 1 ? repeated('warning', first) : once('warning', first)} ${
      meaningOf(first.message.text)}`;
}

/** Takes the next line as the cause if the message goes on there, as errors of YAML and of Java do. */
function withNext(one: SaidLine, next: string | undefined, innermost: () => string | null): SaidLine {
  if (one.cause !== '' || next === undefined) return one;
  const goesOn = (one.message.endsWith(':') && /^\s{2,}\S/.test(next)) || EXCEPTION.test(next) || THROWN.test(next);
  return goesOn ? { ...one, cause: withCause(next.replace(KEYS_BEHIND, '').trim(), innermost()) } : one;
}

/** The first line of an exception of Java, Python or C++. */
const EXCEPTION = /^\s{0,8}(?:Caused by: )?(?:[\w$]{1,60}[.:]{1,2}){0,9}\w{0,60}(?:Exception|Error)\b(?::|$)/;

/** A class of Java by its package, whose name does not say that it is an exception. */
const THROWN = /^\s{0,8}(?:[a-z][\w$]{0,40}\.){2,9}[A-Z][\w$]{1,60}: \S/;

/** Whether each cause of `one` is one of `most`. */
const hasSameCause = (one: Said, most: Said): boolean => one.causes.size > 0
  && [...one.causes.keys()].every((cause) => [...most.causes.keys()].some((other) => isSameCause(cause, other)));

/** Whether `one` is the message of `most` or its cause, from a line that a copy cut, or within that cause. */
function isPart(one: Said, most: Said): boolean {
  const [a, b] = [one.message.text, most.message.text];
  if (hasSameCause(one, most) && [...most.causes.keys()].some((cause) => cause.includes(a))) return true;
  return a.startsWith(b) || b.startsWith(a) || [...most.causes.values()].some(({ text }) => isSameStart(a, text));
}

/** Shared beginning that identifies a cause: a line cut before its message has the cause as its message. */
const SAME_START_CHARS = 60;
const isSameStart = (a: string, b: string): boolean =>
  a.length >= SAME_START_CHARS && a.slice(0, SAME_START_CHARS) === b.slice(0, SAME_START_CHARS);

const objectsIn = ({ about, moments }: Said): string => aboutOf(about, moments.length);

/** Returns a quotation; what the end of a line cut off is marked, so that it is not taken for the whole. */
const quoteOf = ({ text, isCut }: Quote): string => `"${ends(text)}"${isCut ? ' (cut)' : ''}`;

/** What Prometheus and Alertmanager log when they are asked to end. */
const STOP = /^Received (?:SIG(?:TERM|INT)|an OS signal), exiting gracefully/;

const MAX_MESSAGE = 200;
const FIRST_SENTENCE = /^.{60,200}?\.(?= [A-Z])/;

/** Returns the first sentence of a long message, which the ones after it explain, with the amounts of those. */
function shortened({ text, isCut }: Quote): Quote {
  const sentence = text.length <= MAX_MESSAGE ? undefined : FIRST_SENTENCE.exec(text)?.[0];
  const amount = sentence === undefined ? null : amountIn(text);
  return { text: sentence === undefined ? text
    : amount === null || sentence.includes(amount) ? sentence : `${sentence} … ${amount}`, isCut };
}

function once(level: string, said: Said): string {
  if (STOP.test(said.message.text)) return `It was told to stop${timesOf(said.moments)}.`;
  const what = said.below === null ? `the ${level}` : `at level ${said.below}`;
  return `It logged ${what} ${quoteOf(shortened(said.message))}${objectsIn(said)}${
    timesOf(said.moments)}.${causeOf(said)}${figuresOf(said)}`;
}

function repeated(level: string, said: Said): string {
  const { message, moments } = said;
  const often = `${moments.length} times`;
  if (STOP.test(message.text)) return `It was told to stop ${often}${timesOf(moments)}.`;
  const period = periodOf(comparable(moments).map(({ seconds }) => seconds));
  const when = period === null ? `occurs ${often}${timesOf(moments)}.`
    : `is repeated every ${formatSeconds(period)} (${often}${timesOf(moments).replace(' ', ', ')}).`;
  const quote = `${quoteOf(shortened(message))}${objectsIn(said)}`;
  if (said.hasCounts && said.below === null) return `The worst of ${moments.length} lines of this form${
    timesOf(moments)} is the ${level} ${quote}.${causeOf(said)}`;
  const what = said.below === null ? `${level} ${quote}` : `failure ${quote}, at level ${said.below},`;
  return `The ${what} ${when}${causeOf(said)}${figuresOf(said)}`;
}

/** Returns the median gap of times if there are two or more, all alike; null without a period or at one moment. */
function periodOf(times: readonly number[]): number | null {
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const middle = middleGap(times);
  if (middle === null || gaps.length < 2 || middle < SAME_MOMENT_SECONDS) return null;
  return gaps.every((gap) => gap * MAX_GAP_RATIO >= middle && gap <= MAX_GAP_RATIO * middle) ? middle : null;
}

const figuresOf = ({ figures }: Said): string => (figures === null ? '' : ` In its line, ${figures}`);

function causeOf({ causes }: Said): string {
  const given = withoutAgain([...causes.values()].map(quoteOf)).slice(0, MAX_CAUSES_SAID).join(' and ');
  return given === '' ? '' : ` The cause given is ${given}.`;
}

/** Times, epochs, durations and own ports, in which quotations of one cause differ. */
const STAMPS = new RegExp([
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/, /\b\d{10,19}\b/,
  /\b\d{1,9}\.\d{1,12}(?=(?:[mnµ]?s|m|h|seconds)\b)/, /:\d{4,5}(?=->)/,
  /\bafter \d{1,6}(?= attempts?\b)/,
].map(({ source }) => source).join('|'), 'g');

/** Drops quotations that differ from an earlier one only in times. */
function withoutAgain(quotes: readonly string[]): string[] {
  const shapes = new Set<string>();
  return quotes.filter((quote) => {
    const shape = quote.replace(STAMPS, '0');
    return !shapes.has(shape) && shapes.add(shape);
  });
}
