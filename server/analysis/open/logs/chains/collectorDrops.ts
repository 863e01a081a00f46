/** Counts what the exporters of an OpenTelemetry Collector drop or reject, by the fields of their lines. Pure. */
import { timeOf } from '../../look/factTools.ts';
import { spanText } from '../losses/lossPace.ts';

const COUNT = /"(?:dropped_items|rejected_items|dropped_(?:spans|metric_points|log_records))" ?: ?(\d{1,12})\b/;
const NAME = /"(?:name|otelcol\.component\.id)" ?: ?"([^"\n]{1,200})"/;
const SIGNAL = /"(?:data_type|otelcol\.signal)" ?: ?"(logs|metrics|traces|profiles)"/;
const OF_EXPORTER = /"(?:kind|otelcol\.component\.kind)" ?: ?"exporter"/;
const MAX_LINE = 4000;
const MAX_TOLD = 3;

/** The general sentences on a drop: the message's, and the meaning of its error. */
const DROPPED =
  / ?(?:The Collector dropped data that were refused or could not be sent\.|The second value is not stored\.)/g;

/** Removes from the facts on a log that data are lost, which the number of lost items says. */
export const withoutLoss = (facts: string | null): string | null => facts?.replace(DROPPED, '').trim() || null;

/** Returns how many items each exporter dropped, those with most first; null without such a line. */
export function collectorDrops(lines: readonly string[]): string | null {
  const sums = new Map<string, number>();
  const seconds: number[] = [];
  for (const whole of lines) {
    const line = whole.slice(0, MAX_LINE);
    const items = Number(COUNT.exec(line)?.[1] ?? 0);
    const name = NAME.exec(line)?.[1];
    if (items === 0 || name === undefined || !OF_EXPORTER.test(line)) continue;
    const signal = SIGNAL.exec(line)?.[1];
    const key = `${name}${signal === undefined ? '' : ` (${signal})`}`;
    sums.set(key, (sums.get(key) ?? 0) + items);
    seconds.push(timeOf(line));
  }
  if (sums.size === 0) return null;
  const said = [...sums].sort(([, a], [, b]) => b - a).slice(0, MAX_TOLD)
    .map(([name, sum]) => `${sum.toLocaleString('en-US')} ${sum === 1 ? 'item' : 'items'} of the exporter ${name}`);
  const more = sums.size - said.length;
  const all = [...sums.values()].reduce((sum, one) => sum + one, 0);
  const { length: count } = seconds;
  return `By ${count === 1 ? 'this line' : `${count} lines`}${spanText(all, seconds)}, it lost ${said.join(', ')}${
    more === 0 ? '' : `, and more of ${more} other ${more === 1 ? 'exporter' : 'exporters'}`}.`;
}
