/** Recognizes tables of node --prof-process and of Valgrind's annotate tools, whose totals are in their heads. */
import { isWaiting } from '../../../../../core/profile/waitingFunctions.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../../look/format.ts';
import { tablesCompared } from './nodeTables.ts';

const many = (value: number): string => value.toLocaleString('en-US');
const numberOf = (text = ''): number => Number(text.replaceAll(',', ''));

const V8_HEAD = new RegExp(String.raw`^[ \t]{0,20}Statistical profiling result from [^\n]{1,300}, `
  + String.raw`\((\d{1,12}) ticks, (\d{1,12}) unaccounted, \d{1,12} excluded\)`, 'm');
/** Sections whose rows are parts of others: sums, and callers in shares of what they call. */
const V8_SUMS = /^[ \t]{0,20}\[(?:Summary|C\+\+ entry points|Bottom up \(heavy\) profile)\]:/m;
const V8_COUNT = String.raw`^[ \t]{1,20}(\d{1,12})[ \t]{1,12}([\d.]{1,6})%(?:[ \t]{1,12}[\d.]{1,6}%)?[ \t]{1,40}`;
const V8_ROW = new RegExp(String.raw`${V8_COUNT}(\S[^\n]{0,200})$`, 'gm');
const V8_GC = new RegExp(String.raw`${V8_COUNT}GC[ \t]{0,8}$`, 'm');
const V8_TREE = /^[ \t]{0,20}\[Bottom up \(heavy\) profile\]:/m;
const MIN_GC_PERCENT = 10;
const MIN_WAIT_PERCENT = 30;
/** Share of ticks without a function from which the others say little. */
const MANY_UNACCOUNTED = 0.2;

const MAX_TABLES = 6;

/** Returns the facts of each run, and how the first differs from the last. */
function v8Facts(text: string): string | null {
  const heads = [...text.matchAll(new RegExp(V8_HEAD.source, 'gm'))];
  const shown = heads.slice(0, MAX_TABLES).map(({ index }, i) => {
    const part = text.slice(index, heads[i + 1]?.index);
    return { above: text.slice(heads[i - 1]?.index ?? 0, index), facts: runFacts(part), ...ticksOf(part) };
  });
  return shown.length < 2 ? runFacts(text, true) : tablesCompared(shown, heads.length);
}

/** Returns the ticks of a run, and those of its functions by name. */
function ticksOf(text: string): { ticks: number; rows: Map<string, number> } {
  const sums = text.search(V8_SUMS);
  return {
    ticks: Number(V8_HEAD.exec(text)?.[1]),
    rows: new Map([...text.slice(0, sums < 0 ? undefined : sums).matchAll(V8_ROW)].slice(0, MAX_ROWS)
      .map(([, count, , name = '']) => [name.trim(), Number(count)])),
  };
}

/** Says that most ticks are of an event loop that waits, by the first row of the tree; null without that. */
function waitOf(text: string): string | null {
  const tree = text.search(V8_TREE);
  const [, count, percent, name = ''] = tree < 0 ? [] : new RegExp(V8_ROW.source, 'm').exec(text.slice(tree)) ?? [];
  return count === undefined || Number(percent) < MIN_WAIT_PERCENT || !isWaiting(name.trim(), '') ? null
    : `${percent} % of the ticks are in ${name.trim()}, in which the event loop waits for work: that is no work.`;
}

/** Returns the function with most ticks of the whole run; the tree below has percentages of its own. */
function runFacts(text: string, isAlone = false): string | null {
  const [, ticks, unaccounted] = V8_HEAD.exec(text) ?? [];
  if (ticks === undefined) return null;
  const rest = text.slice(text.search(V8_HEAD));
  const sums = rest.search(V8_SUMS);
  const rows = [...rest.slice(0, sums < 0 ? undefined : sums).matchAll(V8_ROW)]
    .map(([, count, percent, name = '']) => ({ count: Number(count), percent, name: name.trim() }))
    .sort((a, b) => b.count - a.count);
  const [first] = rows;
  const gc = V8_GC.exec(rest);
  const wait = waitOf(rest);
  const share = Number(unaccounted) / Number(ticks);
  return [
    first === undefined ? `It has ${many(Number(ticks))} ticks.`
      : `Of ${many(Number(ticks))} ticks, ${first.name} has most itself: ${many(first.count)} (${first.percent} %).`,
    ...wait === null ? [] : [wait],
    ...gc !== null && Number(gc[2]) >= MIN_GC_PERCENT ? [`Garbage collection takes ${gc[2]} %.`] : [],
    ...share >= MANY_UNACCOUNTED ? [`${Math.round(100 * share)} % of the ticks are in no function.`] : [],
    ...isAlone && wait === null && !BOTTOM_UP.test(rest) ? nativeWords(rows, Number(ticks)) : [],
  ].join(' ');
}

