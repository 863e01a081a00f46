/** Parses and formats durations in Prometheus's syntax and RFC 3339 times; pure. */
const durationUnits: [string, number][] = [['w', 604_800], ['d', 86_400], ['h', 3_600], ['m', 60], ['s', 1]];

/** Parses a Prometheus duration (`1h30m`, `90s`, `2d`) to whole seconds; null if it is invalid or zero. */
export function parseDuration(text: string): number | null {
  const match = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text.trim());
  if (match === null || text.trim() === '') return null;
  const seconds = durationUnits.reduce((sum, [, size], i) => sum + Number(match[i + 1] ?? 0) * size, 0);
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : null;
}

/**
 * Formats whole seconds as the shortest Prometheus duration: 5400 -> `1h30m`. Days and weeks only for exact multiples.
 */
export function formatDuration(seconds: number): string {
  let rest = Math.max(1, Math.round(seconds));
  for (const [unit, size] of durationUnits.slice(0, 2)) if (rest % size === 0) return `${rest / size}${unit}`;
  let text = '';
  for (const [unit, size] of durationUnits.slice(2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) text += `${count}${unit}`;
  }
  return text;
}

/** Parses RFC 3339 or Unix seconds to Unix seconds; null if it is neither. */
export function parseTime(text: string): number | null {
  const trimmed = text.trim();
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(trimmed)) return null;
  const ms = Date.parse(trimmed);
  return Number.isFinite(ms) ? ms / 1_000 : null;
}

/** Formats Unix seconds as RFC 3339 in UTC, with milliseconds only if not zero. */
export function formatTime(seconds: number): string {
  return new Date(Math.round(seconds * 1_000)).toISOString().replace('.000Z', 'Z');
}
