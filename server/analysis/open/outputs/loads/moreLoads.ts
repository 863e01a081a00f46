/** Recognizes and summarizes outputs of further load generators: go-wrk, bombardier, oha, autocannon, Locust. */
import { formatNumber } from '../../../../../core/text/format.ts';
import type { Format } from '../../look/format.ts';
import { each, named, said, sentence, type Named } from '../../look/named.ts';
import { withErrors } from './onlyErrors.ts';

const REMEDY = 'To see what the server does meanwhile, record its /metrics during a run.';

const number = (text: string): string => formatNumber(Number(text.replaceAll(',', '')));
const whole = (text: string): string => Number(text.replaceAll(',', '')).toLocaleString('en-US');

/** The last row of Locust: requests, failures with their share, and at the end requests per second. */
const AGGREGATED = new RegExp(String.raw`^\s{0,12}Aggregated\s{1,200}(\d{1,12})\s{1,12}(\d{1,12})\(([\d.]{1,8})%\)`
  + String.raw`.{0,200}?\s([\d.]{1,12})\s{1,12}[\d.]{1,12}\s*$`, 'm');

const ROWS: readonly Named[] = [
  {
    id: 'go-wrk', name: 'the output of go-wrk', program: 'go-wrk',
    pattern: /^\s{0,12}(?:\d{1,9} goroutine\(s\) running concurrently|Avg Req Time:\s{1,16}[\d.])/m,
    fact: goWrkFacts, remedy: REMEDY,
  },
  {
    id: 'bombardier', name: 'the output of bombardier', program: 'bombardier',
    pattern: /^\s{0,8}Reqs\/sec\s{1,16}[\d.]{1,16}\s{1,16}[\d.]{1,16}\s{1,16}[\d.]/m,
    fact: (text) => sentence([
      each(/^\s{0,8}Reqs\/sec\s{1,16}([\d.]{1,16})/m, text, (rate) => `${number(rate)} requests per second`),
      each(/^\s{0,8}Latency\s{1,16}([\d.]{1,12}\w{1,3})/m, text, (value) => `${value} each in the mean`),
      each(/^\s{0,12}99%\s{1,8}([\d.]{1,12}\w{1,3})/m, text, (value) => `99 % within ${value}`),
      codes(text),
    ]), remedy: REMEDY,
  },
  {
    id: 'oha', name: 'the output of oha', program: 'oha', pattern: /^\s{0,8}Success rate:\s{1,8}[\d.]{1,8}%/m,
    fact: (text) => sentence([
      each(/^\s{0,8}Requests\/sec:\s{1,8}([\d.]{1,16})/m, text, (rate) => `${number(rate)} requests per second`),
      each(/^\s{0,8}Average:\s{1,8}([\d.]{1,12} \w{1,4})/m, text, (value) => `${value} each in the mean`),
      each(/^\s{0,8}99(?:\.00)?% in ([\d.]{1,12} \w{1,4})/m, text, (value) => `99 % within ${value}`),
      each(/^\s{0,8}Success rate:\s{1,8}([\d.]{1,8})%/m, text, (value) => `${value} % succeeded`),
      each(/^\s{0,8}\[(\d{1,12})\] (?:operation timed out|timeout)/m, text, (count) => `${whole(count)} timed out`),
    ]), remedy: REMEDY,
  },
  {
    id: 'autocannon', name: 'the output of autocannon', program: 'autocannon',
    pattern: /^\s{0,8}[\d.]{1,12}[kM]? requests in [\d.]{1,12}s, [\d.]{1,12} \w?B read/m,
    fact: (text) => sentence([
      each(/^\s{0,8}([\d.]{1,12}[kM]?) requests in /m, text, (count) => `${count} requests`),
      each(/^\s{0,8}[\d.]{1,12}[kM]? requests in ([\d.]{1,12})s/m, text, (seconds) => `in ${seconds} s`),
      each(/^\s{0,8}(\d{1,12}[kM]?) errors/m, text, (count) => `${count} errors`),
    ]), remedy: REMEDY,
  },
  {
    id: 'cassandra-stress', name: 'the output of cassandra-stress', program: 'cassandra-stress',
    pattern: /^Op rate {1,40}: {1,12}[\d.,]{1,16} op\/s/m, fact: stressFacts, remedy: REMEDY,
  },
  {
    id: 'redis-benchmark', name: 'the output of redis-benchmark', program: 'redis-benchmark',
    pattern: /^\s{1,8}throughput summary: [\d.]{1,16} requests per second/m, fact: redisFacts, remedy: REMEDY,
  },
  {
    id: 'locust', name: 'the statistics of Locust', program: 'Locust',
    pattern: /^\s{0,8}(?:Type\s{1,12})?Name\s{1,200}# reqs\s{1,12}# fails/m,
    fact: (text) => {
      const [, requests, failed = '', share, rate = ''] = AGGREGATED.exec(text) ?? [];
      return requests === undefined ? null : `${whole(requests)} requests at ${number(rate)} per second, ${
        whole(failed)} failed (${share} %).`;
    },
    remedy: REMEDY,
  },
];

