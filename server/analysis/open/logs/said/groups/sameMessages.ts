/** Groups the errors and warnings of a log by message, with the moments, counts and causes of each. Pure. */
import { withoutUrlsOf } from '../../../../logs/excerpt/lessSaid.ts';
import { addCounts, noCounts, type Counts } from '../../figures/ownCounts.ts';
import { addNumbers, noNumbers, type Folded } from '../../figures/foldedNumbers.ts';
import type { Quote } from '../../figures/quotes.ts';
import { addObjects, nothingYet, type About } from '../lines/aboutLines.ts';
import type { LogEnd } from '../lines/course.ts';
import type { LoggedError } from '../lines/crashLoops.ts';
import type { Moment } from '../lines/moments.ts';
import { worseCount } from '../lines/worseCounts.ts';

export interface Said {
  /** The message, `cut` if the ends of the lines cut off all of them; of several counts the worst. */
  message: Quote;
  /** Whether its lines have different counts, such as "3 out of 4" and "4 out of 4". */
  hasCounts: boolean;
  moments: (Moment | null)[];
  /** Repetitions besides its lines, as syslog folds them. */
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
  end: LogEnd | null;
  /** Both are set when they are first asked for. */
  graveness?: number;
  isBare?: boolean;
}

/** Minimum length of the beginning of a message; shorter ones may be of any message. */
const MIN_CUT_CHARS = 12;
const MAX_CAUSES = 50;

/** Names of things within a message: numbers, identifiers, texts in quotation marks. */
const NAMES = new RegExp([
  /"[^"]{1,300}"/, /\b(?=[a-f-]{0,40}\d)[0-9a-f]{8}[0-9a-f-]{0,32}\b/, /\b[0-9A-HJKMNP-TV-Z]{26}\b/, /\d[\d.:]{0,40}/,
].map(({ source }) => source).join('|'), 'g');

/** Returns a text without such names; the text itself if nothing else is in it. */
function shapeOf(text: string): string {
  const shape = text.replace(NAMES, '0');
  return /[a-z]/i.test(shape) ? shape : text;
}

/** The status of an answer, by which errors differ. */
const STATUS = /(?:: (?=\d{3}$)|\bHTTP status=)([45]\d\d)\b/;

/** Groups lines by message without such names, with the moments and the causes of each. */
export function byMessage(lines: readonly LoggedError[]): Said[] {
  const all = new Map<string, Said>();
  for (const { said: { message, cause, level, cut, below = null }, moment, ...line } of lines) {
    const { objects = [], figures = null, counts = [], times = 1, end = null } = line;
    const shape = `${shapeOf(message)}${STATUS.exec(message)?.[1] ?? ''}`;
    const isCut = cut === 'message' || (cut === 'cause' && cause === message);
    const key = all.has(shape) ? shape : cutKey(all, shape, isCut) ?? shape;
    const known: Said = all.get(key)
      ?? {
        message: { text: message, isCut }, hasCounts: false, moments: [], folded: 0, about: nothingYet(),
        numbers: noNumbers(), counts: noCounts(), causes: new Map(), latest: null, isFatal: false, below,
        figures, end,
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
    addCause(known.causes, known.latest, moment);
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
function addCause(causes: Map<string, Quote>, cause: Quote, moment: Moment | null): void {
  if (causes.size >= MAX_CAUSES) return;
  for (const [text, known] of causes) {
    if (cause.isCut && text.startsWith(cause.text)) return;
    if (known.isCut && cause.text.startsWith(text)) causes.delete(text);
  }
  const before = causes.get(cause.text);
  causes.set(cause.text, { ...cause, times: (before?.times ?? 0) + 1, span: spanOf(before, moment) });
}

/** Returns the span of a cause with one more line; null once a line has no time. */
function spanOf(before: Quote | undefined, moment: Moment | null): { from: number; to: number } | null {
  if (moment === null || before?.span === null) return null;
  const { from, to } = before?.span ?? { from: moment.seconds, to: moment.seconds };
  return { from: Math.min(from, moment.seconds), to: Math.max(to, moment.seconds) };
}
