/** Facts on a table of perf report with shares with and without callees: the largest self share, lost stacks. Pure. */
import { counted } from '../../../../../../core/text/format.ts';
import { joined } from '../../../look/factTools.ts';

/** `  41.55%  41.10%  783  app  app  [.] name`: with callees, self, the number of samples if printed, the function. */
export const CHILDREN_ROW = new RegExp(String.raw`^[-+ \t]{0,12}(\d[\d.]{0,5})% {1,12}(\d[\d.]{0,5})%`
  + String.raw`(?: {1,20}(\d{1,12}))? {1,20}(?!\d[\d.]{0,5}%)(\S[^\n]{0,200}?) \[[.kgu]\] {1,4}(\S[^\n]{0,500})$`, 'm');
/** A branch of the graph below a row: `|--19.16%--name`. */
const BRANCH = /^ {1,200}\|?--([\d.]{1,6})%--(\S.{0,500}?)\s*$/;
/** The first frame of a stack that was not unwound. */
const NO_NAME = /^(?:0x[0-9a-f]{1,16}|0|[0-9a-f]{8,16}|\[unknown\]|\?\?)$/;
const MAX_LINES = 5000;
/** Share of the stacks of a function from which they are said not to be unwound. */
const MOSTLY = 0.5;
const MAX_NAMED = 2;
/** Functions of libraries that work for every call, and what to do in the caller. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^<?prometheus::vec::MetricVec<.{0,100}>::(?:get_metric_)?with|prometheus\.\(\*\w{0,20}Vec\)\.(?:GetMetric)?With/,
    'It looks a metric up by its labels in each call: keep what it returns instead of looking it up in a loop.'],
];

/** `written`: its two shares as they are written. `command`: what stands before the function, the process first. */
interface Row {
  at: number; children: number; self: number; written: { children: string; self: string }; samples: number | null;
  command: string; name: string;
}

function rowsOf(lines: readonly string[]): Row[] {
  return lines.flatMap((line, at) => {
    const [, children, self, samples, command = '', name = ''] = CHILDREN_ROW.exec(line) ?? [];
    return children === undefined || self === undefined ? [] : [{
      at, children: Number(children), self: Number(self), written: { children, self },
      samples: samples === undefined ? null : Number(samples), command, name: name.trim(),
    }];
  });
}

/** Returns the function with the highest self share; null for another table, or if it has no name. */
export function childrenFacts(text: string): string | null {
  const lines = text.split('\n', MAX_LINES);
  const rows = rowsOf(lines).filter(({ command }) => !command.startsWith('swapper'));
  const most = rows.reduce<Row | null>((max, row) => (max === null || row.self > max.self ? row : max), null);
  if (most === null || most.self <= 0 || NO_NAME.test(most.name)) return null;
  const { name, self, children, written, samples } = most;
  const process = most.command.split(/[ \t]{2,}/)[0] ?? '';
  const end = rows.find(({ at }) => at > most.at)?.at;
  return joined([
    `${name} has the highest self share: ${written.self} %${
      children - self < 0.01 ? '' : ` (${written.children} % with what it calls)`}${
      process === '' || process === name ? '' : `, in ${process}`}.`,
    samples === null || samples === 0 ? null : `That is ${counted(samples, 'sample')}, of about ${
      Number((100 * samples / self).toPrecision(2)).toLocaleString('en-US')} in all.`,
    callerFact(rows, most), lostFacts(lines.slice(most.at + 1, end), most),
    ADVICE.find(([pattern]) => pattern.test(name))?.[1] ?? null,
  ]);
}

/** Functions of a runtime or a kernel, and where stacks begin, say nothing of the work. */
const OF_PROGRAM = /\/|::/;
const MUCH_MORE = 1.2;

/** Names the function of the program that has clearly more with what it calls; null without one. */
function callerFact(rows: readonly Row[], { children }: Row): string | null {
  const [caller] = rows.filter(({ name, children: own }) => OF_PROGRAM.test(name) && own > MUCH_MORE * children)
    .toSorted((a, b) => b.children - a.children);
  return caller === undefined ? null
    : `${caller.name} has most of the program with what it calls: ${caller.written.children} %.`;
}

/** Says how many stacks of a function begin without a name, or in itself; null if they are few. */
function lostFacts(lines: readonly string[], { name: own, children }: Row): string | null {
  const branches = lines.flatMap((line) => {
    const [, percent, name = ''] = BRANCH.exec(line) ?? [];
    return percent === undefined ? [] : [{ column: line.indexOf('--'), percent: Number(percent), name }];
  });
  const roots = branches.filter(({ column }) => column === branches[0]?.column);
  const sum = roots.reduce((all, { percent }) => all + percent, 0);
  const lost = roots.filter(({ name }) => NO_NAME.test(name) || name === own);
  const share = lost.reduce((all, { percent }) => all + percent, 0) / Math.max(sum, children);
  if (roots.length === 0 || !(share >= MOSTLY)) return null;
  const places = [
    ...new Set(lost.map(({ name }) => name).filter((name) => name !== own)),
    ...lost.some(({ name }) => name === own) ? ['in itself'] : [],
  ];
  const named = roots.filter((root) => !lost.includes(root)).slice(0, MAX_NAMED);
  const others = named.map(({ name, percent }) => `${name}, ${percent} %`).join('; ');
  return `${Number((100 * share).toPrecision(2))} % of its stacks begin at ${places.join(' or ')}: they were not `
    + `unwound, so its callers are not known${others === '' ? '' : ` (the others begin in ${others})`}. Build with `
    + 'frame pointers, or record with perf record --call-graph dwarf.';
}
