/** Values of series that selectors match, scrape by scrape. */
import { parseSelector, RegexWorkError, type SeriesMatch } from '../../../../core/seriesSelector.ts';
import type { WatchedValue } from '../../metrics/scrapeFigures.ts';
import type { SampleBatch } from '../partitions/headPartition.ts';

/** Watched series of one target. Each series is matched once: the parser keeps its series objects. */
export class WatchedSeries {
  private readonly matching = new Map<string, (series: SampleBatch['series'][number]) => boolean>();

  /** Returns values by selector; null if no series with a number matches, or the selector is invalid. */
  values({ series, values }: Pick<SampleBatch, 'series' | 'values'>, selectors: readonly string[]):
  Map<string, WatchedValue | null> {
    for (const selector of this.matching.keys()) if (!selectors.includes(selector)) this.matching.delete(selector);
    return new Map(selectors.map((selector) => {
      const matches = this.matches(selector);
      let found: WatchedValue | null = null;
      for (const [i, one] of series.entries()) {
        const value = values[i] ?? NaN;
        if (Number.isNaN(value) || !matches(one)) continue;
        found = found === null ? { least: value, most: value }
          : { least: Math.min(found.least, value), most: Math.max(found.most, value) };
      }
      return [selector, found];
    }));
  }

  private matches(selector: string): (series: SampleBatch['series'][number]) => boolean {
    const known = this.matching.get(selector);
    if (known !== undefined) return known;
    const parsed = parseSelector(selector);
    const test: SeriesMatch = parsed.ok ? parsed.value : () => false;
    const seen = new WeakMap<object, boolean>();
    const matches = (series: SampleBatch['series'][number]): boolean => {
      const before = seen.get(series);
      if (before !== undefined) return before;
      try {
        const now = test(series);
        seen.set(series, now);
        return now;
      } catch (error) {
        if (!(error instanceof RegexWorkError)) throw error;
        // It would delay recording again at each scrape.
        this.matching.set(selector, () => false);
        return false;
      }
    };
    this.matching.set(selector, matches);
    return matches;
  }
}
