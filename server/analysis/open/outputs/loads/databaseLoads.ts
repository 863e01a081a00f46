/** Summarizes pgbench, sysbench and YCSB, and the fsync times of fio: rates, late operations, and what failed. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { each, said, sentence } from '../../look/named.ts';

const number = (text: string): string => formatNumber(Number(text));
const whole = (text: string): string => Number(text).toLocaleString('en-US');

/** `ignored errors:  37  (0.62 per sec.)` of sysbench; pgbench counts failed transactions. */
const ERRORS = /^[ \t]{0,12}ignored errors:[ \t]{1,60}([1-9]\d{0,11})\b/m;
const FAILED = /^number of failed transactions: ([1-9]\d{0,11})\b/m;

export function transactionFacts(text: string): string | null {
  return sentence([
    each(/^(?:tps = |[ \t]*transactions:\s+\d+\s+\()([\d.]+)/m, text,
      (rate) => `${number(rate)} transactions per second`),
    each(/^latency average(?: =|:) ([\d.]+ \S+)/m, text, (value) => `${value} each in the mean`),
    each(/^[ \t]{1,12}avg:[ \t]{1,60}([\d.]{1,15})[ \t]{0,9}$/m, text, (value) => `${value} ms each in the mean`),
    each(/^[ \t]{1,12}95th percentile:[ \t]{1,60}([\d.]{1,15})/m, text, (value) => `95 % within ${value} ms`),
    each(/^[ \t]{1,12}max:[ \t]{1,60}([\d.]{1,15})[ \t]{0,9}$/m, text, (value) => `at most ${value} ms`),
    each(ERRORS, text, (count) => `${whole(count)} errors that it ignored`),
    each(FAILED, text, (count) => `${whole(count)} transactions failed`),
  ]);
}

/** `[READ], 99thPercentileLatency(us), 31007`. */
const OPERATION = new RegExp(String.raw`^\[([A-Z][A-Z-]{1,30})\], `
  + String.raw`(Operations|Return=\w{1,30}|9[59]thPercentileLatency\(us\)), (\d{1,15})`, 'gm');
const MAX_KINDS = 4;
const MAX_OPERATIONS = 200;

interface Kind { operations: number; late: number | null; failed: Map<string, number> }

/** Returns the rate of a run of YCSB, and of each kind of operation how many were late and failed. */
export function ycsbFacts(text: string): string | null {
  const kinds = new Map<string, Kind>();
  for (const [, name = '', what = '', value] of [...text.matchAll(OPERATION)].slice(0, MAX_OPERATIONS)) {
    if (name === 'CLEANUP' || name === 'OVERALL' || name.endsWith('-FAILED')) continue;
    const kind = kinds.get(name) ?? { operations: 0, late: null, failed: new Map<string, number>() };
    kinds.set(name, kind);
    if (what === 'Operations') kind.operations = Number(value);
    else if (what.startsWith('99th')) kind.late = Number(value);
    else if (what.startsWith('Return=') && what !== 'Return=OK') kind.failed.set(what.slice(7), Number(value));
  }
  const failed = [...kinds].flatMap(([name, own]) => [...own.failed].map(([status, count]) =>
    `${whole(String(count))} of ${whole(String(own.operations))} ${name} with ${status}`));
  const late = [...kinds].filter(([, own]) => own.late !== null).slice(0, MAX_KINDS)
    .map(([name, own]) => `${name} ${formatNumber((own.late ?? 0) / 1000)} ms`);
  return joined([
    failed.length === 0 ? null : `Operations failed: ${failed.slice(0, MAX_KINDS).join(', ')}.`,
    sentence([
      each(/^\[OVERALL\], Throughput\(ops\/sec\), ([\d.]+)/m, text, (rate) => `${number(rate)} operations per second`),
      late.length === 0 ? null : `99 % within: ${late.join(', ')}`,
    ]),
  ]);
}

const MILLISECONDS: Readonly<Record<string, number>> = { nsec: 1e-6, usec: 1e-3, msec: 1, sec: 1000 };
/** Maximum time that etcd advises for 99 % of the fsyncs of its disk. */
const MAX_SYNC_MS = 10;

/** Returns the 99th percentile of fsync times of fio, which a WAL waits for. */
export function syncPercentile(text: string): string | null {
  const part = text.slice(Math.max(0, text.search(/fsync\/fdatasync/)));
  const unit = said(/sync percentiles \((\w{1,5})\)/, part);
  const value = said(/99\.00th=\[\s*(\d+)\]/, part);
  if (unit === null || value === null) return null;
  const isSlow = Number(value) * (MILLISECONDS[unit] ?? NaN) > MAX_SYNC_MS;
  return `99 % of syncs within ${whole(value)} ${unit}${
    isSlow ? ', more than the 10 ms that etcd asks of a disk: too slow for it, or shared' : ''}`;
}

/** Percentiles of one kind of request of fio, in the unit of their head. */
const COMPLETIONS = /\bclat percentiles \((\w{1,5})\):(?:\n[ \t]{1,12}\|[^\n]{1,200}){1,8}/g;

/** Returns the 99th percentile of the requests of fio; null without it, or for reads and writes of their own. */
export function completionPercentile(text: string): string | null {
  const [only, second] = [...text.matchAll(COMPLETIONS)];
  const value = only === undefined || second !== undefined ? null : said(/99\.00th=\[\s*(\d+)\]/, only[0]);
  return value === null ? null : `99 % of requests within ${whole(value)} ${only?.[1] ?? ''}`;
}
