/** Recognizes texts of profilers and debuggers that cannot be parsed, and says how to get a form that can. */
import { allIn, fits } from '../../../../core/text/prefilter/fits.ts';
import { joined } from '../look/factTools.ts';
import { CERTAIN, LIKELY, when, wordOf, type Format } from '../look/format.ts';
import type { Look } from '../look/look.ts';
import { metricFacts } from './metricFacts.ts';
import { ANNOTATED_TEXTS } from './profilers/annotated.ts';
import { PERF_STAT } from './profilers/perfStat.ts';
import { GHC_PROFILE } from './profilers/files/ghc.ts';
import { JAVA_HISTOGRAM } from './profilers/files/javaHistogram.ts';
import { LINE_PROFILER } from './profilers/files/lineProfiler.ts';
import { macosSampleFacts } from './profilers/graphs/macosSample.ts';
import { DOTNET_TOP, dotnetTopFacts } from './profilers/tables/dotnetTop.ts';
import { straceFacts } from './profilers/tables/waitingRows.ts';
import { largestRow, pySpyFacts } from './profilers/profilerFacts.ts';

const COLLAPSE = (script: string): string => `Convert it to collapsed stacks: ${script} FILE > out.folded.`;
const SPEEDSCOPE = 'Open it in speedscope and save it from there; that file is read.';

/** `   7   0.512   0.073   0.900   0.128 a.py:12(run)`: calls, self time, per call, cumulative time, per call. */
const PYTHON_ROW = new RegExp(String.raw`^[ \t]{0,40}[\d/]{1,20}[ \t]{1,20}([\d.]{1,15})(?:[ \t]{1,20}[\d.]{1,15}){3}`
  + String.raw`[ \t]{1,20}(\S.{0,300})$`, 'gm');
/** ` 33.34      0.02     0.02     7208     0.00     0.00  open`: share, running sum, self time, calls, per call. */
const GPROF_ROW = new RegExp(String.raw`^[ \t]{0,20}([\d.]{1,8})(?:[ \t]{1,20}[\d.]{1,15}){2,5}[ \t]{1,20}`
  + String.raw`([A-Za-z_~]\S{0,300}(?: .{0,300})?)$`, 'gm');

/** Rows of an allocation tree of Instruments: bytes, share, count and, after a tab, the function. */
const ALLOCATED = /^[ \t>]{0,40}[\d.,]{1,20} ?(?:bytes|[KMGT]i?B|B)[ \t]{1,20}[\d.,]{1,8}%\t(\d{1,15})[ \t]*\t/im;

/** Returns the number of allocations, which the first row has; null for a tree of time. */
function allocationCount({ text }: Look): string | null {
  const count = /^[ >]{0,40}(?:Bytes Used|Total Bytes)\t[^\n]{0,100}Count/m.test(text)
    ? ALLOCATED.exec(text)?.[1] : undefined;
  return count === undefined ? null
    : `Its first row counts ${Number(count).toLocaleString('en-US')} allocations; rows contain those below them.`;
}

interface ProfilerText {
  id: string; name: string; program: string; pattern: RegExp; door?: Format['door'];
  remedy: NonNullable<Format['remedy']>; fact?: RegExp | NonNullable<Format['interest']>;
}

