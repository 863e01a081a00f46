/** Detects whether lines are wrapped or cut off at the width of a terminal, from a bounded sample. */
import { isElision, isFence } from './excerpt/leftOut.ts';
import { isLastWords } from './lastWords.ts';
import { readLogfmt } from './logfmt.ts';

export interface Layout {
  /** Lines of this length continue in the next one; null if none do. */
  wrapWidth: number | null;
  /** Lines of this length are cut off; null if none are. */
  cutWidth: number | null;
}

export const NO_LAYOUT: Layout = { wrapWidth: null, cutWidth: null };

const MAX_LINES = 4000;
const START = new RegExp(
  /(?:^|[\s|\]>}"])(?:ts|time|level|t|caller|lvl)=|\{"/.source
    + /|^[A-Z][a-z]{2}\s+\d{1,2}\s\d\d:|^\d{4}-\d\d-\d\d|^\[pod\/|^[\w.@-]{1,100}\s{0,60}\|\s/.source
    + /|^[IWEF]\d{4} \d\d:\d\d:/.source
);
const LOGFMT = /(?:^|[\s|\]>])(?:ts|time|level|caller|t|lvl)=/;
/** Matches partial lines of a container runtime, which splits lines at its own size. */
const PARTS = /\sstd(?:out|err)\sP\s/;
const MIN_WIDTH = 40;
const MAX_QUOTED = 2000;

/** Returns a line without the carriage return of Windows. */
export const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

export function layoutOf(sample: string): Layout {
  const lines = sample.split('\n', MAX_LINES).map(withoutReturn);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const full = lines.flatMap((line, i) => (line.length === longest ? [i] : []));
  if (longest < MIN_WIDTH || longest > 2000 || full.length < 2) return NO_LAYOUT;
  // Lines that an editor wraps between words have any length.
  const broken = lines.filter((line, i) => line.length * 2 > longest && START.test(line.slice(0, 200))
    && goesOn(lines[i + 1] ?? ''));
  const atWidth = broken.filter((line) => line.length >= longest - 1).length;
  if (full.filter((i) => goesOn(lines[i + 1] ?? '')).length >= 2)
    return { wrapWidth: atWidth * 2 >= broken.length ? longest : null, cutWidth: null };
  const whole = full.map((i) => lines[i] ?? '');
  const isMarked = whole.every((line) => /[>\u00bb]$/.test(line));
  const isCut = !PARTS.test(sample)
    && (isMarked || whole.some(breaksOff) || kindsOf(whole) > 1 || whole.filter(hasOpenQuote).length > 1);
  return { wrapWidth: null, cutWidth: isCut ? longest : null };
}

function goesOn(next: string): boolean {
  // Most lines begin a record.
  if (START.test(next.slice(0, 200)) || next.trim() === '') return false;
  const isMark = next.length <= 120 && (isFence(next) || isElision(next));
  return !isMark && !isLastWords(next) && !/(?:^|\s)gc \d+ @\d/.test(next.slice(0, 200));
}

const KIND = /\bmsg="?([^"\d]{4,30})/;
/** Lines of one message that end behind a blank, a quotation mark or a bracket: a cut does not always come there. */
const ENDS = /[\s"}\])]$/;
const MIN_WHOLE = 3;

/** Counts different messages, but not one whose lines end alike: several of exactly the maximum length are cut. */
function kindsOf(lines: readonly string[]): number {
  const kinds = new Map<string, string[]>();
  for (const line of lines) {
    const kind = KIND.exec(line)?.[1];
    if (kind !== undefined) kinds.set(kind, [...kinds.get(kind) ?? [], line]);
  }
  return [...kinds.values()].filter((own) =>
    own.length < MIN_WHOLE || own.some((line) => !ENDS.test(line) || hasOpenQuote(line))).length;
}

/** Whether a line of any format, such as klog, ends within a text in quotation marks. */
const hasOpenQuote = (line: string): boolean =>
  [...line.slice(0, MAX_QUOTED).matchAll(/\\.|"/g)].filter(([mark]) => mark === '"').length % 2 === 1;

/** Whether a line ends with an open quote or a key without its value. */
function breaksOff(line: string): boolean {
  const start = LOGFMT.exec(line.slice(0, 400));
  if (start === null) return false;
  const read = readLogfmt(line.slice(start.index).replace(/[>\u00bb\u2026]$/, ''));
  return read.isOpen || read.endsInKey;
}
