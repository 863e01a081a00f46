/** Formats of profiles and traces as text. */
import { counted, formatBytes } from '../../../core/text/format.ts';
import { fits } from '../../../core/text/prefilter/fits.ts';
import { looksAsyncProfiler } from '../../profile/foreign/asyncProfilerText.ts';
import { looksBpftrace } from '../../profile/foreign/bpftraceStacks.ts';
import { looksCollapsed } from '../../profile/foreign/collapsed.ts';
import { isHeadless } from '../../profile/foreign/goroutineDump.ts';
import { perfRecordings, type PerfRecording } from '../../profile/foreign/perf/perfRecordings.ts';
import { looksPerf } from '../../profile/foreign/perfScript.ts';
import { cutGoroutines, goroutineCounts, goroutineStates } from './goroutines/goroutineTexts.ts';
import { HOLMES } from './goroutines/holmes.ts';
import { PANICPARSE } from './goroutines/printed/panicparse.ts';
import { programOfModules } from './logs/naming/programTable.ts';
import { CERTAIN, LIKELY, when, wordOf, type Format, type Match } from './look/format.ts';
import { joined } from './look/factTools.ts';
import type { Look } from './look/look.ts';
import { PPROF_TEXTS } from './outputs/pprofTexts.ts';
import { asyncFacts, asyncSides } from './outputs/profilers/asyncFacts.ts';
import { contentionFacts } from './outputs/profilers/contention.ts';
import { bpftraceFacts } from './outputs/profilers/graphs/bpftraceFacts.ts';
import { fewSamples } from './outputs/profilers/graphs/fewSamples.ts';
import { queryHeap } from './outputs/profilers/graphs/queryHeap.ts';
import { jemallocFacts } from './outputs/profilers/graphs/jemallocHeap.ts';
import { CALLGRIND } from './outputs/profilers/files/callgrind.ts';
import { cutGperftools, STACKLESS_HEAP } from './outputs/profilers/files/gperftoolsHeap.ts';
import { EMPTY_CONTENTION } from './outputs/profilers/files/emptyContention.ts';
import { DHAT } from './outputs/profilers/files/dhat.ts';
import { MASSIF } from './outputs/profilers/files/massif.ts';
import { RPROF } from './outputs/profilers/files/rprof.ts';
import { flameGraphFacts, javaThreadFacts } from './outputs/profilers/profilerFacts.ts';
import { perfPeriods } from './outputs/profilers/threads/perfPeriods.ts';
import { perfThreads } from './outputs/profilers/threads/perfThreads.ts';
import { skippedFacts } from './outputs/profilers/tables/asyncSummary.ts';
import { cutHeap, heapInUse } from './outputs/profilers/tables/heapRecords.ts';
import { perfFacts } from './outputs/profilerTables.ts';

const begins = (pattern: RegExp, match: Match = CERTAIN) => (look: Look) => when(pattern.test(look.head), match);

/** Returns the program in the paths of the stacks, if one is known by name. */
function programOfDump(head: string): string {
  const program = programOfModules(head);
  return program === null || program.startsWith('a program') ? 'Go' : program;
}

/** Matches a dump of the runtime of Go, of the program whose source its stacks name. */
const dumped = (pattern: RegExp) => ({ head }: Look): Match | null =>
  (pattern.test(head) ? { ...CERTAIN, program: programOfDump(head) } : null);
const REFETCH = 'Fetch it without debug= in its address (curl -o heap.pb.gz HOST/debug/pprof/heap), or convert it: '
  + 'go tool pprof -proto FILE > out.pb.gz.';

/** `  main 12/12 [001] 1.234567: 250000 cpu-clock:`, with or without CPU, period and pid. */
const PERF_HEADER = new RegExp(
  String.raw`^\S.{0,100}?\s{1,40}-?\d{1,10}(?:\/-?\d{1,10})?\s{1,40}(?:\[\d{1,5}\]\s{1,40})?`
    + String.raw`(?:\d{1,12}\.\d{1,9}:\s{1,40})?(?:\d{1,20}\s{1,40})?[\w.,/=@-]{1,200}(?::[\w,]{0,40}){0,4}:(?:\s|$)`
);

