/**
 * Sentences of the server name their times in UTC, since they may be read anywhere. Beside a chart in the reader's zone such a
 * time is read an hour or ten wrong, so the page writes it in the zone that it shows, and says which that is. Pure.
 */
import { formatClock, formatDateTime, zoneName } from './format.ts';
import type { Zone } from './zone.ts';

export interface Span { start: number; end: number }

const daySeconds = 86_400;
const utcTimes = /(?:(\d{4}-\d\d-\d\d) )?\b([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d)? UTC(?![+−-]?\d)/g;

/** The moment a clock time without a date means: the one in the span, else the one nearest to it. */
function nearest(clockSeconds: number, { start, end }: Span): number {
  const first = Math.floor(start / daySeconds) * daySeconds + clockSeconds;
  const last = Math.floor(end / daySeconds) * daySeconds + clockSeconds;
  const away = (at: number): number => Math.max(start - at, at - end, 0);
  return [first - daySeconds, first, last, last + daySeconds].reduce((best, at) => (away(at) < away(best) ? at : best));
}

/** `at 16:30:46 UTC` as `at 17:30:46 UTC+01:00`; a date goes with it where the text has one. The text itself in UTC. */
export function timesInZone(text: string, zone: Zone, span: Span): string {
  if (zone === 'utc' || !text.includes(' UTC')) return text;
  return text.replace(utcTimes, (_, date: string | undefined, hour: string, minute: string, second: string | undefined) => {
    const clockSeconds = Number(hour) * 3_600 + Number(minute) * 60 + Number(second?.slice(1) ?? 0);
    const at = date === undefined ? nearest(clockSeconds, span) : Date.parse(`${date}T00:00:00Z`) / 1_000 + clockSeconds;
    const written = date === undefined ? formatClock(at, zone) : formatDateTime(at, zone);
    return `${second === undefined ? written.slice(0, -3) : written} ${zoneName(zone, at)}`;
  });
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) {
    if (typeof value[0] === 'number') return value;
    const mapped = value.map((item: unknown) => mapTexts(item, map));
    return mapped.some((item, i) => item !== value[i]) ? mapped : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const mapped = entries.map(([key, item]) => [key, mapTexts(item, map)] as const);
  return mapped.some(([, item], i) => item !== entries[i]?.[1]) ? Object.fromEntries(mapped) : value;
}

/** An answer with the times of all its texts in the zone; the very same object where there is none, so that nothing is drawn anew. */
export function answerInZone<T>(answer: T, zone: Zone, span: Span): T {
  // What goes in comes out, with other letters in its texts.
  return zone === 'utc' ? answer : mapTexts(answer, (text) => timesInZone(text, zone, span)) as T;
}
