/** Recognizes and summarizes outputs of load generators and disk benchmarks: k6, wrk, hey, ab, tsbs, pgbench, fio. */
import { formatNumber } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { joined } from '../look/factTools.ts';
import type { Format } from '../look/format.ts';
import { each, named, sentence, type Named } from '../look/named.ts';
import { completionPercentile, syncPercentile, transactionFacts, ycsbFacts } from './loads/databaseLoads.ts';
import { heyRows } from './loads/heyRuns.ts';
import { k6Facts } from './loads/k6.ts';
import { withErrors } from './loads/onlyErrors.ts';
import { stallFacts } from './loads/stalls.ts';
import { fallFacts } from './loads/tsbsFall.ts';
import { vegetaFacts } from './loads/vegeta.ts';
import { abFacts, wrkFacts } from './loads/webLoads.ts';

const REMEDY = 'To see what the server does meanwhile, record its /metrics during a run.';
const DISK = 'For what the disk costs the server, open its log or add it as a target, with node_exporter of its host.';
const MAX_ROWS = 5000;
/** A rate falls if its value at the end is below this share of the start. */
const FALLS = 0.75;
/** Rate of an interval, from tsbs, its older loaders or inch. */
const RATE = new RegExp([
  /^1\d{9},([\d.]{1,20}),[\d.E+]{1,20},/, /row rate ([\d.]+)\/sec \(period\)/,
  /Current throughput: ([\d.]+) (?:pt|val)\/sec/,
].map(({ source }) => source).join('|'), 'gm');
/** The time of a row of TSBS. */
const TIME = /^(1\d{9}),[\d.]{1,20},[\d.E+]{1,20},/gm;

