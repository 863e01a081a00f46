/** Raw samples, in memory, of one selector for one stretch of time, which grows with the questions. */
import type { MatrixSeries } from '../../metrics/queryMatrix.ts';
import { canonicalKey } from '../../metrics/seriesKey.ts';

/** Span in ms of one clock. */
export interface KeptSpan { startMs: number; endMs: number }

/** A question this far from the kept span starts over: querying all in between would cost more. */
const FAR_MS = 3_600_000;
/** Late samples may arrive with their own timestamps. */
const LATE_MS = 60_000;
/** Span of one query: about 2 MB for one container that is read every second. */
const CHUNK_MS = 6 * 3_600_000;
/** Maximum span kept; beyond it, it starts over. */
const MAX_SPAN_MS = 48 * 3_600_000;
const MAX_SERIES = 200;

export class KeptSeries {
  #query = '';
  #span: KeptSpan | null = null;
  #series = new Map<string, MatrixSeries>();

  isEmpty(): boolean {
    return this.#series.size === 0;
  }

  /**
   * Returns what to query so that the span is known, in parts to be added in this order, so that the kept span has no
   * hole when one of them fails. A span that ends less than `freshMs` after the kept one counts as known.
   */
  missing(query: string, span: KeptSpan, freshMs: number): KeptSpan[] {
    const known = this.#span;
    const isFar = known !== null && (span.startMs > known.endMs + FAR_MS || span.endMs < known.startMs - FAR_MS
      || Math.max(span.endMs, known.endMs) - Math.min(span.startMs, known.startMs) > MAX_SPAN_MS);
    if (known === null || query !== this.#query || isFar) {
      this.#query = query;
      this.#span = null;
      this.#series = new Map();
      return chunks(span).reverse();
    }
    return [
      ...(span.startMs < known.startMs ? chunks({ startMs: span.startMs, endMs: known.startMs }).reverse() : []),
      ...(span.endMs > known.endMs + freshMs ? chunks({ startMs: known.endMs - LATE_MS, endMs: span.endMs }) : []),
    ];
  }

  /** Adds samples of a queried stretch; those already kept are not duplicated. */
  add(series: readonly MatrixSeries[], span: KeptSpan): void {
    this.#span = this.#span === null ? { ...span } : {
      startMs: Math.min(this.#span.startMs, span.startMs), endMs: Math.max(this.#span.endMs, span.endMs),
    };
    for (const one of series) {
      const key = canonicalKey(one.name, one.labels);
      const known = this.#series.get(key);
      if (known === undefined && this.#series.size >= MAX_SERIES) continue;
      this.#series.set(key, known === undefined ? one : joined(known, one));
    }
  }

  within({ startMs, endMs }: KeptSpan): MatrixSeries[] {
    return [...this.#series.values()].flatMap(({ name, labels, times, values }) => {
      const inside = (at: number): boolean => at >= startMs && at <= endMs;
      const kept = values.filter((_, i) => inside(times[i] ?? NaN));
      return kept.length === 0 ? [] : [{ name, labels, times: times.filter(inside), values: kept }];
    });
  }
}

function chunks({ startMs, endMs }: KeptSpan): KeptSpan[] {
  const count = Math.max(1, Math.ceil((endMs - startMs) / CHUNK_MS));
  return Array.from({ length: count }, (_, i) => (
    { startMs: startMs + i * CHUNK_MS, endMs: Math.min(endMs, startMs + (i + 1) * CHUNK_MS) }
  ));
}

function joined(known: MatrixSeries, more: MatrixSeries): MatrixSeries {
  const all = new Map(known.times.map((time, i) => [time, known.values[i] ?? NaN]));
  more.times.forEach((time, i) => all.set(time, more.values[i] ?? NaN));
  const times = [...all.keys()].sort((a, b) => a - b);
  return { ...known, times, values: times.map((time) => all.get(time) ?? NaN) };
}
