/**
 * Parses exposition text, format 0.0.4 and OpenMetrics 1.0, into samples, from its bytes. Rules:
 * https://prometheus.io/docs/instrumenting/exposition_formats/ and
 * https://github.com/prometheus/OpenMetrics/blob/v1.0.0/specification/OpenMetrics.md
 */
import { atOnce, type Steps } from '../../../../core/steps.ts';
import type { ParsedSample } from '../series.ts';
import { BodyReading } from './bodyReading.ts';
import { DEFAULT_LIMITS } from './expositionTypes.ts';
import type { BadLine, ExpositionLimits, ExpositionSeries, ParsedExposition } from './expositionTypes.ts';
import { KeptBody } from './keptBody.ts';
import { ChangedSamples, SamplePlaces, type KnownText, type SeriesState } from './samplePlaces.ts';

/** Maximum number of series remembered beyond those of the last body. */
const MAX_SPARE = 25_000;
const NO_VALUES = new Float64Array(0);

/**
 * A parser for the bodies of one target. It remembers the series it has seen and the last body: a line that is as it
 * was costs one comparison of bytes, one with another value that and a number; only names and labels at another place
 * than before are decoded. The limits bound what it remembers.
 */
export class ExpositionParser {
  readonly #limits: ExpositionLimits;
  readonly #texts = new Map<string, KnownText>();
  readonly #series = new Map<string, SeriesState>();
  readonly #kept = new KeptBody();
  /** Samples of the body that is kept; nothing while it is replaced. */
  #last = new SamplePlaces();
  #next = new SamplePlaces();
  readonly #changes = new ChangedSamples();
  #list: ExpositionSeries[] = [];
  #bodies = 0;

  constructor(limits: Partial<ExpositionLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Number of series remembered now. */
  get rememberedSeries(): number {
    return this.#series.size;
  }

  /** Bytes of the body that is kept. */
  get keptBytes(): number {
    return this.#kept.content.bytes.length;
  }

  /**
   * Parses one body. Never throws for its content: an invalid line is reported and the rest kept; of two lines for one
   * series the first is kept; a last line without line feed may be cut off in its number and is not kept. Bytes are
   * read as UTF-8, invalid ones as U+FFFD. `contentType` decides the unit of timestamps (OpenMetrics: seconds); without
   * it, a closing `# EOF` does. `maxSamples`: limit for this body, if there is less room than usual. `series` is the
   * same array as before if the same series came in the same order.
   */
  parse(body: string | Uint8Array, contentType = '', maxSamples = Infinity): ParsedExposition {
    return atOnce(this.parsing(body, contentType, maxSamples));
  }

  /** Like `parse`, in steps; one body at a time. */
  *parsing(
    body: string | Uint8Array, contentType = '', maxSamples = Infinity
  ): Steps<ParsedExposition> {
    this.#bodies += 1;
    const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
    const made = this.#next;
    made.clear(this.#bodies, isOpenMetrics(bytes, contentType));
    this.#changes.length = 0;
    const run = new BodyReading(
      { texts: this.#texts, series: this.#series, lastBytes: this.#kept.content, last: this.#last }, bytes,
      { places: made, changes: this.#changes },
      { ...this.#limits, maxSamples: Math.min(maxSamples, this.#limits.maxSamples) }
    );
    yield* run.read();
    const result = run.finish(body, contentType);
    if (result.error !== null) {
      this.#forget(0);
      return { ...result, series: [], values: NO_VALUES, timestampsMs: null, isRepeated: false, changes: null };
    }
    made.finish();
    if (!run.isLikeLast) {
      this.#list = made.texts.map((text) => text.series);
      // All values are new to a list of series that is.
      this.#changes.length = 0;
    }
    const { length, places, values: changed } = this.#changes;
    const before = this.#last;
    const changes = { number: made.body, since: before.body, length, places, values: changed };
    // If the replacement does not end, no line may be recognized as one of the kept body.
    before.length = 0;
    const isRepeated = yield* this.#kept.keep(bytes);
    this.#next = before;
    this.#last = made;
    const series = this.#list;
    this.#forget(made.length);
    const values = made.values.subarray(0, made.length);
    const timestampsMs = made.timestamps?.subarray(0, made.length) ?? null;
    return { ...result, series, values, timestampsMs, isRepeated, changes };
  }

  #forget(lastBodySeries: number): void {
    const room = lastBodySeries + Math.min(lastBodySeries, MAX_SPARE) + this.#limits.spareSeries;
    if (this.#texts.size <= room && this.#series.size <= room) return;
    for (const [key, series] of this.#series) if (series.lastBody !== this.#bodies) this.#series.delete(key);
    for (const [text, known] of this.#texts) if (known.series.lastBody !== this.#bodies) this.#texts.delete(text);
    // A body rejected for its size, or one series in many spellings.
    const isTooMuch = this.#texts.size > room || this.#series.size > room;
    if (isTooMuch) {
      this.#texts.clear();
      this.#series.clear();
    }
    // No line may be recognized as one of a series that is forgotten: it could come twice, in two spellings.
    if (!isTooMuch && this.#last.body === this.#bodies) return;
    this.#last = new SamplePlaces();
    this.#list = [];
  }
}

/** Parses a single body: samples in the order of the lines. For repeated scrapes use ExpositionParser. */
export function parseExposition(body: string | Uint8Array, contentType = ''): {
  samples: ParsedSample[]; badLines: BadLine[]; badLineCount: number; error: string | null;
} {
  const { series, values, timestampsMs, badLines, badLineCount, error } =
    new ExpositionParser().parse(body, contentType);
  const samples = series.map(({ name, labels }, index): ParsedSample => {
    const value = values[index] ?? Number.NaN;
    const timestampMs = timestampsMs?.[index] ?? Number.NaN;
    return Number.isNaN(timestampMs) ? { name, labels, value } : { name, labels, value, timestampMs };
  });
  return { samples, badLines, badLineCount, error };
}

function isOpenMetrics(body: Uint8Array, contentType: string): boolean {
  if (/openmetrics-text/i.test(contentType)) return true;
  if (/version=0\.0\.4/.test(contentType)) return false;
  return /(^|\n)# EOF\r?\n?$/.test(Buffer.from(body.subarray(-10)).toString('latin1'));
}
