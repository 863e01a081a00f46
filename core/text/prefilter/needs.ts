/**
 * Finds what a text must have for a pattern to match: a pattern is read once, and most texts are then ruled out without
 * it. What is not understood needs nothing. Pure.
 */

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
const BLANK = ' ';
const DIGIT = '0';

/** One way to match a part of a pattern: the texts at its beginning, at its end, and between. */
interface Path {
  first: string;
  best: string;
  last: string;
  /** Whether `first`, which is `last`, is the whole match. */
  isWhole: boolean;
}
type Paths = readonly Path[];

const exactly = (text: string): Path => ({ first: text, best: '', last: text, isWhole: true });
const NOTHING: Paths = [exactly('')];
const GAP: Paths = [{ first: '', best: '', last: '', isWhole: false }];
/** A line begins after a blank, and ends before one; the ends of a text count as blanks. */
const BEGIN: Paths = [{ first: '', best: '', last: BLANK, isWhole: false }];
const END: Paths = [{ first: BLANK, best: '', last: '', isWhole: false }];
const ONE_DIGIT: Paths = [exactly(DIGIT)];
const ONE_BLANK: Paths = [exactly(BLANK)];

const longer = (a: string, b: string): string => (b.length > a.length ? b : a);
const lengthOf = ({ first, best, last }: Path): number => Math.max(first.length, best.length, last.length);
/** Whether each way rules something out. */
const areTelling = (paths: Paths): boolean => paths.every((path) => lengthOf(path) >= GRAM);
const worstOf = (paths: Paths): number => paths.reduce((least, path) => Math.min(least, lengthOf(path)), Infinity);

function distinct(paths: Paths): Paths {
  if (paths.length < 2) return paths;
  const all = new Map<string, Path>();
  for (const path of paths) all.set(`${path.isWhole ? '' : path.last}\n${path.best}\n${path.first}`, path);
  return [...all.values()];
}

function linked(a: Path, b: Path): Path {
  if (a.isWhole) return b.isWhole ? exactly(a.first + b.first) : { ...b, first: a.first + b.first };
  return b.isWhole ? { ...a, last: a.last + b.last }
    : { first: a.first, best: longer(longer(a.best, b.best), a.last + b.first), last: b.last, isWhole: false };
}

/** Returns the ways to match two neighbours; of too many, only the ways of the one that rules out more. */
function joined(before: Paths, after: Paths): Paths {
  const [only] = after;
  if (after.length === 1 && only !== undefined)
    return before === NOTHING ? after : before.map((path) => linked(path, only));
  if (before.length > 1 && before.length * after.length > MAX_PATHS)
    return worstOf(before) >= worstOf(after) ? joined(before, GAP) : joined(GAP, after);
  return before.flatMap((a) => after.map((b) => linked(a, b)));
}

function repeated(paths: Paths, least: number, most: number): Paths {
  if (most === 0) return NOTHING;
  if (least === 0) return most === 1 && paths.length <= MAX_OPTIONAL ? distinct([...paths, ...NOTHING]) : GAP;
  if (most === 1) return paths;
  const [only, other] = paths;
  if (only?.isWhole === true && other === undefined) {
    const count = Math.min(least, MAX_REPEATS);
    return [{ ...exactly(only.first.repeat(count)), isWhole: count === most }];
  }
  return paths.map(({ first, best, last }) => ({ first, best: longer(best, last), last: '', isWhole: false }));
}

/** Characters that stand for themselves wherever they are. */
const PLAIN = new Set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ !"#%&\',/:;<=>@`~-');
const REPEATS = '*+?{';
const isSurrogate = (character: string): boolean => character >= '\ud800' && character <= '\udfff';
/** ASCII has no case here; digits and blanks are what `\d` and `\s` are. */
const plainOf = (character: string): string => (character >= '0' && character <= '9' ? DIGIT
  : character >= 'A' && character <= 'Z' ? character.toLowerCase() : /\s/.test(character) ? BLANK : character);

/** Reads the source of a pattern. */
class PatternReader {
  #at = 0;
  /** False after something that is not understood. */
  #isKnown = true;
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
    let all = this.#sequence();
    if (!this.#isAt('|')) return all;
    while (this.#takes('|')) all = [...all, ...this.#sequence()];
    return distinct(all);
  }

  #sequence(): Paths {
    let paths = NOTHING;
    while (this.#isKnown && this.#at < this.#source.length && !this.#isAt('|') && !this.#isAt(')'))
      paths = joined(paths, this.#term());
    return paths;
  }

  #term(): Paths {
    const run = this.#literals();
    if (run !== '') return this.#repeated([exactly(run.toLowerCase())]);
    return this.#repeated(this.#special(this.#next()));
  }

  #special(character: string): Paths {
    switch (character) {
      case '(': return this.#group();
      case '[': return this.#class();
      case '\\': return this.#escape();
      case '^': return BEGIN;
      case '$': return END;
      case '.': return GAP;
      default: return this.#isUnicode && isSurrogate(character) ? GAP : [exactly(plainOf(character))];
    }
  }

