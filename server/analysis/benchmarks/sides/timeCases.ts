/**
 * Tells outputs of `time` apart that are cases of one side: the same program with other arguments, or sizes as
 * headings. Their times are neither runs of one thing nor sides of a comparison. Pure.
 */
import type { NamedText } from './sections.ts';
import { timeForms } from './timeOutput.ts';
import { commandIn, commandOf, headingIn, headingOf, linesOf, shortened, type Label } from './timeSides.ts';

const MAX_CASES = 64;
const NUMBER = String.raw`(?:\d{1,3}(?:[,_']\d{3}){1,5}|\d{1,12}|\de\d{1,2}|10\^\d{1,2})`
  + String.raw`(?:[ \t]?(?:[kKMG]i?B?|[a-z]{3,12}))?`;
const KEY = String.raw`(?:[A-Za-z]|size|threads?|steps?|rows?|jobs?|count|len(?:gth)?)[ \t]{0,2}[=:][ \t]{0,2}`;
/** A heading that is a number: `1000:`, `n = 10,000`, `### 1e6 rows`. A number alone may be what a program prints. */
const SIZE = new RegExp(`^(?:#{1,6}[ \\t]{1,4}((?:${KEY})?${NUMBER}):?|(${KEY}${NUMBER}):?|(${NUMBER})[ \\t]?:)$`);
/** Numbers below are mostly those of runs. */
const MIN_SIZE = 10;
const REDIRECTION = /[ \t]+\d?[<>]{1,2}[ \t]?\S+/g;

interface Output { form: string; command: string | null; size: string | null; text: string }

/** Returns one side with a job for each case; null if the outputs are sides, or runs of one command. */
export function timeCases(text: string): NamedText[] | null {
  const starts = timeForms(text).slice(0, MAX_CASES + 1);
  if (starts.length < 2 || starts.length > MAX_CASES) return null;
  const regions = starts.map(({ at }, i) => linesOf(text, i === 0 ? 0 : starts[i - 1]?.at ?? 0, at));
  if (regions.some(isOfSide)) return null;
  const outputs = starts.map(({ at, form }, i): Output => ({
    form, command: commandAt(regions[i] ?? [], form), size: sizeIn(regions[i] ?? []),
    text: text.slice(at, starts[i + 1]?.at),
  }));
  const names = namesOf(outputs) ?? listed(regions);
  return names === null ? null : asCases(outputs.map((one) => one.text), names);
}

/**
 * Returns one side with a job for each output of a text whose outputs are known to differ, by their forms or by some of
 * their commands, but not in what: they are not runs of one thing. Null for other texts.
 */
export function unlikeOutputs(text: string): NamedText[] | null {
  const starts = timeForms(text).slice(0, MAX_CASES + 1);
  if (starts.length < 3 || starts.length > MAX_CASES) return null;
  const commands = starts.map(({ at }, i) => commandOf(linesOf(text, i === 0 ? 0 : starts[i - 1]?.at ?? 0, at))?.name);
  const known = new Set(commands.filter((command) => command !== undefined));
  if (new Set(starts.map(({ form }) => form)).size < 2 && known.size < 2) return null;
  return asCases(starts.map(({ at }, i) => text.slice(at, starts[i + 1]?.at)), numberedNames(commands.map(
    (command, i) => command ?? `output ${i + 1}`)));
}

const asCases = (texts: readonly string[], names: readonly string[]): NamedText[] => [{
  name: 'all', text: texts.join('\n'), cells: texts.map((text, i) => ({ job: names[i] ?? '', group: '', text })),
}];

/** Numbers names that occur again. */
const numberedNames = (names: readonly string[]): string[] => names.map((name, i) => {
  const before = names.slice(0, i).filter((one) => one === name).length;
  return before === 0 ? name : `${name} (${before + 1})`;
});

/** Words for a side at either end of a heading; within one, as in `Run with OpenMP`, they mostly are none. */
const OF_SIDE = new RegExp(String.raw`^(?:before|after|old|new|base(?:line)?|master|main|head|(?:un)?patched|`
  + String.raw`with(?:out)?|pr)\b|\b(?:before|after|old|new|baseline|master|(?:un)?patched)$`, 'i');

/** Whether a heading above an output is of a side. */
const isOfSide = (lines: readonly Label[]): boolean =>
  lines.some(({ name }) => OF_SIDE.test(headingIn(name.trim().replace(/^> ?/, '')) ?? ''));

/** Returns the command in the same line, as only zsh prints it: commands in lines above may be of several outputs. */
function commandAt(lines: readonly Label[], form: string): string | null {
  return form !== 'zsh' ? null : commandIn(lines.at(-1)?.name ?? '');
}

const sizeIn = (lines: readonly Label[]): string | null =>
  lines.map(({ name }) => SIZE.exec(name.trim())?.slice(1).find((size) => size !== undefined))
    .findLast((size) => size !== undefined) ?? null;

/** Returns a name for each output; null unless commands differ by their arguments, or there are several sizes. */
function namesOf(outputs: readonly Output[]): string[] | null {
  const ofZsh = outputs.filter(({ form }) => form === 'zsh');
  const commands = [...new Set(ofZsh.map(({ command }) => command))];
  const programs = new Set(commands.map((command) => command?.split(/\s/, 1)[0]));
  const sizes = new Set(outputs.flatMap(({ size }) => size ?? []));
  const areSizes = sizes.size > 1 && [...sizes].some((size) => numberIn(size) >= MIN_SIZE);
  const areArguments = commands.length > 1 && !commands.includes(null) && programs.size === 1;
  if (!areArguments && !areSizes) return null;
  // Other outputs of zsh must not be told as cases of a size above them.
  if (ofZsh.length > 0 && !areArguments && commands.some((command) => command !== null)) return null;
  const bare = commands.map((command) => (command ?? '').replace(REDIRECTION, ''));
  const isBareEnough = new Set(bare).size === commands.length;
  let [form, size]: [string, string | null] = ['', null];
  const counts = new Map<string, number>();
  return outputs.map((one) => {
    if (one.command !== null) return shortened(isBareEnough ? one.command.replace(REDIRECTION, '') : one.command);
    size = one.size ?? (one.form === form ? size : null);
    form = one.form;
    const name = size ?? 'no heading';
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    // Without their commands, outputs below one heading may differ in more than chance.
    return count === 1 ? name : `${name} (${count})`;
  });
}

const numberIn = (size: string): number =>
  Number(/\d[\d,_'e^]*/.exec(size)?.[0].replace(/[,_']/g, '').replace('10^', '1e') ?? NaN);

/** Returns the commands listed before the first output, if they differ and none stands between the outputs. */
function listed([first = [], ...others]: readonly Label[][]): string[] | null {
  const commands = first.flatMap(({ name }) => commandIn(name) ?? []);
  const isBetween = others.some((lines) =>
    lines.some(({ name }) => commandIn(name) !== null) || headingOf(lines) !== null);
  if (isBetween || new Set(commands).size < 2) return null;
  const names = commands.map((command) => shortened(command));
  return names.length === others.length + 1 ? names : [first, ...others].map((_, i) => `output ${i + 1}`);
}
