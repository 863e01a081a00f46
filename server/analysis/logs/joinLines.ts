/** Joins lines that a terminal, an editor or a form broke: wrapped lines, one field per line, multi-line JSON. */
import { readLogfmt } from './logfmt.ts';
import type { Peeled } from './logLine.ts';
import { isTabbed, startsRecord } from './records.ts';
import { isLastWords } from './lastWords.ts';

export const MAX_JOINED = 64 * 1024;
const KEY = /^([a-z_][\w.]{0,60})=/i;
const TIME_KEY = /^(?:ts|time|t)=/;
const TIMES = new Set(['ts', 'time', 't']);
const RECORD_KEYS = new Set(['ts', 'time', 't', 'level', 'lvl', 'msg']);

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** A line that may continue in the next one. */
export class OpenLine {
  readonly peeled: Peeled;
  readonly line: number;
  /** The first line, unchanged from the file. */
  readonly raw: string;
  private last: string;
  private count = 1;
  private readonly parts: string[];
  private length: number;
  private readonly isJson: boolean;
  private readonly hasTime: boolean;
  private depth = 0;
  private scanned = 0;
  private isQuoted = false;
  private isEscaped = false;
  private keys: Set<string> | null = null;

  /** `raw` is the unchanged line of the file. */
  constructor(peeled: Peeled, line: number, raw: string) {
    this.peeled = peeled;
    this.line = line;
    this.raw = raw;
    this.last = raw;
    this.parts = [peeled.text];
    this.length = peeled.text.length;
    this.isJson = peeled.text.startsWith('{');
    this.hasTime = TIME_KEY.test(peeled.text);
  }

  /** Adds the next line if it continues this one. */
  take(next: Peeled, raw: string, wrapWidth: number | null): boolean {
    if (next.envelopes.length > 0 || this.length + next.text.length > MAX_JOINED) return false;
    if (this.peeled.cut === 'cut' || this.peeled.closed || next.text === '') return false;
    const isFull = wrapWidth !== null && this.last.length === wrapWidth;
    // Fast path: most lines return here without being parsed.
    if (!isFull && startsRecord(next.text) && !KEY.test(next.text)) return false;
    for (; this.scanned < this.parts.length; this.scanned++) this.scan(this.parts[this.scanned] ?? '');
    if (!this.continues(next.text, isFull)) return false;
    // A copy may be indented as a whole, and a word or a number goes on behind the same indentation.
    const isBroken = isFull && !/\s$/.test(this.last) && indentOf(raw) <= indentOf(this.raw);
    this.parts.push(isBroken || (this.isJson && !this.isQuoted) ? '' : ' ', next.text);
    this.count += 1;
    this.length += next.text.length + 1;
    this.last = raw;
    if (isBroken) this.keys = null;
    else for (const key of Object.keys(readLogfmt(next.text).fields)) this.keys?.add(key);
    return true;
  }

  isJoined(): boolean {
    return this.count > 1;
  }

  /** Returns the joined line. */
  text(): string {
    return this.parts.join('');
  }

  private continues(text: string, isFull: boolean): boolean {
    const isOther = (): boolean => startsRecord(text) || isLastWords(text);
    if (this.isJson) return this.depth > 0 && !isOther();
    if (this.isQuoted || isFull) {
      return !isOther() || (isFull && !this.isQuoted && this.isNew(text));
    }
    return KEY.test(text) && !(TIME_KEY.test(text) && (this.hasTime || this.isRecord()))
      && !isTabbed(this.peeled.text) && this.isNew(text);
  }

  /** Whether one part has several fields with a message: a time after it belongs to the next line. */
  private isRecord(): boolean {
    return this.parts.some((part) => {
      const fields = Object.keys(readLogfmt(part).fields);
      return fields.length > 1 && fields.includes('msg');
    });
  }

  /**
   * Whether the text is another part of this line: it has no second time, level or message, and a single field has a
   * new key. Several fields may repeat a key, as some messages do.
   */
  private isNew(text: string): boolean {
    // Fields cannot continue a line that is not logfmt.
    this.keys ??= new Set(Object.keys(readLogfmt(this.text()).fields));
    if (this.keys.size === 0 || this.keys.size > 40) return false;
    const { keys } = this;
    const added = Object.keys(readLogfmt(text).fields);
    return added.length > 0 && added.every((key) => !keys.has(key) || (added.length > 1 && !RECORD_KEYS.has(key)))
      && !(added.some((key) => TIMES.has(key)) && [...TIMES].some((key) => keys.has(key)));
  }

  private scan(text: string): void {
    // Brackets count only in JSON, and a backslash only between quotation marks.
    if (!this.isJson && !this.isQuoted && !text.includes('"')) return;
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
