/** Formats of metrics, benchmarks, tables of promtool and kubectl, configurations and web pages. */
import { hasResult, isBenchmarkText } from '../../../core/text/benchmarkText.ts';
import { fits, isIn } from '../../../core/text/prefilter/fits.ts';
import { analyzedFacts } from './outputs/blocks/analyzedBlock.ts';
import { CGROUP_MEMORY } from './outputs/cgroupMemory.ts';
import { configurationFacts, ruleFacts, serverSettings } from './outputs/configurations.ts';
import { comparisonFacts, comparisonProgram, comparisonRemedy, isComparisonTable } from './outputs/comparisonFacts.ts';
import { metricFacts, scrapeFacts } from './outputs/metricFacts.ts';
import { ERROR_PAGE } from './scrapes/errorPages.ts';
import { programOf } from './scrapes/programs.ts';
import { joined } from './look/factTools.ts';
import { CERTAIN, LIKELY, when, wordOf, type Format, type Match } from './look/format.ts';
import { goPackageProgram } from './look/goPackages.ts';
import { hasLoggedResults } from './outputs/benchmarks/loggedResults.ts';
import { isJson } from './jsonFormats.ts';
import { KUBERNETES_TEXTS } from './logs/kubernetes/kubernetesTexts.ts';
import { lastStates } from './logs/kubernetes/lastStates.ts';
import { CRICTL_LIST } from './logs/kubernetes/written/crictl.ts';
import { writtenFacts } from './logs/kubernetes/written/facts.ts';
import { POD_STATUS } from './logs/kubernetes/written/podStatus.ts';
import { goTestEnd } from './logs/crashes/tests/goTestEnd.ts';
import { exceptionFacts, javaProgram } from './logs/loneErrors.ts';
import { knownMeaning } from './logs/messages/knownMessages.ts';
import type { Look } from './look/look.ts';

