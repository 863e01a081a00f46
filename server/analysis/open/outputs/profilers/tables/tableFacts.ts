/** Says what a table of go tool pprof shows: its heaviest functions, what calls them, and whose work they do. Pure. */
import { unvendored } from '../../../../../../core/profile/packages.ts';
import { COLLECTOR_STEP, isOfCollector } from '../../../../../../core/views/profile/stacks/collectorClaims.ts';
import { isBallast } from '../../../../../../core/views/profile/stacks/heapClaims.ts';
import { isRuntimeArtefact } from '../../../../../../core/views/profile/stacks/leaves.ts';
import { isOfGo } from '../../../logs/crashes/crashPlace.ts';
import { joined } from '../../../look/factTools.ts';
import { wordOf } from '../../../look/format.ts';
import { behindAllocator } from '../graphs/allocatorRows.ts';
import { queryOfRows } from '../graphs/queryHeap.ts';
import { headingType } from '../pprofAxes.ts';
import type { PprofRow } from '../pprofDifference.ts';
import { heldFacts, isSumOfTwo, ownerFacts } from '../pprofOwners.ts';
import { CUM_WORDS, subsystemFacts } from '../pprofSubsystems.ts';
import { openRequestWords } from '../heaps/heapRows.ts';
import { coreFacts, fewCpuSamples, pprofAmount, pprofUnit } from '../pprofTotals.ts';
import { contentionRows } from './contentionRows.ts';
import { allocationWords, isHelper, nextRows, peekWords } from '../helpers/helperRows.ts';
import { pathWords } from '../helpers/pathRows.ts';
import { recordingWords } from '../helpers/recordingRows.ts';
import { costFacts, wholeRow, wholeWords } from '../helpers/wholeRow.ts';
import { goWaitRows } from '../rows/goWaitRows.ts';
import { MAX_ROWS, NEIGHBOUR, rowsOf, shortPlace, TOP_HEADER, TOTAL, valueOf } from '../rows/printedRows.ts';
import { replayFacts, replayStep } from './walReplay.ts';
import { classFacts } from '../tasks/classRows.ts';
import { taskFacts } from '../tasks/taskRows.ts';
import { waitsOf } from './wallRows.ts';

/** Functions at the root of all stacks. */
const ROOT = /^(?:runtime\.(?:goexit|main|mcall|mstart\d?|systemstack|rt0_go)|main\.main)\b/;
/** Whether a row is of the garbage collector, by the functions of profiles; a file may follow its name. */
const isOfGc = ({ name }: PprofRow): boolean => isOfCollector(name.replace(/ .*$/, ''));
/** Background workers and assists, each with what it calls. */
const WORKER = /^runtime\.gcBgMarkWorker(?:\W|$)/;
const ASSIST = /^runtime\.gcAssistAlloc(?:\W|$)/;
/** Functions where goroutines without work wait, also in block profiles. */
const IDLE = /^(?:runtime\.(?:selectgo|chanrecv\d?)|sync\.\(\*(?:Cond|WaitGroup)\)\.Wait)\b/;
const MIN_SELF_PERCENT = 1;
const MUCH_MORE = 1.2;
const MIN_GC_PERCENT = 20;
/** Rows from which it matters that none is of the program. */
const MIN_ROWS = 5;
const NONE_OWN = 'None of the functions listed is of the program itself: go tool pprof -top -cum lists those by what '
  + 'they call.';
