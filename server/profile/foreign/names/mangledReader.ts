/** Reads the parts of a mangled C++ name, with bounded depth and steps. */
import { STANDARD } from './mangledWords.ts';

/** Thrown for names that are not read, such as those with expressions, and for names that are not mangled. */
export class Unreadable extends Error {}

const MAX_DEPTH = 100;
const MAX_STEPS = 3000;
/** Limits of one text that a later part can refer to, and of all of them. */
const MAX_TEXT = 8000;
const MAX_KNOWN = 200_000;

export class MangledReader {
  protected at = 0;
  private depth = 0;
  private steps = 0;
  private readonly known: string[] = [];
  private knownLength = 0;

  constructor(protected readonly text: string) {}

  protected discriminator(): void {
    const found = /^_(?:_\d{1,9}_|\d)/.exec(this.text.slice(this.at, this.at + 13))?.[0] ?? '';
    this.at += found.length;
  }

  /** Parses `_` as 1, `0_` as 2. */
  protected ordinal(): number {
    const digits = this.number('_');
    return digits === '' ? 1 : Number(digits) + 2;
  }

  protected sourceName(): string {
    const length = Number(/^\d{1,4}/.exec(this.text.slice(this.at, this.at + 4))?.[0] ?? '0');
    this.at += String(length).length;
    const name = this.text.slice(this.at, this.at + length);
    if (length === 0 || name.length !== length) throw new Unreadable();
    this.at += length;
    return name.startsWith('_GLOBAL__N') ? '(anonymous namespace)' : name;
  }

  protected substitution(): string {
    this.at++;
    const one = this.peek();
    const standard = STANDARD[one];
    if (standard !== undefined) {
      this.at++;
      return standard;
    }
    const digits = /^[0-9A-Z]{0,4}_/.exec(this.text.slice(this.at, this.at + 5))?.[0];
    if (digits === undefined) throw new Unreadable();
    this.at += digits.length;
    const known = this.known[digits === '_' ? 0 : parseInt(digits, 36) + 1];
    if (known === undefined) throw new Unreadable();
    return known;
  }

  protected qualifiers(): string {
    let text = '';
    for (;;) {
      if (this.takes('r')) text += ' restrict';
      else if (this.takes('V')) text += ' volatile';
      else if (this.takes('K')) text += ' const';
      else return text;
    }
  }

  /** Keeps a text to which a later part can refer. */
  protected learn(text: string): void {
    this.knownLength += text.length;
    if (text.length > MAX_TEXT || this.knownLength > MAX_KNOWN) throw new Unreadable();
    this.known.push(text);
  }

  protected peek(): string {
    return this.text[this.at] ?? '';
  }

  protected takes(mark: string): boolean {
    if (!this.text.startsWith(mark, this.at)) return false;
    this.at += mark.length;
    return true;
  }

  /** Returns the digits up to a mark, which it takes. */
  protected number(mark: string): string {
    this.takes('n');
    const digits = /^\d{1,20}/.exec(this.text.slice(this.at, this.at + 20))?.[0] ?? '';
    this.at += digits.length;
    if (!this.takes(mark)) throw new Unreadable();
    return digits;
  }

  protected deeper<T>(read: () => T): T {
    this.depth++;
    if (this.depth > MAX_DEPTH || ++this.steps > MAX_STEPS) throw new Unreadable();
    const result = read();
    this.depth--;
    return result;
  }
}
