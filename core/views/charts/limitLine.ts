/** Line of a limit in a chart of the limited quantity; pure. */
import type { Unit } from '../../contract/terms/unit.ts';
import { formatValue } from '../../text/format.ts';
import type { ChartLine } from './chartModel.ts';

/** Multiple of the used amount above which drawing the limit would flatten the lines. */
const FARTHEST = 3;

interface Limit {
  key: string;
  /** Name of the limit. */
  words: string;
  value: number;
  unit: Unit;
}

/** Returns a dashed line; one far above `top`, the largest value drawn, is at the axis's edge with its value. */
export function limitLine({ key, words, value, unit }: Limit, time: readonly number[], top: number): ChartLine {
  const isAbove = value > FARTHEST * top;
  return {
    key, label: isAbove ? `${words} ${formatValue(value, unit)}, off scale` : words, colour: 'failure',
    style: 'dash', values: time.map(() => value), ...(isAbove ? { isOffAxis: true } : {}),
  };
}

/** Returns the largest of these values; 0 without any. */
export function largestOf(...series: readonly (readonly (number | null)[] | undefined)[]): number {
  return series.reduce<number>(
    (top, values) => (values ?? []).reduce<number>((most, value) => Math.max(most, value ?? 0), top), 0
  );
}
