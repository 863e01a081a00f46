/**
 * Reads results of benchmark programs in JSON: hyperfine, JMH, pytest-benchmark, Google Benchmark, Criterion,
 * BenchmarkDotNet. Each form is a row of a table; all give the same results. Pure.
 */
import { isRecord } from '../../contract/isRecord.ts';
import { counted } from '../format.ts';

export interface JsonResult {
  name: string;
  /** `ns` or `ns/op`, `ops/ms`, or what else the program measures. */
  unit: string;
  /** Mean or score, in the unit. */
  center: number;
  /** Standard deviation, or half of the confidence interval, in the unit; null if the file has none. */
  spread: number | null;
  /** Median in the unit; null if the file has none. */
  median: number | null;
  /** Measured values in the unit; one, the center, if the file has none. */
  values: number[];
  /** Number of runs, rounds or iterations that the file names; null if it names none. */
  runs: number | null;
  /** CPU time, user and system, in nanoseconds; null if the file has none. */
  cpuNs: number | null;
  /** Bytes that an operation allocates; null if the file has none. */
  bytes: number | null;
}

/**
 * `spreadName`: what `spread` is; `runName`: what `runs` counts; `machine`: the processor; `doubts`: sentences on how
 * far the results hold.
 */
export interface JsonBenchmarks {
  program: string; spreadName: string; runName: string; machine: string | null; results: JsonResult[]; doubts: string[];
}

type Json = Readonly<Record<string, unknown>>;
interface Form {
  program: string;
  spreadName: string;
  runName: string;
  results: (root: unknown) => JsonResult[];
  machine?: (root: unknown) => string | null;
  doubts?: (root: unknown, results: readonly JsonResult[]) => string[];
}

const NS: Readonly<Record<string, number>> = { s: 1e9, sec: 1e9, ms: 1e6, us: 1e3, '\u00b5s': 1e3, ns: 1 };
const MAX_RESULTS = 2000;
const MAX_VALUES = 500;
const DEVIATION = 'the standard deviation';
/** Fewer values have no 95 % confidence interval of their median. */
const ENOUGH_VALUES = 6;
const MAX_NAMED = 3;

const numberOf = (value: unknown): number | null =>
  (typeof value === 'number' && Number.isFinite(value) ? value : null);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const recordOf = (value: unknown): Json => (isRecord(value) ? value : {});
const recordsOf = (value: unknown): Json[] =>
  (Array.isArray(value) ? (value as unknown[]).filter(isRecord).slice(0, MAX_RESULTS) : []);
const numbersOf = (value: unknown): number[] =>
  (Array.isArray(value) ? (value as unknown[]).flatMap((one) => numberOf(one) ?? []) : []);

interface Made extends Partial<Omit<JsonResult, 'center' | 'name'>> { factor: number; center: number | null }

/** Returns a result with its numbers times `factor`; none without a center. */
function made(name: string, { factor, center, ...given }: Made): JsonResult[] {
  const scaled = (value: number | null | undefined): number | null =>
    (value === null || value === undefined ? null : value * factor);
  const values = (given.values ?? []).slice(0, MAX_VALUES).map((value) => value * factor);
  const median = scaled(given.median);
  return center === null || name === '' ? [] : [{
    name: name.slice(0, 300), unit: given.unit ?? 'ns', center: center * factor, spread: scaled(given.spread), median,
    values: values.length === 0 ? [median ?? center * factor] : values, runs: given.runs ?? null,
    cpuNs: scaled(given.cpuNs), bytes: given.bytes ?? null,
  }];
}

function hyperfineDoubts(root: unknown, results: readonly JsonResult[]): string[] {
  const failed = recordsOf(recordOf(root)['results']).flatMap(({ command, exit_codes: codes }) => {
    const all: unknown[] = Array.isArray(codes) ? codes : [];
    const bad = all.filter((code) => code !== 0).length;
    return bad === 0 ? [] : [`${counted(bad, 'run')} of ${all.length.toLocaleString('en-US')} of ${
      textOf(command).slice(0, 80)} ended with an exit code other than 0, so the time may not be that of its work.`];
  });
  return [...failed, ...fewRuns(results, 'run')];
}

/** Returns the unit, a time as `ns/op`, and the factor of its values. */
function unitOfJmh(unit: string): { unit: string; factor: number } {
  const [above = '', below = ''] = unit.split('/');
  const ns = NS[above];
  return below === 'op' && ns !== undefined ? { unit: 'ns/op', factor: ns } : { unit, factor: 1 };
}

