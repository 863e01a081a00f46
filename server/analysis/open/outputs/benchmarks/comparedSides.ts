/** Finds out which sides a table of benchmarks compares, and by how many runs, from the text around it. Pure. */
import { allIn } from '../../../../../core/text/prefilter/fits.ts';

/** `benchstat a.txt b.txt`, also with flags, behind a prompt and before a redirection. */
const COMMAND = /^[^\n]{0,80}?\b(?:benchstat|benchcmp)[ \t]([^\n|>]{3,600})/gm;
/** `│ a.txt │ b.txt │` above the units. */
const TITLES = new RegExp(String.raw`^[^\n\u2502]{0,300}\u2502[ \t]{1,200}(\S{1,200})[ \t]{1,200}`
  + String.raw`\u2502[ \t]{1,200}(\S{1,200})[ \t]{1,200}\u2502?[ \t]*\r?$`, 'm');
/** `,a.txt,,b.txt,,,` above the units, as CSV. */
const CSV_TITLES = /^,([^,\n]{1,200}),,([^,\n]{1,200}),{2,4}[ \t]{0,9}\r?$/m;
/** The lines of funcbench. */
const OLD_AND_NEW = /^Old: `?([^\s`]{1,200})`?[ \t]*\r?\nNew: `?([^\s`]{1,200})`?[ \t]*\r?$/m;
/** `Comparing 'a.out' with (new) 'b.out'`, above the table. */
const COMPARING = new RegExp([
  /^[ \t>]{0,8}Comparing /, /(\(old\) |\(new\) )?['"`]?([^\s'"`]{1,400})['"`]? /, /(?:with|to|and|against|vs\.?) /,
  /(\(old\) |\(new\) )?['"`]?([^\s'"`]{1,400})/,
].map(({ source }) => source).join(''), 'm');
/** A file that is named by its time, so that its folder names the side. */
const STAMP = /^\d{4}-?\d\d-?\d\d[T_-]?/;
/** A word of a command that is a file or a label, not prose. */
const FILE = /[./=_-]/;

/** The columns of a table that names its sides only by their age. */
const OLD_NEW = /\bold \S{1,20}[ \t]{1,80}new \S/;
/** `master` vs `v0.4.4`, in words around the table. */
const IN_WORDS = /(?:^|[\s(])`([\w./-]{1,80})`,? (?:vs\.?|versus) `([\w./-]{1,80})`/gim;
/** Names of the side that others are compared with. */
const BASE = /^(?:master|main|trunk|develop|base\w{0,4}|old|before|HEAD[~^]\d?)$/i;
/** `benchstat-main-1a2b3c4-vs-patch.txt`, and a name that begins with that of a base. */
const IN_NAME = new RegExp([
  /^(?:(?:bench\w{0,10}|results?|compare)[-_.])?([\w.-]{1,60}?)/,
  /[-_.](?:vs|versus)[-_.]([\w-]{1,60})(?:\.\w{1,8}){0,3}$/,
].map(({ source }) => source).join(''), 'i');
const BASE_NAME = /^(?:master|main|trunk|develop|base\w{0,4}|old|before)(?:[-_.]|$)/i;
const RELEASE = /^v?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?\S{0,20}$/;

export interface Sides {
  /** The compared sides, as in ` of pr.txt against main.txt`; "" if the text does not name them. */
  of: string;
  /** The missing facts without which none of them can be called slower; null if none is missing. */
  note: string | null;
}

/** Returns which side the changes of a table are of, by the text, else by the name of its file. */
export function comparedSides(text: string, name = ''): Sides {
  const [old, current] = ofCommand(text) ?? OLD_AND_NEW.exec(text)?.slice(1, 3) ?? ofTitles(text)
    ?? ofComparing(text) ?? [];
  if (old === undefined || current === undefined || old === current)
    return OLD_NEW.test(text) ? ofWords(text, name) : { of: '', note: null };
  const [first, second] = namesOf(old, current);
  return { of: ` of ${first === second ? current : second} against ${first === second ? old : first}`, note: null };
}

/** Returns the sides that the name of a file has around `vs`; null if they do not show which is the base. */
function ofName(name: string): Sides | null {
  const [, one = '', other = ''] = IN_NAME.exec(name) ?? [];
  return !BASE_NAME.test(one) || other === '' || BASE_NAME.test(other) ? null : {
    of: ` of ${other} (new) against ${one} (old)`,
    note: 'The name of the file says which versions old and new are, not the text: make sure of the order of the files '
      + 'that benchstat got.',
  };
}

/** Returns the sides of a table of old and new, which words around it may name. */
function ofWords(text: string, name: string): Sides {
  const found = [...text.matchAll(IN_WORDS)].map(([, one = '', other = '']) => ({ one, other }));
  const [pair] = found;
  if (pair === undefined || found.some(({ one, other }) => one !== pair.one || other !== pair.other))
    return ofName(name) ?? { of: ' of new against old', note: 'Which versions old and new are is not in the text.' };
  const { one, other } = pair;
  if (BASE.test(other) || !BASE.test(one)) return {
    of: ' of new against old',
    note: `The text compares ${one} with ${other}, but does not say which of them is old.`,
  };
  const isOlder = RELEASE.test(other)
    ? `, a release: where it is slower, ${one} is the faster side, which is no regression of ${one}` : '';
  return {
    of: ` of ${other} (new) against ${one} (old)`,
    note: `That is the order of "${one} vs ${other}" in the text: new is ${other}${isOlder}. Make sure of the order of `
      + 'the files that benchstat got.',
  };
}

function ofCommand(text: string): string[] | null {
  const commands = allIn(COMMAND, text).map(([, rest = '']) => {
    const words = rest.trim().split(/\s+/);
    // A word behind a flag without a sign of equality may be its value.
    return words.filter((word, i) => !word.startsWith('-')
      && !(/^-{1,2}[\w-]+$/.test(words[i - 1] ?? '') && !/[./]/.test(word)));
  });
  const two = commands.filter((words) => words.length === 2 && words.every((word) => FILE.test(word)));
  // Several commands may be of several tables.
  return two.length === 1 ? two[0] ?? null : null;
}

/** Returns the sides of a line that marks at least one of them as old or new; null without such a line. */
function ofComparing(text: string): string[] | null {
  const [, mark = '', one, otherMark = '', other] = COMPARING.exec(text) ?? [];
  if (one === undefined || other === undefined || mark === otherMark) return null;
  return mark === '(new) ' || otherMark === '(old) ' ? [other, one] : [one, other];
}

function ofTitles(text: string): string[] | null {
  const [, old, current] = TITLES.exec(text) ?? CSV_TITLES.exec(text) ?? [];
  return old === undefined || current === undefined || /\/(?:op|s)$/.test(old) ? null : [old, current];
}

/** `│ main.txt │ one.txt │ two.txt │` above the units. */
const SEVERAL = new RegExp(String.raw`^[^\n\u2502]{0,300}\u2502[ \t]{1,200}(\S{1,200})[ \t]{1,200}`
  + String.raw`(?:\u2502[ \t]{1,200}\S{1,200}[ \t]{1,200}){2,12}\u2502?[ \t]*\r?$`, 'm');

/** `name \\ time/op  main.txt  one.txt  two.txt`. */
const COLUMNS = /^name \\ \S{1,40}[ \t]{1,200}(\S{1,200})(?:[ \t]{1,200}\S{1,200}){2,12}[ \t]*\r?$/m;

/** Returns what several sides are compared with; null if the table does not name it. */
export function baseOf(text: string): string | null {
  const base = (SEVERAL.exec(text) ?? COLUMNS.exec(text))?.[1];
  return base === undefined || /\/(?:op|s)$/.test(base) ? null : nameOf(base);
}

/** Returns the name of a file without its folders, and the label of `label=file`. */
const nameOf = (word: string): string =>
  (word.split('=', 1)[0]?.split('/').at(-1) || word).replace(/^([0-9a-f]{10})[0-9a-f]{30}$/, '$1');

/** Returns the names of two files; of files that are named by their time, those of the folders if these differ. */
function namesOf(old: string, current: string): [old: string, current: string] {
  const names: [string, string] = [nameOf(old), nameOf(current)];
  const [before = '', after = ''] = [old, current].map((path) => path.split('/').at(-2) ?? '');
  const areFolders = before !== '' && after !== '' && before !== after;
  return areFolders && names.every((name) => STAMP.test(name)) ? [before, after] : names;
}

const RUNS = /\bp=\d(?:\.\d{1,6})? n=(\d{1,6})(?:\+(\d{1,6}))?/g;
const TEST_COMMAND = /\bgo test\b[^\n]{0,300}? -(?:test\.)?bench[ =][^\n]{0,300}/g;

const runsIn = (text: string): number[] =>
  [...text.matchAll(RUNS)].flatMap(([, one, other]) => [one, other ?? one].map(Number));

/** Returns the largest number of runs of a value; Infinity if the table has no such number. */
export function mostRuns(text: string): number {
  const numbers = runsIn(text);
  return numbers.length === 0 ? Infinity : numbers.reduce((most, one) => Math.max(most, one), 0);
}

/** Returns the smallest number of runs of a value; 0 if the table has no such number. */
export function fewestRuns(text: string): number {
  const numbers = runsIn(text);
  return numbers.length === 0 ? 0 : numbers.reduce((least, one) => Math.min(least, one), Infinity);
}

/** Says how many runs each value has, by `n=10` or `n=9+10`; null if the table has no such number. */
export function runsPerSide(text: string): string | null {
  const numbers = runsIn(text);
  if (numbers.length === 0) return null;
  const [least, most] = numbers.reduce(([low, high], n) => [Math.min(low, n), Math.max(high, n)], [Infinity, 0]);
  const runs = least === most ? `${least} run${least === 1 ? '' : 's'}` : `${least} to ${most} runs`;
  return `Each value is of ${runs}.`;
}

/** Says that the command of a table without tests runs each benchmark once; null if it may not. */
export function oneRunOfCommand(text: string): string | null {
  const commands = text.match(TEST_COMMAND) ?? [];
  return commands.length === 0 || commands.some((command) => /-(?:test\.)?count\b/.test(command)) ? null
    : 'Its go test command has no -count, so it runs each benchmark once.';
}
