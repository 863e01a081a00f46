/** Recognizes output of go tool pprof: top, tree, peek, list, tags, raw, disasm, a graph. Only traces are parsed. */
import { unvendored } from '../../../../core/profile/packages.ts';
import { allIn, fits } from '../../../../core/text/prefilter/fits.ts';
import { looksTraces } from '../../../profile/foreign/pprofTraces.ts';
import { isOfGo } from '../logs/crashes/crashPlace.ts';
import { CERTAIN, when, wordOf, type Format, type Match } from '../look/format.ts';
import { joined } from '../look/factTools.ts';
import { counted } from '../look/named.ts';
import { differenceFacts, isDifference, withoutCopies, type PprofRow } from './profilers/pprofDifference.ts';
import { behindAllocator } from './profilers/graphs/allocatorRows.ts';
import { growthFacts } from './profilers/graphs/growth.ts';
import { rawFacts } from './profilers/files/pprofRaw.ts';
import { headingType, spaceFacts } from './profilers/pprofAxes.ts';
import { listFacts } from './profilers/pprofLists.ts';
import { ownerFacts } from './profilers/pprofOwners.ts';
import { CUM_WORDS, programOfCode, subsystemFacts } from './profilers/pprofSubsystems.ts';
import { coreFacts, pprofAmount, pprofUnit, totalsCompared } from './profilers/pprofTotals.ts';
import { growthOfSlices, peekedWords } from './profilers/tables/pprofPeek.ts';
import { waitsOf } from './profilers/tables/wallRows.ts';
import { sourceFacts } from './profilers/tables/pprofSource.ts';
import { differenceWords } from './profilers/tables/differenceOfObjects.ts';
import { withoutCode } from './profilers/tables/pprofSessions.ts';
import { replayFacts, replayStep } from './profilers/tables/walReplay.ts';

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
const TOP_HEADER = /^[ \t]*flat\s+flat%\s+sum%\s+cum\s+cum%/m;
/** A row: self value and share, cumulative value and share, and the function, which may be missing. */
const ROW = new RegExp(
  String.raw`^[ \t]*(?:\+ +)?(-?[\d.]+\w{0,3})[ \t]+(-?[\d.]+%)[ \t]+-?[\d.]+%[ \t]+(-?[\d.]+\w{0,3})[ \t]+`
    + String.raw`(-?[\d.]+%)[ |]*(\S.{0,300})?$`,
  'gm'
);
/** The total; older versions print `12MB of 20MB total (60%)`. */
const TOTAL = /^(?:Showing nodes accounting for .{1,60} of (\S+) total|\S{1,30} of (\S{1,30}) total \()/m;
/** Functions at the root of all stacks. */
const ROOT = /^(?:runtime\.(?:goexit|main|mcall|mstart\d?|systemstack|rt0_go)|main\.main)\b/;
/** Functions of the garbage collector in all Go versions. */
const OF_GC = new RegExp([
  String.raw`^runtime\.(?:gc[A-Z]\w*|scan(?:object|block|stack|Span|Object)\w*|greyobject|findObject|markroot\w*`,
  String.raw`|sweepone|bgsweep|heapBits\w*|\(?\*?heapBits\)?\.\w+|\(\*gc\w+\)\.\w+|wbBufFlush\w*`,
  String.raw`|bulkBarrierPreWrite\w*|tryDeferToSpanScan`,
  String.raw`|\(\*mspan\)\.(?:sweep|objIndex|markBitsForIndex|heapBits\w*|typePointers\w*))(?:\W|$)`,
].join(''));
/** Functions where goroutines without work wait, also in block profiles. */
const IDLE = /^(?:runtime\.(?:selectgo|chanrecv\d?)|sync\.\(\*(?:Cond|WaitGroup)\)\.Wait)\b/;
/** A label, and its first value. */
const FIRST_TAG = new RegExp(
  String.raw`^ ?(\S{1,60}): Total \S{1,30} of (\S{1,30}) \(.{0,20}\)\s*\n\s*\S+ \( ?([\d.]+%)\): (.{1,100})`, 'm'
);
const MAX_ROWS = 500;
const MAX_TABLES = 2;
const MIN_SELF_PERCENT = 1;
const MUCH_MORE = 1.2;
const MIN_GC_PERCENT = 20;
type Row = PprofRow;

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

function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  for (const [, flat = '', share = '', cum = '', cumShare = '', name = ''] of text.matchAll(ROW)) {
    if (rows.length >= MAX_ROWS) break;
    rows.push({ flat, share, cum, cumShare, name: shortPlace(name) });
  }
  return rows;
}

