/** Reads the mean and percentiles of times from the cumulative buckets of one scrape. Pure. */
import { formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import { labelWords } from '../look/labelWords.ts';
import { slowDiskFact } from './etcdDisk.ts';
import { modeFact, slowGroup } from './modes.ts';
import type { Sample } from './readScrape.ts';
import { edgeText, IS_TIME, NOT_TAKEN, nounOf, unitOf } from './slowest.ts';

/** Fewer observations have no 99th percentile, and fewer buckets do not bound one. */
const MIN_OBSERVATIONS = 100;
const MIN_BUCKETS = 4;
const MAX_TOLD = 2;
/** A 99.9th percentile of fewer is that of one observation or none. */
const MIN_FOR_THOUSANDTH = 1000;

interface Bucket { from: number; to: number; below: number; count: number }
interface TimeHistogram { name: string; labels: string; buckets: Bucket[]; total: number; sum: number | null }

/** The 99th percentiles that the documentation of a program advises, in seconds. */
const ADVICE: readonly (readonly [name: RegExp, seconds: number, who: string, next: string])[] = [
  [/^etcd_disk_wal_fsync_duration_seconds$/, 0.01, 'etcd',
    'see by rate() of the buckets when it is slow, and test the disk with fio and fdatasync'],
  [/^etcd_disk_backend_commit_duration_seconds$/, 0.025, 'etcd',
    'see by rate() of the buckets when it is slow, and test the disk with fio and fdatasync'],
];

const LE = /(?:^|,)\s*le="([^"]{1,40})"\s*/;

/** Returns the histograms of times that are whole, cumulative and large enough. */
export function timeHistograms(samples: readonly Sample[]): TimeHistogram[] {
  const rows = new Map<string, { name: string; labels: string; edges: Map<number, number> }>();
  const ends = new Map<string, number>();
  for (const { name, labelText, value } of samples) {
    const le = name.endsWith('_bucket') ? LE.exec(labelText) : null;
    if (le === null) {
      if (/_(?:sum|count)$/.test(name)) ends.set(`${name}{${labelText.replace(/,\s*$/, '').trim()}`, value);
      continue;
    }
    const base = name.slice(0, -'_bucket'.length);
    if (!IS_TIME.test(base) || NOT_TAKEN.test(base) || unitOf(base) === null) continue;
    const labels = `${labelText.slice(0, le.index)}${labelText.slice(le.index + le[0].length)}`
      .replace(/^\s*,|,\s*$/g, '').trim();
    const own = rows.get(`${base}{${labels}`) ?? { name: base, labels, edges: new Map<number, number>() };
    rows.set(`${base}{${labels}`, own);
    own.edges.set(/^\+?Inf$/i.test(le[1] ?? '') ? Infinity : Number(le[1]), value);
  }
  return [...rows.values()].flatMap(({ name, labels, edges }) => {
    const sorted = [...edges].filter(([edge]) => !Number.isNaN(edge)).sort(([a], [b]) => a - b);
    const total = edges.get(Infinity) ?? 0;
    const buckets = sorted.map(([to, upTo], i): Bucket => {
      const [from, below] = sorted[i - 1] ?? [0, 0];
      return { from, to, below, count: upTo - below };
    });
    const count = ends.get(`${name}_count{${labels}`);
    const isWhole = buckets.length > MIN_BUCKETS && total >= MIN_OBSERVATIONS && Number.isFinite(total)
      && buckets.every((one) => one.count >= 0) && (count === undefined || count === total);
    const sum = ends.get(`${name}_sum{${labels}`) ?? null;
    return isWhole ? [{ name, labels, buckets, total, sum: sum === null || !(sum >= 0) ? null : sum }] : [];
  });
}

interface Quantile { value: number; bucket: Bucket }

/** Interpolates within the bucket that holds the rank, as histogram_quantile does; null without observations. */
export function quantileOf({ buckets, total }: TimeHistogram, ratio: number): Quantile | null {
  const rank = ratio * total;
  const bucket = buckets.find(({ below, count }) => count > 0 && below + count >= rank);
  if (bucket === undefined) return null;
  const { from, to, below, count } = bucket;
  return { value: to === Infinity ? from : from + (to - from) * (rank - below) / count, bucket };
}

/** Returns what the mean and the percentiles of the histograms are; of several series of a name, the slowest. */
export function quantileFacts(samples: readonly Sample[]): Told[] {
  const byName = new Map<string, TimeHistogram>();
  for (const one of timeHistograms(samples)) {
    const before = byName.get(one.name);
    if (before === undefined || p99(one) > p99(before)) byName.set(one.name, one);
  }
  const rank = (one: TimeHistogram): number => (isOver(one) ? Infinity : p99(one) * (unitOf(one.name) ?? 0));
  return told([...byName.values()].sort((a, b) => (rank(b) === rank(a) ? 0 : rank(b) - rank(a))).slice(0, MAX_TOLD));
}

