/**
 * Shortens an error for a sentence: drops its stack, counts its blocks, and keeps its end, which has the cause. A long
 * one first loses what says little: series, repeated parts, lists of similar names, advice on flags.
 */

import { withInnerError } from './excerpt/answerBodies.ts';
import { beginOf } from './excerpt/cutWords.ts';
import { halfOf, keptPlaces } from './excerpt/keptPlaces.ts';
import { leastSaid, lessSaid, withLabels } from './excerpt/lessSaid.ts';
import { withoutAdvice, withoutNumbers } from './excerpt/limits.ts';
import { firstOpen, shownParts } from './excerpt/openMarks.ts';

const ULID = /[0-9A-HJKMNP-TV-Z]{26}/;
const BRACKETS = /\[([^[\]]{53,16000})\]/g;
/** Matches what pkg/errors prints between its messages: functions, and files after a tab. */
const FRAME = /^(?:(?:\t|\\t)(?!\* )|\s{2,}\/|[\w./()*@-]{1,200}\.[\w.()*]{1,200}$)/;
/** Matches the beginning of such a stack if its line ends are lost. */
const STACK = /\s(?:[\w-]{1,60}\.[a-z]{2,5}\/\S{1,200}|(?:main|runtime)\.\w{1,60})\s{1,3}\/\S{1,300}\.go:\d/;
/** Line ends, also as an export of an export escapes them. */
const LINE_END = /(?:\\{1,4}r|\r)?(?:\\{1,4}n|\n)/;
/** How an error of several begins each of them, behind "2 errors occurred:". */
const ITEM = /^(?:\\t|\s){0,8}\* /;
/** Says nothing where the only one stands behind it. */
const ONE_ERROR = /^1 error occurred: (?=\S)/;
/** Headers of HTTP after its status. */
const HEADER = /^[A-Z][A-Za-z]{0,20}(?:-[A-Z][A-Za-z]{0,20}){0,5}: /;
const STATUS = /HTTP\/\d(?:\.\d)? \d{3}\b/;
/** A block as Thanos and Prometheus print it in an error, and the range before such blocks. */
const BLOCK = /<ulid: ([0-9A-HJKMNP-TV-Z]{26})(?:, [a-z]{3,6}: [^,<>]{1,30}){0,3}>/g;
const RANGE = String.raw`\[mint: \d{1,16}, maxt: \d{1,16}, range: [^\],]{1,30}, blocks: \d{1,5}\]`;
const BLOCK_RANGE = new RegExp(String.raw`\.? {0,2}${RANGE}(?=: {0,2}<ulid: )`, 'g');
/** The range of a further overlap, on a line of its own. */
const MORE_RANGE = new RegExp(String.raw`(\n|\\n)${RANGE}: {0,2}(?=<ulid: )`, 'g');
/** Maximum number of blocks that are listed rather than counted. */
const MAX_NAMED = 3;
const MAX_MESSAGES = 4;
const MAX_INPUT = 16 * 1024;
const MAX_TRIES = 24;

/** Returns at most `maxLength` characters: the beginning and the end of a longer error. */
export function shortError(text: string, maxLength: number): string {
  const plain = withoutStack(withPlainBlocks(text.slice(0, MAX_INPUT)));
  const whole = withInnerError(plain).replace(BRACKETS, (all, inside: string) => {
    const words = inside.trim().split(/[\s,]{1,4}/);
    return words.length > MAX_NAMED && words.every((word) => ULID.test(word)) ? `[${words.length} blocks]` : all;
  });
  const less = lessSaid(whole, maxLength);
  if (less.length <= maxLength) return less;
  const said = leastSaid(withoutRepeats(withoutLists(less)), maxLength);
  if (said.length <= maxLength) return withLabels(said, less, maxLength);
  // Marks that a cut leaves open take room, too.
  let room = maxLength;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const short = shownParts(said, keptPlaces(said, room, firstSentence(said, halfOf(room), room - 2)));
    if (short.length <= maxLength) return short;
    room -= Math.max(1, short.length - maxLength);
  }
  const begun = beginOf(said, halfOf(maxLength));
  return `${firstOpen(begun) < 0 ? begun : begun.slice(0, firstOpen(begun)).trimEnd()} \u2026`.slice(0, maxLength);
}

/** Returns an error with the names of its blocks in place of what their metadata are printed as. */
const withPlainBlocks = (text: string): string => (!text.includes('<ulid: ') ? text
  : text.replace(MORE_RANGE, '$1').replace(BLOCK_RANGE, '').replace(BLOCK, '$1'));

