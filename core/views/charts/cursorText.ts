/** Text for the point under the cursor, also for screen readers. */
import { formatClock, formatValue } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';
import { detailsAt, type ChartModel } from './chartModel.ts';
import { offsetText } from './timeSeriesOptions.ts';

/** Maximum number of lines; more are in the table. */
const MAX_LINES = 6;

/** Returns `16:27:38`, or the offset of a fold, `+2m 4s`. */
export function cursorTime(model: ChartModel, x: number, zone: Zone): string {
  return model.x.kind === 'time' ? formatClock(x, zone) : offsetText(Math.round(x));
}

/**
 * Returns `16:27:38`, then each line with its value and unit (`CPU 2.31 cores`, `no value` in a gap), then the events
 * there. `x` is of the cursor, which can be between points; `index` is of the point whose values are given.
 */
export function cursorText(model: ChartModel, { index, x }: { index: number; x: number }, zone: Zone): string[] {
  const told = model.lines.filter((line) => line.silent !== true && line.style !== 'thin');
  const values = told.slice(0, MAX_LINES).map(({ label, values: all }) => {
    const value = all[index] ?? null;
    return `${label} ${value === null ? 'no value' : formatValue(value, model.unit)}`;
  });
  const more = told.length - values.length;
  return [
    cursorTime(model, x, zone), ...values, ...(more > 0 ? [`${more} more in the table`] : []),
    ...detailsAt(model, x, (model.x.max - model.x.min) / 250),
  ];
}
