/** Says by the counts of a TSDB's status or of an analyzed block what multiplies its largest metric. Pure; bounded. */
import { formatNumber } from '../../../../../core/text/format.ts';

const ENTRY = new RegExp(/\{\s{0,20}"[Nn]ame"\s{0,4}:\s{0,4}"((?:[^"\\]|\\.){1,200})"\s{0,20},\s{0,20}/.source
  + /"(?:[Vv]alue|count)"\s{0,4}:\s{0,4}(\d{1,15})/.source, 'g');
/** Series of a classic histogram or of a summary, for each combination of its other labels. */
const OF_FAMILY = /_(?:bucket|count|sum)$/;
/** Labels that each metric may have. */
const COMMON = /^(?:__name__|le|quantile|job|instance)$/;
/** A count that differs by less is the same, as series come and go between the counts. */
const SAME_SHARE = 0.01;
/** Share of the combinations of labels from which on the values of one label nearly make them. */
const NEARLY = 0.95;

export interface Count { name: string; count: number }

/** The lists of a status, with the titles of the same lists of an analyzed block. */
const TITLES = {
  seriesCountByMetricName: 'Highest cardinality metric names', labelValueCountByLabelName: 'Highest cardinality labels',
  seriesCountByLabelValuePair: 'Most common label pairs', seriesCountByLabelName: null,
} as const;
const ROW = /^[ \t]{0,8}(\d{1,15}) (\S.{0,199}?)\s{0,8}$/;
const MAX_ROWS = 100;

/** Returns a list of a status, or the same list of an analyzed block; none if the text does not have it. */
export function listOf(text: string, key: keyof typeof TITLES): Count[] {
  const list = new RegExp(`"${key}"\\s{0,4}:\\s{0,4}\\[([^\\]]{0,100000})\\]`).exec(text)?.[1];
  return list === undefined ? rowsUnder(text, TITLES[key])
    : [...list.matchAll(ENTRY)].map(([, name = '', count]) => ({ name, count: Number(count) }));
}

