/** Parses Go's time.Duration format: `20m56.969543817s`, `984.248441ms`, `22.283µs`, `170ns`, `0s`. */
const PART = /^(\d{1,12}(?:\.\d{1,18})?)(ns|us|µs|μs|ms|s|m|h)/;
const MS: Readonly<Record<string, number>> = {
  ns: 1e-6, us: 1e-3, 'µs': 1e-3, 'μs': 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000,
};

/** Returns ms; null for other formats. A number alone (slog's JSON) is nanoseconds. */
export function goDurationMs(text: string | undefined): number | null {
  if (text === undefined || text === '' || text.length > 60) return null;
  if (/^\d{1,18}$/.test(text)) return Number(text) / 1e6;
  let rest = text;
  let ms = 0;
  while (rest !== '') {
    const match = PART.exec(rest);
    if (match === null) return null;
    ms += Number(match[1]) * (MS[match[2] ?? ''] ?? NaN);
    rest = rest.slice(match[0].length);
  }
  return ms;
}
