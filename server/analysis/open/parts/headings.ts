/** Shortens the headings over the blocks of a text, and finds those that name the sides of a comparison. Pure. */

const MAX_LINE = 300;
/** A longer heading is a sentence, which names nothing. */
const MAX_LABEL = 48;

const word = (...words: string[]): RegExp => new RegExp(String.raw`(?<![\p{L}-])(?:${words.join('|')})(?!\p{L})`, 'iu');

/** Words that name the two sides; a heading with the words of both compares them, and is of neither. */
const SIDES: readonly (readonly [RegExp, RegExp])[] = [
  [
    word('before', 'vorher', 'avant', 'antes', 'prima', 'до', 'было'),
    word('after', 'nachher', 'après', 'después', 'depois', 'dopo', 'после', 'стало'),
  ],
  [
    /(?:修复|优化|修改|更改|改造|修正|改善|最適化)前|之前/u,
    /(?:修复|优化|修改|更改|改造|修正|改善|最適化)[后後]|之后/u,
  ],
  [/(?:수정|개선|최적화|변경|적용) ?전/u, /(?:수정|개선|최적화|변경|적용) ?후/u],
  [word('leaky', 'leaking', 'broken', 'buggy', 'bad', 'failing'), word('fixed', 'healthy', 'good', 'repaired')],
  [word('old', 'base', 'baseline', 'original', 'unpatched', 'master', 'main'),
    word('new', 'patched', 'optimi[sz]ed', 'improved', 'branch', 'this pr', 'pr')],
  [word('disabled', 'off'), word('enabled', 'on')],
  [word('slow'), word('fast')],
  // Last, because these words occur in headings of other sides, too.
  [word('without', 'ohne', 'sans', 'sin', 'senza', 'sem', 'без'),
    word('with', 'mit', 'avec', 'con', 'com', 'со?')],
];

interface Side { pair: number; side: 0 | 1 }

/** Returns which side a heading names; null if it names none, or both. */
export function sideOf(heading: string): Side | null {
  for (const [pair, [one, other]] of SIDES.entries()) {
    const [isOne, isOther] = [one.test(heading), other.test(heading)];
    if (isOne !== isOther) return { pair, side: isOne ? 0 : 1 };
  }
  return null;
}

/** Number of pairs of `SIDES` that mean before and after, whose words alone are no code. */
const TIME_PAIRS = 3;

/** Whether a line has nothing but a few words that say before or after. */
export function isTimeSide(line: string): boolean {
  const side = /^\s{0,4}[\p{L} ]{2,40}:?\s*$/u.test(line) ? sideOf(line) : null;
  return side !== null && side.pair < TIME_PAIRS;
}

/** Returns the heading without its marks and number, up to a dash, a colon or a parenthesis; null if it is long. */
export function shortHeading(line: string): string | null {
  const whole = plain(line);
  const [short = ''] = whole.split(/ [-\u2013\u2014] |: |\uff1a| ?[(\uff08]/u, 1);
  const label = short.replace(/[:.\s]+$/, '');
  return label.length < 2 || label.length > MAX_LABEL ? null : label;
}

/** Returns the label of a side: the short heading, or the whole one if the word of the side is in its parentheses. */
export function sideLabel(line: string): string | null {
  const short = shortHeading(line);
  if (short !== null && sideOf(short) !== null) return short;
  const whole = plain(line).replace(/[:.\s]+$/, '');
  return whole.length > MAX_LABEL || sideOf(whole) === null ? null : whole;
}

const plain = (line: string): string => line.slice(0, MAX_LINE).replaceAll(/[*`]|__/g, '')
  .replace(/^[^\p{L}\p{N}]{1,40}/u, '').replace(/^\d{1,3}(?:\.\d{1,3}){0,4}[.)]? {1,4}/, '')
  .replace(/^[^\p{L}\p{N}]{1,40}/u, '').replace(/ {0,4}#{1,6} {0,4}$/, '').trim();

/** The headings above a block: its own, and the last one that names a side. */
export interface Place { heading: string | null; side: string | null }

/** Labels several blocks of one form: by their sides, else by their headings; null if these are equal. */
export function labelsOf(places: readonly Place[]): (string | null)[] {
  const sides = places.map(({ side }) => side);
  if (areSides(sides)) return sides;
  const headings = places.map(({ heading }) => heading);
  return isDistinct(headings) ? headings : places.map(() => null);
}

/** Whether the labels name both sides of one comparison, each once. */
export function areSides(labels: readonly (string | null)[]): boolean {
  const sides = labels.map((label) => (label === null ? null : sideOf(label)));
  return labels.length === 2 && sides.every((side) => side !== null) && sides[0]?.pair === sides[1]?.pair
    && sides[0]?.side !== sides[1]?.side;
}

const isDistinct = (labels: readonly (string | null)[]): boolean =>
  labels.every((label) => label !== null) && new Set(labels).size === labels.length;
