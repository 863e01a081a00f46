/** Reads the times that loggers and envelopes print. Pure; each pattern is anchored and bounded. */

export interface Stamp {
  /** ms since the epoch; read as UTC if the stamp has no zone. */
  ms: number;
  /** Whether the stamp names its zone, or its format has only one. */
  zoned: boolean;
  /** Precision: 1000 for whole seconds, 1 for milliseconds and better. */
  stepMs: number;
  /** Whether the stamp has no year; `ms` is then in the year 2000. */
  yearless: boolean;
}

const LATEST_MS = 7_258_118_400_000;
/** Beginnings of month names in several languages: journald uses the shell's locale. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene|gen|sty|янв)/, /^(?:f[eé][bv]|lut|фев)/, /^(?:m[aä]r|mrt|мар)/, /^(?:a[pvb]r|kwi|апр)/,
  /^(?:ma[yijg]|mei|ма[йя])$/, /^(?:jun|juin|giu|cze|июн)/, /^(?:jul|juil|lug|lip|июл)/,
  /^(?:aug|ago|ao[uû]|sie|авг)/, /^(?:sep|set|wrz|сен)/, /^(?:o[ck]t|ott|out|paź|окт)/,
  /^(?:nov|lis|ноя)/, /^(?:d[eé]c|dez|dic|gru|дек)/,
];
/** Seconds that TAI is ahead of UTC since 2017; TAI64N adds 2^62. */
const TAI_SECONDS = 37;

/** Matches RFC 3339 with blank, `T` or `_`, slashes or dots; the zone may follow a blank (`+0000`, `UTC`). */
const ISO = new RegExp(
  /^(\d{4})[-/.](\d\d)[-/.](\d\d)[T _](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?/.source
    + /(?:\s?(Z|UTC|GMT|[+-]\d\d:?\d\d)(?:\s(?:UTC|GMT)(?=[\s\]]|$))?)?(?=[\s\]"'|,;:)]|$)/.source
);
/** Matches `Nov 20 16:30:50` of syslog and journald, with an optional year. */
const BSD = new RegExp(
  /^(?:[A-Z][a-z]{2},? )?([A-Za-z\u00c0-\u024f\u0400-\u04ff]{3,5})\.?\s{1,2}(\d{1,2})\s(?:(\d{4})\s)?/.source
    + /(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?=[\s:]|$)/.source
);
/** Matches Kibana's `Aug 23, 2023 @ 04:00:17.174`, and `August 23rd 2023, 04:00:17.174` before 6.3. */
const KIBANA = new RegExp(
  /^([A-Z][a-z]{2})[a-z]{0,6} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?: @|,) /.source
    + /(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?=[\s"]|$)/.source
);
const TAI = /^@4000000([0-9a-f]{9})([0-9a-f]{8})(?=\s|$)/;
const EPOCH = /^(\d{9,10}(?:\.\d{1,9})?|\d{13}|\d{16}|\d{19})(?=[\s,"]|$)/;

/** Returns the stamp that begins the text and its end; null without one. `numbers` accepts bare numbers too. */
export function stampAt(text: string, numbers = false): { stamp: Stamp; end: number } | null {
  const head = text.slice(0, 80);
  const iso = ISO.exec(head);
  if (iso !== null) {
    const [whole, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = '', zone] = iso;
    const ms = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second) + fractionMs(fraction) - zoneMs(zone);
    return valid(+month, +day, ms, { zoned: zone !== undefined, fraction, end: whole.length });
  }
  const bsd = BSD.exec(head);
  if (bsd !== null) {
    const [whole, name = '', day = '', year, hour = '', minute = '', second = '', fraction = ''] = bsd;
    const month = monthOf(name);
    const ms = Date.UTC(+(year ?? 2000), month - 1, +day, +hour, +minute, +second) + fractionMs(fraction);
    const found = valid(month, +day, ms, { zoned: false, fraction, end: whole.length });
    if (found !== null) found.stamp.yearless = year === undefined;
    return found;
  }
  const kibana = KIBANA.exec(head);
  if (kibana !== null) {
    const [whole, name = '', day = '', year = '', hour = '', minute = '', second = '', fraction = ''] = kibana;
    const month = monthOf(name);
    const ms = Date.UTC(+year, month - 1, +day, +hour, +minute, +second) + fractionMs(fraction);
    return valid(month, +day, ms, { zoned: false, fraction, end: whole.length });
  }
  const tai = TAI.exec(head);
  if (tai !== null) {
    const [whole, seconds = '', nanos = ''] = tai;
    const ms = (parseInt(seconds, 16) - TAI_SECONDS) * 1000 + Math.floor(parseInt(nanos, 16) / 1e6);
    return valid(1, 1, ms, { zoned: true, fraction: '000', end: whole.length });
  }
  const epoch = numbers ? EPOCH.exec(head)?.[1] : undefined;
  if (epoch === undefined) return null;
  // Microseconds and nanoseconds have the milliseconds in front.
  const ms = /^\d{13}/.test(epoch) ? Number(epoch.slice(0, 13)) : Math.floor(Number(epoch) * 1000 + 1e-3);
  return valid(1, 1, ms, {
    zoned: true, fraction: epoch.length > 10 ? '000' : '', end: epoch.length,
  });
}

/** Returns 1 to 12; 0 for a word that is not a month. */
function monthOf(name: string): number {
  const word = name.toLowerCase();
  return MONTHS.findIndex((beginning) => beginning.test(word)) + 1;
}

/** Returns the stamp if it is the whole text, else null. */
export function wholeStamp(text: string | undefined): Stamp | null {
  if (text === undefined || text.length > 60) return null;
  const found = stampAt(text.trim(), true);
  return found === null || found.end !== text.trim().length ? null : found.stamp;
}

function valid(
  month: number, day: number, ms: number, { zoned, fraction, end }: { zoned: boolean; fraction: string; end: number }
): { stamp: Stamp; end: number } | null {
  if (month < 1 || month > 12 || day < 1 || day > 31 || !(ms > 0) || ms >= LATEST_MS) return null;
  const stepMs = fraction.length >= 3 ? 1 : 1000 / 10 ** fraction.length;
  return { stamp: { ms, zoned, stepMs, yearless: false }, end };
}

/** Truncates to whole milliseconds, because stamps are compared with formats that have no more digits. */
function fractionMs(digits: string): number {
  return digits === '' ? 0 : Number(digits.slice(0, 3).padEnd(3, '0'));
}

function zoneMs(zone: string | undefined): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '');
  if (match === null) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000;
}
