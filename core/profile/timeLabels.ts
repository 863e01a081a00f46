/** Numeric labels that say when a sample was taken, the first that a sample has counts. */

/** Of @datadog/pprof, of OpenTelemetry's profiles, and as it is written by hand. */
export const TIME_LABELS = ['end_timestamp_ns', 'timestamp_unix_nano', 'timestamp_ns', 'timestamp'] as const;

export function isTimeLabel(key: string): boolean {
  return TIME_LABELS.some((known) => known === key);
}
