/** Reads the step of a range query. Pure. */

const UNITS: Readonly<Record<string, number>> = {
  ms: 1e-3, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000,
};
const WHOLE = /^(?:\d{1,9}(?:ms|[smhdwy])){1,7}$/;

/** Returns the seconds of a number or a duration such as `1m30s`; NaN for other texts, such as a variable. */
export function durationSeconds(text: string): number {
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  if (!WHOLE.test(text)) return NaN;
  return [...text.matchAll(/(\d{1,9})(ms|[smhdwy])/g)]
    .reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? NaN), 0);
}
