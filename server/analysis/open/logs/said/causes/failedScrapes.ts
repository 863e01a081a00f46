/** Explains why a scrape failed, by the error behind the words of the program that scraped. Pure. */

/** Begins the message of a failed scrape, with its error behind it or in the next line. */
const OF_SCRAPE = /^(?:Scrape failed\b|cannot scrape target "|cannot read data: )/;
const NOT_CONNECTED = /\bdial tcp [^\n]{1,200}?: (?:connect: )?(?:i\/o timeout|connection timed out)/i;
const LATE = /context deadline exceeded|Client\.Timeout|i\/o timeout/i;
const STATUS = /\bserver returned HTTP status (\d{3})\b/i;

const UNCONNECTED = 'No connection to the target came about in time: see whether its host is up, and whether a '
  + 'firewall or network policy drops what is sent to that port.';
const TOO_LATE = 'The target did not answer in full within the timeout of the scrape, or was not reached: request its '
  + 'URL from the host or container that scrapes, and compare the time with scrape_timeout.';
const NOT_FOUND = 'The target runs, but has nothing at that path: look at metrics_path of the job.';
const OWN_FAULT = 'The target, or a proxy before it, answered with an error of its own: open its URL, where it mostly '
  + 'says why.';
const SENTENCES: ReadonlySet<string> = new Set([UNCONNECTED, TOO_LATE, NOT_FOUND, OWN_FAULT]);

/** Returns what the error of a failed scrape means; null for other texts, and for errors that are known elsewhere. */
export function scrapeMeaning(text: string): string | null {
  if (!OF_SCRAPE.test(text)) return null;
  if (NOT_CONNECTED.test(text)) return UNCONNECTED;
  if (LATE.test(text)) return TOO_LATE;
  const status = STATUS.exec(text)?.[1] ?? '';
  return status === '404' ? NOT_FOUND : status.startsWith('5') ? OWN_FAULT : null;
}

/** Whether a sentence is such a meaning. */
export const isScrapeMeaning = (sentence: string): boolean => SENTENCES.has(sentence);
