/** Parses and formats the time window in a page's address; pure. */
import { formatDuration, formatTime, parseDuration, parseTime } from '../text/timeText.ts';

/**
 * A window of time. Relative means live and ends now; absolute means paused. `asOf`: the moment as of which it is
 * judged, as in the link of an alert; default is now.
 */
export type TimeRange = { kind: 'relative'; seconds: number }
  | { kind: 'absolute'; start: number; end: number; asOf?: number };

export const minRangeSeconds = 5;
export const maxRangeSeconds = 366 * 86_400;

export function parseRange(query: URLSearchParams): TimeRange | null {
  const start = parseTime(query.get('start') ?? '');
  const end = parseTime(query.get('end') ?? '');
  if (start !== null && end !== null && end - start > 0 && end - start <= maxRangeSeconds) {
    const asOf = parseTime(query.get('asOf') ?? '');
    return { kind: 'absolute', start, end, ...(asOf === null ? {} : { asOf }) };
  }
  const seconds = parseDuration(query.get('range') ?? '');
  if (seconds === null || seconds < minRangeSeconds || seconds > maxRangeSeconds) return null;
  return { kind: 'relative', seconds };
}

/** Returns keys and values for the address. */
export function rangeTexts(range: TimeRange | null): [key: string, text: string][] {
  if (range === null) return [];
  if (range.kind === 'relative') return [['range', formatDuration(range.seconds)]];
  const { start, end, asOf } = range;
  return [
    ['start', formatTime(start)], ['end', formatTime(end)],
    ...(asOf === undefined ? [] : [['asOf', formatTime(asOf)] satisfies [string, string]]),
  ];
}
