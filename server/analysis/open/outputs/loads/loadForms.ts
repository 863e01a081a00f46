/** Reads results of load generators in JSON: k6, vegeta, oha, bombardier, autocannon. All give the same. Pure. */
import { isObject, textOf, type Json } from '../../look/jsonObjects.ts';

/** Times are in seconds; null is what the file does not have. */
export interface Load {
  program: string;
  requests: number | null;
  /** The unit that `requests` counts. */
  what: 'request' | 'iteration';
  failed: number | null;
  /** Requests per second. */
  rate: number | null;
  mean: number | null;
  /** `median`, `p95`, `p99` and `max`, in this order, as far as the file has them. */
  latencies: [name: string, seconds: number][];
  connections: number | null;
  /** The name of the connections. */
  users: 'connection' | 'user';
  errors: string[];
  /** Answers by their status; `0` is none. */
  statuses: [status: string, count: number][];
  checks: { passed: number; failed: number } | null;
  /** Thresholds that were crossed, such as `http_req_duration p(95)<200`. */
  crossed: string[];
  /** Mean time of an iteration of a script, and its number of requests; null for other programs. */
  iteration: { seconds: number; requests: number } | null;
  /** Iterations that were not begun, and those that were done; null for other programs, and without any. */
  dropped: { count: number; done: number } | null;
  /** The fastest answer of k6, in seconds; null without it. */
  fastest: number | null;
}

interface Form { program: string; marks: readonly RegExp[]; load: (root: Json) => Omit<Load, 'program'> }

const MAX_CHARS = 512 * 1024;
const MAX_ERRORS = 20;
const NS = 1e-9;
const US = 1e-6;
const MS = 1e-3;

const NONE: Omit<Load, 'program'> = {
  requests: null, what: 'request', failed: null, rate: null, mean: null, latencies: [], connections: null,
  users: 'connection', errors: [], statuses: [], checks: null, crossed: [], iteration: null,
  dropped: null, fastest: null,
};

