/** A query as a query log has it. Part of contract.ts, which says the units; import from there. */

/** Who asked: a client by HTTP, a rule group of the server itself, or neither where the log does not say. */
export type QueryOrigin =
  | { kind: 'http'; client: string; path: string }
  | { kind: 'rule'; group: string; file: string }
  | { kind: 'unknown' };

/** One evaluation. It worked from `start` to `end`, on the server's clock; time in the queue comes before. */
export interface LoggedQuery {
  /** As it was written, its middle omitted where it is long; `""` where texts are switched off. */
  text: string;
  start: number;
  end: number;
  /** Wall-clock time of the evaluation, without the queue; not CPU. */
  evalSeconds: number;
  queueSeconds: number;
  /** Samples that it read, counted once for each step that used them; null before Prometheus 2.35. */
  samples: number | null;
  /** Samples in memory at once, at most; null as above. */
  peakSamples: number | null;
  /** From the first to the last evaluated moment; 0 for an instant query. */
  rangeSeconds: number;
  origin: QueryOrigin;
  /** Why it failed; null where it did not. */
  error: string | null;
}
