/**
 * Finds what a text must have for a pattern to match: a pattern is read once, and most texts are then ruled out without
 * it. What is not understood needs nothing. Pure.
 */
import { BLANK, DIGIT, folded } from './folding.ts';

/** Shorter texts rule nothing out. */
export const GRAM = 4;
/** Maximum number of ways to match that a pair of neighbours multiplies to. */
const MAX_PATHS = 64;
/** Maximum number of ways of an optional part that are told apart from its absence. */
const MAX_OPTIONAL = 8;
const MAX_REPEATS = 8;
/** Maximum number of characters of a class that are told apart. */
const MAX_CLASS = 4;
const MAX_RANGE = 128;

/** One way to match a part of a pattern: the folded texts at its beginning, at its end, and between. */
interface Path {
  first: string;
  best: string;
  last: string;
  /** Whether `first`, which is `last`, is the whole match. */
  isWhole: boolean;
}
type Paths = readonly Path[];

const NOTHING: Path = { first: '', best: '', last: '', isWhole: true };
const GAP: Path = { ...NOTHING, isWhole: false };
/** A line begins after a blank, and ends before one; the ends of a text count as blanks. */
const BEGIN: Path = { ...GAP, last: BLANK };
const END: Path = { ...GAP, first: BLANK };

const exactly = (text: string): Path => ({ first: text, best: '', last: text, isWhole: true });

/** How much a text rules out: punctuation more than letters, those more than digits and blanks. */
function score(text: string): number {
  if (text.length < GRAM) return 0;
  const [plain, letters] = [/[ 0]/g, /[a-z]/g].map((kind) => text.match(kind)?.length ?? 0);
  return 3 * text.length - 2 * (plain ?? 0) - (letters ?? 0);
}

const better = (a: string, b: string): string =>
  (b.length < GRAM ? a : a.length < GRAM || score(b) > score(a) ? b : a);
const scoreOf = ({ first, best, last }: Path): number => Math.max(score(first), score(best), score(last));
const worstOf = (paths: Paths): number => Math.min(...paths.map(scoreOf));

const distinct = (paths: Paths): Paths => (paths.length < 2 ? paths
  : [...new Map(paths.map((path) => [`${path.first}\n${path.best}\n${path.last}\n${path.isWhole}`, path])).values()]);

const linked = (a: Path, b: Path): Path => ({
  first: a.isWhole ? a.first + b.first : a.first,
  best: a.isWhole ? b.best : b.isWhole ? a.best : better(better(a.best, b.best), a.last + b.first),
  last: b.isWhole ? a.last + b.last : b.last,
  isWhole: a.isWhole && b.isWhole,
});

/** Returns the ways to match two neighbours; of too many, only the ways of the one that rules out more. */
function joined(before: Paths, after: Paths): Paths {
  const isMuch = before.length > 1 && after.length > 1 && before.length * after.length > MAX_PATHS;
  if (isMuch) return worstOf(before) >= worstOf(after) ? joined(before, [GAP]) : joined([GAP], after);
  return distinct(before.flatMap((a) => after.map((b) => linked(a, b))));
}

function repeated(paths: Paths, least: number, most: number): Paths {
  if (most === 0) return [NOTHING];
  if (least === 0) return most === 1 && paths.length <= MAX_OPTIONAL ? distinct([...paths, NOTHING]) : [GAP];
  if (most === 1) return paths;
  const [only, other] = paths;
  if (only?.isWhole === true && other === undefined) {
    const count = Math.min(least, MAX_REPEATS);
    const text = only.first.repeat(count);
    return [{ ...exactly(text), isWhole: count === most }];
  }
  return paths.map(({ first, best, last }) => ({ first, best: better(best, last), last: '', isWhole: false }));
}

const isSurrogate = (character: string): boolean => /[\ud800-\udfff]/.test(character);

/** Reads the source of a pattern. */
class PatternReader {
  #at = 0;
  /** False after something that is not understood. */
  #isKnown = true;
  /** What the escape that was read last stands for. */
  #escaped = '';
  readonly #source: string;
  readonly #isUnicode: boolean;

  constructor(source: string, isUnicode: boolean) {
    this.#source = source;
    this.#isUnicode = isUnicode;
  }

  /** Returns the ways to match; null for a pattern that is not understood. */
  read(): Paths | null {
    const paths = this.#alternatives();
    return this.#isKnown && this.#at === this.#source.length ? paths : null;
  }

  #alternatives(): Paths {
    const all: Path[] = [];
    do all.push(...this.#sequence()); while (this.#takes('|'));
    return distinct(all);
  }

