/**
 * Parser for the regular expressions of `go tool pprof` (RE2: https://github.com/google/re2/wiki/Syntax).
 * JavaScript's own differ in syntax ((?i), \A, \pL, [[:alpha:]]) and can take exponential time on a hostile pattern.
 */
import { isDigit, isSpace, isWord, not, POSIX, RegexError, unicodeProperty, type CharTest } from './regexChars.ts';

export type Node =
  | { kind: 'empty' }
  | { kind: 'char'; test: CharTest }
  | { kind: 'assert'; what: 'textStart' | 'textEnd' | 'lineStart' | 'lineEnd' | 'word' | 'notWord' }
  | { kind: 'join'; parts: Node[] }
  | { kind: 'either'; options: Node[] }
  | { kind: 'repeat'; body: Node; min: number; max: number };

interface Flags { ignoreCase: boolean; multiLine: boolean; dotAll: boolean }

const MAX_REPEAT = 1000;
const MAX_NESTING = 200;

export function parseRegex(pattern: string): Node {
  return new Parser(pattern).parse();
}

class Parser {
  private readonly chars: string[];
  private at = 0;
  private nesting = 0;
  private flags: Flags = { ignoreCase: false, multiLine: false, dotAll: false };

  constructor(pattern: string) { this.chars = Array.from(pattern); }

  parse(): Node {
    const node = this.alternation();
    if (this.at < this.chars.length) throw new RegexError('unexpected )');
    return node;
  }

  private peek(ahead = 0): string { return this.chars[this.at + ahead] ?? ''; }

