/** Says by the counts of a TSDB's status which label multiplies its largest metric. Pure; bounded. */

const ENTRY = new RegExp(/\{\s{0,20}"[Nn]ame"\s{0,4}:\s{0,4}"((?:[^"\\]|\\.){1,200})"\s{0,20},\s{0,20}/.source
  + /"(?:[Vv]alue|count)"\s{0,4}:\s{0,4}(\d{1,15})/.source, 'g');
/** Series of a classic histogram or of a summary, for each combination of its other labels. */
const OF_FAMILY = /_(?:bucket|count|sum)$/;
/** Labels that each metric may have. */
const COMMON = /^(?:__name__|le|quantile|job|instance)$/;
/** A count that differs by less is the same, as series come and go between the counts. */
const SAME_SHARE = 0.01;

interface Count { name: string; count: number }

function listOf(text: string, key: string): Count[] {
  const list = new RegExp(`"${key}"\\s{0,4}:\\s{0,4}\\[([^\\]]{0,100000})\\]`).exec(text)?.[1] ?? '';
  return [...list.matchAll(ENTRY)].map(([, name = '', count]) => ({ name, count: Number(count) }));
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
  const isEach = each !== undefined && isSame(label.count, each);
  if (!isWhole && (!isEach || withLabel !== undefined)) return null;
  const all = family.length > 1 ? `${told(series)} series of ${base} (${family.map(({ name }) =>
    name.slice(base.length + 1)).join(', ')})` : `${told(series)} series of ${metric}`;
  const job = jobOf(text, series);
  const who = job === null ? '' : `, of the job ${job},`;
  const how = isWhole ? `The label ${label.name} multiplies it: the ${told(withLabel)} series that have this label are `
    + `${withLabel === series ? '' : 'about '}the ${all}${who}${isEach ? ` and each of its ${told(label.count)} values `
      + `makes ${family.length > 1 ? 'a whole set of them' : 'one'}` : ''}`
    : `The label ${label.name} probably multiplies it: it has ${told(label.count)} values, as many as ${
      metric === base ? `${metric} has series` : `${base} has combinations of labels (_count)`}${
      job === null ? '' : ` (job ${job})`}`;
  return `${how}. Take ${label.name} out of the instrumentation of that metric; until then drop the metric `
    + '(metric_relabel_configs, action: drop). To drop only the label while scraping makes duplicate series.';
}

/** A metric that has so many times the series of the next one stands out. */
const MIN_TIMES = 2;

/**
 * Returns how many buckets multiply the combinations of labels of a classic histogram, and how it stands to the next
 * metric; null for other metrics.
 */
export function bucketsOf(text: string, metric: string): string | null {
  const metrics = listOf(text, 'seriesCountByMetricName');
  const series = metrics.find(({ name }) => name === metric)?.count ?? 0;
  const sets = metrics.find(({ name }) => name === metric.replace(/_bucket$/, '_count'))?.count ?? 0;
  if (!metric.endsWith('_bucket') || sets === 0 || series < MIN_TIMES * sets) return null;
  const next = metrics.find(({ name }) => name !== metric);
  const times = next === undefined || next.count === 0 ? 0 : series / next.count;
  const [job] = listOf(text, 'seriesCountByLabelValuePair').filter(({ name }) => name.startsWith('job='));
  return `It is a histogram: ${told(series)} / ${told(sets)} (its _count) is about ${
    told(Math.round(series / sets))} buckets for each combination of its other labels${
    next === undefined || times < MIN_TIMES ? '' : `; it has ${times.toFixed(1)} times the series of the next metric (${
      next.name}, ${told(next.count)})`}.${
    job === undefined || job.count < series ? '' : ` The job with most series is ${job.name.slice('job='.length)} (${
      told(job.count)}).`} Fewer buckets shrink it: drop values of le that no rule, alert or dashboard uses, by `
    + 'metric_relabel_configs.';
}