/** A row of cassandra-stress: `Latency 99th percentile   :  310.0 ms [WRITE: 310.0 ms]`. */
const ofStress = (name: string): RegExp => new RegExp(`^${name} {1,40}: {1,12}([\\d.,]{1,16})`, 'm');

function stressFacts(text: string): string | null {
  return sentence([
    each(ofStress('Op rate'), text, (rate) => `${number(rate)} operations per second`),
    each(ofStress('Latency median'), text, (value) => `median ${value} ms`),
    each(ofStress('Latency 99th percentile'), text, (value) => `99 % within ${value} ms`),
    each(ofStress('Latency max'), text, (value) => `at most ${value} ms`),
    each(ofStress('Total errors'), text, (count) => (count === '0' ? 'no errors' : `${whole(count)} errors`)),
  ]);
}

/** The values below the names of the latencies of redis-benchmark. */
const OF_REDIS = new RegExp(String.raw`^\s{1,12}avg\s{1,12}min\s{1,12}p50\s{1,12}p95\s{1,12}p99\s{1,12}max\s{0,12}\n`
  + String.raw`\s{1,12}[\d.]{1,12}\s{1,12}[\d.]{1,12}\s{1,12}([\d.]{1,12})\s{1,12}[\d.]{1,12}\s{1,12}`
  + String.raw`([\d.]{1,12})\s{1,12}([\d.]{1,12})`, 'm');

function redisFacts(text: string): string | null {
  const [, median, late, most] = OF_REDIS.exec(text) ?? [];
  return sentence([
    each(/^====== (\S.{0,60}?) ======/m, text, (command) => `${command}:`),
    each(/^\s{1,8}throughput summary: ([\d.]{1,16}) requests per second/m, text,
      (rate) => `${number(rate)} requests per second`),
    median === undefined ? null : `median ${median} ms`, late === undefined ? null : `99 % within ${late} ms`,
    most === undefined ? null : `at most ${most} ms`,
  ])?.replace(':,', ':') ?? null;
}

function goWrkFacts(text: string): string | null {
  const [, requests, seconds] = /^\s{0,12}(\d{1,12}) requests in ([\d.]{1,16})s, /m.exec(text) ?? [];
  const errors = said(/^\s{0,12}Number of Errors:\s{1,16}(\d{1,12})/m, text);
  return sentence([
    requests === undefined ? null : `${whole(requests)} requests in ${number(seconds ?? '')} s`,
    each(/^\s{0,12}Requests\/sec:\s{1,16}([\d.]{1,16})/m, text, (rate) => `${number(rate)} per second`),
    errors === null ? null : `${whole(errors)} errors`,
    each(/^\s{0,12}Avg Req Time:\s{1,16}([\d.]{1,12}[\w\u00b5]{1,3})/m, text, (value) => `${value} each in the mean`),
    each(/^\s{0,12}Slowest Request:\s{1,16}([\d.]{1,12}[\w\u00b5]{1,3})/m, text, (value) => `${value} at most`),
  ]);
}

/** Counts the answers that are not of the class 2xx. */
function codes(text: string): string | null {
  const [, ...counts] = /1xx - (\d{1,12}), 2xx - \d{1,12}, 3xx - (\d{1,12}), 4xx - (\d{1,12}), 5xx - (\d{1,12})/
    .exec(text) ?? [];
  const others = said(/^\s{0,8}others - (\d{1,12})/m, text);
  const failed = counts.slice(2).concat(others ?? '0').reduce((sum, count) => sum + Number(count), 0);
  return counts.length === 0 ? null : `${failed.toLocaleString('en-US')} failed`;
}

export const MORE_LOADS: readonly Format[] =
  ROWS.map((row) => named({ ...row, fact: (text) => withErrors(row.fact(text), text) }));
