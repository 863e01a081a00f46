/** Reads the quantiles of summaries in a part of a scrape: of several series, the slowest. Pure. */
import { formatBytes, formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import { labelWords } from '../look/labelWords.ts';
import type { Sample } from './readScrape.ts';
import { unitOf } from './slowest.ts';

const QUANTILE = /(?:^|,)\s*quantile="([\d.]{1,12})"\s*/;
const MAX_TOLD = 2;
const MAX_LABELS = 120;
const WAL_FSYNC = /(?:^|_)(?:wal_)?fsync_duration_seconds$/;
/** A median of fsyncs from which a disk is slow. */
const SLOW_FSYNC = 0.1;
const HALF = 0.5;

interface Series { labels: string; quantiles: { quantile: number; value: number }[] }

const trimmed = (labels: string): string => labels.replace(/^\s*,|,\s*$/g, '').trim();

/** Returns the series of each summary that have a value. */
function seriesOf(samples: readonly Sample[]): Map<string, Series[]> {
  const all = new Map<string, Map<string, Series>>();
  for (const { name, labelText, value } of samples) {
    const found = QUANTILE.exec(labelText);
    if (found === null || !Number.isFinite(value)) continue;
    const labels = trimmed(`${labelText.slice(0, found.index)}${labelText.slice(found.index + found[0].length)}`);
    const own = all.get(name) ?? new Map<string, Series>();
    all.set(name, own);
    const series = own.get(labels) ?? { labels, quantiles: [] };
    own.set(labels, series);
    series.quantiles.push({ quantile: Number(found[1]), value });
  }
  return new Map([...all].map(([name, own]) => [name, [...own.values()].map((series) => (
    { ...series, quantiles: series.quantiles.toSorted((a, b) => a.quantile - b.quantile) }))]));
}

/** Formats a value in the unit that the name of its metric ends with. */
export function inUnit(value: number, name: string): string {
  const unitSeconds = unitOf(name);
  return unitSeconds !== null ? formatSeconds(value * unitSeconds)
    : /_bytes$/.test(name) ? formatBytes(value) : formatNumber(value);
}

function endOf(samples: readonly Sample[], name: string, labels: string): number {
  return samples.find((one) => one.name === name && trimmed(one.labelText) === labels)?.value ?? NaN;
}

/** Returns a sentence on each of the first summaries. */
export function summaryFacts(samples: readonly Sample[]): string[] {
  return [...seriesOf(samples)].flatMap(([name, all]) => {
    const own = all.filter(({ labels }) => endOf(samples, `${name}_count`, labels) !== 0);
    const lastOf = ({ quantiles }: Series): number => quantiles.at(-1)?.value ?? -1;
    const [slowest] = own.toSorted((a, b) => lastOf(b) - lastOf(a));
    const last = slowest?.quantiles.at(-1);
    if (slowest === undefined || last === undefined) return [];
    const { labels } = slowest;
    const mean = endOf(samples, `${name}_sum`, labels) / endOf(samples, `${name}_count`, labels);
    const of = labels === '' ? ''
      : `, ${labelWords(labels, MAX_LABELS)}${own.length > 1 ? `, the highest of ${own.length}` : ''}`;
    const recent = last.quantile === 1 ? 'the longest of the recent observations is'
      : `${formatNumber(100 * last.quantile)} % of the recent observations are within`;
    return [`${name}${of}: ${recent} ${inUnit(last.value, name)}.${
      Number.isFinite(mean) ? ` The mean of all is ${inUnit(mean, name)}.` : ''}${
      slowDisk(name, slowest)}`];
  }).slice(0, MAX_TOLD);
}

/** Says that a disk is slow whose fsyncs take long in the median; "" otherwise. */
function slowDisk(name: string, { quantiles }: Series): string {
  const median = quantiles.find(({ quantile }) => quantile === HALF)?.value ?? 0;
  return !WAL_FSYNC.test(name) || median < SLOW_FSYNC ? ''
    : ` Half of the fsyncs take ${formatSeconds(median)} or more: the disk of the WAL is slow; see iostat on its host, `
      + 'and test the disk with fio and fdatasync.';
}