  private looking(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.peek(i) !== text[i]) return false;
    return true;
  }

  private take(): string {
    const char = this.chars[this.at];
    if (char === undefined) throw new RegexError('it ends too early');
    this.at++;
    return char;
  }

  private alternation(): Node {
    if (++this.nesting > MAX_NESTING) throw new RegexError('groups are nested too deeply');
    const options = [this.sequence()];
    while (this.peek() === '|') { this.at++; options.push(this.sequence()); }
    this.nesting--;
    return options.length === 1 ? (options[0] ?? { kind: 'empty' }) : { kind: 'either', options };
  }

  private sequence(): Node {
    const parts: Node[] = [];
    while (this.at < this.chars.length && this.peek() !== '|' && this.peek() !== ')') {
      const atom = this.atom();
      if (atom !== null) parts.push(this.repeats(atom));
    }
    return parts.length === 0 ? { kind: 'empty' } : { kind: 'join', parts };
  }

  /** Greedy or not makes no difference to whether a text matches. */
  private repeats(body: Node): Node {
    let node = body;
    for (let count = 0; ; count++) {
      const range = this.repeatRange();
      if (range === null) return node;
      if (count > 0) throw new RegexError('two repetitions follow each other; put the first in a group');
      if (this.peek() === '?') this.at++;
      node = { kind: 'repeat', body: node, ...range };
    }
  }

  private repeatRange(): { min: number; max: number } | null {
    const char = this.peek();
    if (char === '*' || char === '+' || char === '?') {
      this.at++;
      return { min: char === '+' ? 1 : 0, max: char === '?' ? 1 : Infinity };
    }
    if (char !== '{') return null;
    const found = /^\{(\d{1,6})(,(\d{1,6})?)?\}/.exec(this.chars.slice(this.at, this.at + 16).join(''));
    if (found === null) return null;
    this.at += found[0].length;
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === undefined ? Infinity : Number(found[3]);
    if (min > MAX_REPEAT || (max !== Infinity && max > MAX_REPEAT) || max < min) throw new RegexError(`the repetition ${found[0]} is not allowed (at most ${MAX_REPEAT})`);
    return { min, max };
  }

  /** null for a part that only sets flags. */
  private atom(): Node | null {
    const char = this.take();
    switch (char) {
      case '(': return this.group();
      case '[': return { kind: 'char', test: this.charClass() };
      case '.': return { kind: 'char', test: this.flags.dotAll ? () => true : (c) => c !== 10 };
      case '^': return { kind: 'assert', what: this.flags.multiLine ? 'lineStart' : 'textStart' };
      case '$': return { kind: 'assert', what: this.flags.multiLine ? 'lineEnd' : 'textEnd' };
      case '\\': return this.escape();
      case '*': case '+': case '?': throw new RegexError(`nothing stands before the ${char}`);
      default: return this.literal(char);
    }
  }

  private literal(char: string): Node {
    const code = char.codePointAt(0) ?? 0;
    return { kind: 'char', test: this.folded((c) => c === code) };
  }

  private folded(test: CharTest): CharTest {
    if (!this.flags.ignoreCase) return test;
    return (c) => {
      if (test(c)) return true;
      const char = String.fromCodePoint(c);
      const lower = char.toLowerCase();
      const upper = char.toUpperCase();
      return (lower !== char && isSingle(lower) && test(lower.codePointAt(0) ?? 0)) || (upper !== char && isSingle(upper) && test(upper.codePointAt(0) ?? 0));
    };
  }

  private group(): Node | null {
    const outer = this.flags;
    if (this.looking('?')) {
      this.at++;
      if (this.looking('P<') || (this.looking('<') && this.peek(1) !== '=' && this.peek(1) !== '!')) {
        while (this.take() !== '>') { /* the name of a group does not change what it matches */ }
      } else if (this.setFlags()) return null;
    }
    const body = this.alternation();
    if (this.peek() !== ')') throw new RegexError('a ( has no )');
    this.at++;
    this.flags = outer;
    return body;
  }

  /** After `(?`. True for `(?i)`, which sets flags for the rest of the group; false for `(?i:` and `(?:`. */
  private setFlags(): boolean {
    const flags = { ...this.flags };
    let on = true;
    for (;;) {
      const char = this.take();
      if (char === 'i') flags.ignoreCase = on;
      else if (char === 'm') flags.multiLine = on;
      else if (char === 's') flags.dotAll = on;
      else if (char === '-' && on) on = false;
      else if (char === ')' || char === ':') {
        this.flags = flags;
        return char === ')';
      } else if (char !== 'U') throw new RegexError(`(?${char} is not known (look-around and back references do not exist in this syntax)`);
    }
  }

  private escape(): Node {
    if (this.looking('Q')) {
      this.at++;
      const parts: Node[] = [];
      while (this.at < this.chars.length && !this.looking('\\E')) parts.push(this.literal(this.take()));
      this.at += 2;
      return { kind: 'join', parts };
    }
    switch (this.peek()) {
      case 'A': this.at++; return { kind: 'assert', what: 'textStart' };
      case 'z': this.at++; return { kind: 'assert', what: 'textEnd' };
      case 'b': this.at++; return { kind: 'assert', what: 'word' };
      case 'B': this.at++; return { kind: 'assert', what: 'notWord' };
      case 'C': this.at++; return { kind: 'char', test: () => true };
      default: {
        const item = this.escapedItem();
        return { kind: 'char', test: typeof item === 'number' ? this.folded((c) => c === item) : item };
      }
    }
  }

  /** What stands after a backslash, in or out of a class: one character or a set of them. */
  private escapedItem(): number | CharTest {
    const char = this.take();
    switch (char) {
      case 'd': return isDigit;
      case 'D': return not(isDigit);
      case 'w': return isWord;
      case 'W': return not(isWord);
      case 's': return isSpace;
      case 'S': return not(isSpace);
      case 'a': return 7;
      case 'f': return 12;
      case 't': return 9;
      case 'n': return 10;
      case 'r': return 13;
      case 'v': return 11;
      case 'p': case 'P': return this.property(char === 'P');
      case 'x': return this.hex();
      default:
    }
    if (/[0-7]/.test(char) && (char === '0' || /[0-7]/.test(this.peek()))) {
      let digits = char;
      while (digits.length < 3 && /[0-7]/.test(this.peek())) digits += this.take();
      return Number.parseInt(digits, 8);
    }
    const code = char.codePointAt(0) ?? 0;
    if (code >= 128 || isWord(code)) throw new RegexError(`\\${char} is not known`);
    return code;
  }

  private hex(): number {
    let digits = '';
    if (this.peek() === '{') {
      this.at++;
      while (this.peek() !== '}') digits += this.take();
      this.at++;
    } else digits = this.take() + this.take();
    const code = /^[0-9a-fA-F]{1,6}$/.test(digits) ? Number.parseInt(digits, 16) : Infinity;
    if (code > 0x10ffff) throw new RegexError('\\x is not followed by a character number');
    return code;
  }

  private property(negated: boolean): CharTest {
    let name = this.take();
    if (name === '{') {
      name = '';
      while (this.peek() !== '}') name += this.take();
      this.at++;
    }
    const inverted = name.startsWith('^');
    if (inverted) name = name.slice(1);
    const test = unicodeProperty(name);
    return negated !== inverted ? not(test) : test;
  }

  private charClass(): CharTest {
    const negated = this.peek() === '^';
    if (negated) this.at++;
    const tests: CharTest[] = [];
    for (let first = true; first || this.peek() !== ']'; first = false) {
      if (this.looking('[:')) { tests.push(this.posixClass()); continue; }
      const low = this.classItem();
      if (typeof low !== 'number') { tests.push(low); continue; }
      if (this.peek() !== '-' || this.peek(1) === ']') { tests.push((c) => c === low); continue; }
      this.at++;
      const high = this.classItem();
      if (typeof high !== 'number' || high < low) throw new RegexError('a range in [ ] is upside down');
      tests.push((c) => c >= low && c <= high);
    }
    this.at++;
    const test = this.folded((c) => tests.some((each) => each(c)));
    return negated ? not(test) : test;
  }

  private classItem(): number | CharTest {
    const char = this.take();
    return char === '\\' ? this.escapedItem() : (char.codePointAt(0) ?? 0);
  }

  private posixClass(): CharTest {
    const found = /^\[:(\^?)(\w+):\]/.exec(this.chars.slice(this.at, this.at + 16).join(''));
    const test = found === null ? undefined : POSIX[found[2] ?? ''];
    if (found === null || test === undefined) throw new RegexError('a [: :] class is not known');
    this.at += found[0].length;
    return found[1] === '^' ? not(test) : test;
  }
}

function isSingle(text: string): boolean {
  return Array.from(text).length === 1;
}
