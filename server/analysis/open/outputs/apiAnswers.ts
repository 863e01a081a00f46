/** Recognizes and summarizes answers of the HTTP API of Prometheus and compatible servers: queries, TSDB status. */
import { formatDateTime, formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { shortError } from '../../logs/shortError.ts';
import { meaningBeside } from '../logs/said/meanings.ts';
import { victoriaAdvice } from '../logs/said/victoriaAdvice.ts';
import { bucketFacts } from '../look/buckets.ts';
import { joined, quoted } from '../look/factTools.ts';
import { CERTAIN, when, wordOf, type Format } from '../look/format.ts';
import type { Look } from '../look/look.ts';
import { counted } from '../look/named.ts';
import { queryCost, stateCounts } from '../structure/jsonAnswers.ts';
import { failedRules } from '../structure/ruleStates.ts';
import { downTargets, firingAlerts, vectorValues } from '../structure/serverStates.ts';

const EXPORTED = new RegExp([
  String.raw`^\{\s?"metric":\s?\{\s?"__name__":\s?"([^"\n]{1,200})"[^\n]{0,4000}?`,
  String.raw`"values":\s?\[[^\]\n]{0,200000}\],\s?"timestamps":\s?\[([^\]\n]{0,200000})`,
].join(''), 'm');

/** Start of an answer, also as shown by the query inspector of Grafana. */
const INSPECTED =
  /^\{(?:[^]{0,8000}?"response"\s*:\s*\{)?\s*"status"\s*:\s*"(?:success|error)"/;

/** An error whose keys are in another order, as tools sort them. */
const SORTED_FAILURE = /^[ \t]*\{\s*"error"\s*:\s*"(?:[^"\\]|\\.){1,4000}"\s*,\s*"errorType"\s*:\s*"/;
const FAILED = new RegExp(`^[ \\t]*\\{\\s*"status"\\s*:\\s*"error"|${SORTED_FAILURE.source}`);

const isObject = ({ head }: Look): boolean => /^\{\s*"/.test(head);
const has = (look: Look, ...names: string[]): boolean =>
  isObject(look) && names.some((name) => new RegExp(`"${name}"\\s*:`).test(look.head));

export const TSDB_STATUS: Format = {
  id: 'tsdb-status', name: 'the answer of a TSDB’s /api/v1/status/tsdb', door: null,
  match: (look) => when(has(look, 'headStats', 'seriesCountByMetricName', 'labelValueCountByLabelName', 'totalSeries')
    || (has(look, 'numSeries') && has(look, 'chunkCount')) || /^"headStats"\s*:\s*\{/.test(look.head)),
  interest: ({ text }) => statusFacts(text),
  remedy: 'Add the server as a target: the page Memory reads it from there.',
};

/** A query's answer. Excludes Loki's streams, which are log lines. */
export const QUERY_ANSWER: Format = {
  id: 'query-answer', name: 'an answer of a Prometheus query API', door: null,
  match: ({ head }) => when(
    // Answers from before version 1 of the API have no status.
    /^\{\s*"type"\s*:\s*"(?:matrix|vector|scalar)"\s*,\s*"value"/.test(head) || fits(SORTED_FAILURE, head)
      || (fits(INSPECTED, head) && fits(/"(?:data|error|errorType)"\s*:/, head)
        && !fits(/"resultType"\s*:\s*"streams"/, head)),
    { ...CERTAIN, confidence: 'likely', program: 'Prometheus' }
  ),
  interest: ({ text }) => answerFacts(text),
  remedy: 'Open its /metrics, its log or a recording; past samples are read through storage.query_url.',
};

/** Export with one series per line, including all of its samples. */
export const EXPORTED_SAMPLES: Format = {
  id: 'exported-samples', name: 'samples as VictoriaMetrics exports them (/api/v1/export)', door: null,
  match: ({ head }) => when(fits(EXPORTED, head), { ...CERTAIN, program: 'VictoriaMetrics' }),
  interest: ({ text }) => {
    const rows = [...text.matchAll(new RegExp(EXPORTED.source, 'gm'))];
    const names = new Set(rows.map(([, name]) => name));
    const samples = rows.reduce((sum, [, , times = '']) => sum + times.split(',').length, 0);
    return `It has ${rows.length.toLocaleString('en-US')} series of ${[...names].slice(0, 3).join(', ')}, with `
      + `${counted(samples, 'sample')}.`;
  },
  remedy: 'It has samples, not the state of a server: add the server as a target, or open its /metrics.',
};

const TIMED_QUERY = new RegExp(String.raw`"query"\s*:\s*"((?:[^"\\]|\\.){1,300})"\s*,\s*"timeRangeSeconds"\s*:\s*`
  + String.raw`(\d{1,10})[^{}]{0,200}?"(?:avg|sum)DurationSeconds"\s*:\s*([\d.]{1,20})`, 'g');

/** The heaviest queries of VictoriaMetrics, by count and time. */
export const TOP_QUERIES: Format = {
  id: 'top-queries', name: 'an answer of VictoriaMetrics’ /api/v1/status/top_queries', door: null,
  match: (look) => when(has(look, 'topByCount', 'topByAvgDuration', 'topBySumDuration')
    || (has(look, 'timeRangeSeconds') && has(look, 'avgDurationSeconds', 'sumDurationSeconds')),
  { ...CERTAIN, program: 'VictoriaMetrics' }),
  interest: ({ text }) => {
    if (!text.includes('"topByCount"')) return slowestQuery(text);
    const list = text.slice(Math.max(0, text.indexOf('"topByCount"')));
    const [, query, count] = /"query"\s*:\s*"((?:[^"\\]|\\.){1,300})"[^}]{0,200}"count"\s*:\s*(\d+)/.exec(list) ?? [];
    return query === undefined ? null
      : `Most often asked, ${Number(count).toLocaleString('en-US')} times: ${query.replaceAll('\\"', '"').trim()}`;
  },
  remedy: 'For queries over time, open a query log: -search.logSlowQueryDuration writes them to the log.',
};

/** Returns the longest query in a part of the answer. */
function slowestQuery(text: string): string | null {
  const rows = [...text.matchAll(TIMED_QUERY)].map(([, query = '', range, seconds]) => ({
    query: query.replaceAll('\\"', '"').replaceAll('\\\\', '\\').trim(), range: Number(range),
    seconds: Number(seconds),
  }));
  const [most] = rows.toSorted((a, b) => b.seconds - a.seconds);
  return most === undefined ? null
    : `Of ${counted(rows.length, 'query', 'queries')} listed, the longest takes ${formatSeconds(most.seconds)}`
    + `${fits(/avgDurationSeconds/, text) ? ' in the mean' : ' in all'}, over ${formatSeconds(most.range)}: `
    + most.query;
}

/** An error of InfluxDB 2, by its codes. */
const INFLUX_2 = new RegExp(String.raw`^\{\s*"code"\s*:\s*"(?:internal error|not found|conflict|invalid`
  + String.raw`|not implemented|unprocessable entity|empty value|unavailable|forbidden|too many requests|unauthorized`
  + String.raw`|method not allowed|request too large)"\s*,\s*"message"\s*:\s*"((?:[^"\\]|\\.){1,4000})"`);

/** Answers of InfluxDB 1, and errors of version 2. */
export const INFLUX_ANSWER: Format = {
  id: 'influx-answer', name: 'an answer of a query of InfluxDB', door: null,
  match: (look) => when(has(look, 'results') && fits(/"(?:series|statement_id|error)"\s*:/, look.head)
    && /^\{\s*"results"/.test(look.head), { ...CERTAIN, confidence: 'likely', program: 'InfluxDB' })
    ?? when(fits(INFLUX_2, look.head), { ...CERTAIN, confidence: 'likely', program: 'InfluxDB' }),
  interest: ({ text }) => {
    const error = INFLUX_2.exec(text.trimStart())?.[1] ?? ERROR.exec(text)?.[1];
    const names = [...new Set([...text.matchAll(/"name"\s*:\s*"([^"]{1,100})"/g)].map(([, name]) => name))];
    const version = /"version"[^[]{0,200}\][^[]{0,100}\[[^\]]{0,300}?"(\d+\.\d[\w.-]{0,20})"/.exec(text)?.[1];
    if (error !== undefined) return failureFacts(error);
    if (names.length === 0) return 'Its result is empty.';
    const of = version === undefined ? '' : ` The server is version ${version}.`;
    return `It has series of ${names.slice(0, 5).join(', ')}.${of}`;
  },
  remedy: 'Open the server’s log, its /metrics (InfluxDB 2) or /debug/pprof.',
};

const VIEWED_BUCKET = /^le[ \t]+"([^"]{1,30})"\s*\nvalue\s*\n(?:.{0,60}\n)1[ \t]+"(\d{1,18})"/gm;

/** Answer copied from a browser's view of JSON: `metric`, one label per line, `value`. */
export const VIEWED_ANSWER: Format = {
  id: 'viewed-answer', name: 'an answer of a query API, copied from a view of JSON', door: null,
  match: ({ head }) => when(fits(/^metric[ \t]*\n__name__[ \t]+"/m, head), { ...CERTAIN, program: 'Prometheus' }),
  interest: ({ text }) => {
    const names = [...text.matchAll(/^__name__[ \t]+"([^"]{1,200})"/gm)].map(([, name]) => name);
    const of = new Set(names).size === 1 ? ` of ${names[0]}` : '';
    const buckets = [...text.matchAll(VIEWED_BUCKET)].map(([, le = '', count]) => ({ le, count: Number(count) }));
    return joined([`It has ${names.length.toLocaleString('en-US')} series${of}.`, bucketFacts(buckets, names[0])]);
  },
  remedy: 'Open the JSON itself, or the text of /metrics.',
};

/** Kinds of server state, each with a key that only its answer has. */
const STATES: readonly (readonly [what: string, key: string])[] = [
  ['status/runtimeinfo', 'storageRetention'], ['status/runtimeinfo', 'GOMAXPROCS'], ['status/buildinfo', 'buildUser'],
  ['status/flags', 'config.file'], ['status/flags', 'storage.tsdb.path'], ['status/config', 'yaml'],
  ['rules', 'groups'], ['alerts', 'alerts'], ['alertmanagers', 'activeAlertmanagers'], ['targets', 'activeTargets'],
  ['targets', 'lastScrape'],
];

/** Meanings of single values of a state. */
const OF_STATES: readonly (readonly [RegExp, string])[] = [
  [/"reloadConfigSuccess"\s*:\s*false/, 'The last reload of its configuration failed, so it runs with the previous '
    + 'one: its log says why; check the file with promtool check config.'],
  [/"activeAlertmanagers"\s*:\s*\[\s*\]/, 'It has no active Alertmanager, so its alerts are not sent: check alerting '
    + 'in its configuration, and its discovery.'],
  [/"corruptionCount"\s*:\s*"?[1-9]/, 'It found its WAL damaged and repaired it: what was behind the damage is lost.'],
];

export const SERVER_STATE: Format = {
  id: 'server-state', name: 'an answer of Prometheus about its state', door: null,
  match: (look) => when(/^\{\s*"status"\s*:\s*"success"/.test(look.head) && !has(look, 'resultType')
    && STATES.some(([, key]) => has(look, key)), { ...CERTAIN, program: 'Prometheus' }),
  interest: (look) => {
    const path = STATES.find(([, key]) => has(look, key))?.[0] ?? '';
    const facts = ['version', 'goVersion', 'startTime', 'timeSeriesCount', 'goroutineCount', 'GOMAXPROCS', 'GOGC',
      'storageRetention', 'corruptionCount'].flatMap((key) => {
      const value = new RegExp(`"${key}"\\s*:\\s*"?([^",}\\n]{1,60})`).exec(look.head)?.[1]?.trim();
      return value === undefined || value === '' ? [] : [`${key} ${value}`];
    });
    const [down, failed] = [downTargets(look.text), path === 'rules' ? failedRules(look.text) : null];
    return joined([
      ...OF_STATES.map(([state, fact]) => (state.test(look.head) ? fact : null)), firingAlerts(look.text), down, failed,
      `It is /api/v1/${path}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}.`,
      down === null && failed === null && /^(?:targets|rules|alerts)$/.test(path) ? stateCounts(look.text) : null,
    ]);
  },
  remedy: 'Add the server as a target: the pages read its state from there.',
};

/** Upper bound of a real span; an empty head has the largest and the smallest number as its times. */
const MAX_HEAD_SECONDS = 1e9;
const LONG_HEAD_SECONDS = 24 * 3600;
/** Fewer series are no load. */
const MANY_SERIES = 50_000;
/** A chunk has 120 samples, so that a series of a full head has more, if it is scraped once a minute all the time. */
const SINGLE_CHUNKS = 1.1;
const FULL_HEAD_SECONDS = 2.5 * 3600;
const ENTRY = /\{\s*"[Nn]ame"\s*:\s*"((?:[^"\\]|\\.){1,200})"\s*,\s*"(?:[Vv]alue|count)"\s*:\s*(\d{1,15})/;

/** Returns the first, largest entry of a list; null if the list is empty or missing. */
function largest(text: string, key: string): { name: string; value: string } | null {
  const [, name = '', value = ''] =
    new RegExp(`"${key}"\\s*:\\s*\\[\\s*${ENTRY.source}`).exec(text) ?? [];
  return value === '' ? null : { name, value: Number(value).toLocaleString('en-US') };
}

export function statusFacts(text: string): string | null {
  const series = wordOf(/"(?:numSeries|totalSeries)"\s*:\s*(\d{1,15})/, text);
  const metric = largest(text, 'seriesCountByMetricName');
  const label = largest(text, 'labelValueCountByLabelName');
  const pair = largest(text, 'seriesCountByLabelValuePair');
  const parts = [
    series === undefined ? '' : `It has ${Number(series).toLocaleString('en-US')} series`,
    metric !== null ? `the metric ${metric.name} has ${shareWords(metric.value, series)}`
      : pair === null ? '' : `the pair ${pair.name} has ${shareWords(pair.value, series)}`,
    label === null ? '' : `the label with most values is ${label.name} (${label.value})`,
  ].filter((part) => part !== '');
  if (parts.length === 0) return null;
  const said = parts.join('; ');
  return joined([`${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`, headFacts(text)]);
}

/** Returns `most: 120 (15 %)`, without the share if the number of all series is not in the text. */
function shareWords(value: string, series: string | undefined): string {
  const share = Number(value.replaceAll(',', '')) / Number(series);
  return `most: ${value}${share > 0 && share <= 1 ? ` (${formatNumber(100 * share)} %)` : ''}`;
}

/** The first warning of an answer, with the escapes of JSON. */
const WARNING = /"warnings"\s*:\s*\[\s*"((?:[^"\\]|\\.){1,2000})"/;

const plain = (text: string): string => text.replaceAll(/\\n/g, ' ').replaceAll(/\\(.)/g, '$1').trim();

/** Returns the time span of the head, and whether the chunk count is impossible (negative). */
function headFacts(text: string): string | null {
  const number = (key: string): number => Number(wordOf(new RegExp(`"${key}"\\s*:\\s*(-?\\d{1,19})`), text) ?? 'NaN');
  const [chunks, seconds] = [number('chunkCount'), (number('maxTime') - number('minTime')) / 1000];
  const long = seconds > LONG_HEAD_SECONDS
    ? ', where 2 to 3 h are usual: look for failed compactions in the log' : '';
  const each = chunks / number('numSeries');
  const hasEach = number('numSeries') >= MANY_SERIES && each >= 1;
  return joined([
    seconds > 0 && seconds < MAX_HEAD_SECONDS ? `Its head spans ${formatSeconds(seconds)}${long}.` : null,
    !hasEach ? null : each > SINGLE_CHUNKS || !(seconds >= FULL_HEAD_SECONDS)
      ? `It has ${formatNumber(each)} chunks per series.`
      : `It has only ${formatNumber(each)} chunks per series: most series are new, end soon, or are scraped less than `
        + 'once a minute.',
    chunks < 0 ? `Its number of chunks is negative (${chunks.toLocaleString('en-US')}), which cannot be: the gauge `
      + 'that counts them has drifted.' : null,
  ]);
}

const ERROR = /"error"\s*:\s*"((?:[^"\\]|\\.){1,4000})"/;
const MAX_ERROR = 300;
/** Meanings of common words in the error of a query. */
const OF_QUERIES: readonly (readonly [RegExp, string])[] = [
  [/parse error|unable to parse|failed to parse/, 'The text of the query has a fault: the numbers are its line and '
    + 'column, or the word behind them shows the place.'],
  [/\b(?:dial (?:tcp|udp)|lookup) [^\n]{0,300}?(?:deadline exceeded|timed? ?out|i\/o timeout)/, 'A part that the query '
    + 'needs was not reached in time: see whether it runs at the address in the error, and the network to it.'],
  [/^(?!.{0,4000}\bwrit)[^]*(?:deadline exceeded|timed? ?out)/, 'The query took longer than it may: shorten its '
    + 'range, or select fewer series.'],
  [/context canceled/, 'The query was given up before it ended, by its client (a timeout, a closed page) or as another '
    + 'part of it failed first.'],
];

/** Returns why a query failed, what that means and the next step. */
function failureFacts(escaped: string): string | null {
  const error = escaped.replaceAll('\\"', '"').replaceAll(/\\+[nt]/g, ' ').trim();
  return joined([
    `It failed: ${shortError(error, MAX_ERROR).replace(/\.$/, '')}.`,
    victoriaAdvice(error) ?? meaningBeside(error) ?? OF_QUERIES.find(([words]) => words.test(error))?.[1] ?? null,
  ]);
}

function answerFacts(text: string): string | null {
  const error = ERROR.exec(text)?.[1];
  if (fits(FAILED, text) && error !== undefined) return failureFacts(error);
  const warning = WARNING.exec(text)?.[1];
  const warned = warning === undefined ? null
    : joined([`It has the warning ${quoted(plain(warning))}.`, meaningBeside(plain(warning))]);
  const type = wordOf(/"(?:resultType|type)"\s*:\s*"(\w{1,20})"/, text);
  if (type === undefined) return null;
  if (fits(/"result"\s*:\s*\[\s*\]/, text))
    return warned === null ? 'Its result is empty: no series matches, or none has a sample then.'
      : `${warned} Its result is empty.`;
  const names = new Set([...text.matchAll(/"__name__"\s*:\s*"([^"]{1,200})"/g)].map(([, name]) => name));
  const count = [...text.matchAll(/"metric"\s*:\s*\{/g)].length;
  const scalar = wordOf(/"result"\s*:\s*\[\s*[\d.]{1,20}\s*,\s*"([^"]{1,60})"/, text);
  if (count === 0) return joined([scalar === undefined ? null : `Its value is ${scalar}.`, queryCost(text)]);
  const of = names.size === 1 ? ` of ${[...names][0]}` : '';
  const times = [...text.matchAll(/\[\s*(1\d{9}(?:\.\d{1,9})?)\s*,\s*"/g)].map(([, time]) => Number(time));
  const [first, last] = [Math.min(...times.slice(0, 100_000)), Math.max(...times.slice(-100_000))];
  const end = times.length === 0 ? '' : formatDateTime(last, 'utc');
  const span = times.length === 0 ? '' : first === last ? `, at ${end} UTC`
    : ` over ${formatSeconds(last - first)}, to ${end} UTC`;
  const only = count === 1 && type === 'vector'
    ? wordOf(/"value"\s*:\s*\[\s*[\d.]+\s*,\s*"([^"]{1,60})"/, text) : undefined;
  const value = only === undefined ? '' : ` with the value ${only}`;
  const values = vectorValues(text);
  const counts = `It has ${count.toLocaleString('en-US')} series${of}${value}${span}.`;
  return joined([...values?.startsWith('up was 0') === true ? [values, counts] : [counts, values], warned,
    queryCost(text)]);
}
