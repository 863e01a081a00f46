const UNIT_SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9, us: 1e-6, 'µs': 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000,
};
const PART = /(\d{1,15}(?:\.\d{1,9})?)(ns|us|µs|ms|s|m|h|d|w|y)/g;
const WHOLE = /^(?:\d{1,15}(?:\.\d{1,9})?(?:ns|us|µs|ms|s|m|h|d|w|y))+$/;

/**
 * A flag's duration in seconds: `2h`, `1h30m`, `2h0m0s`, `1d`, `500ms` (Prometheus model.ParseDuration, a year of
 * 365 days, and Go's time.ParseDuration, without signs). Undefined for anything else.
 */
export function parseGoDuration(text: string): number | undefined {
  if (text.length > 60 || !WHOLE.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(PART)) seconds += Number(amount) * (UNIT_SECONDS[unit ?? ''] ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}
