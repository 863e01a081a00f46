/** Splits one text, as pasted into an issue, into the two sides of a comparison. */
import { countSections, sectionSides, type NamedText } from './sections.ts';
import { readTimeOutputs } from './timeOutput.ts';
import { nearestSides } from './nearestLines.ts';
import { timeCases, unlikeOutputs } from './timeCases.ts';
import { timeGrid } from './timeGrid.ts';
import { timeSides } from './timeSides.ts';
import { titledRuns } from './titledRuns.ts';

export type { NamedText } from './sections.ts';

/** Matches `## Before`, `**after:**`, `with this patch:`. */
const HEADING = new RegExp(
  '^[ \\t]*(?:#{1,6}[ \\t]+|[*_]{1,2}|<[a-z0-9]{1,10}>|[-=]{2,20}[ \\t]*)?'
    + '((?:before|after|old|new|base|baseline|master|main|head|patched|unpatched|with|without|this pr|pr)\\b'
    + '[^\\n:*<=|]{0,60}?)[ \\t]*[:*_=-]{0,20}(?:</[a-z0-9]{1,10}>)?[ \\t]*\\r?$',
  'gim'
);
const HAS_RESULT = /^[ \t]*Benchmark\S*[ \t]+\d+[ \t]+[\d.]/m;

/** Starts of a go test run; a package's name if the lines before it are cut off. */
const RUN_STARTS = [/^[ \t]*goos: \S/gm, /^[ \t]*pkg: \S/gm];
const RESULT_NAME = /^[ \t]*(Benchmark\S*)[ \t]+\d+[ \t]+[\d.]/gm;
const SIDE_WORD = /\b(before|after|old|new|baseline|base|master|main|head|patched|unpatched)\b/gi;

/**
 * Returns the sides of one text, the first being the base: the parts under headings, in fences or after commands, else
 * two runs of the same benchmarks; of outputs of `time`, two or more that what is before them tells apart. Null if
 * there is only one side. Parts are never put together to make two sides.
 */
export function textSides({ text }: NamedText): NamedText[] | null {
  if (!HAS_RESULT.test(text))
    return timeCases(text) ?? timeGrid(text) ?? nearestSides(text) ?? timeSides(text) ?? twoOutputs(text)
      ?? unlikeOutputs(text);
  const sections = sectionSides(text);
  if (sections !== null) return sections;
  const headings = [...text.matchAll(HEADING)].map((match) => ({ at: match.index, title: (match[1] ?? '').trim() }));
  const parts = headings.map(({ at, title }, i) => ({ name: title, text: text.slice(at, headings[i + 1]?.at) }))
    .filter((part) => HAS_RESULT.test(part.text));
  const [first, second] = parts;
  const before = text.slice(0, headings[0]?.at ?? 0);
  if (
    parts.length === 2 && first !== undefined && second !== undefined && first.name !== second.name
      && !HAS_RESULT.test(before)
  ) return parts;
  return (countSections(text) > 2 ? null : twoRuns(text)) ?? titledRuns(text);
}

/** Returns two runs of the same benchmarks, each with the first lines of go test; null for any other number. */
function twoRuns(text: string): NamedText[] | null {
  const starts = RUN_STARTS.map((pattern) => [...text.matchAll(pattern)].map(({ index }) => index))
    .find((found) => found.length > 0) ?? [];
  const [first, second] = starts;
  if (starts.length !== 2 || first === undefined || second === undefined) return null;
  const parts = [text.slice(0, second), text.slice(second)];
  const [names, others] = parts.map((part) => new Set([...part.matchAll(RESULT_NAME)].map(([, name]) => name)));
  if (names === undefined || others === undefined || names.size === 0) return null;
  if (names.size !== others.size || [...names].some((name) => !others.has(name))) return null;
  const titles = [text.slice(0, first), text.slice(first, second)].map(lastSideWord);
  const isTold = titles[0] !== null && titles[1] !== null && titles[0] !== titles[1];
  // Packages may have benchmarks of the same name.
  if (!isTold && packagesDiffer(parts)) return null;
  const byOrder = ['first run', 'second run'];
  return parts.map((part, i) => ({ name: (isTold ? titles[i] : null) ?? byOrder[i] ?? '', text: part }));
}

/** Whether two runs are of different packages, as far as both name theirs. */
function packagesDiffer(parts: readonly string[]): boolean {
  const named = parts.map((part) => [...part.matchAll(/^[ \t]*pkg: (\S{1,300})/gm)].map(([, name]) => name).join(' '));
  return named.every((names) => names !== '') && new Set(named).size > 1;
}

const OF_GO_TEST = /^[ \t]*(?:Benchmark|goos:|goarch:|pkg:|cpu:|ok\b|PASS|---)/;

/** Returns the last side word before a run: `-> found old bench`. Skips names of benchmarks and packages. */
function lastSideWord(text: string): string | null {
  const lines = text.split('\n').filter((line) => !OF_GO_TEST.test(line));
  return [...lines.slice(-5).join('\n').matchAll(SIDE_WORD)].at(-1)?.[1]?.toLowerCase() ?? null;
}

/** Returns two outputs of `time` by their order; null for any other number, which may be repeated runs. */
function twoOutputs(text: string): NamedText[] | null {
  const outputs = readTimeOutputs(text);
  const at = outputs[1]?.at ?? 0;
  const markAt = (index: number): string => text[text.lastIndexOf('\n', index - 1) + 1] ?? '';
  const isDiff = outputs.length === 2 && markAt(outputs[0]?.at ?? 0) === '-' && markAt(at) === '+';
  return outputs.length !== 2 || at === 0 ? null : [
    { name: isDiff ? 'old (-)' : 'first output', text: text.slice(0, at) },
    { name: isDiff ? 'new (+)' : 'second output', text: text.slice(at) },
  ];
}
