/**
 * The Scrapes panel in words: its sentence, its table, and what is missing. Thresholds are documented in docs/scrapes.md.
 */
import type { Figure, Finding, MissingInput, ScrapeGap, ScrapesPanel } from '../api/contract.ts';
import type { RoleWindow } from '../metrics/roleNames.ts';
import type { ScrapeGapSpan } from './windowFrame.ts';
import { clockText, countText, durationText } from './wording.ts';

const MIN_SCRAPES = 10;
const SLOW_SHARE_OF_TIMEOUT = 0.5;
const FAILED_CRITICAL = 0.05;
/** The last scrapes of a live window that all failed: the target is down now. */
const DOWN_SCRAPES = 3;

export interface ScrapesOptions {
  timeoutSeconds: number | null;
  intervalSeconds: number;
  /** Width of one point; null picks one for about 1,200 points. */
  stepMs: number | null;
  /** Now, ms: a gap that lasts until the end of a window which reaches to now is going on. */
  nowMs: number;
}

export interface Tail { p50: number | null; p99: number | null; max: number | null }

export interface ScrapesReading {
  totals: ScrapesPanel['scrapes'];
  goodRows: number;
  durationSeconds: Tail;
  gaps: ScrapeGap[];
  spans: ScrapeGapSpan[];
  measured: Float64Array;
  options: ScrapesOptions;
}

/** The finding; `unknown` while there are fewer than ten scrapes. Thresholds in docs/scrapes.md. */
export function describeScrapes(window: RoleWindow, reading: ScrapesReading): Finding {
  const { totals, goodRows, durationSeconds, gaps, spans, measured, options } = reading;
  const { scrapes } = window;
  if (totals.total === 0) {
    return { severity: 'unknown', sentence: 'Nothing was scraped in this window; choose a time at which the target was recorded.', time: null };
  }
  const lastSpan = spans.at(-1);
  const reachesNow = window.endMs >= options.nowMs - 5000 * options.intervalSeconds;
  if (lastSpan !== undefined && !lastSpan.over && reachesNow && lastSpan.scrapesMissed >= DOWN_SCRAPES) {
    return { severity: 'critical', sentence: gaps[gaps.length - 1].sentence, time: lastSpan.startMs / 1000 };
  }
  if (totals.total < MIN_SCRAPES) {
    const waitSeconds = (MIN_SCRAPES - totals.total) * options.intervalSeconds;
    return { severity: 'unknown', sentence: `Too little data: ${countText(totals.total, 'scrape')} in this window, at least ${MIN_SCRAPES} are needed. Wait about ${durationText(waitSeconds)}.`, time: null };
  }
  const lost = totals.failed + totals.skipped;
  const slowestRow = measured.reduce((best, seconds, row) => (seconds > (best < 0 ? -1 : measured[best]) ? row : best), -1);
  const timeout = options.timeoutSeconds === null ? '' : ` against a time-out of ${durationText(options.timeoutSeconds)}`;
  const speed = durationSeconds.max === null || durationSeconds.p50 === null || durationSeconds.p99 === null ? 'none was answered'
    : `half took under ${durationText(durationSeconds.p50)}, 1 % over ${durationText(durationSeconds.p99)}, the slowest ${durationText(durationSeconds.max)} at ${clockText(scrapes.startMs[slowestRow])}${timeout}`;
  const slow = options.timeoutSeconds !== null && (durationSeconds.max ?? 0) > SLOW_SHARE_OF_TIMEOUT * options.timeoutSeconds;
  const often = options.timeoutSeconds !== null && (durationSeconds.p99 ?? 0) > SLOW_SHARE_OF_TIMEOUT * options.timeoutSeconds;
  const causes = gaps.length === 0 ? '' : ` ${causesText(gaps)}`;
  if (lost === 0) {
    return {
      severity: often ? 'warning' : slow || gaps.length > 0 ? 'info' : 'ok',
      sentence: `All ${goodRows} scrapes were answered; ${speed}.${causes}`,
      time: slow ? scrapes.startMs[slowestRow] / 1000 : null,
    };
  }
  if (totals.failed === 0) {
    return {
      severity: often ? 'warning' : 'info',
      sentence: `No scrape failed, but ${countText(totals.skipped, 'tick')} of ${totals.total} left out while the scrape before was under way; ${speed}.${causes}`,
      time: scrapes.startMs[slowestRow] / 1000,
    };
  }
  const longest = gaps.reduce((worst, gap) => (gap.end - gap.start > worst.end - worst.start ? gap : worst));
  const timedOut = totals.timedOut === 0 ? '' : ` (${totals.timedOut} timed out)`;
  const skipped = totals.skipped === 0 ? '' : ` and ${countText(totals.skipped, 'tick')} left out`;
  return {
    severity: totals.failed > FAILED_CRITICAL * totals.total ? 'critical' : 'warning',
    sentence: `${totals.failed} of ${totals.total} scrapes failed${timedOut}${skipped}; ${speed}.${causes}`,
    time: longest.start,
  };
}