function withoutStack(text: string): string {
  const lines = text.split(LINE_END);
  if (lines.length === 1) return text.slice(0, STACK.exec(text)?.index).trim();
  const isHttp = STATUS.test(lines[0] ?? '');
  const kept = lines.filter((line) => line.trim() !== '' && !FRAME.test(line) && !(isHttp && HEADER.test(line)))
    .slice(0, MAX_MESSAGES).map((line) => line.replace(ITEM, '').trim());
  const said = kept.filter((line) => /\w/.test(line)).join('; ').replaceAll(':; ', ': ').replace(ONE_ERROR, '');
  // The headers ended the quotation.
  return isHttp && kept.length < lines.length && said.split('"').length % 2 === 0 ? `${said}"` : said;
}

const SERIES = /\{[^{}]{41,4000}(?:\}|$)/g;
/** How a client of remote write begins each error. */
const ANSWERED = /\bserver returned HTTP status (\d{3})(?: [A-Z][A-Za-z]{1,20}){0,5}(?: \(\d{3}\))?: /;
/** A quoted series of which a program shows the first characters. */
const CUT_SERIES = /'([\w:]{1,120})\{[^']{41,4000}'/g;
/** An address whose parameters take room from the error. */
const QUERY = /(\bhttps?:\/\/[^\s"'?]{1,300})\?[^\s"']{30,4000}/g;
/** A lookup of the name that stands before it. */
const LOOKUP = /\b([\w-][\w.-]{11,253})((?::\d{1,5})?: (?:[\w ]{1,40}: )?lookup) \1(?= on )/g;
const LIST = /([\w.-]{6,80})(?:, ?[\w.-]{6,80}){3,200}/g;
const SAME_START = 3;

/** Braces around an error rather than labels. */
const SAYS_WHY = /\b(?:[Mm]essage|[Mm]sg|[Ee]rr(?:or)?|[Rr]eason|[Cc]ause|desc)["']?[:=]/;

/** Whether a series is the stream that an error is about, and short enough to be said. */
const isNamed = (series: string, before: string): boolean =>
  series.length <= MAX_STREAM && /\bfor stream: ?$/.test(before.slice(-20));
const MAX_STREAM = 110;

/** Whether little of an error is left without what stands in braces, as in `Error({Type:… Message:…})`. */
const isAlmostAll = ({ length }: string, whole: string): boolean => length > MOST * whole.length;
const MOST = 0.9;

/** The way of a refused request, which takes room from the reason. */
const ROUTE = /\bfailed pushing to (?:ingester|partition) ?[\w-]{0,80}: (?:user=\S{1,120}: )?/;

/** Shortens series, lists of names that begin alike, and drops advice. */
function withoutLists(text: string): string {
  return withoutAdvice(text).replace(ANSWERED, 'HTTP $1: ').replace(ROUTE, '').replace(QUERY, '$1?…')
    .replace(LOOKUP, '$1$2').replace(CUT_SERIES, '\'$1{…}\'')
    .replace(SERIES, (all, at: number, whole: string) => (
      SAYS_WHY.test(all) || isNamed(all, whole.slice(0, at)) || isAlmostAll(all, whole) ? all
      : all.endsWith('}') ? '{…}' : '{…'))
    .replace(LIST, (all, first: string) => (
      all.split(/, ?/).every((one) => one.startsWith(first.slice(0, SAME_START))) ? `${first}, …` : all));
}

const MAX_PARTS = 50;
const MIN_SHAPE = 20;

/** Drops parts that repeat an earlier one with other numbers, as an error of several receivers does. */
function withoutRepeats(text: string): string {
  const parts = text.split('; ');
  if (parts.length > MAX_PARTS) return text;
  const shapes: string[] = [];
  return parts.filter((part) => {
    const shape = withoutNumbers(part).trim();
    const isAgain = shape.length >= MIN_SHAPE && shapes.some((one) => one.includes(shape));
    shapes.push(shape);
    return !isAgain;
  }).join('; ');
}

/** Returns the first sentence of a message in prose, which says what is wrong; null without one of that length. */
function firstSentence(text: string, min: number, max: number): string | null {
  const at = /(?<!\bCode: \d{1,5})\.\s(?=[A-Z])/.exec(text.slice(0, max))?.index ?? -1;
  return at < min ? null : text.slice(0, at + 1);
}
