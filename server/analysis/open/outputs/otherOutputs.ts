/** Recognizes traces of the Go scheduler, stacks of pmcstat, and query results as text, without parsing them. */
import { formatNumber } from '../../../../core/text/format.ts';
import { allIn, fits } from '../../../../core/text/prefilter/fits.ts';
import { CERTAIN, LIKELY, when, type Format } from '../look/format.ts';
import { bucketFacts } from '../scrapes/bucketRows.ts';
import { memoryFacts } from './runtime/memStats.ts';
import { schedulerFacts } from './runtime/schedtrace.ts';

/** Result on a page of Prometheus: `{instance="a", job="b"}   15.37`; a named one must not look like /metrics. */
const RESULT = new RegExp([
  String.raw`^[ \t]*(?:(\{[^{}\n]{1,2000}\})\s{1,40}(?:\| )?|([a-zA-Z_:][\w:]{0,200}\{[^{}\n]{0,2000}\})`,
  String.raw`(?:\s{0,40}(?:=>|\|)\s*|\t|\s{2,40}))(-?[\d.]+(?:e[-+]?\d+)?|NaN|[-+]?Inf)(?:\s*@\s*\[?[\d.]+\]?)?\s*$`,
].join(''), 'gmi');

/** Matches `HeapAlloc = 11.7 MiB`, `# HeapAlloc = 123`, `"HeapAlloc": 123,` and `HeapAlloc 123`. */
const HEAP_ALLOC = /\bHeapAlloc"?(?: ?[=:])?[ \t]*\d/;
const MAX_COUNTS = 2000;

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
