/** Finds the sentences that the writer of a report put around its logs, outputs and files. Pure; bounded. */
import { COMMAND, FENCE, fenced } from './pasteMarks.ts';
import { writersLines } from './speakers.ts';

const MAX_CHARS = 64 * 1024;
const MAX_LINES = 1500;
const MAX_LINE = 1000;
const MAX_PARAGRAPH = 4000;
const MAX_SENTENCES = 200;
/** Longer sentences are lists or lost line ends. */
const MAX_SENTENCE = 400;
const MIN_WORDS = 4;
/** Fewer words before a colon only say what stands below. */
const MIN_WORDS_BEFORE_BLOCK = 8;

/** Marks of logs, stacks, tables, code and files, which no sentence has. */
const TECHNICAL = new RegExp([
  /\d\d:\d\d:\d\d|\b(?:level|lvl|msg|caller|ts|err|component|status|code)="?\S|\S {3,}\S|\t|^\s{0,40}[[{|<]/,
  /0x[0-9a-f]{4}|\.(?:go|java|py|rs):\d|[;{}]\s{0,8}$|"\w{1,40}": ?["\d[{]/,
  /^\s{0,40}(?:at \S{1,200}\(|goroutine \d|panic:|fatal(?: error)?:|error:|caused by|traceback|[\w.-]{1,60}: ?$)/,
  /^\s{0,40}(?:log|statement|hint|detail|context|fatal|panic|warning|info|debug): {1,4}\S/,
].map(({ source }) => source).join('|'), 'i');
/** Marks before a line: of a heading, a quote, an item of a list, a check. */
const BEFORE = /^[ \t>]{0,40}(?:#{1,6} |[-*+\u2022] |\d{1,3}[.)] )?(?:\[[ x]\] )?/;
/** Bold words alone in a line are a heading. */
const LABEL = /^[ \t>]{0,12}\*\*[^*\n]{1,40}\*\*:?$/;
const BEGINS = /^[ \t>]{0,40}(?:#{1,6} |[-*+\u2022] |\d{1,3}[.)] )/;
const MARKS = /`|\*{1,3}|~~|<\/?(?:b|code|em|i|li|p|strong)>/g;
const LINK = /\[([^\]\n]{1,200})\]\([^)\s]{1,400}\)/g;
const WORD = /(?<=^|\s|\s["'(]|-)\p{L}{2,}(?=[\s"').,:;!?-]|$)/gu;
const BETWEEN = new RegExp([
  /(?<=(?:\p{L}{2}|[\d)'"%])[.!?])(?<!\b(?:etc|vs|approx)\.) {1,4}/u,
  /(?=[\p{Lu}\d"'(]|(?:i|it|we|my|the|this|then|but|after|when|and|also)\b)/u,
].map(({ source }) => source).join(''), 'u');
/** A guess, a condition, a question, advice: these report nothing. */
const UNSURE = new RegExp([
  /\b(?:[Ii]f|[Ww]hether|[Mm]aybe|[Pp]erhaps|[Pp]robably|[Pp]ossibly|might|may|[Ss]hould|[Ww]ould|[Mm]ust|[Pp]lease)\b/,
  /\b(?:e\.g\.|[Ff]or example|[Ss]uch as|[Mm]ake sure|[Ee]nsure|[Rr]ecommend\w*|[Ss]uggest\w*)/,
  /^(?:No|Yes|Nope|Yep|Sure|Right|Correct),/,
  /\b(?:assum\w+|guess|suspect|wonder\w*|unless|avoid\w*|prevent\w*|in case|you|your|by default)\b/,
  /\?["')]{0,2}$|https?:\/\//,
].map(({ source }) => source).join('|'));
/** Words by which a writer tells what was seen as not quite certain. */
const HEDGED = /\b[Cc]ould\b(?! not)|\b(?:think|seems?)\b/;

/** A heading over what the writer had expected, until the next heading. */
const HEADING = /^[ \t>]{0,12}(?:#{1,6} |\*\*[^*\n]{1,80}\*\*:?$)/;
const EXPECTED = /\bexpect(?:ed|ation)?\b/i;
/** Such a heading, with what was expected behind it. */
const EXPECTED_BEFORE = /^[ \t>]{0,12}\*\*[^*\n]{0,60}\bexpect[^*\n]{0,60}\*\*:?[ \t]{1,4}(\S[^\n]{0,400})$/i;

/** Which sentences are returned: `hedged`: also those that only seem so to the writer. */
interface Choice { hedged: boolean }

/** Returns the sentences that report something, in their order and without marks of Markdown. */
export function writersSentences(text: string, { hedged }: Choice = { hedged: false }): string[] {
  return sentencesAround(text).filter((one) => !UNSURE.test(one) && (hedged || !HEDGED.test(one)))
    .slice(0, MAX_SENTENCES);
}

/** Returns the first line below a heading on what was expected, without marks; null without one. */
export function expectedIn(text: string): string | null {
  let isBelow = false;
  for (const line of text.slice(0, MAX_CHARS).split('\n', MAX_LINES)) {
    const own = EXPECTED_BEFORE.exec(line)?.[1] ?? (isBelow && !HEADING.test(line) ? line : '');
    if (HEADING.test(line)) isBelow = EXPECTED.test(line);
    if (FENCE.test(line)) isBelow = false;
    const bare = own.replace(BEFORE, '').replace(LINK, '$1').replace(MARKS, '').trim();
    if (bare !== '' && !TECHNICAL.test(bare)) return bare.slice(0, MAX_SENTENCE);
  }
  return null;
}

/** Returns all sentences outside of what is quoted, but those on what was expected. */
function sentencesAround(text: string): string[] {
  const paragraphs: string[] = [];
  let [isInFence, isOpen, isExpected] = [false, false, false];
  for (const whole of writersLines(fenced(text.slice(0, MAX_CHARS).split('\n', MAX_LINES)))) {
    const line = whole.slice(0, MAX_LINE).trimEnd();
    if (FENCE.test(line)) {
      if (/```|~~~/.test(line)) isInFence = !isInFence;
      isOpen = false;
      continue;
    }
    if (!isInFence && HEADING.test(line)) isExpected = EXPECTED.test(line);
    const bare = line.replace(BEFORE, '').replace(LINK, '$1').replace(MARKS, '').trim();
    if (isInFence || isExpected || bare === '' || LABEL.test(line) || isTechnical(line, bare)) {
      isOpen = false;
      continue;
    }
    const last = paragraphs.at(-1);
    if (isOpen && last !== undefined && !BEGINS.test(line) && last.length < MAX_PARAGRAPH)
      paragraphs.splice(-1, 1, `${last} ${bare}`);
    else paragraphs.push(bare);
    isOpen = true;
  }
  return paragraphs.flatMap((paragraph) => paragraph.split(BETWEEN)).map((one) => one.trim())
    .filter((one) => one.length <= MAX_SENTENCE && isLong(one) && one.split(': ').length <= 2);
}

const isLong = (sentence: string): boolean =>
  (sentence.match(WORD)?.length ?? 0) >= (sentence.endsWith(':') ? MIN_WORDS_BEFORE_BLOCK : MIN_WORDS);

/** Whether a line is no part of a sentence: a command, too, unless it begins as a sentence does. */
const isTechnical = (line: string, bare: string): boolean =>
  TECHNICAL.test(bare) || (COMMAND.test(line) && !/^\s{0,8}[#>]/.test(line));