/** `fact`: pattern whose first group is quoted verbatim, or a function. */
const TEXTS: readonly ProfilerText[] = [
  {
    id: 'macos-sample', name: 'the output of sample of macOS', program: 'sample',
    pattern: /^Analysis of sampling \S.{0,200} every \d+ \w+/m, fact: macosSampleFacts,
    remedy: COLLAPSE('stackcollapse-sample.awk'), door: 'profile',
  },
  {
    id: 'instruments', name: 'a call tree copied from Instruments', program: 'Instruments',
    pattern: /^[ >]{0,40}(?:Weight|Running Time|Bytes Used|Cycles)\t.{0,100}\t[^\t\n]{0,40}Symbol Name/m,
    fact: allocationCount, remedy: SPEEDSCOPE, door: 'profile',
  },
  {
    id: 'strace-summary', name: 'a summary of strace -c', program: 'strace',
    pattern: /^% time\s+seconds\s+usecs\/call\s+calls/m, fact: straceFacts,
    remedy: 'For the code that makes the calls, record perf trace or fetch /debug/pprof/profile.',
  },
  {
    id: 'valgrind', name: 'the output of Valgrind', program: 'Valgrind',
    pattern: /^==\d+== (?:Memcheck|HEAP SUMMARY|Command: )/m,
    fact: /^==\d+== +(in use at exit: .{1,100})$/m,
    remedy: 'For a heap by stack, record with a profiler such as jemalloc, and print it as collapsed stacks.',
  },
  {
    id: 'py-spy-dump', name: 'a dump of py-spy', program: 'py-spy',
    pattern: new RegExp([
      /^[ \t]{0,20}Python v\d.{0,60}\n(?:.{0,200}\n){0,3}[ \t]{0,20}Thread /,
      // Without its first lines, and threads with the same stack merged.
      /^[ \t]{0,20}Thread (?:0x)?[0-9A-Fa-f]{1,16} \((?:active|idle)[+\w]{0,20}\)(?:: "[^"\n]{0,200}")?\s*\n/,
    ].map(({ source }) => source).join('|'), 'm'),
    fact: pySpyFacts,
    remedy: (look) => (/^\d{1,6} threads stand idle /.test(pySpyFacts(look) ?? '')
      ? 'Take a second dump with py-spy dump --locals: if they are still there, see which lock that line takes, and '
        + 'who holds it.' : 'A dump shows one moment: record with py-spy record -f speedscope -o out.json --pid PID.'),
  },
  {
    id: 'python-profile', name: 'a table of cProfile', program: 'Python',
    pattern: /^[ \t]*ncalls\s+tottime\s+percall\s+cumtime\s+percall\s+filename:lineno/m,
    fact: largestRow(PYTHON_ROW, (name, value) => `${name} has the highest self time: ${value} s.`),
    remedy: 'A table has no stacks: record with py-spy record -f speedscope -o out.json -- python FILE.',
  },
  {
    id: 'dotnet-topn', name: 'a table of dotnet-trace', program: 'dotnet-trace',
    pattern: DOTNET_TOP, fact: dotnetTopFacts,
    remedy: 'A table has no stacks: dotnet-trace convert --format speedscope TRACE.nettrace; that file is read.',
  },
  {
    id: 'gprof', name: 'a table of gprof', program: 'gprof',
    pattern: /^[ \t]*%\s+cumulative\s+self\s+self\s+total/m,
    fact: largestRow(GPROF_ROW, (name, value) => `${name} has the highest self value: ${value} %.`),
    remedy: 'A table has no stacks: record with perf record -g.',
  },
  {
    id: 'v8-log', name: 'a log of node --prof', program: 'V8', pattern: /^v8-version,\d/m,
    remedy: 'Record node --cpu-prof instead; a .cpuprofile is read.',
  },
  {
    id: 'dtrace', name: 'stacks that DTrace printed', program: 'DTrace',
    pattern: /^[ \t]+[\w.-]{1,100}`\S.{0,300}\n(?:[ \t]+\S.{0,300}\n){0,200}?[ \t]+\d+[ \t]*$/m,
    remedy: COLLAPSE('stackcollapse.pl'), door: 'profile',
  },
  {
    id: 'bcc-stacks', name: 'the stacks that a tool of BCC printed', program: 'BCC',
    pattern: /^[ \t]{1,60}-[ \t]{2,60}\S.{0,30}? \(\d{1,10}\)[ \t]*\n[ \t]{1,60}\d{1,15}[ \t]*$/m,
    remedy: 'Print them folded: profile -f, offcputime -f.', door: 'profile',
  },
];

const NAMED_TEXTS = TEXTS.map(({ pattern, program, fact, ...rest }): Format => ({
  door: null, ...rest,
  match: ({ head, isText }) => when(isText && fits(pattern, head), { ...CERTAIN, program }),
  interest: typeof fact === 'function' ? fact : ({ head }: Look) => {
    const said = fact === undefined ? undefined : wordOf(fact, head)?.trim().replace(/\s+/g, ' ');
    return said === undefined ? null : `It says: ${said}.`;
  },
}));
export const PROFILER_TEXTS: readonly Format[] = [
  PERF_STAT, ...ANNOTATED_TEXTS, GHC_PROFILE, LINE_PROFILER, JAVA_HISTOGRAM, ...NAMED_TEXTS,
];

/** Metric line of Fluent Bit: `2022-11-06T18:49:43.206413604Z process_open_fds = 12`. */
const FLUENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z [a-zA-Z_:][\w:]{0,200}(?:\{.{0,2000}\})? = -?[\d.e+-]+\s*$/gm;

/** A metric line whose name has an underscore, as all metrics of servers do. */
const METRIC_LINE = /^[a-z][a-z0-9:]{0,60}_[\w:]{1,200}(?:\{[^{}\n]{0,2000}\})? (?:= )?(-?[\d.]+(?:e[-+]?\d+)?)\s*$/i;

/** Counts series. A series that occurs more than once comes from several scrapes. */
function metricLineFacts(lines: readonly string[]): string {
  const values = new Map<string, string[]>();
  for (const line of lines) {
    const value = METRIC_LINE.exec(line)?.[1];
    if (value === undefined) continue;
    const name = line.slice(0, line.trimEnd().lastIndexOf(' '));
    values.set(name, [...values.get(name) ?? [], value]);
  }
  const repeated = [...values].find(([, own]) => own.length > 1);
  return repeated === undefined ? `It has ${values.size} series.`
    : `It is of ${repeated[1].length} moments: ${repeated[0]} is ${repeated[1].slice(0, 4).join(', ')}.`;
}

export const METRIC_TEXTS: readonly Format[] = [
  {
    id: 'fluent-metrics', name: 'metrics as Fluent Bit prints them', door: null,
    match: ({ head }) => when(allIn(FLUENT, head).length > 1, { ...LIKELY, program: 'Fluent Bit' }),
    interest: ({ text }) => {
      const version = /prometheus_build_info\{[^}\n]*version="([^"]{1,60})"/.exec(text)?.[1];
      return version === undefined ? null : `They are of Prometheus ${version}.`;
    },
    remedy: 'Open the text of /metrics itself: curl -o metrics.txt HOST/metrics.',
  },
  {
    id: 'time-part', name: 'a part of the output of GNU time', door: null,
    match: ({ head }) => when(fits(/^[ \t]*Maximum resident set size \(kbytes\): \d/m, head), LIKELY),
    interest: ({ head }) => `Its maximum resident set is ${
      Number(wordOf(/Maximum resident set size \(kbytes\): (\d{1,15})/, head)).toLocaleString('en-US')} KiB.`,
    remedy: 'Open the whole output of time -v, at best of both sides.',
  },
];

/** Formats tried only if no part of a text has another format. */
export const LATE_TEXTS: readonly Format[] = [
  {
    id: 'metric-lines', name: 'lines of metrics among others', door: null,
    match: ({ head, lines }) => {
      // A scrape whose comments Markdown changed is read as one.
      if (fits(/^[ \t]*#{2,8}[ \t]+TYPE [a-zA-Z_:]/m, head)) return null;
      const count = lines.filter((line) => METRIC_LINE.test(line)).length;
      return when(count > 1 && count * 5 > lines.length * 2, LIKELY);
    },
    interest: ({ lines }) => joined([metricLineFacts(lines), metricFacts(lines.join('\n'))]),
    remedy: 'Open the text of /metrics alone. For how values change, record it: tsdbscope scrapes the target itself.',
  },
];
