/**
 * Splits a text with several outputs of `time` into the sides of a comparison, by the label before each: a heading, the
 * command, or a word such as `before` in a sentence. Pure; one pass over the lines.
 */
import { MAX_BENCHMARK_FILES as MAX_SIDES } from '../../../../core/contract/questions/benchmarkBody.ts';
import { timeForms } from './timeOutput.ts';

interface Side { name: string; text: string }

/** A side's name, and where its text begins. */
export interface Label { name: string; at: number }

const MAX_NAME = 60;
const MAX_LINE = 500;
/** Number of lines before an output that are searched for a sentence about it. */
const SENTENCE_LINES = 6;

/** Match headings: a line of markup, `=== main ===`, a version alone, or a short line that ends with a colon. */
const HEADINGS = [
  /^#{1,6}[ \t]+(\S.{0,120}?)[ \t:]*#*$/, /^(?:\*\*|__)([^*_].{0,120}?):?(?:\*\*|__):?$/,
  /^<(?:summary|b|h\d|strong)>(.{1,120}?):?<\/\w+>$/, /^[-=*]{2,40}[ \t]*(\w.{0,120}?)[ \t:]*[-=*]{2,40}$/,
  /^(v?\d{1,4}\.\d{1,4}[\w.+-]{0,40})$/, /^(?![-*>|])([^:\uff1a{}"]{1,60})[:\uff1a]$/,
  /^((?:before|after|old|new|base|baseline|master|main|head|patched|unpatched|with|without|this pr|pr)\b[^:.]{0,40})$/i,
];
/** Matches a `time` command with an optional prompt, but not a sentence about a time. */
const COMMAND = new RegExp(String.raw`^(?:\S{0,80}[ \t]?[$#%>❯][ \t]?|PS [^>]{1,80}> ?)?((?:\w{1,40}=\S{0,80} )*)`
  + String.raw`(?:\((?:cd \S{1,100}(?:;| &&) ?)?)?(?:\S{0,80}\/)?time[ \t]`
  + String.raw`(?!(?:elapsed|taken|spent|to|for|is|in|used|per|since|of|was|[=:])\s)(.+)$`);
/** Matches the timed command of a loop in one line. */
const LOOP = new RegExp(String.raw`^(?:\S{0,80}[ \t]?[$#%>❯][ \t]?)?(?:for|while|until|repeat)[ \t].{1,200}?`
  + String.raw`(?:[;&{(]|\bdo|\d)[ \t]+time[ \t]+([^;&|]{1,300})`);
const TIMED = /^\s*Command being timed: "(.{1,500})"/;
/** Flags of time itself. */
const FLAGS = /^(?:-{1,2}[\w-]{1,20}(?:[ \t]+%\S+)?[ \t]+)+/;
const SIDE_WORD = /\b(before|after|old|new|baseline|base|master|main|patched|unpatched|without|with)\b/gi;
/** Matches what `time`, or mimalloc after it, prints below its first line, which contains no label. */
const FIGURES = /^\s*(?:(?:real|user|sys)[ \t]|[\w ()/]{3,60}: [\d?.:%]{1,20}\s*$|\d[\d.]*[ \t]+\w|\d+inputs\+)/;

/** Returns two to eight sides, in the order of the text; null if the outputs cannot be distinguished. */
export function timeSides(text: string): Side[] | null {
  const forms = timeForms(text);
  // csh or fish beside another shell is of another host or another time.
  const isMixed = forms.some(({ form }) => form !== forms[0]?.form);
  if (forms.length < 2 || (isMixed && forms.some(({ form }) => /^(?:csh|fish)$/.test(form)))) return null;
  const starts = forms.map(({ at }) => at);
  const regions = starts.map((at, i) => ({ from: i === 0 ? 0 : starts[i - 1] ?? 0, to: at }));
  for (const labelOf of [headingOf, commandOf, sentenceOf]) {
    const labels = regions.map(({ from, to }) => labelOf(linesOf(text, from, to)));
    const sides = sidesOf(text, labels);
    if (sides !== null) return sides;
  }
  return null;
}

/** Returns the sides by label; an output without a label is a further run of the side before it. */
function sidesOf(text: string, labels: readonly (Label | null)[]): Side[] | null {
  const own = labels.filter((label) => label !== null);
  if (labels[0] === null || own.length < 2) return null;
  const byName = new Map<string, string>();
  own.forEach(({ name, at }, i) => {
    byName.set(name, (byName.get(name) ?? '') + text.slice(at, own[i + 1]?.at));
  });
  if (byName.size < 2 || byName.size > MAX_SIDES) return null;
  return [...byName].map(([name, part]) => ({ name, text: part }));
}

/** Returns the lines between two outputs, without the figures of the first. */
export function linesOf(text: string, from: number, to: number): Label[] {
  const lines: Label[] = [];
  let at = from;
  for (const line of text.slice(from, to).split('\n')) {
    if (line.trim() !== '' && !FIGURES.test(line)) lines.push({ name: line.slice(0, MAX_LINE), at });
    at += line.length + 1;
  }
  const last = lines.at(-1);
  const command = last === undefined ? null : zshCommand(text, last.at, to);
  if (last !== undefined && command !== null) last.name = `time ${command}`;
  return lines;
}

const ZSH_FIGURES = /\d{1,12}[.,]\d{1,3}s user /y;
const PROGRAM = /^(?:[\w.~/-]{0,200}\/)?[\w.+-]{1,60}(?=[ \t]|$)/;

/** Returns the command that zsh prints in the line of the figures, before two blanks; null without one. */
function zshCommand(text: string, from: number, to: number): string | null {
  ZSH_FIGURES.lastIndex = to;
  const before = text.slice(from, to);
  if (before.includes('\n') || before.length > MAX_LINE || !ZSH_FIGURES.test(text)) return null;
  const command = before.replace(/^\s{0,8}> ?/, '').trim();
  const program = PROGRAM.exec(command)?.[0];
  return program === undefined || !(/[ \t]{2}$/.test(before) || program.includes('/')) ? null : command;
}

/** Returns the last heading, before the command if there is one: later lines may be the program's own output. */
export function headingOf(lines: readonly Label[]): Label | null {
  const command = lines.findLastIndex((line) => commandIn(line.name) !== null);
  for (const { name: line, at } of lines.slice(0, command < 0 ? undefined : command).reverse()) {
    const plain = line.trim().replace(/^> ?/, '').replace(/^`{3}.*$/, '');
    const title = headingIn(plain);
    if (title !== null && commandIn(plain) === null) return { name: shortened(title), at };
  }
  return null;
}

/** Matches the hash of a commit, which must not make a heading too long for one. */
const HASH = /\b([0-9a-f]{10})[0-9a-f]{30}\b/g;

/** Returns the title in a line that is a heading of some form, with hashes shortened; null for other lines. */
export function headingIn(line: string): string | null {
  const short = line.replace(HASH, '$1');
  return HEADINGS.map((heading) => heading.exec(short)?.[1]).find((found) => found !== undefined) ?? null;
}

export function commandOf(lines: readonly Label[]): Label | null {
  for (const { name: line, at } of lines.toReversed()) {
    const command = commandIn(line);
    if (command !== null) return { name: shortened(command), at };
  }
  return null;
}

export function commandIn(line: string): string | null {
  const timed = TIMED.exec(line)?.[1];
  if (timed !== undefined) return timed;
  const [, settings = '', command] = COMMAND.exec(line.trim()) ?? ['', '', LOOP.exec(line.trim())?.[1]?.trim()];
  return command === undefined ? null
    : `${settings}${command.replace(FLAGS, '').replace(/^([^()]+)\)$/, '$1')}`;
}

function sentenceOf(lines: readonly Label[]): Label | null {
  for (const { name: line, at } of lines.slice(-SENTENCE_LINES).reverse()) {
    const word = [...line.matchAll(SIDE_WORD)].at(-1)?.[1];
    if (word !== undefined) return { name: word.toLowerCase(), at };
  }
  return null;
}

/** Emphasis and code in Markdown, which stand on both sides; a `_` or `*` alone belongs to a name or a pattern. */
const MARKS = [
  /^(_{1,2})(\S(?:.*\S)?)\1$/, /(?<![\w*])(\*{1,2})(?=[^\s*])(.{0,200}?[^\s*])\1(?![\w*])/g, /(`{1,3})(.{1,200}?)\1/g,
];

export function shortened(name: string): string {
  const plain = MARKS.reduce((text, mark) => text.replace(mark, '$2'), name.replace(/\s+/g, ' ').trim()).trim();
  return plain.length <= MAX_NAME ? plain : `${plain.slice(0, MAX_NAME - 1)}…`;
}
