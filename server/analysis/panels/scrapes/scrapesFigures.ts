/** The figures of the Scrapes panel: the rows of its table, with what each is of. See docs/reference/scrapes.md. */
import type { Figure, OverlapTest, ScrapeGap, ScrapesPanel } from '../../../../core/contract/contract.ts';
import { count, render } from '../../../../core/text/parts.ts';
import type { CpuCeiling } from '../../signals/cpuCeiling.ts';
import type { ScrapesOptions, Tail } from './scrapesWords.ts';

interface FigureInputs {
  totals: ScrapesPanel['scrapes'];
  duration: Tail;
  byState: ScrapesPanel['byState'];
  gaps: readonly ScrapeGap[];
  tests: readonly OverlapTest[];
  slow: ScrapesPanel['slow'];
  ceiling: CpuCeiling | null;
}

/** Returns the "numbers behind it" table. */
export function scrapesFigures(
  { totals, duration, byState, gaps, tests, slow, ceiling }: FigureInputs, options: ScrapesOptions
): Figure[] {
  const figure = (name: string, value: number | null, unit: Figure['unit'], note?: string): Figure =>
    (note === undefined ? { name, value, unit, from: [] } : { name, value, unit, from: [], note });
  const none = (value: number | null): string | undefined =>
    (value === null ? 'no such scrape of known duration in the window' : undefined);
  return [
    figure('Scrapes', totals.total, 'count', 'all of the window, failed and skipped ones included'),
    figure('Failed', totals.failed, 'count'),
    figure('Timed out', totals.timedOut, 'count', 'among the failed'),
    figure('Skipped', totals.skipped, 'count', 'the previous scrape was still running'),
    figure('Gaps', gaps.length, 'count'),
    figure(
      'Longest gap',
      gaps.length === 0 ? null : gaps.reduce((most, { start, end }) => Math.max(most, end - start), 0), 'seconds',
      gaps.length === 0 ? 'no gap' : undefined
    ),
    figure('Duration, median', duration.p50, 'seconds', none(duration.p50)),
    figure('Duration, 99th percentile', duration.p99, 'seconds', none(duration.p99)),
    figure('Duration, slowest', duration.max, 'seconds', none(duration.max)),
    ...byState.flatMap(({ state, count: scrapeCount, p50, p99 }) => [
      figure(
        `Duration, median, ${STATE_WORDS[state]}`, p50, 'seconds', none(p50) ?? render(count(scrapeCount, 'scrape'))
      ),
      figure(`Duration, 99th percentile, ${STATE_WORDS[state]}`, p99, 'seconds',
        none(p99) ?? render(count(scrapeCount, 'scrape'))),
    ]),
    figure(
      'Timeout', options.timeoutSeconds, 'seconds',
      options.timeoutSeconds === null ? 'not known in a recording' : undefined
    ),
    figure('Slow from', slow.thresholdSeconds, 'seconds',
      `slowest 5 %, at least twice the median and 50 ms; with the lost ones ${render(count(slow.count, 'scrape'))}`),
    ...tests.map(({ cause, overlapping, expectedHigh, pValue, sentence }): Figure => ({
      name: `Slow scrapes, ${SUSPECT_WORDS[cause] ?? cause}`, value: overlapping, unit: 'count', from: [],
      note: pValue === null ? sentence : `${sentence} 5 % of the shifts give more than ${Math.round(expectedHigh)}.`,
    })),
    ...(ceiling === null ? [] : [figure('CPU limit', ceiling.cores, 'cores', ceiling.basis)]),
  ];
}

const SUSPECT_WORDS: Record<string, string> = {
  gc: 'around GC', compaction: 'during compaction', replay: 'during replay', fsync: 'with a slow fsync',
  cpu: 'while CPU-limited', start: 'after a start', 'host-cpu': 'with host CPU saturated',
  throttling: 'with CPU throttled', disk: 'with a saturated disk', swap: 'while the host is short of memory',
  queries: 'during heavy queries', freeze: 'at a standstill',
};

const STATE_WORDS = { quiet: 'quiet', gc: 'up to 1 s before a GC cycle ends', compaction: 'during compaction' };
