/** Recognizes JSON about queries, targets and pods, also partial, and says query costs, what is down, memory use. */
import { formatBytes, formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../look/format.ts';
import { counted, each, mostFrequent, sentence } from '../look/named.ts';
import { quantityOf } from './cells.ts';
import { downTargets } from './serverStates.ts';

const WATCH = 'Add the server as a target: its pages show the same over time.';
const MAX_ERROR = 200;
const POD = new RegExp([
  String.raw`"name"\s*:\s*"([^"\n]{1,200})"\s*,\s*"usage"\s*:\s*\{([^}]{1,300})\}`,
  String.raw`|"usage"\s*:\s*\{([^}]{1,300})\}\s*,\s*"name"\s*:\s*"([^"\n]{1,200})"`,
].join(''), 'g');
const TRACE_STEP = /"duration_msec"\s*:\s*([\d.]{1,20})\s*,\s*"message"\s*:\s*"((?:[^"\\]|\\.){1,2000})"/g;
const SHARE = new RegExp(String.raw`"db"\s*:\s*"([^"]{1,100})"[^{}]{0,300}?"(?:measurement|shard)"\s*:\s*`
  + String.raw`"([^"]{1,100})"[^{}]{0,200}?"size"\s*:\s*(\d{1,18})`, 'g');

const number = (key: string, text: string): number | null => {
  const value = new RegExp(`"${key}"\\s*:\\s*"?(-?[\\d.]{1,20}(?:e[-+]?\\d{1,3})?)"?`, 'i').exec(text)?.[1];
  return value === undefined ? null : Number(value);
};
const stated = (value: number | null, word: (value: number) => string): string | null =>
  (value === null ? null : word(value));