interface Told { name: string; said: string }

/** Describes each of some histograms, and says a step that several share only with the last of them. */
const told = (all: readonly TimeHistogram[]): Told[] => all.map((one, i) => {
  const step = stepOf(one);
  return { name: one.name, said: quantileFact(one, all.slice(i + 1).some((other) => stepOf(other) === step)) };
});

/** Returns the step of a histogram that is above what its program advises; null for others. */
const stepOf = (one: TimeHistogram): string | null => (isOver(one) ? adviceOf(one)?.[3] ?? null : null);

/** Returns the percentiles of those histograms alone that are above what their program advises. */
export const overAdvice = (samples: readonly Sample[]): Told[] => told(histogramsOver(samples).slice(0, MAX_TOLD));

/** Returns the histograms above the advice, in its order. */
function histogramsOver(samples: readonly Sample[]): TimeHistogram[] {
  const all = timeHistograms(samples).filter(isOver);
  return ADVICE.flatMap(([pattern]) => all.filter(({ name }) => pattern.test(name)));
}

/** Says in front of all others that a disk is slower than its program advises; null without one. */
export function slowDiskOf(samples: readonly Sample[]): string | null {
  const [first] = histogramsOver(samples);
  const [, advised] = first === undefined ? [] : adviceOf(first) ?? [];
  if (first === undefined || advised === undefined) return null;
  const what = first.name.includes('wal_fsync') ? 'WAL fsyncs' : nounOf(first.name);
  return slowDiskFact({
    what, p99: p99(first) * (unitOf(first.name) ?? 1), advised,
    isAtTimes: slowGroup(first.buckets, first.total) !== null,
  }, samples);
}

const p99 = (one: TimeHistogram): number => quantileOf(one, 0.99)?.value ?? 0;
const adviceOf = ({ name }: TimeHistogram): (typeof ADVICE)[number] | null =>
  ADVICE.find(([pattern]) => pattern.test(name)) ?? null;

function isOver(one: TimeHistogram): boolean {
  const [, most = Infinity] = adviceOf(one) ?? [];
  return p99(one) * (unitOf(one.name) ?? 1) > most;
}

const MAX_LABELS = 120;

/** `isStepLater`: a later sentence has the same step. */
function quantileFact(one: TimeHistogram, isStepLater: boolean): string {
  const { name, labels, total, sum } = one;
  const unit = unitOf(name) ?? 1;
  const of = labels === '' ? name : `${name}, ${labelWords(labels, MAX_LABELS)}`;
  const ratios = total >= MIN_FOR_THOUSANDTH ? [0.5, 0.99, 0.999] : [0.5, 0.99];
  const quantiles = ratios.flatMap((ratio) => {
    const found = quantileOf(one, ratio);
    return found === null ? [] : [`p${100 * ratio} ${valueText(found, unit)}`];
  });
  const mean = sum === null ? '' : `mean ${formatSeconds(sum / total * unit)}, `;
  return `${formatNumber(total)} ${nounOf(name)} since the start of the process (${of}): ${mean}${
    quantiles.join(', ')}, interpolated.${modeFact(one.buckets, { total, unit, noun: nounOf(name) })}${
    adviceFact(one, { unit, isStepLater })}`;
}

function valueText({ value, bucket: { from, to } }: Quantile, unit: number): string {
  if (to === Infinity) return `above ${edgeText(from, unit)}`;
  return `about ${formatSeconds(value * unit)} (${from === 0 ? `up to ${edgeText(to, unit)}`
    : `between ${edgeText(from, unit)} and ${edgeText(to, unit)}`})`;
}

/** Compares with the advice, and counts the observations above the first edge that is not below it. */
function adviceFact(
  one: TimeHistogram, { unit, isStepLater }: { unit: number; isStepLater: boolean }
): string {
  const advice = adviceOf(one);
  if (advice === null) return '';
  const [, most, who, next] = advice;
  const { buckets, total } = one;
  if (p99(one) * unit <= most) return ` That is within the p99 below ${formatSeconds(most)} that ${who} advises.`;
  const edge = buckets.find(({ to }) => to * unit >= most);
  const above = edge === undefined ? 0 : total - edge.below - edge.count;
  const tail = edge === undefined || above <= 0 ? ''
    : ` ${formatNumber(above)} of them (${formatNumber(100 * above / total)} %) took more than ${
      edgeText(edge.to, unit)}.`;
  return `${tail} The p99 is above the ${formatSeconds(most)} that ${who} advises as its limit${
    isStepLater ? '' : `: ${next}`}.`;
}