/** Removes the file that `-lines` and older versions print after the function, unless it has a line number. */
const shortPlace = (name: string): string =>
  name.trim().replace(/ \(inline\)$/, '').replace(/ (?:<autogenerated>|\/\S+?\.\w+)$/, '')
    .replace(/ \/\S*\/(\S+:\d+)$/, ' $1');

const valueOf = (text: string): number => Number.parseFloat(text);

/** Splits a text into tables, each with the lines above it: a text may have the tables of two versions. */
function tablesOf(head: string): string[] {
  const [, ...headers] = allIn(new RegExp(TOP_HEADER.source, 'gm'), head).map(({ index }) => index);
  const rows = allIn(ROW, head).map(({ index, 0: { length } }) => index + length);
  const starts = [0, ...headers.map((at) => rows.findLast((end) => end <= at) ?? at)];
  return starts.map((start, i) => head.slice(start, starts[i + 1]));
}

const PEEKED = /^[ \t]*flat\s+flat%\s+sum%\s+cum\s+cum%\s+calls\s+calls%/m;
/** A caller or callee of `peek`: its value, its share and its name. */
const NEIGHBOUR = /^[ \t]{20,120}(\S{1,20}) {1,4}([\d.]{1,8}%) \| {3}(\S.{0,300}?)\s*$/;

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
  }).filter(({ share }, i) => i === 0 || valueOf(share) >= MIN_SELF_PERCENT).slice(0, 2).map(({ text }) => text);
  const [callers, callees] = [neighbours(lines.slice(0, own)), neighbours(lines.slice(own + 1))];
  const [, ofNew, ofOld] = TOTAL.exec(head) ?? [];
  return joined([
    peekedWords({ row, callers, callees, head, total: ofNew ?? ofOld }), coreFacts(head),
    growthOfSlices(row.name, callers[0]),
  ]);
}

