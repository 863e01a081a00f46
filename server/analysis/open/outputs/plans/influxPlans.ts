/** Recognizes what EXPLAIN ANALYZE of InfluxQL, the profiler of Flux, and ClickHouse print of a query. Pure. */
import { formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { fits, mayMatch } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { CERTAIN, when, wordOf, type Format } from '../../look/format.ts';
import { sentence } from '../../look/named.ts';

const MAX_PLANS = 20;
const MAX_TOLD = 3;
const MAX_FIELDS = 3;
const MUCH_PLANNING = 0.5;
const NS = 1e-9;

const BRANCH = String.raw`^[ \t|>\u2502\u00a0]{0,80}(?:[\u251c\u2514]\u2500\u2500|[|\x60]--) `;
const TIME = new RegExp(String.raw`${BRANCH}(execution|planning|total)_time: ([\d.hmsnu\u00b5\u03bc]{2,30})`, 'gm');
const STATEMENT = new RegExp(String.raw`${BRANCH}statement: (.{1,4000})$`, 'gm');
const UNITS: Readonly<Record<string, number>> =
  { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, '\u00b5s': 1e-6, '\u03bcs': 1e-6, ns: NS };

/** Returns the seconds of a duration as Go writes it; NaN for other text. */
function goSeconds(text: string): number {
  const parts = [...text.matchAll(/([\d.]{1,20})(ms|us|\u00b5s|\u03bcs|ns|h|m|s)/g)];
  return parts.length === 0 ? NaN
    : parts.reduce((sum, [, value, unit = '']) => sum + Number(value) * (UNITS[unit] ?? NaN), 0);
}

export const INFLUXQL_PLAN: Format = {
  id: 'influxql-plan', name: 'the output of EXPLAIN ANALYZE of InfluxQL', door: null, isAnywhere: true,
  match: ({ head, isText }) => when(isText && mayMatch(TIME, head) && head.search(TIME) >= 0,
    () => ({
      ...CERTAIN, program: 'InfluxDB', version: wordOf(/\binfluxdb\s{1,3}v?(\d{1,2}\.\d{1,3}\.\d{1,3})/i, head),
    })),
  interest: ({ text }) => influxqlFacts(text),
  remedy: 'For what the server did meanwhile, open its log, or record its /metrics.',
};

function influxqlFacts(text: string): string | null {
  const plans: { execution?: number; planning?: number; total?: number }[] = [];
  for (const [, kind, value = ''] of text.matchAll(TIME)) {
    const key = kind === 'planning' || kind === 'total' ? kind : 'execution';
    const last = plans.at(-1);
    if (last === undefined || last[key] !== undefined) {
      if (plans.length === MAX_PLANS) break;
      plans.push({ [key]: goSeconds(value) });
    } else last[key] = goSeconds(value);
  }
  const told = plans.slice(0, MAX_TOLD).map(({ execution, planning, total }) => {
    const whole = total ?? (planning === undefined || execution === undefined ? undefined : planning + execution);
    const share = planning === undefined || whole === undefined || whole <= 0 ? null : planning / whole;
    const percent = share === null ? '' : ` (${formatNumber(100 * share)} %)`;
    const said = sentence([
      whole === undefined ? null : `the query took ${formatSeconds(whole)}`,
      planning === undefined ? null : `planning ${formatSeconds(planning)}${percent}`,
      execution === undefined ? null : `execution ${formatSeconds(execution)}`,
    ]);
    return joined([said, share === null || share < MUCH_PLANNING ? null
      : 'Planning finds the series in the index and opens their iterators; reading the data is the smaller part.']);
  });
  const count = plans.length > 1 ? `It has ${plans.length} of them.` : null;
  const shards = new Set([...text.matchAll(/\bshard_id: (\d{1,12})/g)].map(([, id]) => id)).size;
  return joined([count, ...told, shards < 2 ? null : `It lists ${shards} shards.`, untypedFields(text)]);
}

/** Names fields without a type in a statement that gives others theirs: the server knows no such field. */
function untypedFields(text: string): string | null {
  for (const [, statement = ''] of text.matchAll(STATEMENT)) {
    const from = statement.search(/ FROM /);
    const selected = statement.slice(0, from < 0 ? undefined : from);
    const fields = [...selected.matchAll(/\(("?[\w.-]{1,80}"?)(::\w{1,10})?[,)]/g)];
    const bare = fields.filter(([, , type]) => type === undefined).map(([, name = '']) => name);
    if (bare.length > 0 && bare.length < fields.length) return `In its statement ${
      bare.slice(0, MAX_FIELDS).join(', ')} has no type, unlike the others: see whether that field exists.`;
  }
  return null;
}

const FLUX_HEADER = /\bTotalDuration(?::\w{1,8})?\b.{0,400}\bExecuteDuration\b/;

export const FLUX_PROFILE: Format = {
  id: 'flux-profile', name: 'what the profiler of Flux printed', door: null, isAnywhere: true,
  match: ({ head, isText }) => when(isText && fits(FLUX_HEADER, head), { ...CERTAIN, program: 'InfluxDB' }),
  interest: ({ text }) => fluxFacts(text),
  remedy: 'For single operators, enable profiler.enabledProfilers = ["query", "operator"].',
};

function fluxFacts(text: string): string | null {
  const lines = text.slice(text.search(FLUX_HEADER) < 0 ? 0 : text.lastIndexOf('\n', text.search(FLUX_HEADER)) + 1)
    .split('\n', MAX_PLANS).map((line) => line.trim());
  const separator = (lines[0] ?? '').includes(',') ? ',' : /[\s|]+/;
  const keys = (lines[0] ?? '').split(separator).map((key) => key.trim().replace(/:\w+$/, ''));
  const cells = lines.slice(1).map((line) => line.split(separator).map((cell) => cell.trim()))
    .find((row) => row.length === keys.length && row.some((cell) => /^\d{3,20}$/.test(cell)));
  const of = (key: string): number | null => {
    const value = Number(cells?.[keys.indexOf(key)] ?? NaN);
    return Number.isFinite(value) ? value * NS : null;
  };
  const parts = ['Compile', 'Queue', 'Plan', 'Execute'].flatMap((name) => {
    const seconds = of(`${name}Duration`);
    return seconds === null || seconds <= 0 ? [] : [{ name: name.toLowerCase(), seconds }];
  });
  const total = of('TotalDuration');
  return total === null ? null : sentence([
    `the query took ${formatSeconds(total)}`, ...parts.map(({ name, seconds }) => `${name} ${formatSeconds(seconds)}${
      total <= 0 ? '' : ` (${formatNumber(100 * seconds / total)} %)`}`),
  ]);
}

const CLICKHOUSE_END = new RegExp(String.raw`^[ \t>]{0,8}\d{1,12} rows? in set\. Elapsed: ([\d.]{1,12}) sec\.`
  + String.raw`(?: Processed ([\d.]{1,12}(?: \w{1,8})? rows?), ([\d.]{1,12} [kMGTP]?B))?`, 'gm');
const GRANULES = /^[ \t]{0,80}Granules: (\d{1,12})\/(\d{1,12})/gm;

export const CLICKHOUSE_PLAN: Format = {
  id: 'clickhouse-plan', name: 'what clickhouse-client printed of a query', door: null, isAnywhere: true,
  match: ({ head, isText }) => when(isText && ((mayMatch(CLICKHOUSE_END, head) && head.search(CLICKHOUSE_END) >= 0)
    || (fits(/\bReadFromMergeTree \(/, head) && head.search(GRANULES) >= 0)), () => ({
    ...CERTAIN, program: 'ClickHouse',
    version: wordOf(/\bClickHouse (?:server|client) version (\d{2}\.\d{1,2}(?:\.\d{1,3}){0,2})/, head),
  })),
  interest: ({ text }) => {
    const runs = [...text.matchAll(CLICKHOUSE_END)].slice(0, MAX_PLANS);
    const told = runs.slice(0, MAX_TOLD).map(([, seconds, rows, bytes]) =>
      `${formatSeconds(Number(seconds))}${rows === undefined ? '' : ` for ${rows} (${bytes})`}`);
    const [, read, all] = [...text.matchAll(GRANULES)].at(-1) ?? [];
    return joined([
      told.length === 0 ? null : `${told.length === 1 ? 'The query took' : `${runs.length} queries took`} ${
        told.join(', ')}${runs.length > told.length ? ', ...' : ''}.`,
      read === undefined ? null : `After the indexes it reads ${read} of ${all} granules.`,
    ]);
  },
  remedy: 'For where its time goes, read system.query_log and its ProfileEvents.',
};
