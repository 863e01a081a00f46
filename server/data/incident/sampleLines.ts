/**
 * Writes scrapes as lines of JSON, each with the changes since the previous good scrape, for `samples.ndjson.gz` and
 * `history.ndjson.gz` of an incident file (docs/incident-file.md). readSampleLines.ts reads them.
 *
 * {"series":[["go_goroutines",{},0],["up",{"job":"x"},0]]} new series, numbered on from the last; 1 = of the collector
 * itself
 *   {"t":1763650000000,"d":0.012,"s":200,"b":5123,"v":[0,41,1,1]} scrape: values of series 0 and 1
 *   {"t":1763650001000,"d":0.011,"s":200,"b":5123,"v":[0,42]}     series 1 still has its value
 *   {"t":1763650002000,"d":1,"s":0,"b":0,"e":["timeout","..."]}   failed: series of the target have no value here
 *   {"t":1763650003000,"d":0.01,"s":200,"b":5001,"g":[1]}         series 0 as before the failure, series 1 gone
 */
import type { ScrapeRow } from '../metrics/series.ts';
import type { Labels } from '../../../core/contract/terms/targetKind.ts';

export interface LineSeries {
  name: string; labels: Labels; /** True if added by the collector: present for failed scrapes too. */ extra: boolean
}

export type LineScrape = ScrapeRow;

/** Numbers that JSON cannot represent. */
const SPECIAL: readonly [
  number, string
][] = [[NaN, 'NaN'], [Infinity, 'Infinity'], [-Infinity, '-Infinity'], [-0, '-0']];

export type LineValue = number | string;

function lineValue(value: number): LineValue {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return SPECIAL.find(([special]) => Object.is(special, value))?.[1] ?? 'NaN';
}

/** Returns the number; undefined if the value is neither a number nor one of the four words. */
export function valueOfLine(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return SPECIAL.find(([, word]) => word === value)?.[0];
}

/** Writer of one file; remembers the content of its lines so far. */
export class SampleLineWriter {
  private readonly ids = new Map<string, number>();
  private readonly values: number[] = [];
  private readonly present: boolean[] = [];
  private readonly extra: boolean[] = [];
  /** Number of values in the file, of every scrape, including unchanged ones. */
  valueCount = 0;

  get seriesCount(): number {
    return this.values.length;
  }

  /** Returns numbers for the series, and the line that declares new ones; null if none is new. */
  declare(series: readonly LineSeries[]): { ids: number[]; line: string | null } {
    const fresh: [string, Labels, 0 | 1][] = [];
    const ids = series.map(({ name, labels, extra }) => {
      const key = JSON.stringify([name, extra, Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))]);
      const known = this.ids.get(key);
      if (known !== undefined) return known;
      const id = this.values.push(NaN) - 1;
      this.ids.set(key, id);
      this.present.push(false);
      this.extra.push(extra);
      fresh.push([name, labels, extra ? 1 : 0]);
      return id;
    });
    return { ids, line: fresh.length === 0 ? null : JSON.stringify({ series: fresh }) };
  }

  /**
   * Returns the line of one scrape; `held`: the series in it. A failed one has only series of the collector. `held`
   * must name each series with a value at most once, in any order.
   */
  scrape(scrape: LineScrape, held: Iterable<{ id: number; value: number }>): string {
    const changed: LineValue[] = [];
    const seen = new Set<number>();
    for (const { id, value } of held) {
      seen.add(id);
      if (this.present[id] === true && Object.is(this.values[id], value)) continue;
      this.present[id] = true;
      this.values[id] = value;
      changed.push(id, lineValue(value));
    }
    this.valueCount += seen.size;
    const gone: number[] = [];
    for (let id = 0; id < this.values.length; id++) {
      if (this.present[id] !== true || seen.has(id) || (scrape.error !== null && this.extra[id] !== true)) continue;
      this.present[id] = false;
      gone.push(id);
    }
    return JSON.stringify({
      t: scrape.startMs, d: scrape.durationSeconds, s: scrape.status, b: scrape.bytes,
      ...(scrape.repeated ? { r: 1 } : {}),
      ...(scrape.error === null ? {} : { e: [scrape.error.kind, scrape.error.message] }),
      ...(changed.length === 0 ? {} : { v: changed }),
      ...(gone.length === 0 ? {} : { g: gone }),
    });
  }
}