/** Returns the rows of a printed list; none if the text does not have it. */
function rowsUnder(text: string, title: string | null): Count[] {
  const at = title === null ? -1 : text.indexOf(`\n${title}:`);
  if (at < 0) return [];
  const rows: Count[] = [];
  for (const line of text.slice(at + 1).split('\n', MAX_ROWS).slice(1)) {
    const [, count, name] = ROW.exec(line) ?? [];
    if (name === undefined) break;
    rows.push({ name, count: Number(count) });
  }
  return rows;
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= SAME_SHARE * Math.max(a, b);
const told = (count: number): string => count.toLocaleString('en-US');

/** Returns the job whose series are those of the metric; null if no pair shows one. */
const jobOf = (text: string, series: number): string | null => listOf(text, 'seriesCountByLabelValuePair')
  .find(({ name, count }) => name.startsWith('job=') && count >= series && isSame(count, series))?.name
  .slice('job='.length) ?? null;

/** Returns which label multiplies a metric, and what to do; null if the counts do not show one. */
export function multiplyingLabel(text: string, metric: string): string | null {
  const metrics = listOf(text, 'seriesCountByMetricName');
  const base = metric.replace(OF_FAMILY, '');
  const family = metrics.filter(({ name }) => name === metric || (metric !== base && OF_FAMILY.test(name)
    && name.replace(OF_FAMILY, '') === base));
  const series = family.reduce((sum, { count }) => sum + count, 0);
  const each = metric === base ? series : metrics.find(({ name }) => name === `${base}_count`)?.count;
  const label = listOf(text, 'labelValueCountByLabelName').find(({ name }) => !COMMON.test(name));
  if (label === undefined || label.count < 2) return null;
  const withLabel = listOf(text, 'seriesCountByLabelName').find(({ name }) => name === label.name)?.count;
  const isWhole = withLabel !== undefined && isSame(withLabel, series);
  const isSameEach = each !== undefined && isSame(label.count, each);
  const isEach = isSameEach || (each !== undefined && label.count <= each && label.count >= NEARLY * each);
  if (!isWhole && (!isEach || withLabel !== undefined)) return null;
  const all = family.length > 1 ? `${told(series)} series of ${base} (${family.map(({ name }) =>
    name.slice(base.length + 1)).join(', ')})` : `${told(series)} series of ${metric}`;
  const job = jobOf(text, series);
  const who = job === null ? '' : `, of the job ${job},`;
  const how = isWhole ? `The label ${label.name} multiplies it: the ${told(withLabel)} series that have this label are `
    + `${withLabel === series ? '' : 'about '}the ${all}${who}${
      isSameEach ? ` and each of its ${told(label.count)} values makes ${family.length > 1 ? 'a whole set of them'
        : 'one'}` : ''}`
    : `The label ${label.name} probably multiplies it: it has ${told(label.count)} values, ${
      isSameEach ? '' : 'nearly '}as many as ${
      metric === base ? `${metric} has series` : `${base} has combinations of labels (_count)`}${
      job === null ? '' : ` (job ${job})`}`;
  return `${how}. Take ${label.name} out of the instrumentation of that metric; until then drop the metric `
    + '(metric_relabel_configs, action: drop). To drop only the label while scraping makes duplicate series.';
}

/** A metric that has so many times the series of the next one stands out. */
const MIN_TIMES = 2;
const ALL_SERIES = /"(?:numSeries|totalSeries)"\s{0,4}:\s{0,4}(\d{1,15})|^(?:Total )?Series: (\d{1,15})/m;

/** Returns the number of all series; NaN if the text does not have it. */
export function seriesIn(text: string): number {
  const [, ofHead, ofBlock] = ALL_SERIES.exec(text) ?? [];
  return Number(ofHead ?? ofBlock ?? 'NaN');
}

const familyOf = (name: string): string => name.replace(OF_FAMILY, '');

/** Returns how a metric stands to the next one of another family, as "7.0 times …"; null if it does not stand out. */
function timesTheNext(text: string, metric: string): string | null {
  const metrics = listOf(text, 'seriesCountByMetricName');
  const series = metrics.find(({ name }) => name === metric)?.count ?? 0;
  const next = metrics.find(({ name }) => familyOf(name) !== familyOf(metric));
  return next === undefined || next.count === 0 || series < MIN_TIMES * next.count ? null
    : `it has ${(series / next.count).toFixed(1)} times the series of the next metric (${next.name}, ${
      told(next.count)})`;
}

/** Names the job with most series and its share, if it may hold all series of the metric. */
function largestJob(text: string, series: number): string | null {
  const [job] = listOf(text, 'seriesCountByLabelValuePair').filter(({ name }) => name.startsWith('job='));
  const share = job === undefined ? NaN : job.count / seriesIn(text);
  return job === undefined || job.count < series ? null
    : `The job with most series is ${job.name.slice('job='.length)} (${told(job.count)}${
      share > 0 && share <= 1 ? `, ${formatNumber(100 * share)} % of all` : ''}).`;
}

/** Returns how a metric stands to the next one and which job has most series; null without either. */
export function scaleOf(text: string, metric: string): string | null {
  const series = listOf(text, 'seriesCountByMetricName').find(({ name }) => name === metric)?.count ?? 0;
  const [times, job] = [timesTheNext(text, metric), series === 0 ? null : largestJob(text, series)];
  const said = [...times === null ? [] : [`${times.slice(0, 1).toUpperCase()}${times.slice(1)}.`], ...job === null ? []
    : [job]];
  return said.length === 0 ? null : said.join(' ');
}

/**
 * Returns how many buckets multiply the combinations of labels of a classic histogram, and how it stands to the next
 * metric; null for other metrics.
 */
export function bucketsOf(text: string, metric: string): string | null {
  const metrics = listOf(text, 'seriesCountByMetricName');
  const series = metrics.find(({ name }) => name === metric)?.count ?? 0;
  const sets = metrics.find(({ name }) => name === metric.replace(/_bucket$/, '_count'))?.count ?? 0;
  if (!metric.endsWith('_bucket') || sets === 0 || series < MIN_TIMES * sets) return null;
  const [times, job] = [timesTheNext(text, metric), largestJob(text, series)];
  return `It is a histogram: ${told(series)} / ${told(sets)} (its _count) is about ${
    told(Math.round(series / sets))} buckets for each combination of its other labels${
    times === null ? '' : `; ${times}`}.${job === null ? '' : ` ${job}`} Fewer buckets shrink it: drop values of le `
    + 'that no rule, alert or dashboard uses, by metric_relabel_configs.';
}
