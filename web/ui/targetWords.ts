/** Texts about a target's last response; pure. */
import type { LastScrape, Target, TargetShard } from '../../core/contract/contract.ts';
import { cutMiddle, formatAge } from '../../core/text/format.ts';

const mostNamed = 3;
const longestMessage = 160;

/** Returns `3 invalid lines`, for the bar. */
export function badLinesWord(count: number): string {
  return `${count.toLocaleString('en-US')} invalid ${count === 1 ? 'line' : 'lines'}`;
}

/** Returns `3 skipped lines`, for a recording. */
export function skippedLinesWord(count: number): string {
  return `${count.toLocaleString('en-US')} skipped ${count === 1 ? 'line' : 'lines'}`;
}

/**
 * Returns `3 lines of the last response are invalid; the others were stored: line 12: ...`, with the first three; null
 * if there are none. The messages quote the target and are truncated.
 */
export function badLinesText({ badLines, badLineCount }: Pick<LastScrape, 'badLines' | 'badLineCount'>): string | null {
  if (badLineCount === 0) return null;
  const cut = (text: string): string => (text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text);
  const named = badLines.slice(0, mostNamed)
    .map(({ line, message }) => `line ${line.toLocaleString('en-US')}: ${cut(message)}`);
  const more = badLineCount - named.length;
  const subject = badLineCount === 1 ? '1 line' : `${badLineCount.toLocaleString('en-US')} lines`;
  const list = named.length === 0 ? '.'
    : `: ${named.join('; ')}${more > 0 ? `; and ${more.toLocaleString('en-US')} more.` : ''}`;
  return `${subject} of the last response ${badLineCount === 1 ? 'is' : 'are'} invalid; the others were stored${list}`;
}

/**
 * Returns the result of the last scrape, for the bar: `scraped 2 s ago`, `last scrape failed 4 s ago: ...`,
 * `recording`.
 */
export function lastScrapeWords(
  { state, lastScrape, shard }: Pick<Target, 'state' | 'lastScrape' | 'shard'>, now: number
): string {
  if (state === 'recorded') return 'recording';
  if (shard?.number === null) return 'scraped by no shard at present';
  const by = shard === undefined ? '' : `; by ${shardText(shard)}, a few seconds late here`;
  if (lastScrape === null) return `not scraped yet${by}`;
  const age = formatAge(now - lastScrape.time);
  return lastScrape.error === null
    ? `scraped ${age}${by}` : `last scrape failed ${age}${by}: ${cutMiddle(lastScrape.error, 120)}`;
}

export function shardText({ number, of }: TargetShard): string {
  return number === null ? `none of ${of} shards` : `shard ${number}/${of}`;
}
