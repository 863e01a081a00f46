/** JSON formats, recognized by the keys at their beginning: the document itself is not parsed. */
import { counted } from '../../../core/text/format.ts';
import { isBenchmarkText } from '../../../core/text/benchmarkText.ts';
import { fits } from '../../../core/text/prefilter/fits.ts';
import { ALERT_WEBHOOKS } from './alerts/alertFormats.ts';
import { ALERTMANAGER_STATES } from './alerts/alertmanagerStates.ts';
import { INCIDENT_ALERTS } from './alerts/incidentAlerts.ts';
import { DOCKER_INSPECT } from './logs/kubernetes/dockerInspect.ts';
import { lastStates } from './logs/kubernetes/lastStates.ts';
import { CRICTL_INSPECT } from './logs/kubernetes/written/crictl.ts';
import { writtenFacts } from './logs/kubernetes/written/facts.ts';
import { M3_REQUEST } from './logs/refusals/m3Requests.ts';
import { CERTAIN, when, wordOf, type Format } from './look/format.ts';
import type { Look } from './look/look.ts';
import {
  EXPORTED_SAMPLES, INFLUX_ANSWER, QUERY_ANSWER, SERVER_STATE, TOP_QUERIES, TSDB_STATUS,
} from './outputs/apiAnswers.ts';
import { JSON_BENCHMARKS } from './outputs/benchmarks/jsonBenchmarks.ts';
import { JSON_LOADS } from './outputs/loads/jsonLoads.ts';
import { speedscopeSides } from './outputs/profilers/threads/speedscopeSides.ts';
import { stackprofCallers } from './outputs/profilers/threads/stackprofCallers.ts';
import { traceThreads } from './outputs/profilers/threads/traceThreads.ts';
import { v8Facts } from './outputs/profilers/graphs/v8Profile.ts';
import { DATA_JSON } from './structure/dataTexts.ts';
import { JSON_ANSWERS } from './structure/jsonAnswers.ts';
import { RING_MEMBERS, THANOS_STORES } from './structure/memberStates.ts';
import { ALERT_LIST, GRAFANA_STATE, TARGET_HEALTH } from './structure/serverStates.ts';
import { INFLUX_HEALTH } from './structure/health/healthAnswers.ts';

/** Matches documents with these keys in their first 64 KiB. */
const keys = (...names: string[]) => (look: Look) =>
  when(isJson(look) && names.every((name) => fits(new RegExp(`"${name}"\\s*:`), look.head)));

