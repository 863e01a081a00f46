/** Says which metric names made the change between two status answers of a TSDB, or two analyzed blocks. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';
import { joined } from '../look/factTools.ts';
import { listOf, seriesIn } from '../parts/verdicts/multiplyingLabel.ts';

interface Side { name: string; format: string; text: string }

const FORMATS: ReadonlySet<string> = new Set(['tsdb-status', 'tsdb-analyze', 'bucket-analyze']);
/** The end of a head, or the name of a block, which begins with the time at which it was made. */
const TAKEN = /"maxTime"\s{0,4}:\s{0,4}(\d{12,14})\b|^Block ID: ([0-7][0-9A-HJKMNP-TV-Z]{25})$/m;
/** A smaller change of the number of series is usual. */
const MIN_CHANGE = 0.05;
/** A metric with a smaller share of the change does not explain it. */
const MIN_SHARE = 0.1;
const MAX_TOLD = 2;

const told = (count: number): string => count.toLocaleString('en-US');
const signed = (count: number): string => `${count < 0 ? '\u2212' : '+'}${told(Math.abs(count))}`;
const percent = (ratio: number): string => `${ratio < 0 ? '\u2212' : '+'}${formatNumber(100 * Math.abs(ratio))} %`;

function takenOf({ text }: Side): string {
  const [, time, ulid] = TAKEN.exec(text) ?? [];
  return time?.padStart(14, '0') ?? ulid ?? '';
}

/** Returns the change with the metric names that made it; null for other forms, or without the number of series. */
export function statusesCompared(one: Side, other: Side): string | null {
  const [first, second] = [takenOf(one), takenOf(other)];
  const isReversed = first !== '' && second !== '' && first.length === second.length && first > second;
  const [before, after] = isReversed ? [other, one] : [one, other];
  const [from, to] = [seriesIn(before.text), seriesIn(after.text)];
  if (!FORMATS.has(one.format) || !(from > 0) || !(to > 0)) return null;
  const change = to - from;
  const words = `${after.name} against ${before.name}: ${told(from)} series to ${told(to)}`;
  if (Math.abs(change) < MIN_CHANGE * from) return `${words} (${percent(change / from)}), which is no large change.`;
  const lists = [before, after].map(({ text }) => listOf(text, 'seriesCountByMetricName'));
  const [old = [], current = []] = lists;
  const known = new Map(old.map(({ name, count }) => [name, count]));
  const changes = current.flatMap(({ name, count }) => {
    const was = known.get(name);
    return was === undefined ? [] : [{ name, was, count, by: count - was }];
  }).filter(({ by }) => by / change >= MIN_SHARE).sort((a, b) => b.by / change - a.by / change).slice(0, MAX_TOLD);
  // What a list does not have has at most as many as its last row.
  const least = old.at(-1)?.count ?? NaN;
  const added = change < 0 ? [] : current.filter(({ name, count }) => !known.has(name)
    && (count - least) / change >= MIN_SHARE).slice(0, MAX_TOLD);
  const names = [...changes, ...added].map(({ name }) => name);
  return joined([
    `${words} (${percent(change / from)}).`,
    changes.length === 0 ? null : `Most of that by metric name: ${changes.map(({ name, was, count, by }) =>
      `${name} ${signed(by)} (${told(was)} to ${told(count)}, ${formatNumber(100 * by / change)} % of the change)`)
      .join(', ')}.`,
    added.length === 0 ? null : `Only the list of ${after.name} has ${added.map(({ name, count }) =>
      `${name} (${told(count)}, at most ${told(least)} before)`).join(' and ')}.`,
    names.length === 0 ? 'No metric name of the lists explains that.'
      : change < 0 ? null
        : `Look at what was deployed between the two: count by (LABEL) (${names[0] ?? ''}) on both sides shows which `
          + 'label has new values.',
  ]);
}
