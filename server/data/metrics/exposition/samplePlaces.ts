/** Where the samples of a body are in it, and their values: columns by the order of the samples. */
import type { ExpositionSeries } from './expositionTypes.ts';
import type { BodyBytes } from './lineScan.ts';

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

/** The changes of one body, in columns that the next body uses again. */
export class ChangedSamples {
  length = 0;
  places = new Uint32Array(CAPACITY);
  values = new Float64Array(CAPACITY);

  add(place: number, value: number): void {
    const at = this.length;
    if (at === this.places.length) {
      this.places = grown(this.places, new Uint32Array(2 * at));
      this.values = grown(this.values, new Float64Array(2 * at));
    }
    this.length = at + 1;
    this.places[at] = place;
    this.values[at] = value;
  }
}

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

  /** Makes it that of another body. */
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

  /** Drops references to the texts of a longer body before it. */
  finish(): void {
    this.texts.length = this.length;
  }

  private grow(): void {
    const capacity = 2 * this.starts.length;
    this.starts = grown(this.starts, new Uint32Array(capacity));
    this.lines = grown(this.lines, new Uint32Array(capacity));
    this.valueStarts = grown(this.valueStarts, new Uint32Array(capacity));
    this.ends = grown(this.ends, new Uint32Array(capacity));
    this.lineCounts = grown(this.lineCounts, new Uint32Array(capacity));
    this.values = grown(this.values, new Float64Array(capacity));
    if (this.timestamps !== null)
      this.timestamps = grown(this.timestamps, new Float64Array(capacity).fill(Number.NaN));
  }
}

/** What the parser of a target remembers of the bodies before. */
export interface KnownSamples {
  texts: Map<string, KnownText>;
  series: Map<string, SeriesState>;
  /** The last body with samples, and their places in it. */
  lastBytes: BodyBytes;
  last: SamplePlaces;
}

/** Receives the samples of a body. */
export interface SampleSink {
  places: SamplePlaces;
  /** What differs from the last body, as far as the series are the same in the same order. */
  changes: ChangedSamples;
}

/** Copies a column to a longer one and returns that. */
function grown<Column extends Uint32Array | Float64Array>(column: Column, longer: Column): Column {
  longer.set(column);
  return longer;
}
