/** Recognizes function tables of profilers (rbspy, py-spy, jeprof, heaptrack, ms_print, perf) without parsing them. */
import type { Format } from '../look/format.ts';
import { joined } from '../look/factTools.ts';
import { counted, each, named, said, sentence, type Named } from '../look/named.ts';
import { behindAllocator, jeprofRows } from './profilers/graphs/allocatorRows.ts';
import { CHILDREN_ROW, childrenFacts } from './profilers/graphs/perfChildren.ts';
import { differenceOfPerf, objectFacts } from './profilers/graphs/perfObjects.ts';
import { PERF_TOP } from './profilers/live/perfTop.ts';
import { MS_PRINT } from './profilers/msPrint.ts';
import { cgroupsOf, moreRows, processOf } from './profilers/tables/perfRows.ts';
import { PY_SPY_TOP } from './profilers/pySpyTop.ts';
import { ASYNC_SUMMARY, skippedFacts } from './profilers/tables/asyncSummary.ts';
import { eventFacts, eventStep } from './profilers/tables/perfEvents.ts';
import { isHelper, worksWords } from './profilers/helpers/helperRows.ts';
import { PYTHON_MEMORY } from './profilers/tables/pythonMemory.ts';
import { waitingFacts } from './profilers/tables/waitingRows.ts';
import { RUBY_TABLES } from './profilers/tables/rubyTables.ts';

const NO_STACKS = 'A table has no stacks';
/** Row `4577622.3 100.0% 100.0% 4577622.3 100.0% 0000 name`: self, share, running sum, cumulative, share. */
const JEPROF_ROW = new RegExp(String.raw`^ *(-?[\d.]{1,20}) +(-?[\d.]+)% +[\d.]+% +-?[\d.]{1,20} +-?[\d.]+% +`
  + String.raw`(?:[0-9a-f]{8,16} )?(\S.{0,300})$`, 'm');
