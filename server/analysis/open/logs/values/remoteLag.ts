/** Reads what remote write calculates for its shards: how far it is behind, and whether anything waits. Pure. */
import { formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { quoted } from '../../look/factTools.ts';
import type { Entry } from '../ordinary/entries.ts';

const CALCULATED = /calculateDesiredShards/;
/** Minimum lag; a smaller one may be a send in progress. */
const MIN_LAG_SECONDS = 60;
/** Minimum share of kept samples; below it, nearly all are dropped before they are sent. */
const FEW = 0.01;

interface Calculated { queue: string; lag: number; kept: number; rate: number; waiting: number; shards: number }

/** Returns the figure of the first of several keys that an entry has. */
function figure(fields: Readonly<Record<string, string>>, ...keys: string[]): number {
  const value = keys.map((key) => fields[key]).find((one) => one !== undefined);
  return value === undefined || value === '' ? NaN : Number(value);
}

function calculatedIn({ message, fields }: Entry): Calculated[] {
  if (!CALCULATED.test(message)) return [];
  const [received, sent] = [figure(fields, 'highestRecv'), figure(fields, 'highestSent')];
  const lag = sent > 0 ? received - sent : NaN;
  return !Number.isFinite(lag) ? [] : [{
    queue: fields['remote_name'] ?? fields['queue'] ?? '', lag,
    kept: figure(fields, 'dataKeptRatio', 'samplesKeptRatio'), rate: figure(fields, 'dataInRate', 'samplesInRate'),
    waiting: figure(fields, 'dataPending', 'samplesPending'), shards: figure(fields, 'desiredShards'),
  }];
}

/** Returns whether remote write is behind, with the figures that show it; null if it keeps up or does not say. */
export function remoteLag(entries: readonly Entry[]): string | null {
  const all = entries.flatMap(calculatedIn);
  const last = all.reduce<Calculated | null>((most, one) => (most === null || one.lag >= most.lag ? one : most), null);
  if (last === null || last.lag < MIN_LAG_SECONDS) return null;
  const own = all.filter(({ queue }) => queue === last.queue);
  const [first] = own;
  const grows = first !== undefined && first !== last && first.lag < last.lag
    ? `${formatSeconds(first.lag)}, later ${formatSeconds(last.lag)}` : formatSeconds(last.lag);
  const name = last.queue === '' ? '' : ` ${quoted(last.queue)}`;
  const shards = Number.isFinite(last.shards) ? ` and ${formatNumber(last.shards)} shards are wanted` : '';
  const ahead = `highestRecv is ${grows} ahead of highestSent`;
  if (last.kept < FEW && last.waiting < Math.max(1, FEW * last.rate)) {
    const of = Number.isFinite(last.rate) ? ` of ${formatNumber(last.rate)} samples/s` : '';
    return `Remote write${name} only looks late: ${ahead}, but next to nothing waits to be sent (dataPending ${
      formatNumber(last.waiting)})${shards}. Its write_relabel_configs drop nearly all${of} (dataKeptRatio ${
      formatNumber(last.kept)}), and highestSent moves only when a sample is sent. More shards do not help: take this `
      + 'queue out of the alert on lag and watch what is pending and what fails '
      + '(prometheus_remote_storage_samples_pending, prometheus_remote_storage_samples_failed_total), or let a series '
      + 'that always has samples, such as up, through.';
  }
  if (!(last.waiting >= 1)) return null;
  return `Remote write${name} is behind: ${ahead}, ${formatNumber(last.waiting)} samples wait (dataPending)${
    shards}. See how long a request to the receiver takes and whether requests fail, then compare the shards with `
    + 'max_shards.';
}
