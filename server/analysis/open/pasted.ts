/** Finds what was pasted after a prompt, a sentence or a Markdown fence. Pure. */
import { fits, mayMatch } from '../../../core/text/prefilter/fits.ts';
import { COMMAND, FENCE, fenced } from './look/pasteMarks.ts';

/** Maximum number of lines after a prompt, a sentence or a fence that are tried as the start of a format. */
const MAX_STARTS = 8;
/** A longer text is a file, with at most a prompt and a sentence before it. */
const LONG_CHARS = 256 * 1024;
const MAX_STARTS_OF_LONG = 3;
const MAX_LINES = 200;
/** Fewer lines with a mark of a quote may be commands with a prompt. */
const MIN_QUOTED_LINES = 3;
/** Number of lines by which a part is recognized. */
const HEAD_LINES = 300;

export interface PastedPart { head: string; whole: () => string }

/** Marks of a quote, several within a mail of replies, before a blank or the end of the line. */
const QUOTE = /^>{1,8}(?: |$)|^(?:> ?){2,8}(?=\S|$)/;

const OMITTED = /^\s*(?:\[?\.\.\.\]?|\u2026|\[snip\]|\(\.\.\.\))\s*$/;

/** Comments of metrics without their `#`, which Markdown takes for a heading, or with several. */
const LOST_MARK = /^[ \t]*(?:[=*]{1,3} ?|#{2,8}[ \t]{1,4})?(HELP|TYPE|UNIT) ([a-zA-Z_:][\w:]{0,300}[ \t])/gm;

/** Returns the text with `#` restored before comments of metrics that have lost it. */
export function withMarks(text: string): string {
  return fits(/^[ \t]*(?:[=*]{1,3} ?|#{2,8}[ \t]{1,4})?TYPE [a-zA-Z_:]/m, text)
    ? text.replace(LOST_MARK, '# $1 $2') : text;
}

/** The start of a log line within another line: its time, or its level and code location. */
const LINE_START = new RegExp([
  /\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d\S{0,15}[\t ]{1,16}(?:info|warn|error|fatal|panic|INFO|WARN|ERROR|FATAL)\b/,
  /\b(?:info|warn|error|fatal|panic)[\t ]{1,16}(?:\S{1,100}\/)?(?:VictoriaMetrics\/|app\/vm|lib\/)\S{1,200}\.go:\d/,
].map(({ source }) => source).join('|'));
const MAX_INLINE = 4;
const MAX_LINE = 3000;

/**
 * Returns log lines that sentences quote, each from its start to the mark that ends the quote; before them the lines
 * together that another program logged with the same words before each.
 */
export function quotedLines(text: string): string[] {
  const found = !mayMatch(LINE_START, text) ? [] : text.split('\n', MAX_LINES).flatMap((whole) => {
    const line = whole.slice(0, MAX_LINE);
    const at = LINE_START.exec(line)?.index ?? 0;
    if (at === 0) return [];
    const before = line.slice(0, at).trimEnd();
    const mark = before.at(-1) ?? '';
    const closing = mark === '\u201c' ? '\u201d' : /["'`]/.test(mark) ? mark : null;
    const end = closing === null ? -1 : line.lastIndexOf(closing);
    const own = line.slice(at, end > at ? end : undefined).trimEnd();
    return [{ line: own, shape: before.replaceAll(/\d+/g, '0'), closing }];
  });
  const alike = found.filter(({ shape, closing }) => closing === null && shape === found[0]?.shape);
  return [...alike.length < 2 ? [] : [alike.map(({ line }) => line).join('\n')], ...found.map(({ line }) => line)]
    .slice(0, MAX_INLINE);
}

/** Yields the texts that may be the pasted one, the longest first; none if nothing surrounds it. */
export function* pastedParts(text: string): Generator<PastedPart> {
  const inline = /^\s*`([^`\n]{2,100000})`\s*$/.exec(text)?.[1];
  if (inline !== undefined) yield { head: inline, whole: () => inline };
  const lines = fenced(text.split('\n', MAX_LINES + HEAD_LINES));
  const isQuoted = lines.filter((line) => line.trim() !== '').slice(0, 50).every((line) => QUOTE.test(line));
  if (!isQuoted) for (const [i, block] of quotedBlocks(lines).entries())
    yield { head: block, whole: () => quotedBlocks(fenced(text.split('\n')))[i] ?? block };
  const unquoted = (quoted: readonly string[]): string[] =>
    quoted.map((line) => (isQuoted ? unmarked(line) : line));
  const plain = unquoted(lines);
  const isFenced = plain.slice(0, MAX_LINES).some((line) => FENCE.test(line));
  const starts = isQuoted ? [0] : [];
  const most = text.length > LONG_CHARS ? MAX_STARTS_OF_LONG : MAX_STARTS;
  for (let at = 0; at < Math.min(plain.length, MAX_LINES) && starts.length < most; at += 1) {
    const line = plain[at] ?? '';
    const isBreak = line.trim() === '' || FENCE.test(line) || COMMAND.test(line) || OMITTED.test(line)
      || /[:.]\s*$/.test(line);
    if (isBreak && (plain[at + 1] ?? '').trim() !== '') starts.push(at + 1);
  }
  if (isFenced && !starts.includes(0)) starts.unshift(0);
  for (const at of starts) yield {
    head: partFrom(plain.slice(0, at + HEAD_LINES), at), whole: () => partFrom(unquoted(fenced(text.split('\n'))), at),
  };
}

const unmarked = (line: string): string => line.replace(/^(?:> ?){1,8}/, '');

/** Returns the first quotes of several lines between other lines, without their marks. */
function quotedBlocks(lines: readonly string[]): string[] {
  const blocks: string[][] = [[]];
  for (const line of lines) {
    if (QUOTE.test(line)) blocks.at(-1)?.push(unmarked(line));
    else if ((blocks.at(-1) ?? []).length > 0) blocks.push([]);
  }
  return blocks.filter((block) => block.length >= MIN_QUOTED_LINES).slice(0, MAX_STARTS_OF_LONG)
    .map((block) => block.join('\n'));
}

/** Returns the part from a line to the fence that closes it, or to the end. */
function partFrom(lines: readonly string[], at: number): string {
  const first = lines.findIndex((line, i) => i >= at && !FENCE.test(line) && line.trim() !== '');
  const from = first < 0 ? at : first;
  const isInFence = lines.slice(0, from).filter((line) => FENCE.test(line) && /```|~~~/.test(line)).length % 2 === 1;
  const end = isInFence ? lines.findIndex((line, i) => i > from && /^\s*(?:`{3,8}|~{3,8})\s*$/.test(line)) : -1;
  return dedented(lines.slice(from, end < 0 ? undefined : end).filter((line) => !FENCE.test(line))).join('\n');
}

/** Removes the blanks before all lines if the first one is a metric, which has none by itself. */
function dedented(lines: readonly string[]): readonly string[] {
  const first = /^ {2,}(?=[a-z][a-z\d]*_[\w:]+[{ ])/.exec(lines[0] ?? '')?.[0] ?? '';
  return first === '' || !lines.every((line) => line.trim() === '' || line.startsWith(first)) ? lines
    : lines.map((line) => line.slice(first.length));
}
