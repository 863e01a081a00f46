/** Explains that ClickHouse refuses memory by its own count while its process has much less in RAM. Pure. */

const AMOUNT = String.raw`(\d{1,9}(?:\.\d{1,3})?) (B|KiB|MiB|GiB|TiB)`;
const REFUSED = new RegExp(String.raw`\btotal\)? (?:memory limit )?exceeded: would use ${AMOUNT}[^\n]{0,160}?`
  + String.raw`\bcurrent RSS:? ${AMOUNT}[^\n]{0,20}?, maximum: ${AMOUNT}`);
const UNITS: readonly string[] = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
/** Portion of the limit below which the resident memory contradicts the count. */
const MAX_PORTION = 0.5;
const END = 'so its count does not match what it uses: compare MemoryTracking in system.metrics with MemoryResident in '
  + 'system.asynchronous_metrics; a restart resets the count, a newer version may correct it.';

const bytesOf = (amount: string, unit: string): number => Number(amount) * 1024 ** UNITS.indexOf(unit);

/** Returns what such an error means; null if the process has about as much memory as is counted. */
export function trackedMemory(error: string): string | null {
  const [, used = '', usedUnit = '', rss = '', rssUnit = '', limit = '', limitUnit = ''] = REFUSED.exec(error) ?? [];
  if (limit === '' || bytesOf(rss, rssUnit) >= MAX_PORTION * bytesOf(limit, limitUnit)) return null;
  return `ClickHouse counts ${used} ${usedUnit} in use, more than its limit of ${limit} ${limitUnit}, but its process `
    + `has only ${rss} ${rssUnit} in RAM (RSS), ${END}`;
}

/** Whether a sentence is such a meaning. */
export const isTrackedMemory = (sentence: string): boolean =>
  sentence.startsWith('ClickHouse counts ') && sentence.endsWith(END);
