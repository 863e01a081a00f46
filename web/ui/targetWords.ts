/** What the page says of a target's last answer; pure. */
import type { LastScrape, Target } from '../../core/contract/contract.ts';
import { cutMiddle, formatAge } from '../../core/text/format.ts';

const mostNamed = 3;
const longestMessage = 160;

/** `3 unread lines`, for the bar. */
export function badLinesWord(count: number): string {
  return `${count.toLocaleString('en-US')} unread ${count === 1 ? 'line' : 'lines'}`;
}

/**
 * `3 lines of the last answer could not be read; the rest was kept: line 12: ...`, with the first three named; null
 * when all were read. The messages quote the target and are cut.
 */
export function badLinesText({ badLines, badLineCount }: Pick<LastScrape, 'badLines' | 'badLineCount'>): string | null {
  if (badLineCount === 0) return null;
  const named = badLines.slice(0, mostNamed).map(
    (
      { line, message }
    ) => `line ${line.toLocaleString('en-US')}: ` + `${message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message}`
  );
  const more = badLineCount - named.length;
  const subject = badLineCount === 1 ? 'One line' : `${badLineCount.toLocaleString('en-US')} lines`;
  const list = named.length === 0 ? '.'
    : `: ${named.join('; ')}${more > 0 ? `; and ${more.toLocaleString('en-US')} more.` : ''}`;
  return `${subject} of the last answer could not be read; the rest was kept${list}`;
}

/** How the last scrape went, for the bar: `scraped 2 s ago`, `last try failed, 4 s ago: ...`, `a recording`. */
export function lastScrapeWords({ state, lastScrape }: Pick<Target, 'state' | 'lastScrape'>, now: number): string {
  if (state === 'recorded') return 'a recording';
  if (lastScrape === null) return 'not scraped yet';
  const age = formatAge(now - lastScrape.time);
  return lastScrape.error === null ? `scraped ${age}` : `last try failed, ${age}: ${cutMiddle(lastScrape.error, 120)}`;
}
