/** Says that a request which is larger than the burst of a rate limit never passes, by the numbers of both. Pure. */
import { formatNumber } from '../../../../../../core/text/format.ts';

const MIB = 1024 ** 2;
const MAX_CHARS = 64 * 1024;

interface Kind {
  /** The refusal: the limit of a second, what the request has, and its unit. */
  refusal: RegExp;
  burst: string;
  /** The burst without a setting. */
  usual?: number;
  rate: string;
  /** Bytes or samples in one unit of the settings. */
  unit: number;
  write: (amount: number) => string;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9, KIB: 1024, MIB, GIB: 1024 ** 3,
};
const mib = (bytes: number): string => `${formatNumber(bytes / MIB)} MiB`;
const samples = (count: number): string => `${count.toLocaleString('en-US')} samples`;

const KINDS: readonly Kind[] = [
  {
    refusal: new RegExp(/rate limit exceeded for (?:user|tenant) \S{1,120} \(limit: (?<limit>\d{1,15}) /.source
      + /bytes\/sec\) while attempting to ingest '?\d{1,9}'? lines totaling '?(?<amount>\d{1,15})'? bytes/.source, 'i'),
    burst: 'ingestion_burst_size_mb', usual: 6, rate: 'ingestion_rate_mb', unit: MIB, write: mib,
  },
  {
    refusal: new RegExp(/per stream rate limit exceeded \(limit: (?<limit>[\d.]{1,15})\S{0,9}\) while attempting to /
      .source + /ingest for stream [^\n]{1,600}? totaling (?<amount>[\d.]{1,15})(?<unit>[KMG]?i?B)\b/.source, 'i'),
    burst: 'per_stream_rate_limit_burst', rate: 'per_stream_rate_limit', unit: 1, write: mib,
  },
  {
    refusal: /ingestion rate limit \((?<limit>[\d.e+]{1,15})\) exceeded while adding (?<amount>\d{1,12}) samples/i,
    burst: 'ingestion_burst_size', rate: 'ingestion_rate', unit: 1, write: samples,
  },
];

/** Returns the value that a line gives to a setting, with its unit; NaN without one, or with several. */
function valueOf(text: string, name: string): number {
  const pattern = new RegExp(String.raw`(?<![\w.])(?:-{1,2}[\w.-]{1,60}[.-])?${
    name.replaceAll('_', '[_-]')}["']?\s{0,3}[:=]\s{0,3}["']?(\d{1,15}(?:\.\d{1,6})?)([KMG]?i?B?)\b`, 'gi');
  const all = new Set([...text.matchAll(pattern)].map(([, value = '', unit = '']) =>
    Number(value) * (UNITS[unit.toUpperCase()] ?? NaN)));
  const [only] = all;
  return all.size === 1 ? only ?? NaN : NaN;
}

const MAX_SHARES = 200;

/** Says that the limit of a second is the share of one distributor; '' if it is not. */
function shareText(text: string, kind: Kind, limit: number): string {
  const whole = valueOf(text, kind.rate) * kind.unit;
  const shares = whole / limit;
  if (!/\bingestion[_-]rate[_-]strategy["']?\s{0,3}[:=]\s{0,3}["']?global\b/i.test(text) || !(shares >= 2)) return '';
  const count = Math.round(shares);
  return count > MAX_SHARES || Math.abs(shares - count) > 1e-3 * count ? ''
    : ` The limit in the error is the share of one of ${count} distributors of ${kind.rate} ${
      formatNumber(whole / kind.unit)} (strategy global), and not what is exceeded.`;
}

/** The meaning of the limit itself, with the step for a request that is not too large. */
const OF_LIMIT = new RegExp(/The tenant (\S{1,120}) may send \S{1,20} MiB\/s, and this request had /.source
  + /([^:"\n]{1,80}): (?:look at what writes lines of that size|raise the limit, or send less)\./.source);

/** Returns facts in which the burst is the limit that a request exceeds; unchanged if it does not, or is not shown. */
export function withBurst(facts: string, text: string): string {
  const head = text.slice(0, MAX_CHARS);
  for (const kind of KINDS) {
    const found = kind.refusal.exec(head);
    if (found === null) continue;
    const { limit: limitText, amount: amountText, unit = '' } = found.groups ?? {};
    const [limit, amount] = [Number(limitText ?? NaN), Number(amountText ?? NaN) * (UNITS[unit.toUpperCase()] ?? NaN)];
    const burst = valueOf(head, kind.burst) * kind.unit;
    const { usual = NaN } = kind;
    if (Number.isNaN(burst) && amount > usual * kind.unit && amount < limit) return `${facts} This request is smaller `
      + `than the limit of one second, but above ${usual}, the default of ${kind.burst}: a request above the burst `
      + 'never passes, however low the rate is, so see the value in /config of the server.';
    if (!(amount > burst)) continue;
    const least = Math.ceil(amount / kind.unit);
    const raise = `raise ${kind.burst} to at least ${least}`;
    const isLine = /\b'?1'? lines totaling/.test(found[0]);
    const smaller = kind.write === samples ? 'let the sender send smaller requests (max_samples_per_send)'
      : isLine ? 'find what writes such a line, and cut it (max_line_size with max_line_size_truncate)'
        : 'send less in one request';
    const said = `This request has ${isLine ? 'one line of ' : ''}${kind.write(amount)}, and ${kind.burst} is ${
      kind.unit === 1 ? kind.write(burst) : formatNumber(burst / kind.unit)}: a request above the burst never passes, `
      + `however low the rate is, so sending it again is in vain. Better ${smaller}, else ${raise}.${
        shareText(head, kind, limit)}`;
    return OF_LIMIT.test(facts) ? facts.replace(OF_LIMIT, () => said) : `${facts} ${said}`;
  }
  return facts;
}