function topFacts(head: string): string | null {
  const withRows = withoutCopies(tablesOf(head).map((text) => ({ text, rows: rowsOf(text) })));
  const tables = withRows.map(({ text }) => text);
  if (isDifference(withRows))
    return joined([differenceFacts(withRows, head, differenceWords(withRows, head)), growthFacts(withRows)]);
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
  if (tables.length === 1) return joined([...said, listFacts(head, said.join(' '))]);
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

/** Returns the largest self value of a table, and who calls it. */
function tableFacts(table: string): string | null {
  const rows = rowsOf(table);
  const total = TOTAL.exec(table)?.slice(1).find((one) => one !== undefined);
  const type = wordOf(/^Type: (\S{1,60})/m, table)
    ?? headingType(table.slice(0, Math.max(0, table.search(TOP_HEADER))));
  const of = total === undefined ? '' : `Of ${total}${type === undefined ? '' : ` of ${type}`} in all, `;
  const [first] = rows;
  if (first === undefined) return total === undefined ? null : `It has ${total} in all.`;
  if (rows.every(({ name }) => name === ''))
    return `Its functions have no names: the code of its ${total ?? first.flat} is unknown. The profile was printed `
      + 'without its program, or the program has no symbols.';
  if (!rows.some(({ flat }) => valueOf(flat) > 0)) return calledFacts(rows, of);
  const most = rows.reduce((max, row) => (valueOf(row.share) > valueOf(max.share) ? row : max), first);
  const caller = callerFacts(rows, most);
  const subsystem = subsystemFacts(rows, { type, said: caller ?? '' });
  const isInUse = /^inuse_/.test(type ?? '');
  const isOwned = isInUse || (isOfGo(most.name) && !IDLE.test(most.name));
  const isOfRuntime = caller === null || isOfGo(caller.slice(0, Math.max(0, caller.indexOf(' '))));
  const owner = isOfRuntime && subsystem === null && isOwned ? ownerFacts(rows, most, isInUse) : null;
  const replay = replayFacts(rows);
  // Only one function can have most with what it calls.
  const isTold = caller !== null && subsystem?.includes(CUM_WORDS) === true;
  return [
    replay, waitsOf(rows, type),
    `${of}${unvendored(most.name)} has the highest self value${of === '' ? ' listed' : ''}: ${most.flat} (${
      most.share}).`,
    edgeFacts(table, most), pprofUnit(most.flat) === 'bytes' ? behindAllocator(most.name, rows) : null,
    isTold ? null : caller, owner, subsystem, collectorFacts(rows),
    coreFacts(table), replay === null ? null : replayStep(type, pprofUnit(most.flat) === 'bytes'),
    type === 'delay' && IDLE.test(most.name)
      ? 'That is mostly the waiting of goroutines that have nothing to do, not contention.' : null,
  ].filter((part) => part !== null).join(' ');
}

/** Returns the largest caller of a function in the output of -tree; null for a table without edges. */
function edgeFacts(table: string, { name }: Row): string | null {
  const lines = table.split('\n', 20 * MAX_ROWS);
  const at = lines.findIndex((line) => /% +\| /.test(line) && rowsOf(line)[0]?.name === name);
  const callers: { caller: string; value: string }[] = [];
  for (const line of lines.slice(0, Math.max(0, at)).reverse()) {
    const [, value, , caller] = NEIGHBOUR.exec(line) ?? [];
    if (value === undefined || caller === undefined) break;
    callers.push({ caller: shortPlace(caller), value });
  }
  const [first] = callers.toSorted((a, b) => pprofAmount(b.value) - pprofAmount(a.value));
  return first === undefined ? null : `It is called most by ${first.caller} (${first.value}).`;
}

/** Returns the largest cumulative value, for rows that were selected or sorted by it and have no self value. */
function calledFacts(rows: readonly Row[], of: string): string | null {
  const others = rows.filter(({ name }) => !ROOT.test(name));
  const [first] = others.length > 0 ? others : rows;
  if (first === undefined) return null;
  const most = others.reduce((max, row) => (valueOf(row.cumShare) > valueOf(max.cumShare) ? row : max), first);
  // The deepest function of the program that still has most of it says more than a server of Go's own packages.
  const own = others.filter(({ name, cumShare }) => !isOfGo(name) && name.includes('/') && 2 * valueOf(cumShare)
    >= valueOf(most.cumShare)).toSorted((a, b) => valueOf(a.cumShare) - valueOf(b.cumShare))[0];
  const deepest = own === undefined || own === most || !isOfGo(most.name) ? ''
    : `, ${own.name} ${own.cum} (${own.cumShare}) of it`;
  return `${of}${most.name} has ${most.cum} (${most.cumShare}) with what it calls${deepest}. The functions listed have `
    + 'no self value.';
}

/** Returns a function that works itself and has a clearly larger cumulative value; null if there is none. */
function callerFacts(rows: readonly Row[], most: Row): string | null {
  const callers = rows.filter(({ name, share, cumShare }) => !ROOT.test(name) && valueOf(share) >= MIN_SELF_PERCENT
    && valueOf(cumShare) > MUCH_MORE * valueOf(most.cumShare));
  const [first] = callers;
  if (first === undefined) return null;
  const top = callers.reduce((max, row) => (valueOf(row.cumShare) > valueOf(max.cumShare) ? row : max), first);
  return `${top.name} has most with what it calls: ${top.cum} (${top.cumShare}).`;
}

/** Returns the listed share of garbage collection, a lower bound because other rows may add to it. */
function collectorFacts(rows: readonly Row[]): string | null {
  const percent = rows.filter(({ name }) => OF_GC.test(name)).reduce((sum, { share }) => sum + valueOf(share), 0);
  return percent < MIN_GC_PERCENT ? null : `Garbage collection takes at least ${Math.floor(percent)} %.`;
}

function traceFacts(text: string): string | null {
  const stacks = text.split(/^-{5,}\+-{20,}[ \t]*$/m, MAX_ROWS).slice(1).flatMap((part) => {
    const [, value, name] = /^ {0,12}(-?[\d.]+[a-zA-Z\u00b5]{0,4}) {3}(\S.{0,300})$/m.exec(part) ?? [];
    return value === undefined || name === undefined ? [] : [{ value, name }];
  });
  const [first] = stacks;
  if (first === undefined) return null;
  const most = stacks.reduce((max, stack) =>
    (pprofAmount(stack.value) > pprofAmount(max.value) ? stack : max), first);
  return `It has ${counted(stacks.length, 'stack')}; the heaviest has ${most.value} and ends in ${most.name.trim()}.`;
}
