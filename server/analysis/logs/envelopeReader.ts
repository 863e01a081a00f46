/** Strips the envelopes off the lines of a file, and joins lines that a runtime, terminal or editor broke. */
import { commandOf } from './commandLines.ts';
import { MAX_JOINED, OpenLine } from './joinLines.ts';
import { withoutReturn, type Layout } from './layout.ts';
import type { Peeled } from './logLine.ts';
import { withoutColours } from './logBytes.ts';
import { peel, peelFurther, type PeelMemory } from './peel.ts';
import { withoutPrompt } from './terminal/prompts.ts';

const MAX_PARTS = 500;

/** Matches up to four stray characters that a multiplexed stream or a copy left before a server's own line. */
const STRAY = new RegExp(
  String.raw`^[^\s"'{[=:]{1,4}?(?=(?:ts|time)="?\d{4}-\d\d-\d\dT\S{1,40} (?:caller|level|source)=`
    + String.raw`|level="?[a-z]{4,7}"? (?:ts|caller)=)`, 'i'
);

/** Matches the beginning of each line where a web form merged several into one. */
const RECORD = /(?:ts|time)="?\d{4}-\d\d-\d\dT\S{8,40} (?:caller|level|source)=/.source;
const LEVEL_FIRST = /level=[a-z]{4,7} ts=\d{4}-\d\d-\d\dT\S{8,40} caller=/.source;
const GLUED = new RegExp(`\\s(?=${RECORD}|${LEVEL_FIRST})`);
/** Minimum number of merged lines: fewer may be one line that quotes another. */
const MIN_GLUED = 3;
/** Shorter lines, which most are, are not checked. */
const MIN_GLUED_CHARS = 200;

function unglued(text: string): string[] {
  const again = text.indexOf('caller=', text.indexOf('caller=') + 1);
  if (again < 0) return [text];
  const parts = text.slice(0, MAX_JOINED).split(GLUED);
  return parts.length < MIN_GLUED ? [text] : parts;
}

/** Keys of a logger, of which a line of a log has several. */
const LOG_KEY = /\b(?:ts|time|t|level|lvl|caller|source|component|msg|err|error)=\S/g;
/** Marks before a word or a quotation mark, and marks behind one. */
const BORDER_MARKS = /(?<=^|[\s="])\*\*(?=["\w])|(?<=["\w.)\]}])\*\*(?=["\s]|$)/g;

/** Removes Markdown emphasis, which a reporter put around keys, values or words of a line. */
function withoutEmphasis(text: string): string {
  if (!text.includes('**')) return text;
  const isLog = (text.match(LOG_KEY)?.length ?? 0) >= 2;
  return text.replace(isLog ? BORDER_MARKS : /\*\*(?=[a-z]{1,12}=)|(?<=")\*\*\s{0,4}$/g, '');
}

/** Restores tabs that rsyslog wrote as `#011`, if its prefix is missing. */
const withTabs = (text: string): string =>
  (text.includes('#011') && /^\d{4}-\d\d-\d\dT\S{8,25}#011[a-z]{4,6}#011/.test(text)
    ? text.replaceAll('#011', '\t') : text);

export class EnvelopeReader {
  private readonly memory: PeelMemory = { pods: new Set(), fileName: '', child: '', number: 0 };
  private readonly parts = new Map<string, { peeled: Peeled; line: number }>();
  private open: OpenLine | null = null;

  /** `read` receives each whole line, the number of its first line in the file, and the unstripped text of a line. */
  constructor(
    private readonly layout: Layout, private readonly read: (peeled: Peeled, line: number, raw: string) => void,
  ) {}

  take(raw: string, number: number, isLast: boolean): void {
    if (raw.length < MIN_GLUED_CHARS) return this.takeOne(raw, number, isLast);
    const parts = unglued(raw);
    parts.forEach((part, i) => { this.takeOne(part, number, isLast && i === parts.length - 1); });
  }

  private takeOne(raw: string, number: number, isLast: boolean): void {
    const text = withTabs(withoutEmphasis(withoutPrompt(withoutReturn(withoutColours(raw))).replace(STRAY, '')));
    if (text.trim() === '') return;
    const file = text.startsWith('==> ') ? /^==> (.{1,300}) <==\s*$/.exec(text)?.[1] : undefined;
    if (file !== undefined) {
      this.flush();
      this.memory.fileName = file;
      return;
    }
    const command = commandOf(text);
    if (command !== null) {
      this.flush();
      if (command.source !== '') this.memory.fileName = command.source;
      return;
    }
    const peeled = peel(text, this.memory);
    if (peeled.envelopes.includes('JSON') || peeled.text.includes('\u001b'))
      peeled.text = withoutColours(peeled.text);
    const isCut = text.length === this.layout.cutWidth || (text.includes('\u2026') && /\u2026\s*$/.test(text));
    peeled.cut = peeled.closed ? 'whole' : isCut ? 'cut' : isLast ? 'unknown' : 'whole';
    if (peeled.text === '' && !peeled.partial && this.parts.size === 0) return;
    if (this.open?.take(peeled, text, this.layout.wrapWidth) === true) {
      this.open.peeled.cut = peeled.cut;
      return;
    }
    this.flush();
    const whole = this.wholeOf(peeled, number);
    if (whole !== null) this.open = new OpenLine(whole.peeled, whole.line, text);
  }

  /** Reads a record of an export, which never continues in the next one. */
  takeRecord(peeled: Peeled, line: number): void {
    peeled.text = withoutColours(peeled.text);
    const raw = peeled.text;
    peelFurther(peeled, this.memory);
    this.read(peeled, line, raw);
  }

  flush(): void {
    const { open } = this;
    this.open = null;
    if (open === null) return;
    open.peeled.text = open.text();
    if (open.isJoined()) peelFurther(open.peeled, this.memory);
    if (open.peeled.closed) open.peeled.cut = 'whole';
    this.read(open.peeled, open.line, open.isJoined() ? open.peeled.text : open.raw);
  }

  end(): void {
    this.flush();
    for (const { peeled, line } of this.parts.values()) this.read({ ...peeled, cut: 'cut' }, line, peeled.text);
  }

  /** Joins the parts into which a runtime splits a long line; returns null while more follow. */
  private wholeOf(peeled: Peeled, line: number): { peeled: Peeled; line: number } | null {
    const key = `${peeled.host}\n${peeled.name}`;
    const before = this.parts.get(key);
    if (before === undefined && !peeled.partial) return { peeled, line };
    const whole = before ?? { peeled, line };
    whole.peeled.text = `${before?.peeled.text ?? ''}${peeled.part ?? peeled.text}`.slice(0, MAX_JOINED);
    if (peeled.partial && (before !== undefined || this.parts.size < MAX_PARTS)) {
      this.parts.set(key, whole);
      return null;
    }
    this.parts.delete(key);
    peelFurther(whole.peeled, this.memory);
    return whole;
  }
}
