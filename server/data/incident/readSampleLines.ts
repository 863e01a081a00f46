/** Reads the lines that sampleLines.ts writes. Untrusted text: every field is checked, every count bounded. */
import type { ScrapeError } from '../metrics/series.ts';
import type { ScrapeErrorKind } from '../../../core/contract/terms/targetKind.ts';
import { EARLIEST_MS, LATEST_MS, MAX_SERIES, MAX_VALUES } from './incidentFormat.ts';
import { jsonObjectOf, NO_OBJECT } from './jsonObject.ts';
import { valueOfLine, type LineScrape, type LineSeries } from './sampleLines.ts';

const ERROR_KINDS: Record<ScrapeErrorKind, true> = {
  refused: true, reset: true, timeout: true, dns: true, tls: true, redirect: true, too_large: true, http: true,
  format: true, skipped: true, other: true,
};
const MAX_LABELS = 200;
const MAX_NAME = 4096;
const MAX_TEXT = 65_536;

/** A scrape with all its values. `own` is null for a failed one. */
export interface ReadScrape {
  scrape: LineScrape;
  own: { series: LineSeries[]; values: number[] } | null;
  extras: { series: LineSeries[]; values: number[] };
}

/** Reader of one file: it carries values forward from line to line. */
export class SampleLineReader {
  readonly series: LineSeries[] = [];
  private readonly keys = new Set<string>();
  private readonly values: number[] = [];
  private readonly present: boolean[] = [];
  private presentCount = 0;
  private valueCount = 0;
  private lastMs = -Infinity;

  constructor(private readonly limits = { values: MAX_VALUES, series: MAX_SERIES }) {}

  /** Reads a line; null if it declares series. Text = what is wrong with it, to follow `line 7: `. */
  read(text: string): ReadScrape | null | string {
    const fields = jsonObjectOf(text);
    if (fields === null) return NO_OBJECT;
    return 'series' in fields ? this.declare(fields['series']) : this.readScrape(fields);
  }

  private declare(list: unknown): null | string {
    if (!Array.isArray(list)) return '"series" is no list';
    for (const item of list as unknown[]) {
      const series = readSeries(item);
      if (typeof series === 'string') return series;
      if (this.series.length >= this.limits.series)
        return `the file has more than ${this.limits.series} series; export fewer `
          + 'hours, or a target that invents fewer names';
      const key = JSON.stringify(
        [series.name, series.extra, Object.entries(series.labels).sort(([a], [b]) => (a < b ? -1 : 1))]
      );
      if (this.keys.has(key)) return `the series ${JSON.stringify(series.name.slice(0, 100))} stands twice`;
      this.keys.add(key);
      this.series.push(series);
      this.values.push(NaN);
      this.present.push(false);
    }
    return null;
  }

  private readScrape(fields: Record<string, unknown>): ReadScrape | string {
    const scrape = readScrapeFields(fields);
    if (typeof scrape === 'string') return scrape;
    if (scrape.startMs <= this.lastMs) return '"t" is not later than that of the scrape before';
    this.lastMs = scrape.startMs;
    const mistake = this.apply(fields['v'], fields['g']);
    if (mistake !== null) return mistake;
    this.valueCount += this.presentCount;
    if (this.valueCount > this.limits.values)
      return `the file stands for more than ${this.limits.values} values; export fewer hours`;
    const own = { series: [] as LineSeries[], values: [] as number[] };
    const extras = { series: [] as LineSeries[], values: [] as number[] };
    for (const [id, series] of this.series.entries()) {
      if (this.present[id] !== true) continue;
      const side = series.extra ? extras : own;
      side.series.push(series);
      side.values.push(this.values[id] ?? NaN);
    }
    return { scrape, own: scrape.error === null ? own : null, extras };
  }

  private apply(changed: unknown = [], gone: unknown = []): string | null {
    if (!Array.isArray(changed) || changed.length % 2 !== 0) return '"v" is no list of pairs';
    for (let at = 0; at < changed.length; at += 2) {
      const id: unknown = changed[at];
      const value = valueOfLine(changed[at + 1]);
      if (!this.isKnown(id)) return '"v" names a series that is not declared';
      if (value === undefined) return '"v" holds something that is no number';
      if (this.present[id] !== true) this.presentCount += 1;
      this.present[id] = true;
      this.values[id] = value;
    }
    if (!Array.isArray(gone)) return '"g" is no list';
    for (const id of gone as unknown[]) {
      if (!this.isKnown(id)) return '"g" names a series that is not declared';
      if (this.present[id] === true) this.presentCount -= 1;
      this.present[id] = false;
    }
    return null;
  }

  private isKnown(id: unknown): id is number {
    return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < this.series.length;
  }
}

function readSeries(item: unknown): LineSeries | string {
  if (!Array.isArray(item) || item.length !== 3) return '"series" holds something that is no [name, labels, 0 or 1]';
  const [name, labels, extra] = item as unknown[];
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME)
    return 'a series has no name, or far too long a one';
  if (extra !== 0 && extra !== 1) return `the series ${JSON.stringify(name.slice(0, 100))} does not end in 0 or 1`;
  if (typeof labels !== 'object' || labels === null || Array.isArray(labels))
    return `the series ${JSON.stringify(name.slice(0, 100))} has no object of labels`;
  const entries: [string, unknown][] = Object.entries(labels);
  if (entries.length > MAX_LABELS)
    return `the series ${JSON.stringify(name.slice(0, 100))} has more than ${MAX_LABELS} labels`;
  const kept: [string, string][] = [];
  for (const [label, value] of entries) {
    if (typeof value !== 'string' || label.length > MAX_NAME || value.length > MAX_TEXT)
      return `a label of the series ${JSON.stringify(name.slice(0, 100))} is no text, or far too long`;
    if (label === '' || label === '__name__' || label === '__proto__')
      return `${JSON.stringify(label)} may not be a label name`;
    kept.push([label, value]);
  }
  return { name, labels: Object.fromEntries(kept), extra: extra === 1 };
}

function readScrapeFields({ t, d, s, b, r, e }: Record<string, unknown>): LineScrape | string {
  if (typeof t !== 'number' || !(t >= EARLIEST_MS && t <= LATEST_MS))
    return '"t" is no time in milliseconds since 1970, between 2001 and 2100';
  if (typeof d !== 'number' || !(d >= 0 && d < 1e6)) return '"d" is no duration in seconds';
  if (typeof s !== 'number' || !Number.isInteger(s) || s < 0 || s > 999) return '"s" is no HTTP status';
  if (typeof b !== 'number' || !(b >= 0 && b < 1e12)) return '"b" is no size in bytes';
  if (r !== undefined && r !== 1) return '"r" is not 1';
  const error = e === undefined ? null : readError(e);
  if (typeof error === 'string') return error;
  return { startMs: t, durationSeconds: d, status: s, bytes: b, error, repeated: r === 1 };
}

function readError(value: unknown): ScrapeError | string {
  if (!Array.isArray(value) || value.length !== 2) return '"e" is no [kind, sentence]';
  const [kind, message] = value as unknown[];
  if (typeof kind !== 'string' || !isKind(kind) || typeof message !== 'string') return '"e" is no [kind, sentence]';
  return { kind, message: message.slice(0, 1000) };
}

function isKind(kind: string): kind is ScrapeErrorKind {
  return Object.hasOwn(ERROR_KINDS, kind);
}
