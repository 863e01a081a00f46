/** Recognizes traces of the Go scheduler, stacks of pmcstat, and query results as text, without parsing them. */
import { formatBytes, formatNumber } from '../../../../core/text/format.ts';
import { allIn, fits } from '../../../../core/text/prefilter/fits.ts';
import { joined } from '../look/factTools.ts';
import { CERTAIN, LIKELY, when, type Format } from '../look/format.ts';
import { counted, sentence } from '../look/named.ts';
import { bucketFacts } from '../scrapes/bucketRows.ts';

const SCHED = new RegExp([
  String.raw`^SCHED (\d{1,15})ms: gomaxprocs=(\d{1,5}) idleprocs=(\d{1,5}) threads=(\d{1,6}) `,
  String.raw`.*runqueue=(\d{1,9}) \[([\d ]{1,20000})\]?`,
].join(''), 'gm');
/** Result on a page of Prometheus: `{instance="a", job="b"}   15.37`; a named one must not look like /metrics. */
const RESULT = new RegExp([
  String.raw`^[ \t]*(?:(\{[^{}\n]{1,2000}\})\s{1,40}(?:\| )?|([a-zA-Z_:][\w:]{0,200}\{[^{}\n]{0,2000}\})`,
  String.raw`(?:\s{0,40}(?:=>|\|)\s*|\t|\s{2,40}))(-?[\d.]+(?:e[-+]?\d+)?|NaN|[-+]?Inf)(?:\s*@\s*\[?[\d.]+\]?)?\s*$`,
].join(''), 'gmi');

/** Matches `HeapAlloc = 11.7 MiB`, `# HeapAlloc = 123`, `"HeapAlloc": 123,` and `HeapAlloc 123`. */
const HEAP_ALLOC = /\bHeapAlloc"?(?: ?[=:])?[ \t]*\d/;
const MAX_COUNTS = 2000;
const FACTORS: Readonly<Record<string, number>> = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

