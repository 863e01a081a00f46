/** Cuts a paste into its blocks: at fences, prompts, headings, and sentences between them. Pure. */
import { COMMAND, FENCE, fenced, PROMPT } from '../look/pasteMarks.ts';
import { isTimeSide, shortHeading, sideLabel, sideOf, type Place } from './headings.ts';

/** A longer text is a file and not a paste of several blocks. */
const MAX_CHARS = 48 * 1024;
const MAX_LINES = 1500;
const MAX_BLOCKS = 16;
/** Maximum number of lines of an underlined heading. */
const MAX_HEADING_LINES = 3;

/** A block, with the headings over it. */
interface HeadedBlock extends Place { text: string }

/** Returns the texts of the blocks in their order; at most one if nothing divides the text. */
export const blocksOf = (text: string): string[] => headedBlocks(text).map((block) => block.text);

/** A heading of Markdown; not a comment of metrics or of a profile, a part of the head of perf report, or columns. */
const HEADING = new RegExp(
  /^#{1,6} (?!(?:HELP|TYPE|UNIT|EOF|Overhead|Children|Samples|Event count|Total Lost)\b)/.source
    + /(?!To display the perf|\.{3}|labels: |runtime\.MemStats|\w{1,40} = )(?!.{0,200}\S {2,}\S)\S/.source
);
/** A line of arrows before the output of a command, but not the names of files that tail prints. */
const ARROW = /^==> (?!.{0,300} <==\s*$)\S/;
/** The line under a heading. */
const UNDERLINE = /^(?:={3,200}|-{4,200})\s*$/;
/** A short line before a block that says what it is. */
const LABEL = /^.{2,80}[:\uff1a]\s*$|^\s{0,4}\*\*.{2,80}\*\*:?\s*$/;
/** The title of a part of HTML that can be folded. */
const SUMMARY = /<summary>([^<]{1,80})<\/summary>/;
/** First lines of outputs of perf, which often follow another output without anything between them. */
const STARTS = new RegExp([
  /^[ \t]{0,8}Performance counter stats for |^(?:\[[^\]\n]{1,60}\]){0,3}(?:goroutine|threadcreate) profile: total \d/,
  /^(?:\[[^\]\n]{1,60}\]){1,3} ?pprof (?:thread|goroutine), /,
  /^\t{0,3}# (?:Overhead|Children|Samples: )\s?|^\t{0,3}# To display the perf\.data/,
].map(({ source }) => source).join('|'));
/** The first line of an output of time, and a row of perf report, which it may follow. */
const TIME = /^real[ \t]+\d/;
const PERF_ROW = /% .{0,300}\[[.k]\] \S/;
const NOT_A_COMMENT = /^[^#\n]{0,300}[^\s#]/;

/** Returns the blocks in their order, each with what stands over it. */
export function headedBlocks(text: string): HeadedBlock[] {
  if (text.length > MAX_CHARS) return [];
  const cutter = new Cutter();
  const lines = fenced(unquoted(text.replaceAll('\r', '').split('\n', MAX_LINES)));
  let isInFence = false;
  let indent = 0;
  for (const [i, whole] of lines.entries()) {
    const line = isInFence && !FENCE.test(whole) ? outdented(whole, indent) : whole;
    if (FENCE.test(line)) {
      cutter.cut();
      if (SUMMARY.test(line)) cutter.head(SUMMARY.exec(line)?.[1] ?? '');
      if (/```|~~~/.test(line)) isInFence = opens(lines, i, isInFence);
      indent = /^ */.exec(line)?.[0].length ?? 0;
    } else if (isPrompt(line) || ARROW.test(line)) cutter.cut();
    else if (STARTS.test(line)) cutter.begin(line, { isInFence, after: NOT_A_COMMENT });
    else if (TIME.test(line)) cutter.begin(line, { isInFence, after: PERF_ROW });
    else if (isInFence && !isSideComment(line)) cutter.add(line);
    else if (SUMMARY.test(line)) cutter.head(SUMMARY.exec(line)?.[1] ?? '');
    else if (HEADING.test(line)) cutter.head(line);
    else if (isTimeLabel(line)) {
      cutter.cut();
      cutter.label(line);
    } else if (UNDERLINE.test(line)) cutter.underline(line);
    else if (line.trim() === '') cutter.endParagraph();
    else cutter.hold(line);
  }
  return cutter.blocks();
}

/** Whether a line in a fence is a comment that names a side: `# before`. */
const isSideComment = (line: string): boolean => /^# [\p{L} ]{2,40}:?\s*$/u.test(line) && sideOf(line) !== null;

/** Whether a line within a paragraph is `before:` or `after:` alone. */
const isTimeLabel = (line: string): boolean => /^\s{0,4}[\p{L}]{2,20}:\s*$/u.test(line) && isTimeSide(line);

/** Whether a line alone is a label: bold words, or the name of a side. */
const isLabel = (line: string): boolean => /^\s{0,4}\*\*[^*\n]{2,80}\*\*:?\s*$/.test(line) || isTimeSide(line);

/** Removes the indentation of a fence from a line in it. */
function outdented(line: string, indent: number): string {
  const own = /^ */.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(own, indent));
}

/** Collects the lines of blocks and the headings over them. */
class Cutter {
  readonly #blocks: { lines: string[]; place: Place }[] = [{ lines: [], place: { heading: null, side: null } }];
  #paragraph: string[] = [];
  #place: Place = { heading: null, side: null };
  /** Whether the text has headings, before which labels name nothing but sides. */
  #hasHeadings = false;

  add(...lines: string[]): void {
    const last = this.#blocks.at(-1);
    if (last === undefined) return;
    if (last.lines.length === 0) last.place = { ...this.#place };
    last.lines.push(...lines);
  }

  hold(line: string): void {
    this.#paragraph.push(line);
  }

  endParagraph(): void {
    const paragraph = this.#paragraph;
    this.#paragraph = [];
    if (paragraph.length === 0) return;
    // A sentence between two blocks belongs to neither.
    const last = paragraph.at(-1) ?? '';
    if (isProse(paragraph) || (paragraph.length === 1 && isLabel(last))) {
      if (LABEL.test(last) || isLabel(last)) this.label(last);
      this.#open();
    } else this.add(...paragraph, '');
  }

  cut(): void {
    this.endParagraph();
    this.#open();
  }

  /** Takes a line that may begin another output: it does if a line like `after` stands before it in the block. */
  begin(line: string, { isInFence, after }: { isInFence: boolean; after: RegExp }): void {
    const before = [...this.#blocks.at(-1)?.lines ?? [], ...this.#paragraph];
    if (before.some((one) => after.test(one))) this.cut();
    // The line is no sentence, whatever its words.
    if (!isInFence) this.endParagraph();
    this.add(line);
  }

  /** Takes a line before a block for its label; a heading above stays its heading. */
  label(line: string): void {
    const side = sideLabel(line) ?? this.#place.side;
    this.#place = { heading: this.#hasHeadings ? this.#place.heading : shortHeading(line), side };
  }

  head(line: string): void {
    this.cut();
    this.#hasHeadings = true;
    this.#place = { heading: shortHeading(line), side: sideLabel(line) ?? this.#place.side };
  }

  /** Takes the lines above for a heading, if they are words. */
  underline(line: string): void {
    const above = this.#paragraph;
    const isHeading = isProse(above) && (line.startsWith('=') ? above.length <= MAX_HEADING_LINES
      : above.length === 1 && !/:(?!\s*$)/.test(above[0] ?? ''));
    if (isHeading) {
      this.#paragraph = [];
      this.head(above.join(' '));
    } else this.hold(line);
  }

  blocks(): HeadedBlock[] {
    this.endParagraph();
    return this.#blocks.map(({ lines, place }) => ({ text: lines.join('\n').trimEnd(), ...place }))
      .filter(({ text }) => text.trim() !== '').slice(0, MAX_BLOCKS);
  }

  #open(): void {
    this.#blocks.push({ lines: [], place: { heading: null, side: null } });
  }
}

/** Whether a line is a prompt with a command; a quotation mark of a mail is none. */
function isPrompt(line: string): boolean {
  return /^\s*#/.test(line) ? PROMPT.test(line) : !/^\s*>/.test(line) && COMMAND.test(line);
}

/** Removes the marks of a quoted reply. */
function unquoted(lines: readonly string[]): string[] {
  const isQuoted = lines.filter((line) => line.trim() !== '').every((line) => /^>(?: |>|$)/.test(line));
  return isQuoted ? lines.map((line) => line.replace(/^(?:> ?)+/, '')) : [...lines];
}

/** Whether a fence opens a block. A copy may lack the first fence, so what stands around it decides. */
function opens(lines: readonly string[], at: number, isInFence: boolean): boolean {
  if (/(?:```|~~~)\w/.test(lines[at] ?? '')) return true;
  const isAfterText = (lines[at - 1] ?? '').trim() !== '';
  const isBeforeText = (lines[at + 1] ?? '').trim() !== '';
  return isAfterText === isBeforeText ? !isInFence : isBeforeText;
}

/** Marks of logs, tables, code and stacks, which no sentence has. */
const TECHNICAL = new RegExp([
  /\d\d:\d\d:\d\d|\w=\S|\S {3,}\S|\t|^\s*[[{]|0x[0-9a-f]{4}|\.go:\d|[;{]\s*$|\b\d+[%kKMG]i?B?\s+\d/,
  // The last lines of perf stat.
  /^ +[\d.,]{1,30} seconds (?:time|user|sys)/,
].map(({ source }) => source).join('|'));
const CRASH =
  /^\s*(?:panic|fatal|runtime|error|goroutine|created by|caused by|exception|traceback|killed|sig[a-z]+)\b/i;
const WORDS = /\p{L}{2,}[,;:]? +\p{L}{2,}|\p{Script=Han}{4}|\p{Script=Hiragana}{2}|\p{L}{3,}[.:?!]$/u;

const MAX_PROSE_LINES = 20;
/** Characters of a line that tell whether it is a sentence; the patterns are not linear. */
const MAX_LINE = 300;

function isProse(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.length <= MAX_PROSE_LINES && lines.every((whole) => {
    const line = whole.slice(0, MAX_LINE);
    return WORDS.test(line) && !TECHNICAL.test(line) && !CRASH.test(line);
  });
}
