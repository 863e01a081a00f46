import { writeNumber } from './sampleNumber.ts';
import type { ParsedSample } from './series.ts';
import { renderSeriesKey } from './seriesKey.ts';

/**
 * Samples as exposition text 0.0.4, a line each, in the order given; names outside the old character set are quoted.
 * No HELP or TYPE lines. Timestamps in whole ms. What `parseExposition` makes of it equals what went in, but for
 * empty label values, which it omits.
 */
export function renderExposition(samples: Iterable<ParsedSample>): string {
  let text = '';
  for (const { name, labels, value, timestampMs } of samples) {
    const stamp = timestampMs === undefined ? '' : ` ${Math.round(timestampMs)}`;
    text += `${renderSeriesKey(name, labels)} ${writeNumber(value)}${stamp}\n`;
  }
  return text;
}
