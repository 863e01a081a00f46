/** Numeric labels with the time of a sample; the first one present counts. */

/** Labels of @datadog/pprof, of OpenTelemetry's profiles, and of hand-written profiles. */
export const TIME_LABELS = ['end_timestamp_ns', 'timestamp_unix_nano', 'timestamp_ns', 'timestamp'] as const;

export function isTimeLabel(key: string): boolean {
  return TIME_LABELS.some((known) => known === key);
}
