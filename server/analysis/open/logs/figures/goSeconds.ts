/** Parses durations as Go prints them. Pure. */

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  h: 3600, m: 60, s: 1, ms: 1e-3, 'µs': 1e-6, 'μs': 1e-6, us: 1e-6, ns: 1e-9,
};

/** Returns the seconds of a Go duration at the beginning of a text; null for another text. */
export function goSeconds(text: string | undefined): number | null {
  const whole = /^(?:\d{1,12}(?:\.\d{1,18})?(?:h|ms|m|[µμu]s|ns|s)){1,4}/.exec(text ?? '')?.[0];
  if (whole === undefined) return null;
  return [...whole.matchAll(/([\d.]{1,31})(h|ms|m|[µμu]s|ns|s)/g)]
    .reduce((sum, [, value, unit = '']) => sum + Number(value) * (UNIT_SECONDS[unit] ?? NaN), 0);
}