export const JSON_ANSWERS: readonly Format[] = [
  {
    id: 'query-trace', name: 'a trace of a query of VictoriaMetrics', door: null,
    match: ({ head }) => when(new RegExp(TRACE_STEP.source).test(head) && /^[[{]/.test(head),
      { ...CERTAIN, program: 'VictoriaMetrics' }),
    interest: ({ text }) => {
      const [first, ...steps] = [...text.matchAll(TRACE_STEP)]
        .map(([, ms, message = '']) => ({ ms: Number(ms), message: message.replaceAll('\\"', '"').slice(0, 160) }));
      const longest = steps.filter(({ ms }) => ms < (first?.ms ?? 0)).toSorted((a, b) => b.ms - a.ms)[0];
      return first === undefined ? null : `The query took ${formatSeconds(first.ms / 1000)}.${longest === undefined ? ''
        : ` The longest step within it took ${formatSeconds(longest.ms / 1000)}: ${longest.message}.`}`;
    },
    remedy: 'For queries over time, open the log of slow queries: -search.logSlowQueryDuration writes it.',
  },
  {
    id: 'loki-statistics', name: 'statistics of a query of Loki', door: null,
    match: ({ head }) => when(/^[[{]/.test(head) && fits(/"totalBytesProcessed"\s*:/, head)
      && fits(/"execTime"\s*:/, head), { ...CERTAIN, program: 'Loki' }),
    interest: ({ text }) => sentence([
      stated(number('execTime', text), (seconds) => `the query took ${formatSeconds(seconds)}`),
      stated(number('queueTime', text), (seconds) => `after ${formatSeconds(seconds)} in the queue`),
      stated(number('totalBytesProcessed', text), (bytes) => `it processed ${formatBytes(bytes)}`),
      stated(number('totalLinesProcessed', text), (lines) => `in ${counted(lines, 'line')}`),
    ]),
    remedy: 'For all queries, open the log of the querier or the query frontend (metrics.go).',
  },
  {
    id: 'query-statistics', name: 'statistics of a query', door: null,
    match: ({ head }) => when(/^[[{]/.test(head) && !fits(/"resultType"/, head)
      && fits(/"(?:seriesFetched|executionTimeMsec|execTotalTime|totalQueryableSamples)"\s*:/, head),
    { ...CERTAIN, program: fits(/"(?:seriesFetched|executionTimeMsec)"/, head) ? 'VictoriaMetrics' : 'Prometheus' }),
    interest: ({ text }) => queryCost(text),
    remedy: 'For all queries, open the query log of the server (query_log_file).',
  },
  {
    id: 'targets-part', name: 'a part of an answer about targets of Prometheus', door: null,
    match: ({ head }) => when(/^[[{](?!\s*"status")/.test(head) && fits(/"scrape(?:Pool|Url)"\s*:/, head),
      { ...CERTAIN, program: 'Prometheus' }),
    interest: ({ text }) => {
      const pools = [...text.matchAll(/"scrapePool"\s*:\s*"([^"]{1,200})"/g)].map(([, pool = '']) => pool);
      return [
        downTargets(text),
        pools.length === 0 ? null : `It is of the job ${[...new Set(pools)].slice(0, 3).join(', ')}.`,
        downTargets(text) === null ? stateCounts(text) : null,
      ].filter((part) => part !== null).join(' ') || null;
    },
    remedy: WATCH,
  },
  {
    id: 'pod-metrics', name: 'an answer of the metrics API of Kubernetes', door: null,
    match: ({ head }) => when(/^[[{]/.test(head) && fits(/"apiVersion"\s*:\s*"metrics\.k8s\.io\//, head)
      && fits(/"usage"\s*:/, head), { ...CERTAIN, program: 'Kubernetes' }),
    interest: ({ text }) => {
      const rows = [...text.matchAll(POD)].map(([, name, usage, before, other]) => {
        const memory = /"memory"\s*:\s*"([^"]{1,30})"/.exec(usage ?? before ?? '')?.[1] ?? '';
        return { name: name ?? other ?? '', bytes: quantityOf(memory)?.value ?? 0 };
      });
      const [most] = rows.toSorted((a, b) => b.bytes - a.bytes);
      return most === undefined ? null
        : `It has ${counted(rows.length, 'container')}; ${most.name} uses most memory: ${formatBytes(most.bytes)}.`;
    },
    remedy: WATCH,
  },
  {
    id: 'influx-disk', name: 'the disk usage that InfluxDB reports', door: null,
    match: ({ head }) => when(/^\{/.test(head) && fits(/"total_tsm_size"\s*:/, head),
      { ...CERTAIN, program: 'influx_inspect' }),
    interest: ({ text }) => {
      const files = number('tsm_files', text);
      const shares = [...text.matchAll(SHARE)]
        .map(([, db, name, size]) => ({ name: `${name} of ${db}`, bytes: Number(size) }));
      const names = shares.filter(({ name }) => !/^\d/.test(name)).toSorted((a, b) => b.bytes - a.bytes);
      return sentence([
        stated(number('total_tsm_size', text), (bytes) => `it has ${formatBytes(bytes)}`),
        files === null ? null : `in ${counted(files, 'TSM file')}`,
        names[0] === undefined ? null : `the largest measurement is ${names[0].name} (${formatBytes(names[0].bytes)})`,
      ]);
    },
    remedy: 'For cardinality, open influx_inspect report or reporttsi; for load, the log or /metrics of the server.',
  },
];

/** Returns the query cost from `stats` in an answer of VictoriaMetrics, or of Prometheus with stats=all. */
export function queryCost(text: string): string | null {
  return sentence([
    stated(number('executionTimeMsec', text), (ms) => `the query took ${formatSeconds(ms / 1000)}`)
      ?? stated(number('execTotalTime', text), (seconds) => `the query took ${formatSeconds(seconds)}`),
    stated(number('seriesFetched', text), (count) => `it read ${counted(count, 'series', 'series')}`),
    stated(number('totalQueryableSamples', text), (count) => `it read ${counted(count, 'sample')}`),
    stated(number('peakSamples', text), (count) => `at most ${formatNumber(count)} at once`),
  ]);
}

/** Counts states in an answer of /api/v1/targets (also in its first form), /api/v1/rules or /api/v1/alerts. */
export function stateCounts(text: string): string | null {
  const states = [...text.matchAll(/"(health|state)"\s*:\s*"(\w{1,20})"/g)];
  const targets = states.filter(([, key]) => key === 'health').map(([, , health = '']) => health);
  const alerts = states.filter(([, key]) => key === 'state').map(([, , state = '']) => state);
  const errors = [...text.matchAll(/"lastError"\s*:\s*"((?:[^"\\]|\\.){1,1000})"/g)]
    .map(([, error = '']) => error.replaceAll('\\"', '"').slice(0, MAX_ERROR).replace(/\.$/, ''));
  const down = targets.filter((health) => health === 'down').length;
  const isTargets = fits(/"(?:lastScrape|scrapeUrl|activeTargets)"/, text);
  return sentence([
    !isTargets || targets.length === 0 ? null
      : `${counted(targets.length, 'target')}, ${down === 0 ? 'none of them down' : `${down} of them down`}`,
    !isTargets || down > 0 ? null : behindUp(text),
    isTargets || alerts.length === 0 ? null : `states: ${mostFrequent(alerts).replaceAll(' in ', ' ')}`,
    isTargets || targets.length === 0 ? null : `health: ${mostFrequent(targets).replaceAll(' in ', ' ')}`,
    errors[0] === undefined ? null : `the first error is: ${errors[0]}`,
    each(/"evaluationTime"\s*:\s*([\d.]{1,20}(?:e-?\d{1,2})?)/, text, () => slowest(text)),
  ], '; ');
}

/** Exporters of something else by paths, ports or jobs, and the metric that says whether that is up. */
const BEHIND: readonly (readonly [RegExp, string])[] = [
  [/"__metrics_path__"\s?:\s?"\/probe"|\/probe\?/, 'probe_success'],
  [/"[^"\n]{1,253}:9104"|"job"\s?:\s?"mysql/, 'mysql_up'],
  [/"[^"\n]{1,253}:9187"|"job"\s?:\s?"postgres/, 'pg_up'], [/"[^"\n]{1,253}:9121"|"job"\s?:\s?"redis/, 'redis_up'],
];

/** Says which metrics tell more than that an exporter answered; null if no target is one of those. */
function behindUp(text: string): string | null {
  const metrics = BEHIND.filter(([pattern]) => fits(pattern, text)).map(([, metric]) => metric);
  return metrics.length === 0 ? null
    : `of some of them up only says that the exporter answered: see also ${metrics.join(' and ')}`;
}

function slowest(text: string): string {
  const rows = [...text.matchAll(/"name"\s*:\s*"([^"\n]{1,200})"|"evaluationTime"\s*:\s*([\d.]+(?:e-?\d{1,2})?)/g)];
  const times = rows.flatMap(([, , value], i) => {
    const name = rows.slice(0, i).findLast(([, before]) => before !== undefined)?.[1] ?? '';
    return value === undefined ? [] : [{ name, seconds: Number(value) }];
  });
  const [most] = times.toSorted((a, b) => b.seconds - a.seconds);
  return most === undefined ? '' : `the longest evaluation took ${formatSeconds(most.seconds)}`;
}
