/** Summarizes the errors and warnings of a log: which, how often, from when to when, and why. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { withoutUrlsOf } from '../../../logs/excerpt/lessSaid.ts';
import { shortError } from '../../../logs/shortError.ts';
import { joined, timedLines } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { firstKnown } from '../messages/knownMessages.ts';
import type { MessageKind } from '../messages/rows/messageRow.ts';
import { aboutOf, addObjects, nothingYet, objectsOf, type About } from './aboutLines.ts';
import { crashLoops, type LoggedError } from './crashLoops.ts';
import { innermostCause, withNext } from './javaCauses.ts';
import { meaningOf } from './meanings.ts';
import { figuresOver } from '../chains/figures.ts';
import { addNumbers, foldedNumbers, noNumbers, type Folded } from '../figures/foldedNumbers.ts';
import { addCounts, countsOf, noCounts, ownCounts, type Counts } from '../figures/ownCounts.ts';
import { causesOf, MAX_CAUSES_SAID, quoteOf, shortened, type Quote } from '../figures/quotes.ts';
import { lastRepeated, repeatedLine } from '../figures/repeatedLines.ts';
import { periodOf } from '../figures/repeats.ts';
import { comparable, momentOf, timesOf, type Moment } from './moments.ts';
import { withOwnLocalhost } from './ownLocalhost.ts';
import { isSameCause } from '../figures/sameCause.ts';
import { worseCount } from './worseCounts.ts';
import { saidLine } from './saidLine.ts';

interface Said {
  /** The message, `cut` if the ends of the lines cut off all of them; of several counts the worst. */
  message: Quote;
  /** Whether its lines have different counts, such as "3 out of 4" and "4 out of 4". */
  hasCounts: boolean;
  moments: (Moment | null)[];
  /** How often it was written beside its lines, as syslog folds them. */
  folded: number;
  about: About;
  /** Numbers in which its lines differ, and what they count. */
  numbers: Folded;
  counts: Counts;
  /** Its own causes by their texts. */
  causes: Map<string, Quote>;
  /** The cause of the latest line that gives one. */
  latest: Quote | null;
  isFatal: boolean;
  /** The level of its lines if it is below warning; null otherwise. */
  below: string | null;
  /** Figures over their limits, of the first line that has some. */
  figures: string | null;
  /** Set when it is first asked for. */
  graveness?: number;
}

/** Longest log for which a warning that occurs once is reported. */
const SHORT_LOG_LINES = 50;
/** Shorter beginnings of messages may be of any message. */
const MIN_CUT_CHARS = 12;
const MAX_CAUSES = 50;
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
  for (const { said: { message, cause, level, cut, below = null }, moment, ...line } of lines) {
    const { objects = [], figures = null, counts = [], times = 1 } = line;
    const shape = `${shapeOf(message)}${STATUS.exec(message)?.[1] ?? ''}`;
    const isCut = cut === 'message' || (cut === 'cause' && cause === message);
    const key = all.has(shape) ? shape : cutKey(all, shape, isCut) ?? shape;
    const known: Said = all.get(key)
      ?? {
        message: { text: message, isCut }, hasCounts: false, moments: [], folded: 0, about: nothingYet(),
        numbers: noNumbers(), counts: noCounts(), causes: new Map(), latest: null, isFatal: false, below,
        figures,
      };
    all.set(key, known);
    const worse = worseCount(known.message.text, message);
    if (worse !== null) known.hasCounts = true;
    if (worse === message || (known.message.isCut && !isCut)) known.message = { text: message, isCut };
    known.moments.push(moment);
    known.folded += times - 1;
    addNumbers(known.numbers, message);
    addCounts(known.counts, counts);
    known.figures ??= figures;
    addObjects(known.about, objects);
    known.isFatal ||= level === 'fatal';
    if (below === null) known.below = null;
    if (cause === '' || cause === message) continue;
    known.latest = { text: cause, isCut: cut === 'cause', shown: withoutUrlsOf(message, cause) };
    addCause(known.causes, known.latest);
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
  : one.below !== null ? oftenOf(one) / FATAL_RANK : oftenOf(one) + GRAVE_RANK * graveness(one));

/** Kinds that come before how often a message is said, the worst last. */
const GRAVE: readonly MessageKind[] = ['full', 'damage', 'end'];

/** Whether the known message of an error says that something is full, that data are damaged, or that it ended. */
function graveness(one: Said): number {
  one.graveness ??= 1 + GRAVE.indexOf(firstKnown([one.message, ...one.causes.values()].slice(0, 1 + MAX_CAUSES_SAID)
    .map(({ text }) => text.slice(0, MAX_MEANT_CHARS)).join('\n'))?.known.kind ?? 'error');
  return one.graveness;
}

const oftenOf = ({ moments, folded }: Said): number => moments.length + folded;

