/**
 * Tells outputs of `time` apart by the line directly before each of them: the last one above its fence or its command.
 * Runs under different headings are compared only with the others under the same one. Pure; one pass over the lines.
 */
import { MAX_BENCHMARK_FILES as MAX_SIDES } from '../../../../core/contract/questions/benchmarkBody.ts';
import type { NamedText } from './sections.ts';
import { timeForms } from './timeOutput.ts';
import { commandIn, headingOf, linesOf, shortened } from './timeSides.ts';

const FENCE = /^\s{0,8}(?:`{3,}|~{3,})/;
const PROMPT = /^\s{0,8}\S{0,80}[$#%>\u276f] \S/;
const CHAPTER = /^#{1,6}[ \t]+(\S.{0,120}?)[ \t:]*#*$/;
const MAX_LINE = 500;
/** A longer line is a sentence, which may be about anything. */
const MAX_LABEL = 80;
/** What is said of a repetition, which is no side of its own. */
const REPETITION = new RegExp([
  /\b(?:run|trial|attempt|iteration|round|pass|try)s?[ \t]?#?\d/,
  /\b(?:first|second|third|last|\dth|1st|2nd|3rd) (?:run|time|try|pass)\b/,
  /^#?\d{1,4}[.):]?$/, /\bagain\b/,
].map(({ source }) => source).join('|'), 'i');
/** Rows of the output before. */
const FIGURE = /^\s*(?:real|user|usr|sys|Executed|_{3}|[\d.]+[ \t]|[\w ()/]{3,60}: [\d?.:%]{1,20}$)/;

interface Output { label: string | null; chapter: string; at: number; outputAt: number; isHeaded: boolean }

/**
 * Returns a side for each output; null unless each has a short line of its own above its fence or its command, or if
 * each has a heading of its own, which names it.
 */
export function nearestSides(text: string): NamedText[] | null {
  const starts = timeForms(text).slice(0, MAX_SIDES + 1);
  if (starts.length < 3 || starts.length > MAX_SIDES) return null;
  let [chapter, isInFence] = ['', false];
  const outputs = starts.map(({ at }, i): Output => {
    const from = i === 0 ? 0 : text.indexOf('\n', starts[i - 1]?.at ?? 0) + 1;
    const lines = text.slice(from, at).split('\n').map((line) => line.slice(0, MAX_LINE));
    chapter = lines.flatMap((line) => CHAPTER.exec(line)?.[1] ?? []).at(-1) ?? chapter;
    isInFence = isInFence !== (lines.filter((line) => FENCE.test(line)).length % 2 === 1);
    const isHeaded = headingOf(linesOf(text, from, at)) !== null;
    return { ...labelOf(lines, from, isInFence), chapter, outputAt: at, isHeaded };
  });
  if (outputs.every(({ isHeaded }) => isHeaded)) return null;
  const labels = outputs.map(({ label }) => label);
  if (labels.includes(null) || new Set(labels).size < labels.length) return null;
  const chapters = [...new Set(outputs.map((one) => one.chapter))];
  const sides = outputs.map((one, i) => ({
    name: one.label ?? '', text: text.slice(one.at, outputs[i + 1]?.at), output: one,
  }));
  if (chapters.length === 1) return sides.map(({ name, text: own }) => ({ name, text: own }));
  // A heading with one run has nothing to compare it with.
  if (chapters.some((of) => outputs.filter((one) => one.chapter === of).length < 2)) return null;
  return sides.map(({ name, text: own, output }) => ({
    name, text: own,
    cells: [{ job: 'run', group: shortened(output.chapter), text: own.slice(output.outputAt - output.at) }],
  }));
}

/** Returns the last short line before the fence that an output is in, else before its command. */
function labelOf(lines: readonly string[], from: number, isInFence: boolean): { label: string | null; at: number } {
  const none = { label: null, at: from };
  const fences = lines.flatMap((line, i) => (FENCE.test(line) ? [i] : []));
  const end = isInFence ? fences.at(-1) ?? -1
    : lines.findIndex((line, i) => i > (fences.at(-1) ?? -1) && (PROMPT.test(line) || commandIn(line) !== null));
  const at = lines.slice(0, Math.max(0, end)).findLastIndex((line) => line.trim() !== '');
  const line = lines[at]?.trim() ?? '';
  const isLabel = line.length <= MAX_LABEL && ![FENCE, CHAPTER, FIGURE, REPETITION, /[.;{}]$/].some((other) =>
    other.test(line));
  if (at < 0 || !isLabel) return none;
  return {
    label: shortened(line.replace(/[:\uff1a]$/, '')),
    at: from + lines.slice(0, at).reduce((sum, one) => sum + one.length + 1, 0),
  };
}
