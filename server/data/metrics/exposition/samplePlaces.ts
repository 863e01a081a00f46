/** Where the samples of a body are in it, and their values: columns by the order of the samples. */
import type { ExpositionSeries } from './expositionTypes.ts';

export interface SeriesState extends ExpositionSeries { lastBody: number }

/** One spelling of a series. */
export interface KnownText {
  readonly text: string;
  readonly series: SeriesState;
  remembered: boolean;
  /** Its number among the samples of body `body`. */
  place: number;
  body: number;
}

const CAPACITY = 64;

export class SamplePlaces {
  /** Number of the body; -1 for none. */
  body = -1;
  isOpenMetrics = false;
  length = 0;
  texts: KnownText[] = [];
  /** Where the comments and blank lines before the sample begin, then its own line, its value, and the next line. */
  starts = new Uint32Array(CAPACITY);
  lines = new Uint32Array(CAPACITY);
  valueStarts = new Uint32Array(CAPACITY);
  ends = new Uint32Array(CAPACITY);
  /** Number of lines from `starts` to `ends`. */
  lineCounts = new Uint32Array(CAPACITY);
  values = new Float64Array(CAPACITY);
  /** Timestamps in ms, NaN for none; null if no sample has one. */
  timestamps: Float64Array | null = null;

  clear(body: number, isOpenMetrics: boolean): void {
    this.body = body;
    this.isOpenMetrics = isOpenMetrics;
    this.length = 0;
    this.timestamps = null;
  }

  add(
    text: KnownText, start: number, line: number, valueStart: number, end: number, lineCount: number, value: number,
    timestampMs: number
  ): void {
    const place = this.length;
    if (place === this.starts.length) this.grow();
    this.length = place + 1;
    this.texts[place] = text;
    this.starts[place] = start;
    this.lines[place] = line;
    this.valueStarts[place] = valueStart;
    this.ends[place] = end;
    this.lineCounts[place] = lineCount;
    this.values[place] = value;
    if (this.timestamps !== null) this.timestamps[place] = timestampMs;
    else if (!Number.isNaN(timestampMs)) {
      this.timestamps = new Float64Array(this.starts.length).fill(Number.NaN);
      this.timestamps[place] = timestampMs;
    }
  }

  /** Whether it has the same series in the same order. */
  isLike({ texts, length }: SamplePlaces): boolean {
    if (length !== this.length) return false;
    for (let place = 0; place < length; place += 1) {
      const [one, other] = [texts[place], this.texts[place]];
      if (one !== other && one?.series !== other?.series) return false;
    }
    return true;
  }

  /** Drops references to the texts of a longer body before it. */
  finish(): void {
    this.texts.length = this.length;
  }

  private grow(): void {
    const capacity = 2 * this.starts.length;
    const larger = (column: Uint32Array): Uint32Array => {
      const grown = new Uint32Array(capacity);
      grown.set(column);
      return grown;
    };
    this.starts = larger(this.starts);
    this.lines = larger(this.lines);
    this.valueStarts = larger(this.valueStarts);
    this.ends = larger(this.ends);
    this.lineCounts = larger(this.lineCounts);
    const values = new Float64Array(capacity);
    values.set(this.values);
    this.values = values;
    if (this.timestamps === null) return;
    const timestamps = new Float64Array(capacity).fill(Number.NaN);
    timestamps.set(this.timestamps);
    this.timestamps = timestamps;
  }
}
