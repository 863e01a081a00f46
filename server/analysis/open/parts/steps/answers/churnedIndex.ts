/** Tells that new series fill the index of VictoriaMetrics, by du and by the metrics in the text. Pure; bounded. */
import type { Answer } from './answer.ts';

const SIZE = String.raw`(\d[\d.]{0,10})([KMGT])`;
const FOLDERS = new RegExp(String.raw`\bdu: it lists data of ${SIZE}, indexdb of ${SIZE}`);
const UNITS: Readonly<Record<string, number>> = { K: 1, M: 1024, G: 1024 ** 2, T: 1024 ** 3 };
const MIN_RATIO = 2;
const VALUE = String.raw`[^\n\d]{0,12} (\d[\d.]{0,15}(?:e\+?\d{1,2})?)\s*$`;
const LABELS = String.raw`[^}\n]{0,200}`;
const NEW_OF_DAY =
  new RegExp(String.raw`\bvm_new_timeseries_created_total(?:\{${LABELS}\})?\[(?:24h|1d)\]${VALUE}`, 'm');
const ACTIVE = new RegExp(String.raw`\bvm_cache_entries\{${LABELS}storage/hour_metric_ids${LABELS}\}${VALUE}`, 'm');
const TOP_METRIC = /; the metric ([\w:]{1,200}) has most: [\d,]{1,20} \(([\d.]{1,6} %)\)/;
const TOP_LABEL = /; the label with most values is ([\w.]{1,100}) \(([\d,]{1,20})\)/;
const count = (value: number): string => Math.round(value).toLocaleString('en-US');

function answer(text: string, facts: string): string | null {
  const [, data, dataUnit = '', index, indexUnit = ''] = FOLDERS.exec(facts) ?? [];
  if (index === undefined) return null;
  const [added, active] = [Number(NEW_OF_DAY.exec(text)?.[1]), Number(ACTIVE.exec(text)?.[1])];
  const [size, ofData] = [Number(index) * (UNITS[indexUnit] ?? 0), Number(data) * (UNITS[dataUnit] ?? 0)];
  // Both show it: an index may also be large beside few data, and new series may be of one roll-out.
  if (!(size >= MIN_RATIO * ofData) || !(added >= MIN_RATIO * active)) return null;
  const [, metric, share = ''] = TOP_METRIC.exec(facts) ?? [];
  const [, label, values = ''] = TOP_LABEL.exec(facts) ?? [];
  const most = [
    label === undefined ? null : `the label ${label} has most values (${values})`,
    metric === undefined ? null : `${metric} has ${share} of the series`,
  ].filter((one) => one !== null).join(', and ');
  return `New series fill the index: indexdb has ${index}${indexUnit} and data ${data ?? ''}${dataUnit}; ${
    count(added)} series are new in a day, ${Number((added / active).toPrecision(2))} times the ${
    count(active)} active ones, and each is written to the index.${
    most === '' ? ' See which label has ever new values:' : ` Of all, ${most}:`} take such values out at the source, `
    + 'or drop that label (labeldrop in metric_relabel_configs). -storage.maxDailySeries limits new series. The space '
    + 'comes back when the old index is dropped after the retention: do not delete indexdb, without which the data '
    + 'cannot be found, and a forced merge does not shrink it.';
}

export const INDEX_ANSWERS: readonly Answer[] = [[/^/, answer, 'leads']];