function jmhResults(root: unknown): JsonResult[] {
  const all = recordsOf(root);
  const short = (name: string): string => name.split('.').slice(-2).join('.');
  const names = all.map(({ benchmark }) => textOf(benchmark));
  const areUnique = new Set(names.map(short)).size === new Set(names).size;
  return all.flatMap((one) => {
    const primary = recordOf(one['primaryMetric']);
    const name = textOf(one['benchmark']);
    const parameters = Object.entries(recordOf(one['params']))
      .map(([key, value]) => `/${key}=${textOf(value)}`).join('');
    const mode = all.filter((other) => other['benchmark'] === name && other['mode'] !== one['mode']).length === 0 ? ''
      : `/${textOf(one['mode'])}`;
    const forks: unknown = primary['rawData'];
    const values = Array.isArray(forks) ? (forks as unknown[]).flatMap(numbersOf) : [];
    const allocated = Object.entries(recordOf(one['secondaryMetrics']))
      .find(([key]) => /gc\.alloc\.rate\.norm$/.test(key))?.[1];
    const { unit, factor } = unitOfJmh(textOf(primary['scoreUnit']));
    return made(`${areUnique ? short(name) : name}${parameters}${mode}`, {
      factor, unit, center: numberOf(primary['score']), spread: numberOf(primary['scoreError']), values,
      runs: values.length === 0 ? null : values.length, bytes: numberOf(recordOf(allocated)['score']),
    });
  });
}

function jmhDoubts(root: unknown, results: readonly JsonResult[]): string[] {
  const all = recordsOf(root);
  const forks = all.flatMap(({ forks: own }) => numberOf(own) ?? []);
  return [
    ...forks.includes(0) ? ['It ran with forks 0: in the VM that started it, whose state changes the result. '
      + 'Run it with -f 3 or more before anything is concluded from it.']
      : forks.length > 0 && forks.every((count) => count === 1) ? ['It ran in 1 fork, so differences between forks '
        + '(JIT, memory layout) are not in its error: run it with -f 3 or more.'] : [],
    ...fewRuns(results, 'iteration'),
  ];
}

function pytestDoubts(root: unknown, results: readonly JsonResult[]): string[] {
  return [
    ...recordOf(recordOf(root)['commit_info'])['dirty'] === true
      ? ['The commit had uncommitted changes, so it does not identify the measured code.'] : [],
    ...fewRuns(results, 'round'),
  ];
}

/** Names the results with several runs that are too few to judge their noise. */
function fewRuns(results: readonly JsonResult[], word: string): string[] {
  const few = results.filter(({ runs }) => runs !== null && runs > 1 && runs < ENOUGH_VALUES);
  const most = Math.max(...few.map(({ runs }) => runs ?? 0));
  const names = few.slice(0, MAX_NAMED).map(({ name }) => name.slice(0, 80)).join(', ');
  const more = few.length > MAX_NAMED ? ` and ${few.length - MAX_NAMED} more` : '';
  return few.length === 0 ? [] : [`${few.length === results.length && few.length > 1 ? 'Each' : `${names}${more}`} ${
    few.length === 1 || few.length === results.length ? 'has' : 'have'} ${few.length === 1 ? '' : 'at most '}${
    most} ${word}s: too few to judge the noise.`];
}

/** Returns the runs of each benchmark; without repetitions there is one, of aggregates alone the mean. */
function googleResults(root: unknown): JsonResult[] {
  const groups = new Map<string, Json[]>();
  for (const one of recordsOf(recordOf(root)['benchmarks'])) {
    const name = textOf(one['run_name']) || textOf(one['name']);
    groups.set(name, [...groups.get(name) ?? [], one]);
  }
  return [...groups].flatMap(([name, all]) => {
    const isAggregate = (one: Json): boolean => one['run_type'] === 'aggregate';
    const of = (what: string): number | null =>
      numberOf(all.find((one) => one['aggregate_name'] === what)?.['real_time']);
    const runs = all.filter((one) => !isAggregate(one) && one['error_occurred'] !== true);
    const values = runs.flatMap((one) => numberOf(one['real_time']) ?? []);
    const mean = of('mean') ?? (values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length);
    const repetitions = values.length > 0 ? values.length : numberOf(all[0]?.['repetitions']);
    return made(name, {
      factor: NS[textOf(all[0]?.['time_unit'])] ?? 1, center: mean, median: of('median'), spread: of('stddev'), values,
      runs: repetitions, cpuNs: of('mean') === null ? numberOf(runs[0]?.['cpu_time']) : null,
    });
  });
}

