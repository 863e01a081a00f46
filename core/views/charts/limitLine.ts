/** The line of a limit in a chart of what it limits; pure. */
import type { Unit } from '../../contract/terms/unit.ts';
import { formatValue } from '../../text/format.ts';
import type { ChartLine } from './chartModel.ts';

/** A limit further above than this many times what is used would press that flat. */
const FARTHEST = 3;

interface Limit {
  key: string;
  /** Whose limit it is. */
  words: string;
  value: number;
  unit: Unit;
}

/** A dashed line; one far above `top`, the largest value drawn, runs along the edge of the axis with its value. */
export function limitLine({ key, words, value, unit }: Limit, time: readonly number[], top: number): ChartLine {
  const isAbove = value > FARTHEST * top;
  return {
    key, label: isAbove ? `${words} ${formatValue(value, unit)}, off scale` : words, colour: 'failure',
    style: 'dash', values: time.map(() => value), ...(isAbove ? { isOffAxis: true } : {}),
  };
}

/** The largest of these values; 0 without any. */
export function largestOf(...series: readonly (readonly (number | null)[] | undefined)[]): number {
  return series.reduce<number>(
    (top, values) => (values ?? []).reduce<number>((most, value) => Math.max(most, value ?? 0), top), 0
  );
}
