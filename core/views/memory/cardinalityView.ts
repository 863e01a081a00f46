/** Tables of a target's cardinality; pure. */
import type {
  CardinalityGrowth, CardinalityKey, HeadGrowth, MemoryPanel, TargetCardinality,
} from '../../contract/contract.ts';
import { formatBytes, formatClock, formatSeconds, formatValue } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';

export interface CardinalityTable {
  key: CardinalityKey;
  title: string;
  /** Heading of the column of counts. */
  counted: string;
  isBytes: boolean;
  rows: CardinalityGrowth[];
}

export interface CardinalityView {
  /** Description of the readings; '' while there are none. */
  context: string;
  /** Why nothing newer is shown, or why nothing is compared; null for no note. */
  note: string | null;
  cost: string | null;
  tables: CardinalityTable[];
  isCompared: boolean;
  /** Bytes of a series, by the panel of the same window; null if not known. */
  bytesPerSeries: number | null;
}

const TABLES: readonly Omit<CardinalityTable, 'rows'>[] = [
  { key: 'metrics', title: 'Metrics by series', counted: 'series', isBytes: false },
  { key: 'labelPairs', title: 'Label pairs by series', counted: 'series', isBytes: false },
  { key: 'labelValues', title: 'Labels by number of values', counted: 'values', isBytes: false },
  { key: 'labelBytes', title: 'Labels by memory of their values', counted: 'bytes', isBytes: true },
];

export function cardinalityView(
  { state, sentence, cost, growth }: TargetCardinality, { churn, ratios }: Pick<MemoryPanel, 'churn' | 'ratios'>,
  zone: Zone
): CardinalityView {
  const tables = growth === null ? [] : TABLES.flatMap((table) => {
    const rows = growth.lists[table.key];
    return rows === null ? [] : [{ ...table, rows }];
  });
  return {
    context: growth === null ? '' : contextOf(growth, churn, zone),
    note: [sentence, growth === null ? null : resetText(growth, zone)].filter((text) => text !== null).join(' ')
      || (growth?.before === null && state === 'read' ? ONE_READING : null),
    cost: cost.lastSeconds === null ? null
      : `Asked ${times(cost.requests)}, at most once a minute; the last answer took ${formatSeconds(cost.lastSeconds)}`
        + `${cost.lastBytes === null ? '' : ` (${formatBytes(cost.lastBytes)})`}.`,
    tables, isCompared: growth !== null && growth.series.growth !== null,
    bytesPerSeries: ratios.residentBytesPerSeries.value,
  };
}

const ONE_READING = 'Growth requires two readings, a minute apart: keep this open, or come back.';

function times(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`;
}

function contextOf({ time, series, spanSeconds }: HeadGrowth, churn: MemoryPanel['churn'], zone: Zone): string {
  const grew = series.growth === null || spanSeconds === null ? ''
    : `, ${signed(series.growth)} in ${formatSeconds(spanSeconds)}`;
  const churned = churn.perHourRatio === null ? ''
    : ` Churn: ${formatValue(churn.perHourRatio, 'ratio')} of them per hour are new.`;
  return `${series.count.toLocaleString('en-US')} series at ${formatClock(time, zone)}${grew}.${churned}`;
}

function resetText({ reset, before }: HeadGrowth, zone: Zone): string | null {
  const since = before === null ? '' : ` since ${formatClock(before, zone)}`;
  if (reset === 'restart') return `The target restarted${since}: nothing is compared across a restart.`;
  return reset === 'midnight'
    ? `It counts the series of a UTC day, and a new day began${since}: nothing is compared across it.` : null;
}

/** Returns `+1,200`, `-30`, `0`; a minimum for a name that the earlier list lacks. */
export function growthText({ growth, before }: CardinalityGrowth, isBytes = false): string {
  if (growth === null) return '';
  return before === null && growth > 0 ? `≥ ${signed(growth, isBytes)}` : signed(growth, isBytes);
}

function signed(value: number, isBytes = false): string {
  const text = isBytes ? formatBytes(Math.abs(value)) : Math.abs(value).toLocaleString('en-US');
  return `${value > 0 ? '+' : value < 0 ? '-' : ''}${text}`;
}
