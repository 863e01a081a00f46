import { writeNumber } from './sampleNumber.ts';
import type { ParsedSample } from './series.ts';
import { renderSeriesKey } from './seriesKey.ts';

/**
 * Renders samples as exposition text 0.0.4, one line each, in the given order; names outside the old character set are
 * quoted. No HELP or TYPE lines. Timestamps in whole ms. `parseExposition` reads back equal samples, except that it
 * omits empty label values.
 */
export function renderExposition(samples: Iterable<ParsedSample>): string {
  let text = '';
  for (const { name, labels, value, timestampMs } of samples) {
    const stamp = timestampMs === undefined ? '' : ` ${Math.round(timestampMs)}`;
    text += `${renderSeriesKey(name, labels)} ${writeNumber(value)}${stamp}\n`;
  }
  return text;
}
