/** Reads the summaries that k6 and vegeta write as JSON. Pure. */
import { isRecord } from '../../../../../core/contract/isRecord.ts';
import { counted, formatNumber, formatRatio, formatSeconds } from '../../../../../core/text/format.ts';
import { fits } from '../../../../../core/text/prefilter/fits.ts';
import { joined, quoted } from '../../look/factTools.ts';
import { CERTAIN, when, type Format } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';
import { sentence } from '../../look/named.ts';
import { meaningOf } from '../../logs/said/meanings.ts';

type Json = Readonly<Record<string, unknown>>;

const many = (value: number): string => value.toLocaleString('en-US');
const numberAt = (of: Json, ...keys: string[]): number => {
  const value = keys.map((key) => of[key]).find((one) => typeof one === 'number');
  return typeof value === 'number' ? value : NaN;
};
const objectAt = (of: Json, key: string): Json => {
  const value = of[key];
  return isRecord(value) ? value : {};
};
const millis = (value: number): string => formatSeconds(value / 1e3);
/** Factor of the time of an iteration to that of its requests from which the script waits most of the time. */
const MOSTLY_WAITS = 3;
/** Share of requests that succeed, below which latencies are not those of answers. */
const FEW_ANSWERS = 0.9;

function parsed({ text, isCut }: Look): Json | null {
  if (isCut) return null;
  try {
    const file = JSON.parse(text) as unknown;
    return isRecord(file) ? file : null;
  } catch {
    return null;
  }
}

/** Returns the values of a metric, which newer versions keep in an object of their own. */
function metricOf(metrics: Json, name: string): Json {
  const metric = objectAt(metrics, name);
  return isRecord(metric['values']) ? metric['values'] : metric;
}

/** Returns thresholds that were crossed, as handleSummary gives them. */
function crossedIn(metrics: Json): string[] {
  return Object.entries(metrics).flatMap(([name, metric]) => (!isRecord(metric) ? []
    : Object.entries(objectAt(metric, 'thresholds'))
      .flatMap(([rule, state]) => (isRecord(state) && state['ok'] === false ? [`${name} ${rule}`] : []))));
}

function checksOf(metrics: Json): string | null {
  const checks = metricOf(metrics, 'checks');
  const [good, bad] = [numberAt(checks, 'passes'), numberAt(checks, 'fails')];
  if (!(good + bad > 0)) return null;
  return bad > 0 ? `${many(bad)} of ${many(good + bad)} checks failed` : `all ${counted(good, 'check')} passed`;
}

export function k6JsonFacts(look: Look): string | null {
  const file = parsed(look);
  if (file === null) return null;
  const metrics = objectAt(file, 'metrics');
  const [requests, failures, duration] = ['http_reqs', 'http_req_failed', 'http_req_duration']
    .map((name) => metricOf(metrics, name));
  if (requests === undefined || failures === undefined || duration === undefined) return null;
  const [count, rate] = [numberAt(requests, 'count'), numberAt(requests, 'rate')];
  const share = numberAt(failures, 'value', 'rate');
  const crossed = crossedIn(metrics);
  const trend = (['med', 'p(95)', 'p(99)', 'max'] as const).flatMap((key) => {
    const value = numberAt(duration, key);
    return Number.isNaN(value) ? [] : [`${key === 'med' ? 'median' : key} ${millis(value)}`];
  });
  return joined([
    crossed.length === 0 ? null : `A threshold was crossed: ${crossed.slice(0, 3).join(', ')}.`,
    sentence([
      Number.isNaN(count) ? null : counted(count, 'request'),
      Number.isNaN(rate) ? null : `${formatNumber(rate)} per second`,
      // A rate of k6 counts as passes what it is a rate of: here the requests that failed.
      Number.isNaN(share) ? null : share === 0 ? 'none failed' : `${formatRatio(share)} failed`,
      checksOf(metrics), trend.length === 0 ? null : `durations: ${trend.join(', ')}`,
    ], '; '),
    waitsFact(metrics),
  ]);
}

