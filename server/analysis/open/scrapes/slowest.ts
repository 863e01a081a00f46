/** Finds the slowest observations of one scrape: by the buckets of its histograms, and by its summaries. Pure. */
import { formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import { labelWords } from '../look/labelWords.ts';
import type { Sample, Scrape } from './readScrape.ts';

/** Observations of one bucket alone, from its lower to its upper edge. */
interface Bucket { from: number; edge: number; count: number }
interface Histogram { name: string; labels: string; buckets: Bucket[]; total: number }

/** The range of the slowest observations of a histogram, in the unit of its buckets. */
export interface Slow {
  name: string; labels: string;
  /** Factor from the unit of the buckets to seconds; null if the name does not tell the unit. */
  unitSeconds: number | null;
  count: number; total: number;
  /** Edges of the last bucket with observations; the upper one may be infinite. */
  from: number; to: number;
  /** Upper edge of the bucket before it that has observations; null if all are in one. */
  othersWithin: number | null;
  /** Whether the slowest are far from the median. */
  isOdd: boolean;
}

const LE = /(?:^|,)\s*le="([^"]{1,40})"\s*/;
const VMRANGE = /(?:^|,)\s*vmrange="([^".]{0,10}\.?[^".]{0,30}?)\.\.\.([^"]{1,40})"\s*/;
export const IS_TIME = /duration|latency|_seconds|_time_|_time$|_(?:milli|micro|nano)?seconds|_ms$|_ms_/;
/** Spans of time that are properties of data or settings, not how long something took. */
export const NOT_TAKEN = /chunk_range|_age_|_age$|interval|_ttl|_lag|window|lookback|query_range_span|timestamp/;
/** Requests that take as long as they are asked to. */
const LONG_BY_DESIGN = /="[^"]{0,200}(?:\/debug\/|pprof|\/live|[Ww]atch|[Ss]tream|\/tail)[^"]{0,200}"/;
/** The names of the observations of a histogram or summary, by words of its name. */
const NOUNS: readonly (readonly [RegExp, string])[] = [
  [/compaction/, 'compactions'], [/fsync/, 'fsyncs'], [/commit/, 'commits'], [/apply/, 'applies'],
  [/pause/, 'pauses'], [/(?:^|_)gc_/, 'collections'], [/scrape/, 'scrapes'], [/quer(?:y|ies)/, 'queries'],
  [/evaluation/, 'evaluations'],
  [/request|http|grpc|_handling_|response/, 'requests'], [/snapshot/, 'snapshots'], [/merge/, 'merges'],
];
/** Ratio of the slowest to the median from which it is reported as odd, if it also takes a second. */
const ODD_RATIO = 8;
const MAX_TOLD = 2;
const MAX_LABELS = 120;

/** Describes the histograms whose slowest observations are odd; without any, the slowest one. */
export function slowestFacts(scrape: Scrape): string[] {
  const all = slowOnes(scrape);
  const odd = all.filter(({ isOdd }) => isOdd).slice(0, MAX_TOLD);
  return (odd.length > 0 ? odd : all.slice(0, 1)).map((slow) => slowFact(slow, scrape));
}

/** Describes the histograms whose slowest observations are far from the others, for a part of a scrape. */
export function oddFacts(scrape: Scrape): { name: string; said: string }[] {
  return slowOnes(scrape).filter(({ isOdd }) => isOdd).slice(0, MAX_TOLD)
    .map((slow) => ({ name: slow.name, said: slowFact(slow, scrape) }));
}

/** Returns the histograms of times, the slowest first; of one name only the slowest series. */
function slowOnes({ samples }: Scrape): Slow[] {
  const byName = new Map<string, Slow>();
  for (const histogram of histogramsOf(samples)) {
    const slow = slowOf(histogram);
    const before = byName.get(histogram.name);
    if (slow !== null && (before === undefined || secondsOf(slow) > secondsOf(before))) byName.set(slow.name, slow);
  }
  return [...byName.values()].sort((a, b) => secondsOf(b) - secondsOf(a));
}

/** Ranks by the time that the slowest took at least; an unknown unit comes last. */
const secondsOf = ({ from, unitSeconds }: Slow): number => (unitSeconds === null ? -1 : from * unitSeconds);

interface Raw { name: string; labels: string; cumulative: { edge: number; count: number }[]; ranges: Bucket[] }

function histogramsOf(samples: readonly Sample[]): Histogram[] {
  const all = new Map<string, Raw>();
  const areTimes = new Map<string, boolean>();
  for (const { name, labelText, value } of samples) {
    if (!name.endsWith('_bucket')) continue;
    const base = name.slice(0, -'_bucket'.length);
    const isTime = areTimes.get(base) ?? (IS_TIME.test(base) && !NOT_TAKEN.test(base));
    areTimes.set(base, isTime);
    const edge = isTime ? LE.exec(labelText) : null;
    const range = isTime && edge === null ? VMRANGE.exec(labelText) : null;
    const found = edge ?? range;
    if (found === null) continue;
    const labels = `${labelText.slice(0, found.index)}${labelText.slice(found.index + found[0].length)}`
      .replace(/^\s*,|,\s*$/g, '').trim();
    const key = `${base}{${labels}`;
    const own: Raw = all.get(key) ?? { name: base, labels, cumulative: [], ranges: [] };
    all.set(key, own);
    if (range === null) own.cumulative.push({ edge: edgeOf(found[1] ?? ''), count: value });
    else own.ranges.push({ from: edgeOf(range[1] ?? ''), edge: edgeOf(range[2] ?? ''), count: value });
  }
  return [...all.values()].filter(({ labels }) => !LONG_BY_DESIGN.test(labels))
    .flatMap((raw) => (raw.ranges.length > 0 ? ofRanges(raw) : ofCumulative(raw)));
}

const edgeOf = (text: string): number => (/^\+?Inf$/i.test(text) ? Infinity : Number(text));

/** VictoriaMetrics exports only the ranges that have observations, each with its own count. */
function ofRanges({ name, labels, ranges }: Raw): Histogram[] {
  const buckets = ranges.filter(({ from, edge, count }) => edge > from && count >= 0).sort((a, b) => a.edge - b.edge);
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  return total > 0 ? [{ name, labels, buckets, total }] : [];
}

/** Returns nothing for a histogram that is empty, cut or not cumulative. */
function ofCumulative({ name, labels, cumulative }: Raw): Histogram[] {
  const sorted = cumulative.filter(({ edge }) => !Number.isNaN(edge)).sort((a, b) => a.edge - b.edge);
  const last = sorted.at(-1);
  if (sorted.length < 2 || last?.edge !== Infinity || !(last.count > 0) || !Number.isFinite(last.count)) return [];
  const buckets = sorted.map(({ edge, count }, i) => {
    const before = sorted[i - 1];
    return { from: before?.edge ?? 0, edge, count: count - (before?.count ?? 0) };
  });
  return buckets.some(({ count }) => count < 0) ? [] : [{ name, labels, buckets, total: last.count }];
}

/** Returns the last bucket with observations. */
function slowOf({ name, labels, buckets, total }: Histogram): Slow | null {
  const used = buckets.filter(({ count }) => count > 0);
  const last = used.at(-1);
  if (last === undefined) return null;
  const median = medianEdge(buckets, total);
  const unitSeconds = unitOf(name);
  return {
    name, labels, unitSeconds, count: last.count, total, from: last.from, to: last.edge,
    othersWithin: used.at(-2)?.edge ?? null,
    isOdd: unitSeconds !== null && last.from * unitSeconds >= 1 && last.from >= ODD_RATIO * median,
  };
}

function medianEdge(buckets: readonly Bucket[], total: number): number {
  let seen = 0;
  for (const { edge, count } of buckets) {
    seen += count;
    if (seen * 2 >= total) return edge;
  }
  return Infinity;
}

/** Returns the factor from the unit in a name to seconds; null if it names none. */
export function unitOf(name: string): number | null {
  if (/milliseconds|_ms(?:_|$)/.test(name)) return 1e-3;
  if (/microseconds|_us(?:_|$)/.test(name)) return 1e-6;
  if (/nanoseconds|_ns(?:_|$)/.test(name)) return 1e-9;
  // The TSDB of Prometheus before 2.2 left the unit out of this name.
  return /_seconds(?:_|$)|_tsdb_compaction_duration$/.test(name) ? 1 : null;
}

/** Returns what the observations of a histogram are, by its name. */
export const nounOf = (name: string): string => NOUNS.find(([pattern]) => pattern.test(name))?.[1] ?? 'observations';

function slowFact(slow: Slow, { samples }: Scrape): string {
  const { name, labels, count, total, from, to, othersWithin, unitSeconds } = slow;
  const shown = labels === '' ? name : `${name}, ${labelWords(labels, MAX_LABELS)}`;
  const noun = nounOf(name);
  const what = count === total ? `All ${formatNumber(total)} ${noun}`
    : `${formatNumber(count)} of ${formatNumber(total)} ${noun}`;
  const others = othersWithin === null ? '' : `, the others at most ${edge(othersWithin, unitSeconds)}`;
  const took = to === Infinity ? `more than ${edge(from, unitSeconds)}`
    : from === 0 ? `at most ${edge(to, unitSeconds)}` : between(from, to, unitSeconds);
  return `${what} took ${took}${bySum(slow, samples)}${others} (${shown}).`;
}

/** Narrows the bucket of a single slow observation by the sum of all. */
function bySum(slow: Slow, samples: readonly Sample[]): string {
  const { name, labels, count, total, from, to, othersWithin, unitSeconds } = slow;
  if (count !== 1 || othersWithin === null) return '';
  const sum = samples.find((one) => one.name === `${name}_sum` && one.labelText.replace(/,\s*$/, '').trim() === labels)
    ?.value ?? NaN;
  const [low, high] = [Math.max(from, sum - (total - 1) * othersWithin), Math.min(to, sum)];
  if (!(low <= high) || (low === from && high === to) || high === Infinity || high > low * 1.25) return '';
  return ` (by the sum ${between(low, high, unitSeconds)})`;
}

/** Formats an edge of a bucket in the unit of its histogram. */
export const edgeText = (value: number, unitSeconds: number): string => edge(value, unitSeconds);

function edge(value: number, unitSeconds: number | null): string {
  if (unitSeconds === null) return formatNumber(value);
  return value * unitSeconds >= 1 ? `${formatNumber(value * unitSeconds)} s` : formatSeconds(value * unitSeconds);
}

function between(from: number, to: number, unitSeconds: number | null): string {
  const isOfSeconds = unitSeconds !== null && from * unitSeconds >= 1;
  return `${isOfSeconds ? formatNumber(from * unitSeconds) : edge(from, unitSeconds)} to ${edge(to, unitSeconds)}`;
}

const P99 = /(?:^|,)\s*quantile="0\.99"\s*/;

/** Describes the summaries whose mean since the start is far above what they show of the last minutes. */
export function summaryOddities({ samples }: Scrape): string[] {
  const shown = samples.filter(({ labelText }) => P99.test(labelText));
  const sums = new Map((shown.length === 0 ? [] : samples).flatMap(({ name, labelText, value }): [string, number][] =>
    (/_(?:sum|count)$/.test(name) ? [[`${name}{${labelText.trim()}`, value]] : [])));
  const all = shown.flatMap(({ name, labelText, value }) => {
    if (unitOf(name) !== 1 || NOT_TAKEN.test(name) || !(value > 0)) return [];
    const rest = labelText.replace(P99, '').replace(/^\s*,|,\s*$/g, '').trim();
    const [sum, count] = ['sum', 'count'].map((end) => sums.get(`${name}_${end}{${rest}`) ?? NaN);
    const mean = (sum ?? NaN) / (count ?? NaN);
    return mean > 2 * value ? [{ name, value, mean, count: count ?? 0 }] : [];
  }).sort((a, b) => b.mean - a.mean);
  return all.slice(0, 1).map(({ name, value, mean, count }) =>
    `${name}: 99 % of the recent ${nounOf(name)} took at most ${formatSeconds(value)}, but the mean of all `
      + `${formatNumber(count)} is ${formatSeconds(mean)}: it was slower before.`);
}
