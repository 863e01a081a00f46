/** A query in a query log. Part of contract.ts, which defines the units; import from there. */

/** Origin of a query: an HTTP client, a rule group of the server, or unknown if the log does not say. */
export type QueryOrigin =
  | { kind: 'http'; client: string; path: string }
  | { kind: 'rule'; group: string; file: string }
  | { kind: 'unknown' };

/** One evaluation. It ran from `start` to `end`, on the server's clock; queueing comes before. */
export interface LoggedQuery {
  /** Query text, its middle omitted if long; `""` if texts are switched off. */
  text: string;
  start: number;
  end: number;
  /** Wall-clock time of the evaluation, without the queue; not CPU. */
  evalSeconds: number;
  queueSeconds: number;
  /** Samples read, counted once for each step that used them; null before Prometheus 2.35. */
  samples: number | null;
  /** Maximum number of samples in memory at once; null as above. */
  peakSamples: number | null;
  /** Time from the first to the last evaluated moment; 0 for an instant query. */
  rangeSeconds: number;
  origin: QueryOrigin;
  /** Error of a failed query; null if it succeeded. */
  error: string | null;
}
