/** Cuts a paste into its blocks: at fences, prompts, headings, and sentences between them. Pure. */
import { COMMAND, FENCE, fenced, PROMPT } from '../look/pasteMarks.ts';

/** A longer text is a file and not a paste of several blocks. */
const MAX_CHARS = 48 * 1024;
const MAX_LINES = 1500;
const MAX_BLOCKS = 12;

/** Returns the blocks in their order; at most one if nothing divides the text. */
export function blocksOf(text: string): string[] {
  if (text.length > MAX_CHARS) return [];
  const lines = fenced(unquoted(text.replaceAll('\r', '').split('\n', MAX_LINES)));
  const blocks: string[][] = [[]];
  let paragraph: string[] = [];
  let isInFence = false;
  const endParagraph = (): void => {
    // A sentence between two blocks belongs to neither.
    if (isProse(paragraph)) blocks.push([]);
    else if (paragraph.length > 0) blocks.at(-1)?.push(...paragraph, '');
    paragraph = [];
  };
  const cut = (): void => {
    endParagraph();
    blocks.push([]);
  };
  for (const [i, line] of lines.entries()) {
    if (FENCE.test(line)) {
      cut();
      if (/```|~~~/.test(line)) isInFence = opens(lines, i, isInFence);
    } else if (isPrompt(line)) cut();
    else if (isInFence) blocks.at(-1)?.push(line);
    else if (/^#{1,6} \S/.test(line)) cut();
    else if (line.trim() === '') endParagraph();
    else paragraph.push(line);
  }
  endParagraph();
  return blocks.map((block) => block.join('\n').trimEnd()).filter((block) => block.trim() !== '').slice(0, MAX_BLOCKS);
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
const TECHNICAL = /\d\d:\d\d:\d\d|\w=\S|\S {3,}\S|\t|^\s*[[{]|0x[0-9a-f]{4}|\.go:\d|[;{]\s*$|\b\d+[%kKMG]i?B?\s+\d/;
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
