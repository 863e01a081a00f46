/** Summarizes the errors and warnings of a log: which, how often, from when to when, and why. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { shortError } from '../../../logs/shortError.ts';
import { joined, timedLines } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { figuresOver } from '../chains/figures.ts';
import { foldedNumbers } from '../figures/foldedNumbers.ts';
import { countsOf, ownCounts } from '../figures/ownCounts.ts';
import { firstKnown } from '../messages/knownMessages.ts';
import { isUnreached } from '../messages/consequences.ts';
import { lossFacts } from './lossLines.ts';
import {
  causeKinds, causesOf, frequentFirst, laterAnswer, MAX_CAUSES_SAID, quoteOf, shortened, type CauseKind, type Quote,
} from '../figures/quotes.ts';
import { lastRepeated, repeatedLine } from '../figures/repeatedLines.ts';
import { gapsOf, periodOf } from '../figures/repeats.ts';
import { aboutOf, objectsOf } from './lines/aboutLines.ts';
import { innermostCause, lineBelow, raisedBelow, withNext } from './causes/javaCauses.ts';
import { isSameCause } from './causes/sameCause.ts';
import { hasOwnStep, withPast } from './causes/systemMeanings.ts';
import { courseOf, logEnd } from './lines/course.ts';
import { linesByTime } from './lines/linesByTime.ts';
import { crashLoops, type LoggedError } from './lines/crashLoops.ts';
import {
  follows, isLaterAnswer, isSameError, otherObject, passesOn, REFUSED_MEANWHILE, STOP, withoutSteps,
} from './groups/besides.ts';
import { gravest, isBare, MAX_MEANT_CHARS, oftenOf, onFaults } from './groups/gravest.ts';
import { areCanceled, otherMeaning, otherStatus, sameEnd } from './groups/otherStatus.ts';
import { byMessage, type Said } from './groups/sameMessages.ts';
import { isWait } from './causes/waitMeanings.ts';
import { meaningOf } from './meanings.ts';
import { moreErrors, type ErrorKind } from './moreErrors.ts';
import { cutStart } from './lines/cutStart.ts';
import { announcesErrors, listedErrors } from './lines/listedErrors.ts';
import { comparable, momentOf, timesOf } from './lines/moments.ts';
import { withOwnLocalhost } from './ownLocalhost.ts';
import { saidLine } from './lines/saidLine.ts';
import { sentAgain } from './lines/sentAgain.ts';

/** Longest log for which a warning that occurs once is reported. */
const SHORT_LOG_LINES = 50;
const MAX_ALIKE = 3;

/**
 * Describes containers that do not start, then the gravest other error, else the most repeated warning (once in a short
 * log is enough), with its cause; else null.
 */
export function errorFacts(look: Look): string | null {
  const lines = linesByTime(timedLines(look));
  const read = lines.flatMap(({ line: whole, stamp, isCut }, i): LoggedError[] => {
    const { line, times } = repeatedLine(whole) ?? { line: whole, times: 1 };
    const one = saidLine(line, isCut);
    if (one === null) return [];
    const listed = listedErrors(lines, i, one);
    if (listed.length > 0) return listed.map((item) => ({ ...item, moment: momentOf(line, stamp) }));
    const told = `${one.message} ${one.cause}`;
    return [{
      said: withNext(one, lineBelow(lines, i), () => innermostCause(lines, i), () => raisedBelow(lines, i)),
      moment: momentOf(line, stamp),
      objects: objectsOf(line, told), figures: figuresOver(line),
      counts: one.message === DROPPED && !OF_AGENT.test(line) ? [] : countsOf(line, told),
      times: times + lastRepeated(lines[i + 1]?.line ?? ''),
    }];
  });
  // An announcement whose errors are not in the text says nothing beside others.
  const telling = read.filter((one) => !announcesErrors(one.said));
  const end = logEnd(lines, look);
  const said = (telling.length === 0 ? read : telling).map((one) => ({ ...one, end }));
  const loops = crashLoops(said.filter((one) => one.said.below === undefined));
  const others = gravestFacts(loops?.others ?? said, lines.length <= SHORT_LOG_LINES);
  const facts = joined([loops?.facts ?? null, withOwnLocalhost(others, look.envelope)]);
  const lost = lossFacts(loops?.others ?? said, facts);
  const ofLines = facts === null ? null : joined([sentAgain(lines), cutStart(lines, facts)]);
  return joined([lost.first, lost.facts, lost.behind, ofLines]);
}