/** The total as versions of pprof print it that print no type. */
const OLD_TOTAL = /^\S{1,30} of \S{1,30} total \(/m;
const NO_TYPE = 'Its values are bytes: whether of memory in use (inuse_space) or of all that was allocated '
  + '(alloc_space) is not in the text.';
/** Number of rows among which a row may be the sum of two others. */
const MAX_SUMMED = 60;

/** Returns the largest self value of a table, and who calls it. */
export function tableFacts(table: string): string | null {
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
  const most = largestOf(rows, type) ?? first;
  const contention = contentionRows(rows, most, { type, of });
  if (contention !== null) return contention;
  const few = fewCpuSamples(table, rows.map(({ flat }) => flat));
  if (few !== null) return `${few} ${unvendored(most.name)} has the highest self value: ${most.flat} (${most.share}).`;
  const recording = recordingWords(rows, table);
  const forWork = goWaitRows(rows, { type, total });
  if (forWork !== null) return joined([forWork, edgeFacts(table, most), coreFacts(table)]);
  const helps = isHelper(most.name);
  const whole = type === 'cpu' ? wholeRow(rows, most) : null;
  const callerRow = whole === null ? callerOf(rows, most) : null;
  const caller = callerRow === null || (recording !== null && recording.lead !== '' && isOfGo(callerRow.name)) ? null
    : callerWords(rows, callerRow);
  const subsystem = whole !== null ? null : subsystemFacts(rows, { type, said: caller ?? '' });
  const isInUse = /^inuse_/.test(type ?? '');
  const isOwned = isInUse || (isOfGo(most.name) && !IDLE.test(most.name));
  const isOfRuntime = callerRow === null || isOfGo(callerRow.name);
  const isBehind = (isOfRuntime && subsystem === null && isOwned) || helps;
  const owner = whole === null && isBehind ? ownerFacts(rows, most, isInUse) : null;
  const replay = replayFacts(rows);
  // Only one function can have most with what it calls.
  const isTold = caller !== null && (subsystem?.includes(CUM_WORDS) === true || (helps && owner !== null));
  const edge = edgeFacts(table, most);
  const behind = owner === null && pprofUnit(most.flat) === 'bytes' ? behindAllocator(most.name, rows) : null;
  const name = unvendored(most.name);
  const isAlone = callerRow === null && owner === null && subsystem === null && pprofUnit(most.flat) === 'bytes';
  const isCollector = type === 'cpu' && isOfGc(most) && collectorFacts(rows) !== null;
  const openRequests = openRequestWords(rows, most, type);
  const said = [
    recording === null || recording.lead === '' ? null : recording.lead,
    isCollector ? collectorFacts(rows) : null, isCollector ? COLLECTOR_STEP : null,
    whole === null ? null : wholeWords(whole, type), replay, waitsOf(rows, type),
    helps ? `${of === '' ? 'The highest self value listed' : `${of}the highest self value`}, ${most.flat} (${
      most.share}), is in ${name}${behind === null ? ', which works for its callers' : ''}.`
      : `${of}${name} has the highest self value${of === '' ? ' listed' : ''}: ${most.flat} (${most.share}).`,
    queryOfRows(rows, type), openRequests, edge, allocationWords(rows, most, recording?.within), behind,
    isTold || openRequests !== null ? null : caller, owner,
  ];
  const next = nextRows(rows, most, [...said, subsystem].join(' '));
  return [
    ...said, next, subsystem, subsystem === null && isOfCpu(type, most) ? classFacts(rows, said.join(' ')) : null,
    subsystem !== null || (owner !== null && heldFacts(rows) !== null) ? null
      : taskFacts(rows, [...said, next].join(' ')),
    rows.length >= MIN_ROWS && rows.every((row) => isOfGo(row.name) && (row.name.includes('.') || isHelper(row.name)))
      ? NONE_OWN : null,
    isAlone ? pathWords(rows, most) : null,
    isAlone && type === undefined && OLD_TOTAL.test(table) ? NO_TYPE : null,
    isCollector ? null : collectorFacts(rows),
    costFacts(rows), edge !== null ? null : whole !== null ? peekWords(unvendored(whole.name))
      : helps ? peekWords(name) : null,
    coreFacts(table), replay === null ? null : replayStep(type, pprofUnit(most.flat) === 'bytes'),
    type === 'delay' && IDLE.test(most.name)
      ? 'That is mostly the waiting of goroutines that have nothing to do, not contention.' : null,
  ].filter((part) => part !== null).join(' ');
}

const isOfCpu = (type: string | undefined, { flat }: PprofRow): boolean =>
  (type === undefined ? pprofUnit(flat) === 'seconds' : type === 'cpu' || type === 'samples');

/** Returns the largest caller of a function in the output of -tree; null for a table without edges. */
function edgeFacts(table: string, { name }: PprofRow): string | null {
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
function calledFacts(rows: readonly PprofRow[], of: string): string | null {
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

/** Returns the row with the highest self value that a profile names, too: no entry of the runtime, no ballast. */
function largestOf(rows: readonly PprofRow[], type: string | undefined): PprofRow | undefined {
  const isHeap = /^inuse_/.test(type ?? '');
  const named = rows.filter(({ name, flat }) => valueOf(flat) > 0 && !isRuntimeArtefact(name)
    && !(isHeap && isBallast(name)));
  return (named.length > 0 ? named : rows).toSorted((a, b) => valueOf(b.share) - valueOf(a.share))[0];
}

/** Returns the function that works itself and has the largest cumulative value, if clearly larger; null without one. */
function callerOf(rows: readonly PprofRow[], most: PprofRow): PprofRow | null {
  const listed = rows.slice(0, MAX_SUMMED);
  const callers = rows.filter((row) => !ROOT.test(row.name) && !isHelper(row.name)
    && valueOf(row.share) >= MIN_SELF_PERCENT && valueOf(row.cumShare) > MUCH_MORE * valueOf(most.cumShare)
    && !(listed.includes(row) && isSumOfTwo(row, listed)));
  return callers.toSorted((a, b) => valueOf(b.cumShare) - valueOf(a.cumShare))[0] ?? null;
}

/** Rows that do little themselves may have more with what they call: then that one has not most. */
function callerWords(rows: readonly PprofRow[], { name, cum, cumShare }: PprofRow): string {
  const isMost = !rows.some((row) => !ROOT.test(row.name) && row.name !== name
    && valueOf(row.cumShare) > valueOf(cumShare));
  return isMost ? `${name} has most with what it calls: ${cum} (${cumShare}).`
    : `With what it calls, ${name} has ${cum} (${cumShare}).`;
}

/** Returns the listed share of garbage collection, a lower bound because other rows may add to it. */
function collectorFacts(rows: readonly PprofRow[]): string | null {
  const self = rows.filter(isOfGc).reduce((sum, { share }) => sum + valueOf(share), 0);
  // Workers and assists are in different stacks.
  const withCalled = [WORKER, ASSIST].reduce((sum, wanted) =>
    sum + Math.max(0, ...rows.filter(({ name }) => wanted.test(name)).map(({ cumShare }) => valueOf(cumShare))), 0);
  const percent = Math.max(self, withCalled);
  return percent < MIN_GC_PERCENT ? null : `Garbage collection takes at least ${Math.floor(percent)} %.`;
}