  /** Takes plain characters; one that is repeated is a run of its own. */
  #literals(): string {
    const from = this.#at;
    while (PLAIN.has(this.#source[this.#at] ?? '')) this.#at += 1;
    if (this.#at - from > 1 && REPEATS.includes(this.#source[this.#at] ?? '\n')) this.#at -= 1;
    return this.#source.slice(from, this.#at);
  }

  #group(): Paths {
    const kind = this.#isAt('?') ? this.#kindOfGroup() : '';
    const inner = this.#alternatives();
    if (!this.#takes(')')) this.#isKnown = false;
    // What follows a place need not be right behind what was matched before it.
    if (kind === '?=') return !areTelling(inner) ? NOTHING
      : inner.map(({ first, best, last }) => ({ first: '', best: longer(longer(first, last), best), last: '',
        isWhole: false }));
    return kind === '?!' || kind === '?<=' || kind === '?<!' ? NOTHING : inner;
  }

  #kindOfGroup(): string {
    const [kind = ''] = /^\?(?:[:=!]|<[=!]|<[\w$]{1,60}>)/.exec(this.#source.slice(this.#at, this.#at + 64)) ?? [];
    if (kind === '') this.#isKnown = false;
    this.#at += kind.length;
    return kind;
  }

  #repeated(paths: Paths): Paths {
    if (!REPEATS.includes(this.#source[this.#at] ?? '\n')) return paths;
    const character = this.#next();
    if (character === '{') return this.#counted(paths);
    this.#takes('?');
    return repeated(paths, character === '+' ? 1 : 0, character === '?' ? 1 : Infinity);
  }

  #counted(paths: Paths): Paths {
    const [found, least = '', comma, most = ''] =
      /^(\d{1,9})(?:(,)(\d{0,9}))?\}/.exec(this.#source.slice(this.#at, this.#at + 24)) ?? [];
    if (found === undefined) {
      // A brace that counts nothing stands for itself.
      this.#isKnown &&= !/\d/.test(this.#source[this.#at] ?? '');
      return joined(paths, this.#repeated([exactly('{')]));
    }
    this.#at += found.length;
    this.#takes('?');
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
      for (let unit = first; unit <= last && !isAny; unit += 1) {
        characters.add(plainOf(String.fromCharCode(unit)));
        isAny ||= characters.size > MAX_CLASS;
      }
      if (this.#at > this.#source.length) this.#isKnown = false;
    }
    return isAny || characters.size === 0 ? GAP : [...characters].map(exactly);
  }

  /** Reads a member of a class, `\d` and `\s` as one that they match; null for others that stand for many. */
  #member(): string | null {
    const character = this.#next();
    if (character !== '\\') return this.#isUnicode && character > '\u007f' ? null : character;
    const [one] = this.#escape();
    return one?.isWhole === true && one.first.length === 1 ? one.first : null;
  }

  /** Whether a class of characters is next. */
  #isAtMany(): boolean {
    return this.#isAt('\\') && 'dDsSwWpP'.includes(this.#source[this.#at + 1] ?? '\n');
  }

  #escape(): Paths {
    const kind = this.#next();
    switch (kind) {
      case 'd': return ONE_DIGIT;
      case 's': case 'n': case 'r': case 't': case 'v': case 'f': return ONE_BLANK;
      case 'b': case 'B': return NOTHING;
      case 'D': case 'S': case 'w': case 'W': return GAP;
      case 'x': return this.#hexadecimal(2);
      case 'u': return this.#hexadecimal(4);
      default: return /[\dkpPc]/.test(kind) ? this.#rare(kind) : [exactly(plainOf(kind))];
    }
  }

  /** Reads what stands for another part, for a set of Unicode, or for a control character. */
  #rare(kind: string): Paths {
    const rest = kind === 'k' ? /^<[^>]{1,60}>/ : kind === 'c' ? /^[A-Za-z]/ : /\d/.test(kind) ? /^\d{1,9}/
      : /^\{[^}]{1,60}\}/;
    this.#at += rest.exec(this.#source.slice(this.#at, this.#at + 64))?.[0].length ?? 0;
    return GAP;
  }

  #hexadecimal(length: number): Paths {
    const digits = this.#source.slice(this.#at, this.#at + length);
    if (!/^[\da-f]+$/i.test(digits) || digits.length < length) this.#isKnown = false;
    this.#at += length;
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return this.#isUnicode && isSurrogate(character) ? GAP : [exactly(plainOf(character))];
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
 * Returns what each way to match has, in lower case and with any digits and blanks: a text that has all texts of none
 * of them does not match. Null for a pattern that may match a text of any words.
 */
export function neededTexts(
  { source, flags }: Pick<RegExp, 'source' | 'flags'>
): readonly (readonly string[])[] | null {
  // Without case, some letters beyond ASCII are those of ASCII for Unicode.
  if (flags.includes('v') || (flags.includes('u') && flags.includes('i'))) return null;
  const paths = new PatternReader(source, flags.includes('u')).read();
  if (paths === null || !areTelling(paths)) return null;
  return paths.map(({ first, best, last }) => [...new Set([first, best, last])].filter((text) => text.length >= GRAM));
}