const NAME_AND_LABELS = /^[a-zA-Z_:][\w:]{0,300}(?:\{[^\n]{0,3000}\})?[ \t]+/;
const VALUE = /^[-+]?(?:\d[\d.]*(?:e[-+]?\d+)?|Inf|NaN)(?: -?[\d.]+)?(?: # .*)?\s*$/i;
const TYPE = /^# TYPE [\w:]+ (?:counter|gauge|histogram|summary|untyped|unknown|info)/m;

function isSample(line: string): boolean {
  const name = NAME_AND_LABELS.exec(line)?.[0];
  // A name with a colon behind it is a key.
  return name !== undefined && !/:[ \t]{1,20}$/.test(name) && VALUE.test(line.slice(name.length));
}

function isMetrics({ lines, text }: Look): boolean {
  const last = lines.at(-1) ?? '';
  const isCut = lines.length > 3 && /^[a-zA-Z_:][\w:]*(?:\{[^}]*)?$/.test(last);
  const head = lines.slice(0, isCut ? Math.min(400, lines.length - 1) : 400);
  const samples = head.filter(isSample).length;
  const comments = head.filter((line) => /^# (?:HELP|TYPE|UNIT|EOF)\b/.test(line)).length;
  return (samples > 0 && (samples + comments) * 10 >= head.length * 9)
    || (comments > 0 && samples > 0 && fits(TYPE, text)
      && (samples + comments) * 2 > head.length);
}

/** A single list of `promtool tsdb analyze`. */
const ANALYZED_PART = new RegExp(String.raw`^(?:Highest cardinality (?:metric names|labels)|Most common label pairs`
  + String.raw`|Label (?:pairs|names) most involved in churning):[ \t]*\n\d{1,15} \S`, 'm');

/** Longest scrape that is taken for a chosen part, whose metrics are described. */
const FEW_LINES = 60;

/** Whether a text is the whole analysis of a block, which promtool and Thanos print alike. */
const isAnalysis = (head: string): boolean =>
  fits(/^Block (?:ID|path): /mi, head) && fits(/^(?:Total )?Series: \d/m, head);

export const OTHER_TEXTS: readonly Format[] = [
  {
    id: 'bucket-analyze', name: 'the output of thanos tools bucket analyze', door: null,
    match: ({ head }) => when(fits(/\btools bucket analyze\b/, head) && isAnalysis(head)),
    interest: analyzedFacts,
    remedy: 'For other blocks of the bucket, analyze each with --id.',
  },
  {
    id: 'tsdb-analyze', name: 'the output of promtool tsdb analyze', door: null,
    match: ({ head }) => when(isAnalysis(head) || fits(ANALYZED_PART, head)),
    interest: analyzedFacts,
    remedy: 'For a running server, the page Memory shows the same of its head.',
  },
  {
    id: 'cgroup-stat', name: 'the cpu.stat of a control group', door: null,
    match: ({ head, lines }) => when(fits(/^nr_throttled \d+$/m, head) && lines.length < 100),
    interest: ({ head }) => {
      const [periods, throttled] = [wordOf(/^nr_periods (\d+)$/m, head), wordOf(/^nr_throttled (\d+)$/m, head)];
      return periods === undefined || throttled === undefined || Number(periods) === 0 ? null
        : `It was throttled in ${throttled} of ${periods} periods `
          + `(${Math.round(100 * Number(throttled) / Number(periods))} %).`;
    },
    remedy: 'Add the process as a target: the page GC & CPU shows when it is at its CPU limit.',
  },
  CGROUP_MEMORY,
  {
    id: 'metrics', name: 'a scrape of metrics as text', door: 'metrics',
    match: (look) => (isMetrics(look) ? { ...CERTAIN, ...programOf(look.text) } : null),
    interest: ({ text, lines }) => (lines.length > FEW_LINES ? null : metricFacts(text)) ?? scrapeFacts(text),
  },
  ...KUBERNETES_TEXTS,
  {
    id: 'kubernetes-yaml', name: 'an object of Kubernetes as YAML', door: null,
    match: ({ head }) => when(fits(/^apiVersion: \S/m, head) && fits(/^kind: \S/m, head)),
    interest: ({ text }) => joined([writtenFacts(text) ?? lastStates(text), serverSettings(text)]),
    remedy: 'Open the container’s log: kubectl logs POD, also with --previous.',
  },
  POD_STATUS, CRICTL_LIST,
  {
    id: 'prometheus-config', name: 'a configuration of Prometheus', door: null,
    match: ({ head }) => when(fits(/^(?:global|scrape_configs|rule_files|remote_write):/m, head)
      && fits(/^\s*(?:- )?(?:scrape_interval|job_name|evaluation_interval|url):/m, head), LIKELY),
    interest: ({ text }) => configurationFacts(text),
    remedy: 'Give the server’s address to tsdbscope; its own configuration is described in docs/configuration.md.',
  },
  {
    id: 'prometheus-rules', name: 'a file of rules of Prometheus', door: null,
    match: ({ head }) => when(fits(/^groups:/m, head) && fits(/^\s+(?:- )?(?:alert|record|expr):/m, head), LIKELY),
    interest: ({ text }) => ruleFacts(text),
    remedy: 'Give the server’s address to tsdbscope: it brings its own rules.',
  },
  {
    id: 'credential', name: 'a certificate or a key', door: null,
    match: ({ head }) => when(/^-----BEGIN [A-Z ]{1,60}-----/.test(head)),
    interest: () => 'It is not stored here.',
    remedy: 'Certificates of targets are named in the configuration (docs/configuration.md).',
  },
  {
    id: 'coverage', name: 'a coverage profile of go test', door: null,
    match: ({ head }) => when(/^mode: (?:set|count|atomic)\n/.test(head), { ...CERTAIN, program: 'Go' }),
    remedy: 'It says which lines ran, not how long. For a profile: go test -bench . -cpuprofile cpu.pb.gz.',
  },
  ERROR_PAGE,
  {
    id: 'error-page', name: 'an error message of the target', door: null,
    match: ({ head }) => when(/^(?:404 page not found|Unknown profile|Could not enable CPU profiling)/i.test(head)),
    remedy: 'Check the address that it was fetched from, such as /debug/pprof/heap.',
  },
  {
    id: 'web-page', name: 'a web page', door: null,
    match: ({ head }) => when(/^<(?:!doctype html|html|head|\?xml)/i.test(head)),
    interest: ({ head }) => (fits(/\/debug\/pprof/, head) ? 'It is the index of /debug/pprof.' : null),
    remedy: 'Fetch the profile itself, such as /debug/pprof/heap, or the text of /metrics.',
  },
];

const GO_BENCHMARK = {
  id: 'go-benchmark', name: 'the output of go test -bench', door: 'benchmark',
  remedy: 'A line is needed such as "BenchmarkName-8  100  12.5 ns/op".',
  interest: ({ text }: Look): string | null => goTestEnd(text),
} as const;
const ofPackages = (text: string) => (): Match => ({ ...LIKELY, program: goPackageProgram(text) });

/** Results of go test -bench among lines that the benchmark logs, as in the log of a build, which come before logs. */
export const LOGGED_BENCHMARKS: Format = {
  ...GO_BENCHMARK,
  match: ({ text }) => when(text.includes('Benchmark') && hasLoggedResults(text), ofPackages(text)),
};

/** Formats tested after the logs, because a build prints them among other lines. */
export const BENCHMARK_TEXTS: readonly Format[] = [
  {
    ...GO_BENCHMARK,
    match: ({ text, lines }) =>
      when(isIn('Benchmark', text) && (hasResult(text, fits) || hasResult(lines.join('\n'))), ofPackages(text)),
  },
  {
    id: 'benchstat', name: 'a table that compares benchmarks', door: null,
    match: ({ head }) => (isComparisonTable(head) ? { ...LIKELY, program: comparisonProgram(head) } : null),
    interest: comparisonFacts,
    remedy: comparisonRemedy,
  },
  {
    id: 'go-test', name: 'the output of go test without a benchmark', door: null,
    match: ({ head }) => when(fits(/^(?:ok|FAIL|---|\?) {0,3}\t\S{1,300}\t|^--- (?:PASS|FAIL|SKIP): /m, head),
      { ...LIKELY, program: 'Go' }),
    interest: ({ text }) => {
      const failed = [...new Set([...text.matchAll(/^[ \t]*--- FAIL: (\S{1,300})/gm)].map(([, name = '']) => name))];
      return joined([goTestEnd(text), failed.length === 0 ? null
        : `${failed.length === 1 ? 'A test' : `${failed.length} tests`} failed: ${failed.slice(0, 3).join(', ')}.`]);
    },
    remedy: 'For benchmarks, run go test -bench . -count 10.',
  },
  {
    id: 'java-exception', name: 'a stack trace of Java', door: null,
    match: ({ head }) => when(fits(/^[ \t]+at (?:[\w.$]{1,100}\/)?[\w.$<>]{1,300}\([\w.]{1,100}(?::\d{1,7})?\)/m, head)
      && fits(/^(?:\S{1,100} )?[\w.$]{1,200}(?:Error|Exception)\b/m, head),
    () => ({ ...LIKELY, program: javaProgram(head) ?? 'Java' })),
    interest: ({ head }) => joined([
      exceptionFacts(head), fits(/OutOfMemoryError/, head) && knownMeaning(head) === null
        ? 'Its heap or another memory pool was full.' : null,
    ]),
    remedy: ({ head }) => (fits(/OutOfMemoryError/, head)
      ? 'For memory by stack, record with async-profiler: event=alloc,collapsed.' : null),
  },
  {
    id: 'time-output', name: 'the output of time', door: 'benchmark',
    match: (look) => when(!isJson(look) && isBenchmarkText(look.text.slice(0, 64 * 1024), fits), LIKELY),
  },
];
