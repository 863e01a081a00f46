/** Counts the samples that Prometheus drops because the receiver of remote write refuses them for good. Pure. */

const DROPPED = /msg="non-recoverable error"/;
const SAMPLES = /\s(?:count|failedSampleCount)=(\d{1,12})(?=\s|$)/;
const TOO_MANY = /HTTP status (?:code )?429\b/;
const MAX_LINE = 2000;

/** Returns how many samples the lines drop, and what lets a rate limit drop none; null without such a line. */
export function droppedSamples(lines: readonly string[]): string | null {
  const dropped = lines.map((line) => line.slice(0, MAX_LINE)).filter((line) => DROPPED.test(line));
  const counts = dropped.flatMap((line) => SAMPLES.exec(line)?.[1] ?? []).map(Number);
  const sum = counts.reduce((all, one) => all + one, 0);
  if (sum === 0) return null;
  const again = dropped.some((line) => TOO_MANY.test(line)) ? ' With retry_on_http_429: true in queue_config (2.26 or '
    + 'later) it sends again what such a limit refuses.' : '';
  return `By the ${dropped.length === 1 ? 'line' : 'lines'}, Prometheus drops ${sum.toLocaleString('en-US')} ${
    sum === 1 ? 'sample, and does not send it again' : 'samples, and does not send them again'}.${again}`;
}