function gravestFacts(said: readonly LoggedError[], isShort: boolean): string | null {
  const isOf = (level: 'error' | 'warning') => (one: LoggedError): boolean =>
    (one.said.level === 'warning') === (level === 'warning');
  const [errors, warned] = [said.filter(isOf('error')), said.filter(isOf('warning'))];
  if (areCanceled(errors) && warned.length >= errors.length)
    return joined([gravestFacts(warned, isShort), gravestFacts(errors, isShort)]);
  for (const level of ['error', 'warning'] as const) {
    const found = byMessage(said.filter(isOf(level)));
    const all = level === 'warning' ? onFaults(found) : found;
    const most = gravest(all);
    if (most === null) continue;
    const beside = level === 'error' || isShort ? all.filter((one) => one !== most && !isPart(one, most)) : [];
    const ofMost = meaningIn(most);
    const alike = level === 'error'
      ? beside.filter((one) => otherObject(one, most) !== null && meaningIn(one) === ofMost) : [];
    const others = beside.filter((one) => !alike.includes(one));
    const later = others.find((one) => isLaterAnswer(one, most)) ?? null;
    const other = later ?? gravest(others);
    // A finding that omits a warning omits the other one, too.
    const isWarning = level === 'warning' && (other === null || !hasSameCause(other, most));
    const also = other === null ? '' : isWarning ? ` ${once(level, other)}` : besideMost(other, most, later !== null);
    const meaning = later === null || ofMost === null ? ofMost : withoutSteps(ofMost);
    const warnings = level === 'error' && isShort ? said.filter(isOf('warning')) : [];
    const failed = lacksReason(most) ? reasonsBeside(warnings, meaning ?? '') : besideErrors(warnings, isBare(most));
    const means = meaning === null ? '' : ` ${meaning}`;
    // Of two warnings it is mostly the meaning of both.
    const equal = other === null || later !== null ? '' : ofEqual(other, most, meaning);
    const both = level === 'warning' ? `${also}${means}` : `${means}${also}${equal}`;
    const more = level === 'error' ? moreErrors(restOf(others, [most, other])) : '';
    const request = OF_RING.test(meaning ?? '') ? failedRequest(warnings) : null;
    if (request !== null && OF_RING.test(request)) return `${request} ${
      oftenOf(most) > 1 ? repeated(level, most) : once(level, most)}${alikeText(alike, most)}${also}${more}`;
    const rest = level === 'error' ? byMessage(said.filter(isOf('warning')))
      : isShort ? [] : all.filter((one) => one !== most && !isPart(one, most));
    const unreached = failed === null
      ? `${level === 'error' ? sameEnd(rest, most) : ''}${secondClass(rest, most, isShort)}` : '';
    const whole = `${alikeText(alike, most)}${both}${failed === null ? '' : ` ${failed}`}${more}${unreached}`;
    if (oftenOf(most) > 1) return withPast(repeated(level, most), whole);
    if (isShort || level === 'error') return `${once(level, most)}${whole}`;
  }
  return null;
}

/** Returns what an error and its causes mean; null for unknown ones. A stack may have words of other errors. */
function meaningIn({ message, causes }: Said): string | null {
  const kinds = causeKinds(causes);
  if (kinds !== null) return meaningsOf(message, kinds);
  const later = laterAnswer(causes);
  // Of two answers the later one is the state that counts.
  return meaningOf([message, ...later === null ? frequentFirst(causes) : [later]].slice(0, 1 + MAX_CAUSES_SAID)
    .map(({ text }) => shortError(text, MAX_MEANT_CHARS)).join('\n'));
}

const HAS_STEP = /: [a-z]/;

/** Returns what an error with causes of several kinds means, the most frequent first: of others only own steps. */
function meaningsOf(message: Quote, [most, ...others]: readonly CauseKind[]): string | null {
  const first = most === undefined ? null : meaningOf([message, most.first]
    .map(({ text }) => shortError(text, MAX_MEANT_CHARS)).join('\n'));
  const beside = others.map((one) => meaningOf(shortError(one.first.text, MAX_MEANT_CHARS)))
    .filter((one) => one !== null && first?.includes(one) !== true
      && (first === null || hasOwnStep(one) || HAS_STEP.test(one)));
  const other = beside.length === 1 ? 'The other cause' : 'Another cause';
  return joined([first, ...[...new Set(beside)].map((one) => (first === null || one === null ? one
    : `${other}: ${one.replace(COMMON, (word) => word.toLowerCase())}`))]);
}

/** Words at the beginning of a sentence that have a small letter within one. */
const COMMON = /^(?:Nothing|The|An?|No|This|That|Its?|What|Such|Something|Too|More|One) /;

