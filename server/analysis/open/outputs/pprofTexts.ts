/** Recognizes output of go tool pprof: top, tree, peek, list, tags, raw, disasm, a graph. Only traces are parsed. */
import { allIn, fits } from '../../../../core/text/prefilter/fits.ts';
import { looksTraces } from '../../../profile/foreign/pprofTraces.ts';
import { traceLocks } from '../goroutines/printed/traceLocks.ts';
import { CERTAIN, when, wordOf, type Format, type Match } from '../look/format.ts';
import { joined } from '../look/factTools.ts';
import { counted } from '../look/named.ts';
import { differenceFacts, isDifference, withoutCopies } from './profilers/pprofDifference.ts';
import { growthFacts } from './profilers/graphs/growth.ts';
import { allocatedWords } from './profilers/heaps/allocatedWords.ts';
import { smallHeapWords } from './profilers/heaps/heapRows.ts';
import { rawFacts } from './profilers/files/pprofRaw.ts';
import { spaceFacts } from './profilers/pprofAxes.ts';
import { listFacts } from './profilers/pprofLists.ts';
import { programOfCode } from './profilers/pprofSubsystems.ts';
import { coreFacts, pprofAmount, totalsCompared } from './profilers/pprofTotals.ts';
import { growthOfSlices, peekedWords } from './profilers/tables/pprofPeek.ts';
import { isHelper } from './profilers/helpers/helperRows.ts';
import {
  MAX_ROWS, NEIGHBOUR, ROW, rowsOf, shortPlace, TOP_HEADER, TOTAL, valueOf,
} from './profilers/rows/printedRows.ts';
import { tableFacts } from './profilers/tables/tableFacts.ts';
import { sourceFacts } from './profilers/tables/pprofSource.ts';
import { differenceWords } from './profilers/tables/differenceOfObjects.ts';
import { withoutCode } from './profilers/tables/pprofSessions.ts';

const PROGRAM = { ...CERTAIN, program: 'Go' };
/** Programs by the name of their file, which pprof prints as `File: prometheus`. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/^prometheus/, 'Prometheus'], [/^thanos/, 'Thanos'], [/^mimir/, 'Mimir'], [/^cortex/, 'Cortex'], [/^loki/, 'Loki'],
  [/^(?:victoria-metrics|vm(?:agent|alert|insert|select|storage|single))/, 'VictoriaMetrics'], [/^tempo/, 'Tempo'],
  [/^influxd/, 'InfluxDB'], [/^etcd/, 'etcd'], [/^grafana/, 'Grafana'], [/^otelcol/, 'OpenTelemetry Collector'],
  [/^alertmanager/, 'Alertmanager'], [/^tikv-server$/, 'TiKV'], [/^tidb-server$/, 'TiDB'],
  [/^cockroach$/, 'CockroachDB'],
];

/** Returns the name of a known program by that of its file; undefined for others. */
export const programOfFile = (file: string): string | undefined =>
  PROGRAMS.find(([pattern]) => pattern.test(file))?.[1];

function programMatch(head: string): Match {
  const file = wordOf(/^[ \t>]{0,40}File: (\S{1,200})\s*$/m, head)?.split('/').at(-1);
  return file === undefined || file === '' ? { ...PROGRAM, program: programOfCode(head) ?? PROGRAM.program }
    : { ...CERTAIN, program: programOfFile(file) ?? file };
}

/** A label, and its first value. */
const FIRST_TAG = new RegExp(
  String.raw`^ ?(\S{1,60}): Total \S{1,30} of (\S{1,30}) \(.{0,20}\)\s*\n\s*\S+ \( ?([\d.]+%)\): (.{1,100})`, 'm'
);

const MAX_TABLES = 2;
const MIN_NEIGHBOUR_PERCENT = 1;

