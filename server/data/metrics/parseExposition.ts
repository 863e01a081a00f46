/**
 * Parses exposition text, format 0.0.4 and OpenMetrics 1.0, into samples. Rules:
 * https://prometheus.io/docs/instrumenting/exposition_formats/ and
 * https://github.com/prometheus/OpenMetrics/blob/v1.0.0/specification/OpenMetrics.md
 */
import { atOnce, type Steps } from '../../../core/steps.ts';
import { BodyReading } from './bodyReading.ts';
import type { KnownText, SeriesState } from './bodyReading.ts';
import { DEFAULT_LIMITS } from './expositionTypes.ts';
import type { BadLine, ExpositionLimits, ExpositionSeries, ParsedExposition } from './expositionTypes.ts';
import type { ParsedSample } from './series.ts';

/** Maximum number of series remembered beyond those of the last body. */
const MAX_SPARE = 25_000;

/**
 * A parser for the bodies of one target. It remembers the series it has seen: a line seen before costs one comparison
 * and one number. The limits bound what it remembers.
 */
export class ExpositionParser {
  readonly #limits: ExpositionLimits;
  readonly #texts = new Map<string, KnownText>();
  readonly #series = new Map<string, SeriesState>();
  #last: ExpositionSeries[] = [];
  #bodies = 0;

  constructor(limits: Partial<ExpositionLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Number of series remembered now. */
  get rememberedSeries(): number {
    return this.#series.size;
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
    const openMetrics = isOpenMetrics(body, contentType);
    const run = new BodyReading(
      this.#texts, this.#series, this.#bodies, openMetrics,
      { ...this.#limits, maxSamples: Math.min(maxSamples, this.#limits.maxSamples) }
    );
    if (typeof body === 'string') run.read(body.startsWith('\uFEFF') ? body.slice(1) : body);
    else yield* run.readBytes(body);
    const result = run.finish(body, contentType);
    this.#forget(result.series.length);
    if (!isSameList(this.#last, result.series)) this.#last = result.series;
    return { ...result, series: this.#last };
  }

  #forget(lastBodySeries: number): void {
    const room = lastBodySeries + Math.min(lastBodySeries, MAX_SPARE) + this.#limits.spareSeries;
    if (this.#texts.size <= room && this.#series.size <= room) return;
    for (const [key, series] of this.#series) if (series.lastBody !== this.#bodies) this.#series.delete(key);
    for (const [text, known] of this.#texts) {
      known.next = null;
      if (known.series.lastBody !== this.#bodies) this.#texts.delete(text);
    }
    // A body rejected for its size, or one series in many spellings.
    if (this.#texts.size > room || this.#series.size > room) {
      this.#texts.clear();
      this.#series.clear();
    }
  }
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
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

function isOpenMetrics(body: string | Uint8Array, contentType: string): boolean {
  if (/openmetrics-text/i.test(contentType)) return true;
  if (/version=0\.0\.4/.test(contentType)) return false;
  const tail = typeof body === 'string' ? body.slice(-10) : Buffer.from(body.subarray(-10)).toString('latin1');
  return /(^|\n)# EOF\r?\n?$/.test(tail);
}