/** Row of perf: `  12.34%  prometheus  prometheus  [.] runtime.scanobject`. */
const PERF_ROW = /^[-+ \t]{0,8}([\d.]{1,6})%(?: +[\d.]{1,6}%)?(?: +(\S.{0,200}?))? +\[[.kgu]\] +(\S.{0,300}?)\s*$/m;
/** The beginning of a graph of callers below its row: `            |` or `            ---main`. */
const PERF_GRAPH = String.raw`[ \t]{4,40}(?:\|[ \t]{0,40}(?:--[\d.]{1,6}%--[^\n]{1,500})?$|-{3}\S)`;
/** A caller below its row; the last one is the deepest. */
const PERF_CALLER = /^ {2,200}[-+|` ]{0,200}([\d.]{1,6})%[ -]{1,8}(\S.{0,300}?)\s*$/;
/** Functions in which a stack begins. */
const ROOT = /^(?:runtime\.(?:goexit|main|mcall|mstart)\b|_start\b|__libc_start|start_thread|(?:__)?clone\d?\b|main$)/;
const OF_RUNTIME = /^runtime\./;
const MAX_LINES = 5000;
const PERF_CALLERS = 'perf report -g caller shows these, if it was recorded with -g.';
const UNWINDER = /prof_(?:sample_)?backtrace|^backtrace$|GetStackTrace/;

const ROWS: readonly Named[] = [
  {
    id: 'rbspy-summary', name: 'a summary of rbspy', program: 'rbspy', pattern: /^% self\s+% total\s+name/m,
    fact: (text) => {
      const [, share, name] = /^ *([\d.]{1,6}) +[\d.]{1,6} +(\S.{0,300}?)(?: - \S.{0,1000})?$/m.exec(text) ?? [];
      return name === undefined ? null : `${name} has the highest self share: ${share} %.`;
    },
    remedy: `${NO_STACKS}: record with rbspy record --format speedscope, or --format collapsed.`,
  },
  PY_SPY_TOP, ...RUBY_TABLES, ...PYTHON_MEMORY,
  {
    id: 'jeprof-text', name: 'a table of jeprof or of an old pprof',
    pattern: new RegExp(String.raw`^Total: -?[\d.]{1,20}(?: \w{1,10})?\s*\n${JEPROF_ROW.source.slice(1)}`, 'm'),
    fact: (text) => {
      const total = said(/^Total: (-?[\d.]{1,20}(?: \w{1,10})?)\s*$/m, text);
      const [, value, share, name = ''] = JEPROF_ROW.exec(text) ?? [];
      if (value === undefined) return null;
      const first = name.replace(/ \/\S+?:\d+.*$/, '');
      return UNWINDER.test(first) && Number(share) > 90
        ? `All of ${total} is in ${first}, which takes the stacks: they could not be unwound. Build the program with `
          + 'frame pointers, or the allocator with libunwind.'
        : joined([`Of ${total} in all, ${first} has most itself: ${value} (${share} %).`,
          behindAllocator(first, jeprofRows(text))]);
    },
    remedy: `${NO_STACKS}: open the profile that it was printed from, or print jeprof --collapsed PROGRAM FILE > `
      + 'out.folded.',
  },
  {
    id: 'heaptrack', name: 'the output of heaptrack_print', program: 'heaptrack',
    pattern: /^(?:MOST CALLS TO ALLOCATION FUNCTIONS|PEAK MEMORY CONSUMERS|peak heap memory consumption: )/m,
    fact: (text) => joined([sentence([
      each(/^peak heap memory consumption: (\S+)/m, text, (value) => `at most ${value} of heap`),
      each(/^peak RSS \([^)]{1,60}\): (\S+)/m, text, (value) => `${value} resident`),
      each(/^total memory leaked: (\S+)/m, text, (value) => `${value} not freed at its end`),
      each(/^calls to allocation functions: (\d+)/m, text,
        (value) => counted(Number(value), 'allocation')),
      mostCalls(text)
        ?? each(/^PEAK MEMORY CONSUMERS\s*\n(\S+ (?:peak memory )?consumed over \d+ calls)/m, text, (value) => value),
    ]), smallHeap(text)]),
    remedy: 'Convert it to collapsed stacks: heaptrack_print -f FILE -F out.folded.',
  },
  MS_PRINT,
  {
    id: 'async-flat', name: 'a table of async-profiler', program: 'async-profiler',
    pattern: /^ *(?:ns|bytes|total|counter) +percent +samples +top\s*$/m,
    // Its stacks above the table are read.
    except: /^[ \t]*(?:---[ \t]+|Total: )\d{1,18}(?: \w{1,8})? {1,4}\([\d.]{1,8}%\)/m,
    fact: (text) => {
      const [, share, name] = /^ *\d{1,18} +([\d.]{1,6}%) +\d{1,12} +(\S.{0,300}?)\s*$/m.exec(text) ?? [];
      const event = said(/^[ \t]*(?:\[INFO\] )?Started \[(\w[\w.:-]{0,60})\] profiling/m, text);
      return name === undefined ? null : joined([
        skippedFacts(text), waitingFacts(text)
          ?? `${name} has the highest self share${event === null ? '' : ` of ${event}`}: ${share}.`,
        worksWords(name, 'collapsed stacks (-o collapsed) have these.'),
      ]);
    },
    remedy: `${NO_STACKS}: record the same event with async-profiler as collapsed stacks (-o collapsed).`,
  },
  ASYNC_SUMMARY,
  {
    id: 'perf-table', name: 'a table of perf report or perf top', program: 'perf',
    pattern: new RegExp(`${PERF_ROW.source}\\n(?:${PERF_ROW.source}|${PERF_GRAPH})|${CHILDREN_ROW.source}`, 'm'),
    fact: perfFacts,
    remedy: `${NO_STACKS}; print the samples: perf record -g -p PID, then perf script > out.txt.`,
  },
  PERF_TOP,
];

/** Allocations from which their number costs time, whatever their size. */
const MANY_CALLS = 100_000;

/** Says that a heap is small, and only the number of allocations matters; null for others. */
function smallHeap(text: string): string | null {
  const calls = Number(said(/^calls to allocation functions: (\d+)/m, text) ?? 0);
  const isSmall = /^peak heap memory consumption: [\d.]{1,12}[BK]\s*$/m.test(text);
  return isSmall && calls >= MANY_CALLS
    ? 'Neither the heap nor what is not freed is large: what costs is how often it allocates.' : null;
}

/** The first of the places with most allocations, and the function, which may be missing. */
const FIRST_CALLS = new RegExp(String.raw`^MOST CALLS TO ALLOCATION FUNCTIONS\s{0,8}\n(\d{1,15}) calls [^\n]{1,200}?`
  + String.raw`\sfrom[ \t]*(?:\n[ \t]*(?!(?:peak|total|calls|temporary) )(\S[^\n]{0,300}))?`, 'm');

/** Returns the function with most allocations, and its share of all of them. */
function mostCalls(text: string): string | null {
  const [, calls, name] = FIRST_CALLS.exec(text) ?? [];
  const all = Number(said(/^calls to allocation functions: (\d+)/m, text) ?? 'NaN');
  if (calls === undefined) return null;
  const share = all > 0 ? ` (${Number((100 * Number(calls) / all).toPrecision(3))} %)` : '';
  return `${Number(calls).toLocaleString('en-US')} ${all > 0 ? 'of them' : 'allocations'}${share} from${
    name === undefined ? ' one place' : ` ${name.replace(/\(.*$/, '')}`}`;
}

export const PROFILER_TABLES: readonly Format[] = ROWS.map(named);

/** Returns the function with the highest share in a table of perf, after the event if that is none of CPU time. */
export function perfFacts(whole: string): string | null {
  const text = whole.replaceAll(/^\t{1,3}/gm, '');
  const event = eventFacts(text);
  const said = differenceOfPerf(text) ?? shareFacts(text, event !== null) ?? objectFacts(text);
  return said === null ? null : joined([event, said, event === null ? null : eventStep(text, event)]);
}

/** `isEvent`: whether the shares are of something else than CPU time, which is of processes rather than of code. */
function shareFacts(text: string, isEvent: boolean): string | null {
  const withChildren = childrenFacts(text);
  if (withChildren !== null) return withChildren;
  const lines = text.split('\n', MAX_LINES);
  // Skips the kernel's idle task, which takes no CPU from others.
  const at = lines.findIndex((line) => PERF_ROW.test(line) && !/\bswapper\b/.test(line));
  const [, share, command = '', name] = PERF_ROW.exec(lines[at] ?? '') ?? [];
  if (name === undefined) return null;
  if (!name.startsWith('0x')) {
    const process = isEvent ? processOf(command) : null;
    const of = process === null ? '' : `, in ${process}`;
    return joined([
      cgroupsOf(text), `${name} has the highest share listed: ${share} %${of}.`, calledWords(name, lines.slice(at + 1)),
      moreRows(text),
    ]);
  }
  const callers: { share: string; name: string }[] = [];
  for (const line of lines.slice(at + 1)) {
    const [, percent, caller] = PERF_CALLER.exec(line) ?? [];
    if (percent === undefined || caller === undefined) break;
    callers.push({ share: percent, name: caller });
  }
  return `${command.split(/\s+/)[0]} has the highest share listed: ${share} %, in code without a name${
    belowWords(callers)}.`;
}

/** A function in the graph below a row, in a line of its own. */
const BELOW = /^[ \t|]{2,200}(?:(?:--)?([\d.]{1,6})%--|-{2,3})?([A-Za-z_]\S{0,300}?)\s*$/;
const MAX_BELOW = 40;

/** Names the first function in the graph below a row that such a function works for; null for other functions. */
function calledWords(name: string, below: readonly string[]): string | null {
  if (!isHelper(name)) return null;
  for (const line of below.slice(0, MAX_BELOW)) {
    if (PERF_ROW.test(line)) break;
    const [, share, caller] = BELOW.exec(line) ?? [];
    if (caller !== undefined && !isHelper(caller))
      return `It works for its callers, here ${caller}${share === undefined ? '' : ` (${share} %)`}.`;
  }
  return worksWords(name, PERF_CALLERS);
}

/** Names the deepest function below a row and, if that is of the runtime, who calls it. */
function belowWords(callers: readonly { share: string; name: string }[]): string {
  const deepest = callers.at(-1);
  if (deepest === undefined) return '';
  const isFromRoot = ROOT.test(callers[0]?.name ?? '');
  const caller = isFromRoot && OF_RUNTIME.test(deepest.name)
    ? callers.findLast(({ name }) => !OF_RUNTIME.test(name) && !ROOT.test(name)) : undefined;
  return `, below ${deepest.name} (${deepest.share} %)${
    caller === undefined ? '' : `, which ${caller.name} (${caller.share} %) calls`}`;
}
