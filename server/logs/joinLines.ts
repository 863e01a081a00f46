/** Joins what a terminal, an editor or a form has broken: wrapped lines, one field per line, JSON over many lines. */
import { readLogfmt } from './logfmt.ts';
import type { Peeled } from './logLine.ts';
import { startsRecord } from './peel.ts';
import { LAST_WORDS } from './lastWords.ts';

export const MAX_JOINED = 64 * 1024;
const KEY = /^([a-z_][\w.]{0,60})=/i;
const TIMES = new Set(['ts', 'time', 't']);

/** A line that may go on in the next one. */
export class OpenLine {
  readonly peeled: Peeled;
  readonly line: number;
  private lastLength: number;
  private readonly parts: string[];
  private length: number;
  private readonly isJson: boolean;
  private depth = 0;
  private isQuoted = false;
  private isEscaped = false;
  private keys: Set<string> | null = null;

  /** `length`: of the line as it stands in the file, in characters. */
  constructor(peeled: Peeled, line: number, length: number) {
    this.peeled = peeled;
    this.line = line;
    this.lastLength = length;
    this.parts = [peeled.text];
    this.length = peeled.text.length;
    this.isJson = peeled.text.startsWith('{');
    this.scan(peeled.text);
  }

  /** Adds the next line if it continues this one. */
  take(next: Peeled, length: number, wrapWidth: number | null): boolean {
    if (next.envelopes.length > 0 || this.length + next.text.length > MAX_JOINED) return false;
    if (this.peeled.cut || this.peeled.closed || next.text === '') return false;
    const isFull = wrapWidth !== null && this.lastLength === wrapWidth;
    if (!this.continues(next.text, isFull)) return false;
    this.parts.push(isFull || (this.isJson && !this.isQuoted) ? '' : ' ', next.text);
    this.length += next.text.length + 1;
    this.lastLength = length;
    this.scan(next.text);
    this.keys = null;
    return true;
  }

  /** The whole line. */
  text(): string {
    return this.parts.join('');
  }

  private continues(text: string, isFull: boolean): boolean {
    if (LAST_WORDS.test(text.slice(0, 300))) return false;
    if (this.isJson) return this.depth > 0 && !/^\{"/.test(text) && !startsRecord(text);
    if (this.isQuoted || isFull) return !startsRecord(text) || (isFull && !this.isQuoted && this.isNew(text));
    return KEY.test(text) && this.isNew(text);
  }

  /** Every key of the text is one that this line lacks: it is another part of it. */
  private isNew(text: string): boolean {
    // A line that is no logfmt has nothing that a key could be added to.
    this.keys ??= new Set(Object.keys(readLogfmt(this.text()).fields));
    if (this.keys.size === 0 || this.keys.size > 40) return false;
    const { keys } = this;
    return Object.keys(readLogfmt(text).fields)
      .every((key) => !keys.has(key) && !(TIMES.has(key) && [...TIMES].some((time) => keys.has(time))));
  }

  private scan(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const char = text.charCodeAt(i);
      if (this.isEscaped) this.isEscaped = false;
      else if (char === 92) this.isEscaped = this.isQuoted;
      else if (char === 34) this.isQuoted = !this.isQuoted;
      else if (this.isQuoted) continue;
      else if (char === 123 || char === 91) this.depth += 1;
      else if (char === 125 || char === 93) this.depth -= 1;
    }
  }
}