const ROWS: readonly Named[] = [
  {
    id: 'k6', name: 'the summary of k6', program: 'k6',
    pattern: /^\s*(?:[\u2713\u2717] )?(?:http_req_duration|iteration_duration|http_reqs|group_duration)\.{2,}: ?\S/m,
    fact: k6Facts, remedy: REMEDY,
  },
  {
    id: 'wrk', name: 'the output of wrk', program: 'wrk', pattern: /^\s*Thread Stats\s+Avg\s+Stdev\s+Max/m,
    fact: wrkFacts, remedy: REMEDY,
  },
  ...heyRows(REMEDY),
  {
    id: 'apache-bench', name: 'the output of ab', program: 'ab', pattern: /^Requests per second:\s+[\d.]+ \[#\/sec\]/m,
    fact: abFacts, remedy: REMEDY,
  },
  {
    id: 'vegeta', name: 'the report of vegeta', program: 'vegeta', pattern: /^Requests\s+\[total, rate/m,
    fact: vegetaFacts, remedy: REMEDY,
  },
  {
    id: 'fortio', name: 'a result of fortio as JSON', program: 'fortio', pattern: /"ActualQPS"\s*:\s*[\d.]/,
    fact: (text) => sentence([
      each(/"ActualQPS"\s*:\s*([\d.]{1,20})/, text, (rate) => `${number(rate)} requests per second`),
      each(/"DurationHistogram"[^[]{0,400}?"Avg"\s*:\s*([\d.]{1,20})/, text,
        (value) => `${number(value)} s in the mean`),
    ]), remedy: REMEDY,
  },
  {
    id: 'database-benchmark', name: 'the output of pgbench or sysbench',
    pattern: /^tps = [\d.]+|^[ \t]*transactions:\s+\d+\s+\([\d.]+ per sec/m,
    fact: transactionFacts, remedy: REMEDY,
  },
  {
    id: 'tsbs-queries', name: 'the output of queries of TSBS', program: 'TSBS',
    pattern: /^(?:Run complete after|After) \d+ queries with \d+ workers/m, remedy: REMEDY,
    fact: (text) => joined([databaseFacts(text), queryFacts(text)]),
  },
  {
    id: 'tsbs-load', name: 'the output of a load of TSBS', program: 'TSBS', remedy: REMEDY,
    pattern: new RegExp([
      /^time,per\. metric\/s,metric total,/, /^loaded \d+ (?:metrics|rows) in [\d.]+sec with/,
    ].map(({ source }) => source).join('|'), 'm'),
    fact: (text) => joined([databaseFacts(text), rateFacts(text)]),
  },
  {
    id: 'insert-rates', name: 'the rates of a program that loads samples', fact: rateFacts, remedy: REMEDY,
    pattern: new RegExp([
      /^at \S{2,12}, row rate [\d.]+\/sec \(period\)/, /Current throughput: [\d.]+ (?:pt|val)\/sec/,
    ].map(({ source }) => source).join('|'), 'm'),
  },
  {
    id: 'ycsb', name: 'the output of YCSB', program: 'YCSB', pattern: /^\[OVERALL\], Throughput\(ops\/sec\)/m,
    fact: ycsbFacts, remedy: REMEDY,
  },
  {
    id: 'fio', name: 'the output of fio', program: 'fio', pattern: /^[ \t]*(?:read|write)\s*: (?:IOPS=|io=)\S/m,
    fact: (text) => sentence([
      each(/^[ \t]*read\s*: (IOPS=\S+, BW=\S+)/m, text, (value) => `reads ${value.replace(/,$/, '')}`),
      each(/^[ \t]*write\s*: (IOPS=\S+, BW=\S+)/m, text, (value) => `writes ${value.replace(/,$/, '')}`),
      completionPercentile(text), syncPercentile(text),
      each(/^[ \t]{1,8}\w{1,32}: ios=\d.{0,200}?, util=([\d.]{1,8})%/m, text,
        (value) => `the device is busy ${value} %`),
    ]), remedy: DISK,
  },
  {
    id: 'spew', name: 'the output of spew', program: 'spew', pattern: /^[RW]TR: +[\d.]+ \w+\/s .{0,80}IOPS: +[\d.]+/m,
    fact: (text) => {
      const rows = [...text.matchAll(/^[RW]TR: +([\d.]+) (\w+\/s) .{0,80}IOPS: +([\d.]+)/gm)].slice(0, MAX_ROWS);
      return `${formatNumber(median(rows.map((row) => Number(row[3]))))} operations per second in the median, `
        + `${formatNumber(median(rows.map((row) => Number(row[1]))))} ${rows[0]?.[2]}.`;
    },
    remedy: DISK,
  },
  {
    id: 'dd', name: 'the output of dd', program: 'dd',
    pattern: /^\d+ bytes (?:\([^)]{1,40}\) )?(?:copied|transferred)/m,
    fact: (text) => sentence([
      each(/^\d+ bytes .{1,80}?(?:, | \()([\d.]+ (?:[kMGT]i?B\/s|bytes\/sec))/m, text, (value) => `it wrote ${value}`),
    ]), remedy: `${DISK} Without oflag=direct or conv=fdatasync dd measures the page cache.`,
  },
];

export const LOAD_TOOLS: readonly Format[] =
  ROWS.map((row) => named({ ...row, fact: (text) => withErrors(row.fact(text), text) }));

const number = (text: string): string => formatNumber(Number(text));

function queryFacts(text: string): string | null {
  const rate = [...text.matchAll(/Overall query rate:? ([\d.]+) queries\/sec/gi)].at(-1)?.[1];
  const [, median, mean, max] =
    [...text.matchAll(/^min: .{1,30}?, med: +(\S+?), mean: +(\S+?), max: +(\S+?),/gm)].at(-1) ?? [];
  return sentence([
    rate === undefined ? null : `${number(rate)} queries per second`,
    median === undefined ? null : `median ${median}, mean ${mean}, at most ${max}`,
  ], '; ');
}

/** Databases as TSBS names them in its commands and formats. */
const DATABASES: Readonly<Record<string, string>> = {
  akumuli: 'Akumuli', cassandra: 'Cassandra', clickhouse: 'ClickHouse', cratedb: 'CrateDB',
  influx: 'InfluxDB or another database with its protocol',
  mongo: 'MongoDB', prometheus: 'a receiver of Prometheus remote write', questdb: 'QuestDB', siridb: 'SiriDB',
  timescaledb: 'TimescaleDB', timestream: 'Timestream', victoriametrics: 'VictoriaMetrics', iotdb: 'IoTDB',
};
/** A line of the queries: what was asked, of which database. */
const ASKED =
  /^(\w{4,20}) (?:[\w() ]{0,40}cpu metric|max of all CPU|[\w() ]{1,60}, random |cpu over threshold|last row)/im;
const COMMAND = /\btsbs_(?:(?:load|run_queries)_|load load )([a-z]{3,20})\b/g;

/** Names the database for which a run of TSBS is made, if its command stands in the text; null without one. */
function databaseFacts(text: string): string | null {
  const commands = new Map([...text.matchAll(COMMAND)].map(([command, of = '']) => [of, command]));
  const [only, second] = commands;
  const asked = ASKED.exec(text)?.[1]?.toLowerCase();
  const database = DATABASES[asked ?? ''];
  if (only === undefined && database !== undefined) return `It asks ${database}.`;
  if (only === undefined || second !== undefined) return null;
  const [of, command] = only;
  return `It ran ${command}, which ${command.includes('queries') ? 'asks' : 'loads'} ${DATABASES[of] ?? of}.`;
}

/** Returns the overall rate, and whether the rates of the intervals rise or fall. */
function rateFacts(text: string): string | null {
  const rates = [...text.matchAll(RATE)].slice(0, MAX_ROWS).map(([, a, b, c]) => Number(a ?? b ?? c));
  const unit = fits(/^time,per\. metric\/s/m, text) ? 'metrics' : fits(/row rate/, text) ? 'rows' : 'values';
  const [metrics, rows] = ['metrics', 'rows'].map((what) => new RegExp(String.raw`^loaded (\d+) (${what}) in `
    + String.raw`([\d.]+)sec with \d+ workers? \(mean rate ([\d.]+) ${what}/sec`, 'm').exec(text));
  const [, total, what = '', seconds, mean] = metrics ?? rows ?? [];
  const ofRows = (metrics ?? null) === null ? undefined : rows?.[4];
  const loaded = mean === undefined ? null
    : `it loaded ${Number(total).toLocaleString('en-US')} ${what} in ${seconds} s, ${
      thousands(Number(mean))} per second${ofRows === undefined ? '' : ` (${thousands(Number(ofRows))} rows/s)`}`;
  const trend = trendOf(rates, unit, mean === undefined);
  const stalls = stallFacts(rates, [...text.matchAll(TIME)].slice(0, MAX_ROWS).map(([, time]) => Number(time)));
  // The mean of a rate that falls is of no moment.
  return trend?.startsWith(FALLING) !== true ? joined([
    stalls, sentence([
      loaded, stalls === null ? trend : trend?.replace(' is steady', ' is otherwise steady') ?? null,
    ], '; '), stalls === null ? null : SEE_STALL,
  ]) : joined([
    sentence([trend, loaded === null ? null : `${loaded} in the mean`], '; '), fallFacts(text), SEE_DISK,
  ]);
}

const FALLING = 'the rate falls ';
const SEE_DISK = 'See what the server does while it falls: its disk (iostat), and checkpoints, compactions or merges '
  + 'in its log.';
const SEE_STALL = 'See what the server did at that time: its log, its disk (iostat), and whether it refused writes.';

function trendOf(rates: readonly number[], unit: string, isAlone: boolean): string | null {
  if (rates.length < 3) return null;
  const third = Math.max(1, Math.floor(rates.length / 3));
  const [before, after] = [median(rates.slice(0, third)), median(rates.slice(-third))];
  const change = `from ${thousands(before)} to ${thousands(rates.at(-1) ?? after)} ${unit} per second`;
  if (after < before * FALLS) {
    const less = Math.round(100 * (1 - (rates.at(-1) ?? after) / before));
    return `${FALLING}${change}${less > 0 ? ` (\u2212${less} %)` : ''}`;
  }
  return after * FALLS > before ? `the rate rises ${change}`
    : `the rate is steady${isAlone ? ` at ${thousands(median(rates))} ${unit} per second` : ''}`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

const thousands = (value: number): string => Math.round(value).toLocaleString('en-US');