/** Rows of JavaScript, which later versions mark as JS or Function. */
const OF_SCRIPT = /^(?:LazyCompile|Function|JS|Script|Eval|RegExp):/;
/** Files of machine code: of Node itself, which contains V8, and of libraries. */
const OF_MACHINE = /^(?:\/|[A-Z]:\\)\S{1,200}$/;
const MUCH_NATIVE = 0.5;
/** The part that says what calls code without names. */
const BOTTOM_UP = /^[ \t]{0,20}\[Bottom up \(heavy\) profile\]:/m;

/** Says that most ticks are in machine code without names, and which script leads; nothing if they are not. */
function nativeWords(rows: readonly { count: number; name: string }[], ticks: number): string[] {
  const native = rows.filter(({ name }) => OF_MACHINE.test(name)).reduce((sum, { count }) => sum + count, 0);
  const scripts = rows.filter(({ name }) => OF_SCRIPT.test(name));
  const script = scripts.reduce((sum, { count }) => sum + count, 0);
  const [first] = scripts;
  const share = (count: number): string => `${Number((100 * count / ticks).toPrecision(3))} %`;
  return native < MUCH_NATIVE * ticks ? [] : [
    `Machine code of Node and its libraries has ${share(native)}, such as garbage collection, which these rows do not `
      + `name; the JavaScript listed has ${share(script)}${
        first === undefined ? '' : `, most of it ${share(first.count)} in ${scriptName(first.name)}`}.`,
    'The part [Bottom up (heavy) profile] shows what calls that code; node --trace-gc, how much of it is collection.',
  ];
}

/** Removes the kind, the mark of the compiler and the folders of a function of JavaScript. */
const scriptName = (name: string): string => name.replace(/^\w{1,12}: [*~^]?/, '')
  .replace(/ (?:file:\/\/)?\S*\/(\S{1,200}?:\d{1,9})(?::\d{1,9})?$/, ' ($1)');

const TOTALS = /^[ \t]{0,20}([\d,]{1,20})(?: \([\d.]{1,6}%\))?(?:[ \t][^\n]{0,400})?[ \t]PROGRAM TOTALS/m;
const ANNOTATED = /^[ \t]{0,20}([A-Z]\w{0,30})\b[^\n]{0,300}[ \t]file:function[ \t]*$/m;
const COUNT = /^[ \t]{0,20}([\d,]{1,20})(?: \([\d.]{1,6}%\))?[ \t]/;
/** The last word that has a colon is the file and the function, before the path of the binary. */
const FUNCTION = /[ \t]([^\s:]{1,120}:[^\n]{1,200})$/;
const MAX_ROWS = 500;
const MAX_LINE = 400;

/** Returns the row with the highest count of the first event, in shares of the totals of the program. */
function annotatedFacts(text: string): string | null {
  const [, total] = TOTALS.exec(text) ?? [];
  const head = ANNOTATED.exec(text);
  const all = numberOf(total);
  if (total === undefined || head === null || !(all > 0)) return null;
  const [first] = text.slice(head.index + head[0].length).split('\n', MAX_ROWS).flatMap((line) => {
    const [count, name] = [COUNT.exec(line)?.[1], FUNCTION.exec(line.slice(0, MAX_LINE).trimEnd())?.[1]];
    return count === undefined || name === undefined ? []
      : [{ count: numberOf(count), name: name.replace(/ \[\S{1,300}\]$/, '') }];
  }).sort((a, b) => b.count - a.count);
  return first === undefined ? `It counts ${many(all)} ${head[1] ?? ''} in all.`
    : `Of ${many(all)} ${head[1] ?? ''} in all, ${first.name} has most: ${many(first.count)} (${
      Number((100 * first.count / all).toPrecision(3))} %).`;
}

export const ANNOTATED_TEXTS: readonly Format[] = [
  {
    id: 'v8-processed', name: 'what node --prof-process printed', door: null,
    match: ({ head, isText }) => when(isText && fits(V8_HEAD, head), { ...CERTAIN, program: 'V8' }),
    interest: ({ text }) => v8Facts(text),
    remedy: 'A table has no stacks: record node --cpu-prof; a .cpuprofile is read.',
  },
  {
    id: 'valgrind-annotated', name: 'a table of callgrind_annotate or cg_annotate', door: null,
    match: ({ head, isText }) => when(isText && fits(TOTALS, head), { ...CERTAIN, program: 'Valgrind' }),
    interest: ({ text }) => annotatedFacts(text),
    remedy: 'A table has no stacks: record with perf record -g, or convert the file to collapsed stacks.',
  },
];