export const PPROF_TEXTS: readonly Format[] = [
  {
    id: 'pprof-text', name: 'a table that go tool pprof printed', door: null,
    // If the header is missing, a unit tells its rows from those of other tools.
    match: ({ head }) => when(fits(TOP_HEADER, head)
      || allIn(ROW, head).filter(([, flat = '']) => /[a-z]$/i.test(flat)).length > 1,
    () => programMatch(head)),
    interest: ({ head }) => withoutCode(head) ?? topFacts(head),
    remedy: 'The profile (.pb.gz) that it was printed from has the whole stacks: open that if you have it.',
  },
  {
    id: 'pprof-source', name: 'lines of source that go tool pprof -list or -disasm printed', door: null,
    match: ({ head }) => when(fits(/^ROUTINE =+ \S/m, head) && fits(/Total(?::|\))|% of Total/, head), PROGRAM),
    interest: ({ head }) => sourceFacts(head),
    remedy: 'Open the profile (.pb.gz): its view Source shows the same of every function.',
  },
  {
    id: 'goroutine-traces', name: 'the stacks of goroutines that go tool pprof -traces printed', door: 'profile',
    match: ({ head }) => when(traceLocks(head) !== null, () => programMatch(head)),
    interest: ({ text }) => traceLocks(text),
    remedy: 'If you have the profile (.pb.gz) that they were printed from, open that.',
  },
  {
    id: 'pprof-traces', name: 'the stacks that go tool pprof -traces printed', door: 'profile',
    match: ({ head }) => when(looksTraces(head), () => programMatch(head)),
    interest: ({ text }) => traceFacts(text),
    remedy: 'If you have the profile (.pb.gz) that they were printed from, open that.',
  },
  {
    id: 'pprof-tags', name: 'the labels that go tool pprof -tags printed', door: null,
    match: ({ head }) => when(fits(/^ ?\S{1,60}: Total \S{1,30} of \S{1,30} \(/m, head), PROGRAM),
    interest: ({ head }) => {
      const [, key, total, share, value] = FIRST_TAG.exec(head) ?? [];
      return key === undefined ? null : `Of ${total} in all, the label ${key}=${value} has ${share}.`;
    },
    remedy: 'Open the profile (.pb.gz): its view Tags shows the same.',
  },
  {
    id: 'pprof-raw', name: 'a profile as go tool pprof -raw prints it', door: null,
    match: ({ head }) => when(fits(/^PeriodType: \S/m, head) || (fits(/^Samples:\s*$/m, head)
      && fits(/^\S+\/\S+ \S*\/\S+\s*$/m, head)), PROGRAM),
    interest: rawFacts,
    remedy: 'For its graph and its callers, open the profile (.pb.gz) itself.',
  },
  {
    id: 'pprof-graph', name: 'a call graph of go tool pprof for Graphviz', door: null,
    match: ({ head }) => when(/^digraph "[^\n]{0,300}" \{\n/.test(head), PROGRAM),
    interest: ({ head }) => {
      const total = wordOf(/Showing nodes accounting for [^\\]{1,60} of (\S{1,30}) total/, head);
      const self = [...head.matchAll(/^N\d+ \[label="([^"\\]{1,300}(?:\\n[^"\\]{0,100}){0,3})" /gm)]
        .map(([, label = '']) => label.split('\\n')).find((parts) => /^[\d.]+\w* \(/.test(parts.at(-1) ?? ''));
      return total === undefined || self === undefined ? null
        : `Of ${total} in all, ${self.slice(0, -1).join('.')} has ${self.at(-1)} itself.`;
    },
    remedy: 'Open the profile (.pb.gz) that it was drawn from: the graph is one of its views.',
  },
];

/** Splits a text into tables, each with the lines above it: a text may have the tables of two versions. */
function tablesOf(head: string): string[] {
  const [, ...headers] = allIn(new RegExp(TOP_HEADER.source, 'gm'), head).map(({ index }) => index);
  const rows = allIn(ROW, head).map(({ index, 0: { length } }) => index + length);
  const starts = [0, ...headers.map((at) => rows.findLast((end) => end <= at) ?? at)];
  return starts.map((start, i) => head.slice(start, starts[i + 1]));
}

const PEEKED = /^[ \t]*flat\s+flat%\s+sum%\s+cum\s+cum%\s+calls\s+calls%/m;
/** Returns the callers and callees of a function that was peeked at; null for another table or several functions. */
function peekFacts(head: string): string | null {
  const lines = head.split('\n', MAX_ROWS);
  const rows = lines.flatMap((line, at) => (line.includes('|') && rowsOf(line).length === 1 ? [at] : []));
  const [row] = rowsOf(lines[rows[0] ?? -1] ?? '');
  const own = rows[0];
  if (!fits(PEEKED, head) || own === undefined || row === undefined || rows.length !== 1) return null;
  const neighbours = (part: readonly string[]): string[] => part.flatMap((line) => {
    const [, , share, name] = NEIGHBOUR.exec(line) ?? [];
    return share === undefined || name === undefined ? [] : [{ share, text: `${shortPlace(name)} (${share})` }];
  }).filter(({ share }, i) => i === 0 || valueOf(share) >= MIN_NEIGHBOUR_PERCENT).slice(0, 2).map(({ text }) => text);
  const [callers, callees] = [neighbours(lines.slice(0, own)), neighbours(lines.slice(own + 1))];
  const [, ofNew, ofOld] = TOTAL.exec(head) ?? [];
  return joined([
    peekedWords({ row, callers, callees, head, total: ofNew ?? ofOld }), coreFacts(head),
    growthOfSlices(row.name, callers[0]),
  ]);
}

/** The step for a table without callers, which the sums of its rows may show. */
const ASKS_FOR_CALLERS = new RegExp(String.raw` \S{1,300} works for its callers\. The table has no callers: `
  + String.raw`go tool pprof -peek '[^'\n]{1,300}' shows them\.`);

function topFacts(head: string): string | null {
  const withRows = withoutCopies(tablesOf(head).map((text) => ({ text, rows: rowsOf(text) })));
  const tables = withRows.map(({ text }) => text);
  if (isDifference(withRows)) {
    const grown = growthFacts(withRows);
    const changes = differenceFacts(withRows, head, differenceWords(withRows, head));
    return joined([grown?.includes(' is probably called by ') === true ? changes?.replace(ASKS_FOR_CALLERS, '') ?? null
      : changes, grown]);
  }
  const peeked = peekFacts(head);
  const others = peeked === null ? [] : tables.filter((table) => !PEEKED.test(table));
  // A function that was peeked at is one of those that a table before it lists.
  if (peeked !== null) return others.length === 0 ? peeked
    : joined([tableFacts(others[0] ?? ''), spaceFacts(head), peeked]);
  if (tables.length > 1 && isOneProfile(tables)) return tableFacts(tables.join('\n'));
  const spaces = tables.length > 1 ? spaceFacts(head) : null;
  if (spaces !== null) return tables.length === 2 ? spaces : joined([tableFacts(tables[0] ?? ''), spaces]);
  const said = tables.slice(0, MAX_TABLES).map(tableFacts).filter((one) => one !== null);
  if (said.length === 0) return null;
  if (tables.length === 1) return joined([
    smallHeapWords(tables[0] ?? ''), allocatedWords(head), ...said, listFacts(head, said.join(' ')),
  ]);
  const compared = totalsCompared(tables.slice(0, MAX_TABLES).map((table) => {
    const [, ofNew, ofOld] = TOTAL.exec(table) ?? [];
    return { table, total: ofNew ?? ofOld };
  }));
  return `It has ${tables.length} tables. ${compared === null ? '' : `${compared} `}${said.join(' ')}`;
}

const HEAD_LINE = /^[ \t>]{0,40}((?:File|Type|Time|Build ID|Duration): .{1,200})$/gm;

/** Whether tables are of one profile, printed in other orders: their heads and totals are the same. */
function isOneProfile(tables: readonly string[]): boolean {
  const heads = tables.map((table) => {
    const [, ofNew, ofOld] = TOTAL.exec(table) ?? [];
    const lines = [...table.matchAll(HEAD_LINE)].map(([, line = '']) => line.trim());
    return lines.length === 0 ? null : [...lines, ofNew ?? ofOld].join('\n');
  });
  // A profile is known by the time it was taken or its exact length and total.
  return heads.every((head) => head !== null && head === heads[0] && fits(/^(?:Time|Duration): /m, head));
}

/** The innermost frame of a stack with its value, and those that call it, each in a line of its own. */
const FIRST_FRAME = /^ {0,12}(-?[\d.]+[a-zA-Z\u00b5]{0,4}) {3}(\S.{0,300})$/m;
const NEXT_FRAME = /^ {8,20}([^\s\d].{0,300})$/gm;

function traceFacts(text: string): string | null {
  const stacks = text.split(/^-{5,}\+-{20,}[ \t]*$/m, MAX_ROWS).slice(1).flatMap((part) => {
    const [, value, name] = FIRST_FRAME.exec(part) ?? [];
    return value === undefined || name === undefined ? []
      : [{ value, names: [name.trim(), ...[...part.matchAll(NEXT_FRAME)].map(([, next = '']) => next.trim())] }];
  });
  const [first] = stacks;
  if (first === undefined) return null;
  const most = stacks.reduce((max, stack) =>
    (pprofAmount(stack.value) > pprofAmount(max.value) ? stack : max), first);
  const [leaf = '', ...callers] = most.names;
  const caller = isHelper(leaf) ? callers.find((name) => !isHelper(name) && !/^runtime\./.test(name)) : undefined;
  return `It has ${counted(stacks.length, 'stack')}; the heaviest has ${most.value} and ends in ${leaf}${
    caller === undefined ? '' : `, which works for ${caller}`}.`;
}