/** `2 gaps: 1 down, 1 around a GC cycle.` */
function causesText(gaps: ScrapeGap[]): string {
  const words: Record<string, string> = {
    down: 'target down', restart: 'restart', replay: 'WAL replay', timeout: 'time-out', gc: 'time-out around a GC cycle',
    compaction: 'time-out during a compaction', collector: 'tsdbscope not recording', unknown: 'other',
  };
  const counts = new Map<string, number>();
  for (const { cause } of gaps) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return `${countText(gaps.length, 'gap')}: ${[...counts].map(([cause, count]) => `${count} ${words[cause]}`).join(', ')}.`;
}

/** The "numbers behind it" table. */
export function scrapesFigures(
  totals: ScrapesPanel['scrapes'], duration: Tail, byState: ScrapesPanel['byState'], gaps: ScrapeGap[], options: ScrapesOptions,
): Figure[] {
  const figure = (name: string, value: number | null, unit: Figure['unit'], note?: string): Figure =>
    (note === undefined ? { name, value, unit, from: [] } : { name, value, unit, from: [], note });
  const none = (value: number | null): string | undefined => (value === null ? 'no such scrape in the window' : undefined);
  return [
    figure('Scrapes', totals.total, 'count', 'every tick of the window, also failed and left-out ones'),
    figure('Failed', totals.failed, 'count'),
    figure('Timed out', totals.timedOut, 'count', 'among the failed'),
    figure('Left out', totals.skipped, 'count', 'the scrape before was still under way'),
    figure('Gaps', gaps.length, 'count'),
    figure('Longest gap', gaps.length === 0 ? null : Math.max(...gaps.map((gap) => gap.end - gap.start)), 'seconds', gaps.length === 0 ? 'no gap' : undefined),
    figure('Duration, median', duration.p50, 'seconds', none(duration.p50)),
    figure('Duration, 99 % quantile', duration.p99, 'seconds', none(duration.p99)),
    figure('Duration, slowest', duration.max, 'seconds', none(duration.max)),
    ...byState.flatMap(({ state, count, p50, p99 }) => [
      figure(`Duration, median, ${STATE_WORDS[state]}`, p50, 'seconds', none(p50) ?? countText(count, 'scrape')),
      figure(`Duration, 99 % quantile, ${STATE_WORDS[state]}`, p99, 'seconds', none(p99) ?? countText(count, 'scrape')),
    ]),
    figure('Time-out', options.timeoutSeconds, 'seconds', options.timeoutSeconds === null ? 'a recording does not say' : undefined),
  ];
}

const STATE_WORDS = { quiet: 'quiet', gc: 'up to 1 s before a GC cycle ends', compaction: 'during compaction' };

/** Without these a gap gets a vaguer cause; the durations are tsdbscope's own. */
export function scrapesMissing(window: RoleWindow): MissingInput[] {
  if (window.scrapes.error.every((error) => error !== null)) return [];
  const missing: MissingInput[] = [];
  if (window.role('lastGcSeconds') === undefined) {
    missing.push({ names: window.expectedNames('lastGcSeconds'), costs: 'Slow scrapes and gaps cannot be set against GC cycles.', remedy: 'Register the Go collector of the client library with its memory statistics.' });
  }
  if (window.role('processStartSeconds') === undefined) {
    missing.push({ names: window.expectedNames('processStartSeconds'), costs: 'A restart is only seen when a counter falls.', remedy: 'Register the process collector of the client library.' });
  }
  return missing;
}