/** Returns what another error means that comes as often as the gravest one and has another cause; '' otherwise. */
function ofEqual(other: Said, most: Said, told: string | null): string {
  const isEqual = oftenOf(other) >= Math.max(2, oftenOf(most)) && other.causes.size > 0;
  const meaning = isEqual && !hasSameCause(other, most) && !isSameError(other, most) ? meaningIn(other) : null;
  return meaning === null || meaning === told || isWait(meaning) ? '' : ` ${meaning}`;
}

const timesText = (one: Said): string => (oftenOf(one) > 1 ? ` (${oftenOf(one)} times)` : '');

/** Reports the other error next to the most severe one: that it came later, at the same time, from it, or only also. */
function besideMost(other: Said, most: Said, isLater: boolean): string {
  const quote = quoteOf(other.message);
  if (isLater) {
    const meaning = meaningIn(other);
    const times = timesOf(other.moments).replace(/^,/, '');
    return ` Later,${times === '' ? '' : `${times},`} the answer is another one: ${quote}${timesText(other)}.${
      causesOf(other)}${meaning === null ? '' : ` ${meaning}`}`;
  }
  if (most.isFatal && REFUSED_MEANWHILE.test(other.message.text))
    return ` Meanwhile it refused connections: ${quote}${timesText(other)}.`;
  const isAfter = other.causes.size === 0 && follows(other.message.text, most.message.text);
  const what = isAfter ? 'From this follows' : 'Also:';
  return ` ${what} ${quote}${objectsIn(other)}${timesText(other)}${
    hasSameCause(other, most) || isSameError(other, most) ? ', with the same cause.' : `.${causesOf(other)}`}`;
}

/** Says with which other objects the gravest error was logged as well; '' without one. */
function alikeText(alike: readonly Said[], most: Said): string {
  const more = alike.length - MAX_ALIKE;
  const named = alike.slice(0, MAX_ALIKE).map((one) => `${otherObject(one, most) ?? ''}${timesText(one)}`);
  const all = more > 0 ? [...named, `${more} other ${more === 1 ? 'name' : 'names'}`] : named;
  const listed = all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
  return listed === '' ? '' : ` It logged the same with ${listed}.`;
}
/** Returns the kinds of `others` that are not reported, and neither a part nor of the cause of what is. */
const restOf = (others: readonly Said[], [most, other]: readonly [Said, Said | null]): ErrorKind[] => others
  .filter((one) => other !== null && one !== other && !isPart(one, other) && !hasSameCause(one, other)
    && !hasSameCause(one, most))
  .map(({ message: { text }, moments }) => ({ text, count: moments.length }));

/** Whether an error says that nothing of a kind can be reached; the warnings before it say why. */
const lacksReason = ({ message }: Said): boolean => isUnreached(firstKnown(message.text)?.known.message ?? '');

const MAX_REASONS = 3;

/** The next step of a meaning, which stands behind its first colon. */
const stepOf = (meaning: string): string => meaning.slice(meaning.indexOf(': ') + 2);

