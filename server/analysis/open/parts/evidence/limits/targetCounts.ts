/** Tells how many targets of vmagent are up beside those that cannot be scraped. Pure; bounded. */

const FAILED = /\bcannot scrape target\b/;
const COUNT = /^\s{0,20}vm_promscrape_targets\{[^}\n]{0,200}\bstatus="(up|down)"[^}\n]{0,100}\} (\d{1,9})$/gm;
const MAX_CHARS = 128 * 1024;

/** Returns the counts; null unless the text has some of both. */
export function targetCounts(facts: string, text: string): string | null {
  if (!FAILED.test(facts)) return null;
  const sums = { up: 0, down: 0 };
  for (const [, status, count] of text.slice(0, MAX_CHARS).matchAll(COUNT))
    sums[status === 'up' ? 'up' : 'down'] += Number(count);
  const count = (value: number): string => value.toLocaleString('en-US');
  return sums.up === 0 || sums.down === 0 ? null
    : `By vm_promscrape_targets, ${count(sums.down)} of ${count(sums.up + sums.down)} targets ${
      sums.down === 1 ? 'is' : 'are'} down, and the others are up.`;
}
