/** Compares two reports of one load generator: rate, latency, and whether their answers are of the same kind. Pure. */
import { formatBytes, formatNumber } from '../../../../core/text/format.ts';
import { percentOf } from '../outputs/benchmarks/timesCompared.ts';
import { onlyErrors } from '../outputs/loads/onlyErrors.ts';

interface Load { rate: number; mean: { text: string; seconds: number } | null; bytes: number | null }
interface Reader { rate: RegExp; mean: RegExp; requests: RegExp; read: RegExp | null }

const SECONDS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, '\u00b5s': 1e-6, ms: 1e-3, s: 1, m: 60 };
const BYTES: Readonly<Record<string, number>> = { '': 1, 'K': 2 ** 10, 'M': 2 ** 20, 'G': 2 ** 30, 'T': 2 ** 40 };
const DURATION = /^([\d.]{1,20}) ?\[?(ns|us|\u00b5s|ms|s|m)\]?$/;
/** Relative distance of rates up to which they are the same, and factor of sizes from which answers differ in kind. */
const SAME = 0.01;
const OTHER_SIZE = 2;
const OF_VEGETA = String.raw`\s{1,12}\[[^\]\n]{1,80}\]\s{1,60}`;

/** Readers of the output of each tool; a report of several runs has several rates and is omitted. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ['wrk', {
    rate: /^Requests\/sec:\s{1,12}([\d.]{1,20})/gm, mean: /^\s{1,12}Latency\s{1,20}([\d.]{1,12}(?:us|ms|s|m))\s/m,
    requests: /^\s{1,12}(\d{1,15}) requests in /m, read: / requests in [^,\n]{1,20}, ([\d.]{1,15})([KMGT]?)B read/,
  }],
  ['apache-bench', {
    rate: /^Requests per second:\s{1,12}([\d.]{1,20})/gm,
    mean: /^Time per request:\s{1,12}([\d.]{1,15} \[ms\]) \(mean\)/m,
    requests: /^Complete requests:\s{1,12}(\d{1,15})/m, read: /^Total transferred:\s{1,12}(\d{1,15})()/m,
  }],
  ['vegeta', {
    rate: new RegExp(String.raw`^Requests${OF_VEGETA}\d{1,15}, ([\d.]{1,20})`, 'gm'),
    mean: new RegExp(String.raw`^Latencies\s{1,12}\[mean,[^\]\n]{1,80}\]\s{1,60}(\S{1,20}),`, 'm'),
    requests: new RegExp(String.raw`^Requests${OF_VEGETA}(\d{1,15}),`, 'm'),
    read: new RegExp(String.raw`^Bytes In${OF_VEGETA}(\d{1,15})()`, 'm'),
  }],
  ['k6', {
    rate: /\bhttp_reqs\.{2,80}: ?\d{1,15}\s{1,20}([\d.]{1,20})\/s/g,
    mean: /\bhttp_req_duration\.{2,80}: ?avg=(\S{1,20})/, requests: /\bhttp_reqs\.{2,80}: ?(\d{1,15})/, read: null,
  }],
]);

function loadOf(text: string, { rate, mean, requests, read }: Reader): Load | null {
  const rates = [...text.matchAll(rate)].map(([, value]) => Number(value));
  const [only, another] = rates;
  if (only === undefined || another !== undefined || !(only > 0)) return null;
  const latency = mean.exec(text)?.[1];
  const [, value, unit = ''] = DURATION.exec(latency ?? '') ?? [];
  const [, amount, prefix = ''] = read?.exec(text) ?? [];
  const count = Number(requests.exec(text)?.[1] ?? NaN);
  return {
    rate: only,
    mean: latency === undefined || value === undefined ? null
      : { text: latency.replace(/ \[(\w+)\]/, ' $1'), seconds: Number(value) * (SECONDS[unit] ?? NaN) },
    bytes: amount === undefined || !(count > 0) ? null : Number(amount) * (BYTES[prefix] ?? 1) / count,
  };
}

interface Side { name: string; format: string; text: string }

/** Returns what differs between two reports of one run each, the second against the first; null for other texts. */
export function loadFact(before: Side, after: Side): string | null {
  const reader = READERS.get(before.format);
  const [old, current] = [before, after].map(({ text }) => (reader === undefined ? null : loadOf(text, reader)));
  if (old === undefined || current === undefined || old === null || current === null) return null;
  const bad = [before, after].filter(({ text }) => onlyErrors(text) !== null);
  const [first, second] = bad;
  if (first !== undefined) return second === undefined
    ? `not comparable, because every answer of ${first.name} is an error${sizeWords(old, current)}.`
    : 'every answer of both is an error, so they show nothing.';
  const isSame = Math.abs(current.rate / old.rate - 1) < SAME;
  const said = [
    isSame ? `the same rate (${formatNumber(current.rate)} requests per second)` : `${formatNumber(current.rate)} `
      + `requests per second instead of ${formatNumber(old.rate)} (${percentOf(current.rate / old.rate)})`,
    ...current.mean === null || old.mean === null ? []
      : [`${current.mean.text} in the mean instead of ${old.mean.text} (${
        percentOf(current.mean.seconds / old.mean.seconds)})`],
  ];
  const isOther = old.bytes !== null && current.bytes !== null
    && Math.max(old.bytes / current.bytes, current.bytes / old.bytes) >= OTHER_SIZE;
  const other = `The answers are of other kinds${sizeWords(old, current)}: make sure that both ask the same. `;
  return `${said.join(', ')}. ${isOther ? other : ''}It is one run of each, so the noise is not known.`;
}

const sizeWords = (old: Load, current: Load): string => (old.bytes === null || current.bytes === null ? ''
  : ` (an answer has about ${formatBytes(Math.round(current.bytes))} after, ${
    formatBytes(Math.round(old.bytes))} before)`);