export function isJson({ head }: Look): boolean {
  return /^[{[]/.test(head) && /^[{[]\s*["[{\]}\d-]/.test(head);
}

/** The answer, also its data alone as jq prints them. */
const WAL_REPLAY = new RegExp(
  /^\{\s*(?:"status"\s*:\s*"success"\s*,\s*"data"\s*:\s*\{\s*)?"(?:min|current)"\s*:\s*\d{1,9}\s*,\s*"max"\s*:/.source
    + /\s*\d{1,9}\s*,\s*"(?:current|min)"\s*:\s*\d/.source
);

/** The state of a replay, which newer versions of Prometheus tell. */
const DONE = /"state"\s*:\s*"done"/;

/** Says how far a replay is, by the segments of the WAL. */
function replayFact(head: string): string | null {
  const [min, max, current] = ['min', 'max', 'current'].map((key) =>
    Number(wordOf(new RegExp(`"${key}"\\s*:\\s*(\\d{1,9})`), head) ?? 'NaN'));
  if (min === undefined || max === undefined || current === undefined || Number.isNaN(min + max + current)) return null;
  if (fits(DONE, head)) return 'The replay of its WAL is done, so that it no longer delays the start.';
  if (max === 0 && current === 0) return 'It counts no segments: the replay has not begun, or the WAL has one only.';
  const share = Math.floor(100 * (current - min) / (max - min));
  return `The replay is at segment ${current} of ${min} to ${max}${share >= 0 && share <= 100 ? ` (${share} % of them)`
    : ''}. Until it is done, the server answers no queries.`;
}

const isTestEvents = ({ head }: Look): boolean =>
  /^\{"(?:Time|Action|ImportPath)":/.test(head) && fits(/"Action":"/, head);

export const JSON_FORMATS: readonly Format[] = [
  {
    id: 'recording', name: 'a recording of tsdbscope', door: 'recording',
    match: (look) => when(/^\{(?:"path": ?"[^"]{1,200}"|"proc": ?true), ?"t": ?\d{10,14},/.test(look.head)),
  },
  {
    id: 'sample-lines', name: 'the samples of an incident file', door: null,
    match: (look) => when(/^\{"series":\[\[/.test(look.head)),
    remedy: 'Open the whole incident file (.incident.tar.gz) that it was taken from.',
  },
  {
    id: 'speedscope', name: 'a speedscope file', door: 'profile',
    match: (look) => {
      const isOne = keys('shared', 'profiles')(look) ?? when(fits(/speedscope\.app\/file-format/, look.head));
      const [program, version] = (wordOf(/"exporter"\s*:\s*"([^"]{1,60})"/, look.head) ?? '').split('@');
      return isOne === null || !isJson(look) ? null : { ...isOne, program: program || undefined, version };
    },
    interest: speedscopeSides,
  },
  {
    id: 'v8-heap-profile', name: 'a V8 heap profile of Node or Chrome', door: 'profile',
    match: (look) => when(/^\{\s*"head"\s*:\s*\{\s*"(?:callFrame|id|selfSize)"/.test(look.head),
      { ...CERTAIN, program: 'V8' }),
    interest: () => 'It holds the bytes that were live, by the stack that allocated them.',
    remedy: 'Write pprof instead: @datadog/pprof (heap.start, heap.profile) does in Node; or convert it with '
      + 'speedscope and save it from there.',
  },
  {
    id: 'v8-heap-snapshot', name: 'a V8 heap snapshot', door: null,
    match: (look) => when(/^\{\s*"snapshot"\s*:\s*\{\s*"meta"/.test(look.head), { ...CERTAIN, program: 'V8' }),
    remedy: 'It holds objects, not stacks. For allocations by stack, record a heap profile with @datadog/pprof.',
  },
  {
    id: 'cpuprofile', name: 'a CPU profile of V8 (.cpuprofile)', door: 'profile',
    match: (look) => when(isJson(look) && fits(/"nodes"\s*:\s*\[/, look.head) && fits(/"callFrame"\s*:/, look.head),
      { ...CERTAIN, program: 'V8' }),
    interest: v8Facts,
  },
  {
    id: 'stackprof', name: 'a stackprof profile of Ruby', door: 'profile',
    match: (look) => when(
      isJson(look) && fits(/"mode"\s*:\s*"(?:wall|cpu|object|custom)"/, look.head)
        && fits(/"(?:frames|raw|interval)"\s*:/, look.head),
      { ...CERTAIN, program: 'stackprof' }
    ),
    interest: (look) => {
      const { head } = look;
      const mode = wordOf(/"mode"\s*:\s*"(\w+)"/, head);
      const samples = wordOf(/"samples"\s*:\s*(\d+)/, head);
      const of = mode === 'object' ? 'objects allocated' : mode === 'cpu' ? 'CPU time' : 'wall-clock time';
      return `It samples ${of}${samples === undefined ? '' : `: ${counted(Number(samples), 'sample')}`}.${
        mode === 'object' ? '' : ` ${stackprofCallers(look) ?? ''}`.trimEnd()}`;
    },
    remedy: 'Print collapsed stacks with stackprof --stackcollapse FILE > out.folded.',
  },
  {
    id: 'stack-samples', name: 'samples of stacks as Chrome trace events', door: 'profile',
    match: (look) => when(isJson(look) && fits(/"traceEvents"\s*:\s*\[/, look.head)
      && ['samples', 'stackFrames'].every((name) => fits(new RegExp(`"${name}"\\s*:`), look.text)),
    { ...CERTAIN, program: fits(/"name"\s*:\s*"hermes"/, look.head) ? 'Hermes' : undefined }),
    interest: (look) => [traceThreads(look) ?? '', fits(/"name"\s*:\s*"\[root\]"/, look.text)
      ? 'Samples in [root] alone are those in which no JavaScript ran, or whose stack is not known.' : '']
      .filter((sentence) => sentence !== '').join(' ') || null,
  },
  {
    id: 'chrome-trace', name: 'a file of Chrome trace events', door: 'profile',
    match: (look) => when(isJson(look) && (
      /^\{[^[]{0,2000}"traceEvents"\s*:\s*\[/.test(look.head)
        || (look.head.startsWith('[') && fits(/"ph"\s*:\s*"[BEXMIibe]"/, look.head) && fits(/"ts"\s*:/, look.head))
    )),
    interest: () => 'It holds spans of time, not samples.',
    remedy: 'Open it in speedscope or ui.perfetto.dev. For a CPU profile of Node, record node --cpu-prof; of a Go '
      + 'program, fetch /debug/pprof/profile.',
  },
  {
    id: 'firefox-profile', name: 'a profile of the Firefox Profiler', door: null,
    match: keys('meta', 'preprocessedProfileVersion'),
    remedy: 'Of samply or perf: print it with perf script, or record pprof.',
  },
  {
    id: 'pyroscope-json', name: 'a flame graph of Pyroscope as JSON', door: null, match: keys('flamebearer'),
    remedy: 'Export it from Pyroscope as pprof.',
  },
  {
    id: 'block-meta', name: 'the meta.json of Prometheus blocks', door: 'blocks',
    match: keys('ulid', 'minTime', 'maxTime'),
  },
  M3_REQUEST, TSDB_STATUS, TOP_QUERIES, TARGET_HEALTH, ...ALERT_WEBHOOKS, ...ALERTMANAGER_STATES, ...INCIDENT_ALERTS,
  ALERT_LIST, GRAFANA_STATE, ...JSON_ANSWERS, ...DATA_JSON,
  {
    id: 'thanos-shipper', name: 'the thanos.shipper.json of a Thanos sidecar or receiver', door: null,
    match: keys('version', 'uploaded'),
    interest: ({ text }) => {
      const count = [...text.matchAll(/"[0-7][0-9A-HJKMNP-TV-Z]{25}"/g)].length;
      return count === 0 ? 'No block was uploaded from this folder.'
        : `${count.toLocaleString('en-US')} ${count === 1 ? 'block was' : 'blocks were'} uploaded from this folder.`;
    },
    remedy: 'Open the log of the sidecar or receiver: it says why blocks are not uploaded.',
  },
  {
    id: 'walreplay-status', name: 'the answer of Prometheus /api/v1/status/walreplay', door: null,
    match: ({ head }) => when(WAL_REPLAY.test(head)),
    interest: ({ head }) => replayFact(head),
    remedy: ({ head }) => (fits(DONE, head) ? null : 'How long it takes shows in the log of the start.'),
  },
  INFLUX_HEALTH, DOCKER_INSPECT, CRICTL_INSPECT, RING_MEMBERS, THANOS_STORES, SERVER_STATE, QUERY_ANSWER, INFLUX_ANSWER,
  EXPORTED_SAMPLES,
  {
    id: 'go-test-json', name: 'the output of go test -json', door: 'benchmark',
    match: (look) => when(isTestEvents(look) && isBenchmarkText(look.text)),
  },
  {
    id: 'go-test-events', name: 'the output of go test -json', door: null,
    match: (look) => when(isTestEvents(look)),
    interest: ({ text }) => {
      const failed = new Set([...text.matchAll(/"Action":"fail"[^\n]{0,500}?"Test":"([^"]{1,200})"/g)]
        .map(([, name = '']) => name));
      return `It has no benchmark${failed.size === 0 ? '' : `, and ${failed.size} failed `
        + `${failed.size === 1 ? 'test' : 'tests'}: ${[...failed].slice(0, 3).join(', ')}`}.`;
    },
    remedy: 'For benchmarks, run go test -json -bench . -count 10.',
  },
  ...JSON_LOADS, ...JSON_BENCHMARKS,
  {
    id: 'kubernetes-object', name: 'an object of Kubernetes as JSON', door: null,
    match: keys('apiVersion', 'kind'),
    interest: ({ text }) => writtenFacts(text) ?? lastStates(text),
    remedy: 'Open the container’s log (kubectl logs, also with --previous).',
  },
  {
    id: 'targets-answer', name: 'an answer of a TSDB’s API', door: null, match: keys('activeTargets'),
    remedy: 'Give the address of a target to tsdbscope instead.',
  },
];
