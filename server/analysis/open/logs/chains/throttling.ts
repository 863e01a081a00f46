/** Tells when Prometheus 1 skipped scrapes and rules: each time from the line that begins it to the one that ends. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { timeOf } from '../../look/factTools.ts';

const BEGINS = /msg="Storage needs throttling/;
const ENDS = /msg="Storage does not need throttling anymore/;
const MAX_TOLD = 3;

/** Returns how long each lasted, and whether the last one goes on; null without one that has an end. */
export function throttlingFact(lines: readonly string[]): string | null {
  const spans: number[] = [];
  let since: number | null = null;
  for (const line of lines) {
    if (BEGINS.test(line)) since ??= timeOf(line);
    else if (since !== null && ENDS.test(line)) {
      spans.push(timeOf(line) - since);
      since = null;
    }
  }
  const known = spans.filter((seconds) => seconds >= 0);
  if (known.length === 0) return null;
  const more = known.length > MAX_TOLD ? ` and ${known.length - MAX_TOLD} more times` : '';
  const open = since === null || !Number.isFinite(since) ? ''
    : `, and again from ${new Date(since * 1000).toISOString().slice(11, 19)}Z on, still where the lines end`;
  return `They were skipped for ${known.slice(0, MAX_TOLD).map(formatSeconds).join(', then ')}${more}${open}.`;
}