const of = (value: unknown): Json => (isObject(value) ? value : {});
const numberIn = (object: Json, key: string): number | null => {
  const value = object[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};
const times = (value: number | null, factor: number): number | null => (value === null ? null : value * factor);
const sumOf = (values: readonly (number | null)[]): number => values.reduce<number>((sum, one) => sum + (one ?? 0), 0);

/** Returns the latencies that an object has under the keys given for each name. */
function latenciesOf(object: Json, factor: number, keys: readonly (readonly [string, string])[]): [string, number][] {
  return keys.flatMap(([name, key]): [string, number][] => {
    const value = numberIn(object, key);
    return value === null ? [] : [[name, value * factor]];
  });
}

const counts = (object: Json): [string, number][] => Object.entries(object)
  .flatMap(([key, value]): [string, number][] => (typeof value === 'number' && value > 0 ? [[key, value]] : []));

/** Returns the values of a metric of k6, which handleSummary puts one object deeper than --summary-export. */
const metricOf = (metrics: Json, name: string): Json => {
  const metric = of(metrics[name]);
  return isObject(metric['values']) ? metric['values'] : metric;
};

/** Returns the thresholds that were crossed: `true` in --summary-export, `ok` false in handleSummary. */
function crossedOf(metrics: Json): string[] {
  return Object.entries(metrics).flatMap(([name, metric]) => Object.entries(of(of(metric)['thresholds']))
    .flatMap(([threshold, value]) => (value === true || of(value)['ok'] === false ? [`${name} ${threshold}`] : [])));
}

function k6Load(root: Json): Omit<Load, 'program'> {
  const metrics = of(root['metrics']);
  const metric = (name: string): Json => metricOf(metrics, name);
  const [requests, failed, checks] = [metric('http_reqs'), metric('http_req_failed'), metric('checks')];
  const count = numberIn(requests, 'count');
  const iteration = metric('iteration_duration');
  // A script of another protocol has iterations alone.
  const duration = count === null ? iteration : metric('http_req_duration');
  const share = numberIn(failed, 'value') ?? numberIn(failed, 'rate');
  const [passed, bad] = [numberIn(checks, 'passes'), numberIn(checks, 'fails')];
  const [seconds, iterations] = [times(numberIn(iteration, 'avg'), MS), numberIn(metric('iterations'), 'count')];
  const vus = of(metrics['vus_max']);
  const dropped = numberIn(metric('dropped_iterations'), 'count') ?? 0;
  return {
    ...NONE, requests: count ?? iterations, what: count === null ? 'iteration' : 'request',
    failed: count === null || share === null ? null : Math.round(share * count),
    rate: numberIn(requests, 'rate') ?? numberIn(metric('iterations'), 'rate'),
    mean: times(numberIn(duration, 'avg'), MS),
    latencies: latenciesOf(duration, MS, [['median', 'med'], ['p90', 'p(90)'], ['p95', 'p(95)'], ['p99', 'p(99)'],
      ['max', 'max']]),
    connections: numberIn(isObject(vus['values']) ? vus['values'] : vus, 'max'), users: 'user',
    checks: passed === null || bad === null ? null : { passed, failed: bad }, crossed: crossedOf(metrics),
    iteration: seconds === null || iterations === null || count === null || iterations === 0 ? null
      : { seconds, requests: count / iterations },
    dropped: dropped > 0 ? { count: dropped, done: iterations ?? NaN } : null,
    fastest: times(numberIn(duration, 'min'), MS),
  };
}

function vegetaLoad(root: Json): Omit<Load, 'program'> {
  const [requests, success] = [numberIn(root, 'requests'), numberIn(root, 'success')];
  const latencies = of(root['latencies']);
  const errors: unknown[] = Array.isArray(root['errors']) ? root['errors'] : [];
  return {
    ...NONE, requests, failed: requests === null || success === null ? null : Math.round(requests * (1 - success)),
    rate: numberIn(root, 'rate'), mean: times(numberIn(latencies, 'mean'), NS),
    latencies: latenciesOf(latencies, NS, [['median', '50th'], ['p95', '95th'], ['p99', '99th'], ['max', 'max']]),
    errors: errors.map(textOf).filter((text) => text !== '').slice(0, MAX_ERRORS),
    statuses: counts(of(root['status_codes'])),
  };
}

function ohaLoad(root: Json): Omit<Load, 'program'> {
  const [summary, percentiles] = [of(root['summary']), of(root['latencyPercentiles'])];
  const [statuses, errors] = [counts(of(root['statusCodeDistribution'])), counts(of(root['errorDistribution']))];
  // Requests that its end cut off are no failures.
  const failures = errors.filter(([error]) => !/aborted due to deadline/i.test(error));
  const [answered, broken] = [statuses, failures].map((list) => sumOf(list.map(([, count]) => count)));
  const bad = sumOf(statuses.filter(([status]) => Number(status) >= 400).map(([, count]) => count));
  return {
    ...NONE, requests: (answered ?? 0) + (broken ?? 0), failed: (broken ?? 0) + bad,
    rate: numberIn(summary, 'requestsPerSec'), mean: numberIn(summary, 'average'),
    latencies: [...latenciesOf(percentiles, 1, [['median', 'p50'], ['p95', 'p95'], ['p99', 'p99']]),
      ...latenciesOf(summary, 1, [['max', 'slowest']])],
    errors: failures.map(([error]) => error).slice(0, MAX_ERRORS), statuses,
  };
}

function bombardierLoad(root: Json): Omit<Load, 'program'> {
  const [spec, result] = [of(root['spec']), of(root['result'])];
  const [latency, seconds] = [of(result['latency']), numberIn(result, 'timeTakenSeconds')];
  const statuses = ['1xx', '2xx', '3xx', '4xx', '5xx'].flatMap((status): [string, number][] => {
    const count = numberIn(result, `req${status}`) ?? 0;
    return count === 0 ? [] : [[status, count]];
  });
  const others = numberIn(result, 'others') ?? 0;
  const requests = sumOf(statuses.map(([, count]) => count)) + others;
  const errors: unknown[] = Array.isArray(result['errors']) ? result['errors'] : [];
  return {
    ...NONE, requests, statuses,
    failed: others + sumOf(statuses.filter(([status]) => /^[45]/.test(status)).map(([, count]) => count)),
    rate: numberIn(of(result['rps']), 'mean') ?? (seconds === null || seconds <= 0 ? null : requests / seconds),
    mean: times(numberIn(latency, 'mean'), US), connections: numberIn(spec, 'numberOfConnections'),
    latencies: [...latenciesOf(of(latency['percentiles']), US, [['median', '50'], ['p95', '95'], ['p99', '99']]),
      ...latenciesOf(latency, US, [['max', 'max']])],
    errors: errors.map((one) => textOf(of(one)['description'])).filter((text) => text !== '').slice(0, MAX_ERRORS),
  };
}

function autocannonLoad(root: Json): Omit<Load, 'program'> {
  const [requests, latency] = [of(root['requests']), of(root['latency'])];
  const statuses = ['1xx', '2xx', '3xx', '4xx', '5xx'].flatMap((status): [string, number][] => {
    const count = numberIn(root, status) ?? 0;
    return count === 0 ? [] : [[status, count]];
  });
  const errors = numberIn(root, 'errors') ?? 0;
  const timeouts = numberIn(root, 'timeouts') ?? 0;
  return {
    ...NONE, requests: sumOf(statuses.map(([, count]) => count)) + errors, statuses,
    failed: errors + sumOf(statuses.filter(([status]) => /^[45]/.test(status)).map(([, count]) => count)),
    rate: numberIn(requests, 'average'), mean: times(numberIn(latency, 'average'), MS),
    latencies: latenciesOf(latency, MS, [['median', 'p50'], ['p97.5', 'p97_5'], ['p99', 'p99'], ['max', 'max']]),
    connections: numberIn(root, 'connections'),
    errors: timeouts === 0 ? [] : [`timeout (${timeouts.toLocaleString('en-US')} of the errors)`],
  };
}

const FORMS: readonly Form[] = [
  {
    program: 'k6', load: k6Load,
    marks: [/"metrics"\s*:\s*\{/, /"(?:http_reqs|http_req_duration|iteration_duration|vus_max)"\s*:/],
  },
  { program: 'vegeta', marks: [/"latencies"\s*:/, /"status_codes"\s*:/], load: vegetaLoad },
  { program: 'oha', marks: [/"successRate"\s*:/, /"requestsPerSec"\s*:/], load: ohaLoad },
  { program: 'bombardier', marks: [/"req2xx"\s*:/, /"latency"\s*:/], load: bombardierLoad },
  { program: 'autocannon', marks: [/"non2xx"\s*:/, /"latency"\s*:/, /"p97_5"\s*:/], load: autocannonLoad },
];

const formOf = (text: string): Form | undefined => (!/^\s{0,100}\{/.test(text) ? undefined
  : FORMS.find(({ marks }) => marks.every((mark) => mark.test(text.slice(0, MAX_CHARS)))));

/** Returns the program by the keys of its results, also of a text that ends in the middle; null for other texts. */
export const loadProgram = (text: string): string | null => formOf(text)?.program ?? null;

/** Returns the load that a text of JSON describes; null for other texts, and without a request or a latency. */
export function readLoad(text: string): Load | null {
  const form = formOf(text);
  if (form === undefined || text.length > MAX_CHARS) return null;
  try {
    const root: unknown = JSON.parse(text);
    const load = isObject(root) ? form.load(root) : null;
    return load === null || (load.rate === null && load.latencies.length === 0 && load.iteration === null) ? null
      : { program: form.program, ...load };
  } catch {
    return null;
  }
}