function googleDoubts(root: unknown): string[] {
  const { library_build_type: build, cpu_scaling_enabled: scales, load_avg: load, num_cpus: cpus } =
    recordOf(recordOf(root)['context']);
  const failed = recordsOf(recordOf(root)['benchmarks']).filter((one) => one['error_occurred'] === true);
  const [busy, cores] = [numbersOf(load)[0], numberOf(cpus)];
  const message = textOf(failed[0]?.['error_message']).slice(0, 120);
  return [
    ...failed.length === 0 ? [] : [`${counted(failed.length, 'benchmark')} failed, such as ${
      textOf(failed[0]?.['name']).slice(0, 80)}${message === '' ? '' : ` ("${message}")`}.`],
    ...build === 'debug' ? ['The library is a debug build, so times are not those of a release.'] : [],
    ...scales === true ? ['CPU frequency scaling was on, which adds noise.'] : [],
    ...busy !== undefined && cores !== null && busy > cores / 2
      ? [`The load average was ${busy} on ${cores} CPUs, so other work took part of them.`] : [],
  ];
}

/** The file of one benchmark of Criterion, which does not name it. */
const UNNAMED = 'run';

function criterionResults(root: unknown): JsonResult[] {
  const { iters, times } = recordOf(root);
  const [counts, totals] = [numbersOf(iters), numbersOf(times)];
  if (counts.length > 0 && counts.length === totals.length) {
    const values = totals.map((total, i) => total / (counts[i] || 1));
    const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
    const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, values.length - 1);
    return made(UNNAMED, { factor: 1, center: mean, spread: Math.sqrt(variance), values, runs: values.length });
  }
  const point = (key: string): number | null => numberOf(recordOf(recordOf(root)[key])['point_estimate']);
  return point('std_dev') === null ? []
    : made(UNNAMED, { factor: 1, center: point('mean'), median: point('median'), spread: point('std_dev') });
}

export const FORMS: readonly Form[] = [
  {
    program: 'JMH', spreadName: 'half of the 99.9 % confidence interval', runName: 'iteration',
    results: jmhResults, doubts: jmhDoubts,
  },
  {
    program: 'pytest-benchmark', spreadName: DEVIATION, runName: 'round',
    doubts: pytestDoubts,
    machine: (root) => textOf(recordOf(recordOf(recordOf(root)['machine_info'])['cpu'])['brand'])
      || textOf(recordOf(recordOf(recordOf(root)['machine_info'])['cpu'])['brand_raw']) || null,
    results: (root) => recordsOf(recordOf(root)['benchmarks']).flatMap((one) => {
      const stats = recordOf(one['stats']);
      const [rounds, values] = [numberOf(stats['rounds']), numbersOf(stats['data'])];
      return made(textOf(one['name']), {
        factor: 1e9, center: numberOf(stats['mean']), median: numberOf(stats['median']), runs: rounds,
        spread: numberOf(stats['stddev']), values: values.length === rounds ? values : [],
      });
    }),
  },
  {
    program: 'Google Benchmark', spreadName: DEVIATION, runName: 'repetition',
    results: googleResults, doubts: googleDoubts,
  },
  {
    program: 'hyperfine', spreadName: DEVIATION, runName: 'run', doubts: hyperfineDoubts,
    results: (root) => {
      const all = recordsOf(recordOf(root)['results']);
      return all.flatMap((one) => {
        const [user, system, times] = [numberOf(one['user']), numberOf(one['system']), numbersOf(one['times'])];
        return made(textOf(one['command']), {
          factor: 1e9, center: numberOf(one['mean']), median: numberOf(one['median']), spread: numberOf(one['stddev']),
          values: times, runs: times.length === 0 ? null : times.length,
          cpuNs: user === null || system === null ? null : user + system,
        });
      });
    },
  },
  {
    program: 'Criterion', spreadName: DEVIATION, runName: 'sample', results: criterionResults,
  },
  {
    program: 'BenchmarkDotNet', spreadName: DEVIATION, runName: 'iteration',
    machine: (root) => textOf(recordOf(recordOf(root)['HostEnvironmentInfo'])['ProcessorName']) || null,
    results: (root) => recordsOf(recordOf(root)['Benchmarks']).flatMap((one) => {
      const stats = recordOf(one['Statistics']);
      const values = numbersOf(stats['OriginalValues']);
      const method = [textOf(one['Type']), textOf(one['Method'])].filter((part) => part !== '').join('.');
      const parameters = textOf(one['Parameters']);
      return made(method === '' ? textOf(one['FullName']) : `${method}${parameters === '' ? '' : `/${parameters}`}`, {
        factor: 1, center: numberOf(stats['Mean']), median: numberOf(stats['Median']), values,
        spread: numberOf(stats['StandardDeviation']), runs: numberOf(stats['N']),
        bytes: numberOf(recordOf(one['Memory'])['BytesAllocatedPerOperation']),
      });
    }),
  },
];