function isPerf(look: Look): boolean {
  const first = look.lines.find((line) => !line.startsWith('#')) ?? '';
  if (looksPerf(look.head)) return true;
  const frames = look.lines.slice(0, 200).filter((line) => /^\s+[0-9a-f]{4,16} .+\(.*\)$/.test(line)).length;
  return (PERF_HEADER.test(first) && frames > 0) || look.lines.slice(0, 20)
    .some((line) => /^\s{0,60}[\w.:/-]{1,60}\s+\d+(?:\/\d+)?\s+\[\d+\]\s+\d+\.\d+:/.test(line));
}

/** Returns the recordings of a text with lines between them, such as a mail; null for a file of perf script alone. */
function perfSides({ text, isCut }: Look): PerfRecording[] | null {
  const found = isCut ? [] : perfRecordings(text);
  const isAlone = found.length === 1 && looksPerf(text.slice(0, 4000)) && !fits(/^\s*(?:```|~~~|>)/m, text);
  return found.length === 0 || isAlone ? null : found;
}

/** Whether most lines are collapsed stacks (`a;b;c 12`). */
function isFolded(look: Look): boolean {
  const whole = look.isCut || look.text.length > look.head.length
    ? look.head.slice(0, look.head.lastIndexOf('\n') + 1) : look.head;
  if (looksCollapsed(whole)) return true;
  const stacks = look.lines.slice(0, 400);
  const good = stacks.filter((line) => /^[^\s;][^;]*;.* \d{1,15}(?:\.\d{1,15})?\s*$/.test(line)).length;
  return good > 0 && good * 2 > stacks.length;
}

/** Share of the bytes allocated since the start, below which those in use are nearly none. */
const FEW_IN_USE = 0.001;
/** Share of what is requested from the system, from which on the stacks of goroutines are reported. */
const MUCH_STACK = 0.1;
/** The same of idle heap of which nothing is released. */
const MUCH_IDLE = 0.1;

const FREED = 'freed again';

/** Describes the statistics that `debug=1` adds after the samples; there may be no samples. */
function memStats(text: string): string | null {
  const of = (name: string): number =>
    Number(wordOf(new RegExp(`^[ \\t>]{0,40}# ${name} = (\\d{1,18})\\s*$`, 'm'), text) ?? 'NaN');
  const [live, goal, sys] = [of('HeapAlloc'), of('NextGC'), of('Sys')];
  const [used, allocated] = [of('Alloc'), of('TotalAlloc')];
  // The statistics may be cut off behind the first ones.
  if (Number.isNaN(live) || Number.isNaN(goal) || Number.isNaN(sys)) return Number.isNaN(used + allocated) ? null
    : `It has allocated ${formatBytes(allocated)} since its start, of which ${formatBytes(used)} are in use${
      used < FEW_IN_USE * allocated ? `: nearly all of it was ${FREED}, which costs CPU rather than memory` : ''}.`;
  const sampled = /^heap profile: 0: 0 /.test(text.trimStart())
    ? ' What holds it is not known: no allocation was sampled.' : '';
  const stacks = Number(wordOf(/^[ \t>]{0,40}# Stack = \d{1,18} \/ (\d{1,18})\s*$/m, text) ?? 'NaN');
  const ofStacks = stacks >= MUCH_STACK * sys ? `, ${formatBytes(stacks)} of them for stacks of goroutines` : '';
  const [idle, released] = [of('HeapIdle'), of('HeapReleased')];
  const held = idle - released;
  const kept = Number.isNaN(held) || held < MUCH_IDLE * sys ? ''
    : ` ${formatBytes(held)} of the heap are idle, and ${
      released === 0 ? 'none of that is' : 'not'} returned to the system.`;
  const step = ofStacks === '' ? '' : ' So much stack is of very many goroutines: see /debug/pprof/goroutine?debug=1.';
  return `Its heap is ${formatBytes(live)}, the next GC begins at ${formatBytes(goal)}, and ${formatBytes(sys)} are `
    + `requested from the system${ofStacks}.${kept}${step}${sampled}`;
}

/** A profile of a program that samples no allocations: it has statistics, but no stacks. */
const isUnsampled = ({ head, text }: Look): boolean => /^heap profile:\s+0:\s+0 \[\s*0:\s+\d+\] @ heap\/0\b/.test(head)
  && !fits(/^\d{1,15}: \d{1,18} \[\d{1,15}: \d{1,18}\] @/m, text);

/** Frames that async-profiler marks as interpreted or of the first compiler, and its name for none; perf has others. */
const OF_ASYNC = /\w_\[[01]\](?:;| \d)|(?:^|;)\[?no_Java_frame\]?;/m;

export const PROFILE_TEXTS: readonly Format[] = [
  {
    id: 'text-heap-unsampled', name: 'the text form of a heap profile without samples', door: null,
    match: (look) => when(isUnsampled(look), { ...CERTAIN, program: 'Go' }),
    interest: ({ text }) => memStats(text),
    remedy: 'That program samples no allocations: runtime.MemProfileRate is 0. Any form of this profile is as empty: '
      + 'let it keep the default rate (524288), start it again, and fetch the profile then. If the program does not '
      + 'set it, the linker of that version of Go turned it off: build it with another version.',
  },
  STACKLESS_HEAP,
  {
    id: 'gperftools-heap', name: 'the text form of a heap profile', door: 'profile',
    match: begins(/^heap profile:\s+\d+:\s+\d+ \[\s*\d+:\s+\d+\] @ heapprofile\b/,
      { ...CERTAIN, program: 'gperftools' }),
    caveat: cutGperftools,
    remedy: 'Print it with names: pprof --text PROGRAM FILE.',
  },
  {
    id: 'text-heap', name: 'the text form of a heap profile', door: 'profile',
    match: (look) => when(
      /^heap profile:\s+\d+:\s+\d+ \[\s*\d+:\s+\d+\] @ (?:heap|fragmentation|growth)/.test(look.head),
      () => ({ ...CERTAIN, program: fits(/@ heap\/\d/, look.head) ? programOfDump(look.head) : 'gperftools' })
    ),
    interest: (look) => {
      const stats = memStats(look.text);
      const isPart = cutHeap(look) !== null;
      // Of a whole heap, the profile itself says that.
      return joined([
        isPart ? queryHeap(look.text) : null, stats,
        isPart || stats?.includes(FREED) === true ? null : heapInUse(look),
      ]);
    },
    caveat: cutHeap,
    remedy: REFETCH,
  },
  {
    id: 'jemalloc-heap', name: 'a heap profile of jemalloc', door: 'profile',
    match: begins(/^heap_v2\/\d+/, { ...CERTAIN, program: 'jemalloc' }),
    interest: ({ text }) => jemallocFacts(text),
    remedy: ({ text }) => (fits(/^@ [ \t]*0x/m, text)
      ? 'Convert it next to its program: jeprof --collapsed PROGRAM FILE > out.folded.'
      : 'jeprof has nothing to print of it (No nodes to print).'),
  },
  {
    id: 'text-goroutine', name: 'the text form of a goroutine profile', door: 'profile',
    match: dumped(/^goroutine profile: total \d+/),
    interest: goroutineCounts,
    caveat: cutGoroutines,
    remedy: REFETCH.replaceAll('heap', 'goroutine'),
  },
  {
    id: 'text-goroutineleak', name: 'the text form of a profile of leaked goroutines', door: 'profile',
    match: dumped(/^goroutineleak profile: total \d+/),
    interest: ({ head }) => `${counted(Number(wordOf(/total (\d+)/, head)), 'goroutine')} leaked.`,
    remedy: REFETCH.replaceAll('heap', 'goroutineleak'),
  },
  {
    id: 'text-threadcreate', name: 'the text form of a threadcreate profile', door: 'profile',
    match: dumped(/^(?:\[[^\]\n]{1,60}\]){0,3}threadcreate profile: total \d+/),
    interest: ({ head }) => `It has ${counted(Number(wordOf(/total (\d+)/, head)), 'OS thread')}${
      fits(/^\d{1,9} @[ \t]*\n#[ \t]{1,8}0x0[ \t]*$/m, head)
        ? '; Go does not record what started those whose stack is empty' : ''}.`,
    remedy: REFETCH.replaceAll('heap', 'threadcreate'),
  },
  EMPTY_CONTENTION,
  {
    id: 'text-contention', name: 'the text form of a contention profile', door: 'profile',
    match: (look) => when(/^--- (?:contention(?:z \d+ ---)?|mutex|block|heapz \d+ ---|threadz \d+ ---)/.test(look.head),
      () => ({ ...CERTAIN, program: fits(/format = java/, look.head) ? 'Java'
        : fits(/^cycles\/second=\d/m, look.head) ? 'Go' : 'Go or C++' })),
    interest: ({ text }) => contentionFacts(text),
    remedy: `Of Java: go tool pprof -proto FILE > out.pb.gz. Of Go: ${REFETCH.replaceAll('heap', 'mutex')}`,
  },
  {
    id: 'goroutine-dump', name: 'a dump of goroutines', door: 'profile',
    match: ({ head }) => when(/^goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[[^\]]{1,100}\]:/.test(head)
      || isHeadless(head), () => ({ ...CERTAIN, program: programOfDump(head) })),
    interest: goroutineStates,
    remedy: 'Fetch it again: curl -o goroutines.txt "HOST/debug/pprof/goroutine?debug=2".',
  },
  {
    id: 'java-threads', name: 'a thread dump of Java', door: null,
    match: (look) => when(/^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s+)?Full thread dump /.test(look.head)
      || /^"[^"\n]{0,200}" [^\n]{0,300}\btid=0x[^\n]{0,300}\n\s{1,8}java\.lang\.Thread\.State: /.test(look.head),
    { ...CERTAIN, program: 'Java' }),
    interest: javaThreadFacts,
    remedy: 'A dump shows one moment: take three some seconds apart, or record async-profiler (-e wall, -e cpu, '
      + '-e lock).',
  },
  {
    id: 'perf-report', name: 'the output of perf report', door: null,
    match: (look) => when(fits(/^# (?:Overhead|Children)\s/m, look.head)
      || fits(/^# Samples: \S+\s+of event/m, look.head), { ...CERTAIN, program: 'perf' }),
    interest: ({ head }) => perfFacts(head),
    remedy: 'For whole stacks, print the samples: perf script > out.txt.',
  },
  CALLGRIND, RPROF, DHAT, MASSIF, HOLMES, PANICPARSE,
  {
    id: 'async-profiler', name: 'the stacks that async-profiler printed', door: 'profile',
    match: ({ head }) => when(looksAsyncProfiler(head), { ...CERTAIN, program: 'async-profiler' }),
    interest: asyncFacts, caveat: ({ text }) => skippedFacts(text), sides: asyncSides,
    remedy: 'Record the same event as collapsed stacks: -o collapsed.',
  },
  ...PPROF_TEXTS,
  {
    id: 'svg', name: 'a picture as SVG', door: null,
    match: (look) => when(/<svg[\s>]/.test(look.head.slice(0, 4000))),
    interest: flameGraphFacts,
    remedy: 'Open the profile, the collapsed stacks or the data that it was drawn from.',
  },
];

/** A frame as py-spy writes it: `run (app/views.py:12)`. */
const OF_PYTHON = /(?:^|;)[ \t]{0,40}[\w.<>]{1,200} \([^();\n]{1,300}\.py:\d{1,7}\)(?:;| \d)/m;

/** Formats recognized by most of their lines; tested after the logs, whose lines may contain anything. */
export const SAMPLED_TEXTS: readonly Format[] = [
  {
    id: 'bpftrace', name: 'the output of bpftrace', door: 'profile',
    match: ({ head }) => when(looksBpftrace(head), { ...CERTAIN, program: 'bpftrace' }),
    interest: bpftraceFacts,
    remedy: 'Print whole maps with kstack or ustack as a key.',
  },
  {
    id: 'perf', name: 'the output of perf script', door: 'profile',
    match: (look) => when(isPerf(look), { ...LIKELY, program: 'perf' }),
    sides: (look) => perfSides(look),
    interest: (look) => joined([perfThreads(look), perfPeriods(look)]),
    remedy: 'Print it with stacks: perf record -g, then perf script.',
  },
  {
    id: 'collapsed', name: 'a file of collapsed stacks', door: 'profile',
    match: (look) => when(isFolded(look),
      () => (fits(OF_PYTHON, look.head) ? { ...LIKELY, program: 'Python' }
        : fits(OF_ASYNC, look.head) ? { ...LIKELY, program: 'async-profiler' } : LIKELY)),
    interest: fewSamples,
    remedy: 'Each line must be "outermost;...;innermost 12"; remove the lines that are not.',
  },
];
