/** Times as readers type them, `2026-11-20 14:00:00`, in the local zone or UTC. */
import { formatDateTime } from '../../core/text/format.ts';
import { parseTime } from '../../core/text/timeText.ts';
import type { Zone } from '../../core/text/zone.ts';

export function formatLocalInput(unixSeconds: number, zone: Zone): string {
  return formatDateTime(unixSeconds, zone);
}

/** Parses a time to Unix seconds; null if invalid. Also accepts RFC 3339 and Unix seconds, independent of `zone`. */
export function parseLocalInput(text: string, zone: Zone): number | null {
  const exact = parseTime(text);
  if (exact !== null) return exact;
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/.exec(text.trim());
  if (match === null) return null;
  const ms = Date.parse(`${match[1] ?? ''}T${match[2] ?? ''}${zone === 'utc' ? 'Z' : ''}`);
  return Number.isFinite(ms) ? ms / 1_000 : null;
}