/** Says that the script, and not the server, sets the rate; null if iterations are mostly requests. */
function waitsFact(metrics: Json): string | null {
  const iteration = numberAt(metricOf(metrics, 'iteration_duration'), 'avg');
  const each = numberAt(metricOf(metrics, 'http_req_duration'), 'avg');
  const perIteration = numberAt(metricOf(metrics, 'http_reqs'), 'count')
    / numberAt(metricOf(metrics, 'iterations'), 'count');
  const users = numberAt(metricOf(metrics, 'vus_max'), 'max', 'value');
  return !(iteration >= MOSTLY_WAITS * each * perIteration) ? null
    : `An iteration takes ${millis(iteration)} in the mean, of which ${millis(each * perIteration)} are requests: the `
      + `rate follows from the waits of the script${users > 0 ? ` and its ${counted(users, 'user')}` : ''}, and is not `
      + 'the most that the server can answer.';
}

export function vegetaJsonFacts(look: Look): string | null {
  const file = parsed(look);
  const requests = file === null ? NaN : numberAt(file, 'requests');
  if (file === null || !(requests > 0)) return null;
  const latencies = objectAt(file, 'latencies');
  const [success, rate] = [numberAt(file, 'success'), numberAt(file, 'rate')];
  const codes = Object.entries(objectAt(file, 'status_codes'))
    .flatMap(([code, count]) => (typeof count === 'number' ? [{ code, count }] : []));
  const good = codes.filter(({ code }) => /^[23]/.test(code)).reduce((sum, { count }) => sum + count, 0);
  const bad = codes.filter(({ code }) => !/^[23]/.test(code)).map(({ code, count }) =>
    `${many(count)} ${code === '0' ? 'had no answer' : `had status ${code}`}`);
  const error = (Array.isArray(file['errors']) ? file['errors'] as unknown[] : [])
    .find((one): one is string => typeof one === 'string');
  const nanos = (key: string): string => formatSeconds(numberAt(latencies, key) / 1e9);
  const isAnswered = success >= FEW_ANSWERS;
  return joined([
    sentence([
      `${many(good)} of ${counted(Math.round(requests), 'request')} succeeded (${formatRatio(good / requests)})`,
      Number.isNaN(rate) ? null : `sent at ${formatNumber(rate)} per second`, ...bad,
    ], '; '),
    error === undefined ? null : `The first error is ${quoted(error)}.`,
    error === undefined ? null : meaningOf(error),
    isAnswered ? `Latencies: mean ${nanos('mean')}, median ${nanos('50th')}, 99 % within ${nanos('99th')}, at most ${
      nanos('max')}.` : 'Its latencies include the requests that failed, and so say nothing of the speed of answers.',
  ]);
}

export const JSON_LOADS: readonly Format[] = [
  {
    id: 'k6-json', name: 'a summary of k6 in JSON', door: null,
    match: ({ head }) => when(/^\s{0,8}\{/.test(head) && fits(/"metrics"\s*:\s*\{/, head)
      && fits(/"(?:http_req_duration|iteration_duration|vus_max|http_reqs)(?:\{[^"\n]{0,200}\})?"\s*:/, head),
    { ...CERTAIN, program: 'k6' }),
    interest: k6JsonFacts,
    remedy: 'To see what the server does meanwhile, record its /metrics during a run.',
  },
  {
    id: 'vegeta-json', name: 'a report of vegeta in JSON', door: null,
    match: ({ head }) => when(/^\s{0,8}\{/.test(head) && fits(/"latencies"\s*:\s*\{/, head)
      && fits(/"status_codes"\s*:\s*\{/, head), { ...CERTAIN, program: 'vegeta' }),
    interest: vegetaJsonFacts,
    remedy: ({ text }) => (fits(/"errors"\s*:\s*\[\s*"/, text)
      ? 'Mend what makes requests fail, then repeat the run.'
      : 'To see what the server does meanwhile, record its /metrics during a run.'),
  },
];