/**
 * Describes containers that do not start, then the gravest other error, else the most repeated warning: how often,
 * when, and its own cause. For a short log also a warning that is not repeated; else null.
 */
export function errorFacts(look: Look): string | null {
  const lines = timedLines(look);
  const said = lines.flatMap(({ line: whole, stamp, isCut }, i): LoggedError[] => {
    const { line, times } = repeatedLine(whole) ?? { line: whole, times: 1 };
    const one = saidLine(line, isCut);
    if (one === null) return [];
    const told = `${one.message} ${one.cause}`;
    return [{
      said: withNext(one, lines[i + 1]?.line, () => innermostCause(lines, i)), moment: momentOf(line, stamp),
      objects: objectsOf(line, told), figures: figuresOver(line),
      counts: one.message === DROPPED && !OF_AGENT.test(line) ? [] : countsOf(line, told),
      times: times + lastRepeated(lines[i + 1]?.line ?? ''),
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
        oftenOf(other) > 1 ? ` (${oftenOf(other)} times)` : ''}${
        hasSameCause(other, most) ? ', with the same cause.' : `.${causesOf(other)}`}`;
    const texts = [most.message, ...most.causes.values()].slice(0, 1 + MAX_CAUSES_SAID);
    // A stack may have words of other errors.
    const meaning = meaningOf(texts.map(({ text }) => shortError(text, MAX_MEANT_CHARS)).join('\n'));
    const failed = level === 'error' && isShort ? failedRequest(said.filter(isOf('warning'))) : null;
    const means = meaning === null ? '' : ` ${meaning}`;
    // Of two warnings it is mostly the meaning of both.
    const both = level === 'warning' ? `${also}${means}` : `${means}${also}`;
    const whole = `${both}${failed === null ? '' : ` ${failed}`}`;
    if (oftenOf(most) > 1) return `${repeated(level, most)}${whole}`;
    if (isShort || level === 'error') return `${once(level, most)}${whole}`;
  }
  return null;
}

/** An answer of the server itself to a request, which it logs as a warning. */
const SERVER_ERROR = /\(5\d\d\)|\bstatus(?:_?code)?[=: ]{1,2}"?5\d\d\b/i;

/** Describes a warning of a request that the server could not serve, if its words say why; else null. */
function failedRequest(warnings: readonly LoggedError[]): string | null {
  const [first] = byMessage(warnings.filter(({ said: { message } }) =>
    SERVER_ERROR.test(message) && meaningOf(message) !== null));
  return first === undefined ? null
    : `${oftenOf(first) > 1 ? repeated('warning', first) : once('warning', first)} ${
      meaningOf(first.message.text)}`;
}

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

/** Returns what its lines are about, the numbers in which they differ, and what they count. */
function objectsIn({ about, moments, numbers, counts, message, hasCounts }: Said): string {
  const of = aboutOf(about, moments.length).slice(2, -1);
  const differs = hasCounts ? '' : foldedNumbers(numbers);
  const all = [of, differs, ownCounts(counts, message.text)].filter((one) => one !== '');
  return all.length === 0 ? '' : ` (${all.join('; ')})`;
}

/** The samples of such lines of Prometheus are counted by themselves. */
const DROPPED = 'non-recoverable error';
const OF_AGENT = /\s(?:component_(?:id|path)|agent)=/;

/** What Prometheus and Alertmanager log when they are asked to end. */
const STOP = /^Received (?:SIG(?:TERM|INT)|an OS signal), exiting gracefully/;

function once(level: string, said: Said): string {
  if (STOP.test(said.message.text)) return `It was told to stop${timesOf(said.moments)}.`;
  const what = said.below === null ? `the ${level}` : `at level ${said.below}`;
  return `It logged ${what} ${quoteOf(shortened(said.message))}${objectsIn(said)}${
    timesOf(said.moments)}.${causesOf(said)}${figuresOf(said)}`;
}

function repeated(level: string, said: Said): string {
  const { message, moments } = said;
  const often = `${oftenOf(said)} times`;
  if (STOP.test(message.text)) return `It was told to stop ${often}${timesOf(moments)}.`;
  const period = periodOf(comparable(moments).map(({ seconds }) => seconds));
  const when = period === null ? `occurs ${often}${timesOf(moments)}.`
    : `is repeated every ${formatSeconds(period)} (${often}${timesOf(moments).replace(' ', ', ')}).`;
  const quote = `${quoteOf(shortened(message))}${objectsIn(said)}`;
  if (said.hasCounts && said.below === null) return `The worst of ${oftenOf(said)} lines of this form${
    timesOf(moments)} is the ${level} ${quote}.${causesOf(said)}`;
  const what = said.below === null ? `${level} ${quote}` : `failure ${quote}, at level ${said.below},`;
  return `The ${what} ${when}${causesOf(said)}${figuresOf(said)}`;
}

const figuresOf = ({ figures }: Said): string => (figures === null ? '' : ` In its line, ${figures}`);