/** Quotes the warnings next to such an error, with what the reasons in them mean beyond `told`; null without one. */
function reasonsBeside(warnings: readonly LoggedError[], told: string): string | null {
  const all = byMessage(warnings).filter((one) => !isBare(one) && one.below === null).slice(0, MAX_REASONS);
  if (all.length === 0) return null;
  const quotes = all.map((one) => `${quoteOf(shortened(one.message))}${
    oftenOf(one) > 1 ? ` (${oftenOf(one)} times)` : ''}`);
  const meanings = all.flatMap(({ message, causes }) => [message, ...causes.values()])
    .map(({ text }) => meaningOf(shortError(text, MAX_MEANT_CHARS).replace(/^[^:\n]{1,80} "[^"\n]{1,300}": /, '')));
  return [`Its warnings say: ${quotes.join('; ')}.`, ...new Set(meanings.filter((one) => one !== null
    && !told.includes(stepOf(one))))].join(' ');
}

/** An answer of the server itself to a request, which it logs as a warning. */
const SERVER_ERROR = /\(5\d\d\)|\bstatus(?:_?code)?[=: ]{1,2}"?5\d\d\b/i;

/** Describes the gravest warning that names a reason beside errors that name none, else that of a failed request. */
function besideErrors(warnings: readonly LoggedError[], isOfBare: boolean): string | null {
  const reason = isOfBare ? gravest(byMessage(warnings).filter((one) => !isBare(one) && one.below === null)) : null;
  if (reason === null) return failedRequest(warnings);
  const meaning = meaningOf([reason.message, ...reason.causes.values()].slice(0, 1 + MAX_CAUSES_SAID)
    .map(({ text }) => shortError(text, MAX_MEANT_CHARS)).join('\n'));
  return `${reason.moments.length > 1 ? repeated('warning', reason) : once('warning', reason)}${
    meaning === null ? '' : ` ${meaning}`}`;
}

/** A failure of the ring is felt by its requests, before which come no errors of what cares for the ring itself. */
const OF_RING = /\bring\b/i;

/** Describes a warning of a request that the server could not serve, if its words say why; else null. */
function failedRequest(warnings: readonly LoggedError[]): string | null {
  const [first] = byMessage(warnings.filter(({ said: { message } }) =>
    SERVER_ERROR.test(message) && meaningOf(message) !== null));
  return first === undefined ? null
    : `${oftenOf(first) > 1 ? repeated('warning', first) : once('warning', first)} ${
      meaningOf(first.message.text)}`;
}

/** A request that another server did not answer, or refused. */
const UNANSWERED = new RegExp([
  /connection (?:refused|reset)|no such host|no route to host|i\/o timeout|deadline exceeded/,
  /\b(?:status(?: code)?|HTTP)[ =:]{1,3}"?[45]\d\d\b/,
].map(({ source }) => source).join('|'), 'i');
const MIN_REPEATED = 5;

/** Describes a warning of another class than the gravest error: another status or meaning, or far more often. */
function secondClass(all: readonly Said[], most: Said, isShort: boolean): string {
  const found = otherStatus(all, most) ?? (isShort ? null : gravest(all.filter((one) => !hasSameCause(one, most)
    && oftenOf(one) >= MIN_REPEATED * oftenOf(most) && [...one.causes.keys()].some((cause) => UNANSWERED.test(cause))))
    ?? otherMeaning(all.filter((one) => !hasSameCause(one, most)), most, meaningIn));
  const meaning = found === null ? null : meaningIn(found);
  return found === null ? '' : ` ${repeated('warning', found)}${meaning === null ? '' : ` ${meaning}`}`;
}

/** Whether each cause of `one` is one of `most`. */
const hasSameCause = (one: Said, most: Said): boolean => one.causes.size > 0
  && [...one.causes.keys()].every((cause) => [...most.causes.keys()].some((other) => isSameCause(cause, other)));

/** Whether `one` is the message of `most` or its cause, from a line that a copy cut, or within that cause. */
function isPart(one: Said, most: Said): boolean {
  const [a, b] = [one.message.text, most.message.text];
  if (passesOn(one, most)) return true;
  if (hasSameCause(one, most) && [...most.causes.keys()].some((cause) => cause.includes(a))) return true;
  return a.startsWith(b) || b.startsWith(a) || [...most.causes.values()].some(({ text }) => isSameStart(a, text));
}

/** A line cut before its message has the cause as its message. */
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

function once(level: string, said: Said): string {
  if (STOP.test(said.message.text)) return `It was told to stop${timesOf(said.moments)}.`;
  const what = said.below === null ? `the ${level}` : `at level ${said.below}`;
  return `It logged ${what} ${quoteOf(shortened(said.message))}${objectsIn(said)}${
    timesOf(said.moments)}.${causesOf(said)}${figuresOf(said)}`;
}

function repeated(level: string, said: Said): string {
  const { message, moments, end } = said;
  if (STOP.test(message.text)) return `It was told to stop ${oftenOf(said)} times${timesOf(moments)}.`;
  const times = comparable(moments).map(({ seconds }) => seconds);
  const period = periodOf(times);
  const course = courseOf(moments, end);
  const when = period === null ? `occurs ${oftenOf(said)} times${timesOf(moments)}${course}.`
    : `is repeated every ${gapsOf(times, period).map((gap) => formatSeconds(gap)).join(' to ')} (${
      oftenOf(said)} times${timesOf(moments).replace(' ', ', ')}${course}).`;
  const quote = quoteOf(shortened(message)) + objectsIn(said);
  if (said.hasCounts && said.below === null) return `The worst of ${oftenOf(said)} lines of this form${
    timesOf(moments)} is the ${level} ${quote}.${causesOf(said)}`;
  const what = said.below === null ? `${level} ${quote}` : `failure ${quote}, at level ${said.below},`;
  return `The ${what} ${when}${causesOf(said)}${figuresOf(said)}`;
}

const figuresOf = ({ figures }: Said): string => (figures === null ? '' : ` In its line, ${figures}`);