  #sequence(): Paths {
    let paths: Paths = [NOTHING];
    while (this.#isKnown && this.#at < this.#source.length && !this.#isAt('|') && !this.#isAt(')'))
      paths = joined(paths, this.#term());
    return paths;
  }

  #term(): Paths {
    const run = this.#literals();
    if (run !== '') return this.#repeated([exactly(folded(run))]);
    const character = this.#next();
    return this.#repeated(character === '(' ? this.#group() : character === '[' ? this.#class()
      : character === '\\' ? this.#escape() : character === '^' ? [BEGIN] : character === '$' ? [END]
        : character === '.' || (this.#isUnicode && isSurrogate(character)) ? [GAP] : [exactly(folded(character))]);
  }

  /** Takes plain characters; one that is repeated is a run of its own. */
  #literals(): string {
    const [run = ''] = this.#ahead(/[\w !"#%&',/:;<=>@`~-]+/y);
    const isLastRepeated = run.length > 1 && /[*+?{]/.test(this.#source[this.#at + run.length] ?? '');
    const own = isLastRepeated ? run.slice(0, -1) : run;
    this.#at += own.length;
    return own;
  }

  #group(): Paths {
    const [kind = ''] = this.#ahead(/\?(?:[:=!]|<[=!]|<[\w$]{1,60}>)/y);
    if (kind === '' && this.#isAt('?')) this.#isKnown = false;
    this.#at += kind.length;
    const inner = this.#alternatives();
    if (!this.#takes(')')) this.#isKnown = false;
    // What follows a place need not be right behind what was matched before it.
    if (kind === '?=') return worstOf(inner) === 0 ? [NOTHING]
      : inner.map(({ first, best, last }) => ({ ...GAP, best: better(better(first, last), best) }));
    return kind === '?!' || kind === '?<=' || kind === '?<!' ? [NOTHING] : inner;
  }

  #repeated(paths: Paths): Paths {
    const [found, least = '', comma, most = ''] = this.#ahead(/[*+?]|\{(\d{1,9})(?:(,)(\d{0,9}))?\}/y);
    if (found === undefined) {
      if (this.#ahead(/\{\d/y).length > 0) this.#isKnown = false;
      return paths;
    }
    this.#at += found.length;
    this.#takes('?');
    if (found === '*') return repeated(paths, 0, Infinity);
    if (found === '+') return repeated(paths, 1, Infinity);
    if (found === '?') return repeated(paths, 0, 1);
    const to = comma === undefined ? Number(least) : most === '' ? Infinity : Number(most);
    return repeated(paths, Number(least), to);
  }

  #class(): Paths {
    const isNegated = this.#takes('^');
    const characters = new Set<string>();
    let isAny = isNegated;
    while (this.#isKnown && !this.#takes(']')) {
      const isMany = this.#isAtMany();
      const from = this.#member();
      const isRange = this.#isAt('-') && this.#source[this.#at + 1] !== ']';
      if (isRange) this.#at += 1;
      const isRangeOfMany = isRange && (isMany || this.#isAtMany());
      const to = isRange ? this.#member() : from;
      const [first, last] = [from?.charCodeAt(0) ?? 0, to?.charCodeAt(0) ?? 0];
      isAny ||= from === null || to === null || isRangeOfMany || last - first > MAX_RANGE;
      for (let unit = first; unit <= last && !isAny; unit += 1) characters.add(folded(String.fromCharCode(unit)));
      if (this.#at > this.#source.length) this.#isKnown = false;
    }
    return isAny || characters.size === 0 || characters.size > MAX_CLASS ? [GAP] : [...characters].map(exactly);
  }

  /** Reads a member of a class, `\d` and `\s` as what they are folded to; null for others that stand for many. */
  #member(): string | null {
    const character = this.#next();
    if (character !== '\\') return this.#isUnicode && character > '\u007f' ? null : character;
    const [one] = this.#escape();
    return one?.isWhole === true && one.first.length === 1 ? this.#escaped : null;
  }

  #isAtMany(): boolean {
    return this.#ahead(/\\[dDsSwWpP]/y).length > 0;
  }

  #escape(): Paths {
    const kind = this.#next();
    this.#escaped = kind;
    if (/[1-9]/.test(kind)) this.#at += this.#ahead(/\d{1,9}/y)[0]?.length ?? 0;
    else if (/[kpP]/.test(kind)) {
      const [name = ''] = this.#ahead(kind === 'k' ? /<[^>]{1,60}>/y : /\{[^}]{1,60}\}/y);
      this.#at += name.length;
    } else if (kind === 'c') this.#at += 1;
    else if (kind === 'x' || kind === 'u') return this.#hexadecimal(kind === 'x' ? /[\da-f]{2}/iy : /[\da-f]{4}/iy);
    if (kind === 'b' || kind === 'B') return [NOTHING];
    if (kind === '0' && this.#ahead(/\d/y).length > 0) this.#isKnown = false;
    if (/[1-9kpPcDSwW]/.test(kind)) return [GAP];
    this.#escaped = kind === 'd' ? DIGIT : /[snrtvf]/.test(kind) ? BLANK : kind === '0' ? '\0' : kind;
    return [exactly(folded(this.#escaped))];
  }

  #hexadecimal(digits: RegExp): Paths {
    const [found = ''] = this.#ahead(digits);
    if (found === '') this.#isKnown = false;
    this.#at += found.length;
    this.#escaped = String.fromCharCode(Number.parseInt(found, 16));
    return this.#isUnicode && isSurrogate(this.#escaped) ? [GAP] : [exactly(folded(this.#escaped))];
  }

  /** Returns what a sticky pattern matches here, which stays to be read. */
  #ahead(pattern: RegExp): readonly (string | undefined)[] {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#source) ?? [];
  }

  #next(): string {
    const character = this.#source[this.#at] ?? '';
    this.#at += 1;
    return character;
  }

  #isAt(character: string): boolean {
    return this.#source[this.#at] === character;
  }

  #takes(character: string): boolean {
    if (!this.#isAt(character)) return false;
    this.#at += 1;
    return true;
  }
}

/**
 * Returns what each way to match has, folded: a text that has all texts of none of them does not match. Null for a
 * pattern that may match a text of any words.
 */
export function neededTexts({ source, flags }: RegExp): readonly (readonly string[])[] | null {
  // Without case, some letters beyond ASCII are those of ASCII for Unicode.
  if (flags.includes('v') || (flags.includes('u') && flags.includes('i'))) return null;
  const paths = new PatternReader(source, flags.includes('u')).read();
  if (paths === null || worstOf(paths) === 0) return null;
  return paths.map(({ first, best, last }) => [...new Set([first, best, last])].filter((text) => text.length >= GRAM));
}