export const OTHER_OUTPUTS: readonly Format[] = [
  {
    id: 'schedtrace', name: 'the output of GODEBUG=schedtrace', door: null,
    match: ({ head }) => when(fits(/^SCHED \d{1,15}ms: gomaxprocs=\d/m, head), { ...CERTAIN, program: 'Go' }),
    interest: ({ text }) => schedulerFacts(text),
    remedy: 'For CPU by function, fetch /debug/pprof/profile; for what goroutines wait for, '
      + '/debug/pprof/trace?seconds=5.',
  },
  {
    id: 'scavenger-trace', name: 'lines of the scavenger of an older Go', door: null,
    match: ({ head }) => when(fits(/^scvg-?\d{0,9}: (?:inuse: \d|\d+ MB released)/m, head),
      { ...CERTAIN, program: 'Go' }),
    interest: ({ text }) => {
      const [, inUse, idle, sys, released] =
        [...text.matchAll(/inuse: (\d+), idle: (\d+), sys: (\d+), released: (\d+)/g)].at(-1) ?? [];
      return inUse === undefined ? null : `At the end ${inUse} MB are in use and ${idle} MB idle, of ${sys} MB from `
        + `the system; ${released} MB are released to it.`;
    },
    remedy: 'Open the lines of gctrace with them (GODEBUG=gctrace=1).',
  },
  {
    id: 'go-memory-statistics', name: 'memory statistics of a Go program', door: null, isAnywhere: true,
    // After a heap profile as text they are part of that profile.
    match: ({ head }) => when(
      ((fits(HEAP_ALLOC, head) && fits(/\bHeapIdle\b/, head)) || fits(/^# runtime\.MemStats\s*\n# Alloc = \d/m, head))
        && !fits(/^[ \t>`]*heap profile: /m, head),
      { ...CERTAIN, program: 'Go' }
    ),
    interest: ({ text }) => memoryFacts(text),
    remedy: 'For memory by stack, fetch /debug/pprof/heap; for its course, add the program as a target.',
  },
  {
    id: 'pmcstat', name: 'the output of pmcstat', door: null,
    match: ({ head }) => when(fits(/^@ \S{1,100} \[\d+ samples\]/m, head), { ...CERTAIN, program: 'pmcstat' }),
    interest: ({ head }) => {
      const [, event, count] = /^@ (\S{1,100}) \[(\d+) samples\]/m.exec(head) ?? [];
      const first = /^(\d{1,3}\.\d+%)\s+\[\d+\]\s+(\S{1,300})/m.exec(head);
      return `It has ${Number(count).toLocaleString('en-US')} samples of ${event}`
        + `${first === null ? '' : `; ${first[2]} has ${first[1]} of them`}.`;
    },
    remedy: 'Convert it to collapsed stacks: stackcollapse-pmc.pl FILE > out.folded.',
  },
  {
    id: 'line-counts', name: 'counts of equal lines (uniq -c)', door: null, isAnywhere: true,
    match: ({ head }) => when(fits(/\buniq -c\b/, head) && countsOf(head).length > 1),
    interest: ({ head }) => {
      const counts = countsOf(head).sort((a, b) => b.count - a.count);
      const all = counts.reduce((sum, { count }) => sum + count, 0);
      const [most] = counts;
      return most === undefined ? null
        : `Of ${all.toLocaleString('en-US')} lines ${most.count.toLocaleString('en-US')} are ${most.line}.`;
    },
    remedy: 'For open files over time, add the server as a target; of the command itself, open the whole output.',
  },
  {
    id: 'query-result', name: 'a result of a query as text', door: null,
    match: ({ head, lines }) => {
      const count = allIn(RESULT, head).length;
      return when(count > 0 && count * 2 > Math.min(lines.length, 6), { ...LIKELY, program: 'Prometheus' });
    },
    interest: ({ text }) => queryFacts(text),
    remedy: 'Add the server as a target, or open its /metrics: the pages read from there what a query says.',
  },
];

const MAX_QUERIES = 3;

/** Describes the result of each query; a line of another form between rows begins the next one. */
function queryFacts(text: string): string {
  const results: { series: string; value: string }[][] = [];
  let end = -1;
  for (const { index, 0: whole, 1: labels, 2: name, 3: value = '' } of text.matchAll(RESULT)) {
    const isNext = end < 0 || /[^\s`|-]/.test(text.slice(end, index));
    const row = { series: (name ?? labels ?? '').replace('{}', ''), value };
    if (isNext) results.push([row]);
    else results.at(-1)?.push(row);
    end = index + whole.length;
  }
  const [only, ...others] = results;
  if (only === undefined || others.length === 0) return bucketFacts(only ?? [], text) ?? resultFacts(only ?? []);
  const told = results.slice(0, MAX_QUERIES).map((rows, i) => `${i + 1}. ${highest(rows)}`);
  return `It has the results of ${results.length} queries; highest: ${told.join(', ')}${
    results.length > MAX_QUERIES ? ', ...' : ''}.`;
}

type Rows = readonly { series: string; value: string }[];

function highest(rows: Rows): string {
  const most = mostOf(rows);
  return most === undefined ? 'nothing' : `${most.series} ${formatNumber(Number(most.value))}`;
}

const mostOf = (rows: Rows): Rows[number] | undefined =>
  rows.toSorted((a, b) => Number(b.value) - Number(a.value))[0];

function resultFacts(rows: Rows): string {
  const most = mostOf(rows);
  return most === undefined || rows.length === 1 ? `It has one series, with the value ${most?.value}.`
    : `It has ${rows.length.toLocaleString('en-US')} series. ${most.series} has the highest value: `
      + `${formatNumber(Number(most.value))}.`;
}

/** Returns the rows below the command `uniq -c`, up to the first line of another form. */
function countsOf(text: string): { count: number; line: string }[] {
  const [, ...lines] = text.slice(text.search(/^.*\buniq -c\b/m)).split('\n', MAX_COUNTS);
  const rows = lines.map((line) => /^[ \t]*(\d{1,12}) (\S.{0,300})$/.exec(line));
  const end = rows.indexOf(null);
  return rows.slice(0, end < 0 ? undefined : end)
    .flatMap((row) => (row === null ? [] : [{ count: Number(row[1]), line: (row[2] ?? '').trim() }]));
}

/** Summarizes the last runtime.MemStats in a text, whose fields are in bytes unless they have a unit. */
function memoryFacts(text: string): string | null {
  const of = (name: string): number | null => {
    const pattern = new RegExp(`\\b${name}"?(?: ?[=:])?[ \\t]*([\\d.]{1,20})(?: ([KMG]?i?B)\\b)?`, 'g');
    const [, value, unit = 'B'] = [...text.matchAll(pattern)].at(-1) ?? [];
    const factor = FACTORS[unit];
    return value === undefined || factor === undefined ? null : Number(value) * factor;
  };
  const [live, sys, idle] = [of('HeapAlloc') ?? of('Alloc'), of('Sys'), of('HeapIdle')];
  const released = of('HeapReleased') ?? of('HeapRelease');
  const part = (bytes: number | null, word: string): string | null =>
    (bytes === null ? null : `${formatBytes(bytes)} ${word}`);
  const said = sentence([
    part(live, 'of heap are allocated'), part(sys, 'were requested from the system'),
    part(idle, 'of the heap are idle'), part(released, 'of them returned to the system'),
  ]);
  return joined([said, sys !== null && released !== null && released * 2 > sys
    ? 'Most of it is returned already: what stays resident is memory that the kernel has not taken back yet, as with '
      + 'MADV_FREE in Go 1.12 to 1.15, or not of Go.' : null]);
}

/** Returns how long all processors were busy, and how many goroutines waited for one. */
export function schedulerFacts(text: string): string | null {
  const rows = allIn(SCHED, text).map(([, ms, processors, idle, threads, global, local = '']) => ({
    ms: Number(ms), processors: Number(processors), idle: Number(idle), threads: Number(threads),
    waiting: Number(global) + local.trim().split(' ').reduce((sum, one) => sum + Number(one), 0),
  }));
  const [first] = rows;
  if (first === undefined) return null;
  const busy = rows.filter(({ idle }) => idle === 0);
  const most = rows.reduce((max, row) => (row.waiting > max.waiting ? row : max), first);
  const idle = Math.min(...rows.map((row) => row.idle));
  const said = busy.length === 0
    ? `At least ${idle} of ${first.processors} processors were idle: the program did not lack CPU.`
    : `All ${first.processors} processors were busy in ${busy.length} of ${counted(rows.length, 'line')}; up to `
      + `${counted(most.waiting, 'goroutine')} waited for one, at ${most.ms.toLocaleString('en-US')} ms.`;
  return `${said} It had up to ${counted(Math.max(...rows.map(({ threads }) => threads)), 'thread')}.`;
}
