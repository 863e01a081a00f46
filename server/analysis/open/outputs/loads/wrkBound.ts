/** Says what one run of wrk shows beside its rate: the slowest answer, their size, what sets the rate. Pure. */
import { counted, formatBytes, formatNumber } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';

const LATENCY = new RegExp(String.raw`^\s{1,9}Latency\s{1,20}([\d.]{1,9})(us|ms|s|m)\s{1,20}[\d.]{1,9}\w{1,2}\s{1,20}`
  + String.raw`([\d.]{1,9}(?:us|ms|s|m))\s`, 'm');
const CONNECTIONS = / threads and (\d{1,7}) connections/;
const READ = /^\s{1,9}(\d{1,12}) requests in [\d.]{1,9}\w{1,2}, ([\d.]{1,12})([KMGT]?)B read/m;
const RATE = /^Requests\/sec:\s{1,12}([\d.]{1,15})/m;
const RUNS = /^\s{0,9}Running \S+ test @ /gm;
const SECONDS: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, s: 1, m: 60 };
/** wrk counts in powers of 1024. */
const BYTES: Readonly<Record<string, number>> = { '': 1, 'K': 2 ** 10, 'M': 2 ** 20, 'G': 2 ** 30, 'T': 2 ** 40 };
/** Answers from which their transfer may be what takes time. */
const LARGE = 2 ** 17;
/** Relative distance of the rate from connections over latency, below which no connection idles. */
const NEAR = 0.1;

/** Returns null for several runs, for those with errors, and for other texts. */
export function wrkBound(text: string): string | null {
  const [, mean, unit = '', slowest] = LATENCY.exec(text) ?? [];
  const [connections, rate] = [Number(CONNECTIONS.exec(text)?.[1]), Number(RATE.exec(text)?.[1])];
  if (mean === undefined || (text.match(RUNS)?.length ?? 0) > 1 || /Socket errors|Non-2xx/.test(text)) return null;
  const [, requests, amount, prefix = ''] = READ.exec(text) ?? [];
  const each = amount === undefined ? 0 : Number(amount) * (BYTES[prefix] ?? 1) / Math.max(1, Number(requests));
  const bound = connections / (Number(mean) * (SECONDS[unit] ?? 1));
  const bounds = joined([
    each < LARGE ? null : `An answer has ${formatBytes(each)} in the mean, ${
      formatBytes(each * rate)} per second in all: see whether the network or making them bounds it.`,
    !(Math.abs(rate / bound - 1) < NEAR) ? null
      : `${counted(connections, 'connection')} over that latency are ${formatNumber(bound)} per second: all of them `
        + 'wait all the time. With fewer connections the latency shows how long one answer takes; with more, whether '
        + 'the rate rises.',
  ]);
  return bounds === null ? null : `The slowest answer took ${slowest}. ${bounds}`;
}
