/**
 * The Scrapes panel in words: its sentence, its table, and what is missing. Thresholds are documented in docs/reference/scrapes.md.
 */
import type { Figure, Finding, MissingInput, OverlapTest, OwnScrapes, ScrapeGap, ScrapesPanel } from '../../../core/contract/contract.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import type { ScrapeTable } from '../../metrics/series.ts';
import type { ScrapeErrorKind } from '../../../core/contract/targetKind.ts';
import { hostRemedy } from '../../signals/host/hostWords.ts';
import { heldUpBy } from '../../signals/skippedScrapes.ts';
import type { CpuCeiling } from '../../signals/cpuCeiling.ts';
import type { ScrapeGapSpan } from '../../signals/windowFrame.ts';
import { clockText, countText } from '../../../core/text/wording.ts';
import { formatSeconds } from '../../../core/text/format.ts';

const MIN_SCRAPES = 10;
const SLOW_SHARE_OF_TIMEOUT = 0.5;
const FAILED_CRITICAL = 0.05;
/** The last scrapes of a live window that all failed: the target is down now. */
const DOWN_SCRAPES = 3;
/** An overlap that chance brings less often than this is said in the sentence. */
const LINKED = 0.01;

export interface ScrapesOptions {
  timeoutSeconds: number | null;
  intervalSeconds: number;
  /** Width of one point; null picks one for about 1,200 points. */
  stepMs: number | null;
  /** Now, ms: a gap that lasts until the end of a window which reaches to now is going on. */
  nowMs: number;
  /** GOMAXPROCS where its API told. */
  maxProcs?: number | null;
  /** Scrape durations against time-outs by job, where the target's API was asked. */
  jobs?: OwnScrapes['jobs'];
}

export interface Tail { p50: number | null; p99: number | null; max: number | null }

export interface ScrapesReading {
  totals: ScrapesPanel['scrapes'];
  goodRows: number;
  durationSeconds: Tail;
  gaps: ScrapeGap[];
  spans: ScrapeGapSpan[];
  measured: Float64Array;
  tests: readonly OverlapTest[];
  options: ScrapesOptions;
}

/** The finding; `unknown` while there are fewer than ten scrapes. Thresholds in docs/reference/scrapes.md. */
export function describeScrapes(window: RoleWindow, reading: ScrapesReading): Finding {
  const { totals, goodRows, durationSeconds, gaps, spans, measured, tests, options } = reading;
  const { scrapes } = window;
  if (totals.total === 0) {
    return { severity: 'unknown', sentence: 'Nothing was scraped in this window; choose a time at which the target was recorded.', time: null };
  }
  const lastSpan = spans.at(-1);
  const reachesNow = window.endMs >= options.nowMs - 5000 * options.intervalSeconds;
  if (lastSpan !== undefined && !lastSpan.over && reachesNow && lastSpan.scrapesMissed >= DOWN_SCRAPES && gaps[gaps.length - 1].cause !== 'collector') {
    return { severity: 'critical', sentence: gaps[gaps.length - 1].sentence, time: lastSpan.startMs / 1000 };
  }
  if (totals.total < MIN_SCRAPES) {
    const waitSeconds = (MIN_SCRAPES - totals.total) * options.intervalSeconds;
    return { severity: 'unknown', sentence: `Too little data: ${countText(totals.total, 'scrape')} in this window, at least ${MIN_SCRAPES} are needed. Wait about ${formatSeconds(waitSeconds)}.`, time: null };
  }
  const lost = totals.failed + totals.skipped;
  const slowestRow = measured.reduce((best, seconds, row) => (seconds > (best < 0 ? -1 : measured[best]) ? row : best), -1);
  const timeout = options.timeoutSeconds === null ? '' : ` against a time-out of ${formatSeconds(options.timeoutSeconds)}`;
  const speed = durationSeconds.max === null || durationSeconds.p50 === null || durationSeconds.p99 === null ? 'none was answered'
    : `half took under ${formatSeconds(durationSeconds.p50)}, 1 % over ${formatSeconds(durationSeconds.p99)}, the slowest ${formatSeconds(durationSeconds.max)} at ${clockText(scrapes.startMs[slowestRow])}${timeout}`;
  const slow = options.timeoutSeconds !== null && (durationSeconds.max ?? 0) > SLOW_SHARE_OF_TIMEOUT * options.timeoutSeconds;
  const often = options.timeoutSeconds !== null && (durationSeconds.p99 ?? 0) > SLOW_SHARE_OF_TIMEOUT * options.timeoutSeconds;
  const causes = `${gaps.length === 0 ? '' : ` ${causesText(gaps)}${answersText(scrapes, gaps)}`}${linksText(tests)}`;
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
      sentence: `No scrape failed, but ${countText(totals.skipped, 'tick')} of ${totals.total} left out ${leftOutWhile(scrapes, options.intervalSeconds)}; ${speed}.${causes}`,
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

function leftOutWhile(scrapes: ScrapeTable, intervalSeconds: number): string {
  const causes = scrapes.error.flatMap((error, row) => (error?.kind === 'skipped' ? [heldUpBy(scrapes, row, intervalSeconds * 1000)] : []));
  const own = causes.filter((cause) => cause === 'collector').length;
  if (own === causes.length) return 'while tsdbscope was behind with storing';
  return `while the scrape before was under way${own === 0 ? '' : ` (${own} of them while tsdbscope was behind with storing)`}`;
}

/** It answered, and not with samples. */
const ANSWER_KINDS: ReadonlySet<ScrapeErrorKind> = new Set(['http', 'format', 'redirect', 'too_large', 'tls', 'other']);

const CAUSE_WORDS: Record<string, string> = {
  down: 'target down', restart: 'restart', replay: 'WAL replay', collector: 'tsdbscope not recording', network: 'no way to the target', unknown: 'other',
};
const SLOWNESS_WORDS: Record<string, string> = {
  gc: 'around a GC cycle', compaction: 'during a compaction', fsync: 'with a slow WAL fsync', cpu: 'with CPU at its ceiling', start: 'after a start', timeout: '', slow: '',
  'host-cpu': 'with the host short of CPU', throttling: 'with the cores slowed down', disk: 'with a disk at its limit',
};

/** `2 gaps: 1 target down, 1 time-out around a GC cycle.` A tick that was left out is no time-out. */
function causesText(gaps: readonly ScrapeGap[]): string {
  const counts = new Map<string, number>();
  for (const { cause, timedOut } of gaps) {
    const words = CAUSE_WORDS[cause] ?? `${timedOut > 0 ? 'time-out' : 'slow answer'} ${SLOWNESS_WORDS[cause] ?? ''}`.trim();
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return `${countText(gaps.length, 'gap')}: ${[...counts].map(([words, count]) => `${count} ${words}`).join(', ')}.`;
}

/** What the gaps that have no cause of their own say: the error that came most often (a 500, a login page, credentials). */
function answersText(scrapes: ScrapeTable, gaps: readonly ScrapeGap[]): string {
  if (gaps.every(({ cause }) => cause !== 'unknown')) return '';
  const counts = new Map<string, number>();
  for (const error of scrapes.error) {
    if (error !== null && ANSWER_KINDS.has(error.kind)) counts.set(error.message, (counts.get(error.message) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most === undefined ? '' : ` Most often: ${most[0]}`;
}

/** The causes that slow scrapes meet more often than chance has it; nothing where none does. */
function linksText(tests: readonly OverlapTest[]): string {
  const linked = tests.filter(({ pValue }) => pValue !== null && pValue < LINKED).sort((a, b) => b.overlapping - a.overlapping);
  return linked.length === 0 ? '' : ` ${linked[0].sentence}`;
}

interface FigureInputs {
  totals: ScrapesPanel['scrapes'];
  duration: Tail;
  byState: ScrapesPanel['byState'];
  gaps: readonly ScrapeGap[];
  tests: readonly OverlapTest[];
  slow: ScrapesPanel['slow'];
  ceiling: CpuCeiling | null;
}

/** The "numbers behind it" table. */
export function scrapesFigures({ totals, duration, byState, gaps, tests, slow, ceiling }: FigureInputs, options: ScrapesOptions): Figure[] {
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
    figure('Slow from', slow.thresholdSeconds, 'seconds', `the slowest 5 %, twice the median at least; with the lost ones ${countText(slow.count, 'scrape')}`),
    ...tests.map(({ cause, overlapping, expectedHigh, pValue, sentence }): Figure => ({
      name: `Slow scrapes, ${SUSPECT_WORDS[cause] ?? cause}`, value: overlapping, unit: 'count', from: [], note: pValue === null ? sentence : `${sentence} One shift in twenty gives more than ${Math.round(expectedHigh)}.`,
    })),
    ...(ceiling === null ? [] : [figure('CPU ceiling', ceiling.cores, 'cores', ceiling.basis)]),
  ];
}

const SUSPECT_WORDS: Record<string, string> = {
  gc: 'around GC', compaction: 'during compaction', replay: 'during replay', fsync: 'with a slow fsync', cpu: 'with CPU at its ceiling', start: 'after a start',
  'host-cpu': 'with the host short of CPU', throttling: 'with the cores slowed down', disk: 'with a disk at its limit',
};

const STATE_WORDS = { quiet: 'quiet', gc: 'up to 1 s before a GC cycle ends', compaction: 'during compaction' };

/** Without these a gap gets a vaguer cause; the durations are tsdbscope's own. */
export function scrapesMissing(window: RoleWindow, own: OwnScrapes): MissingInput[] {
  if (window.scrapes.error.every((error) => error !== null)) return [];
  const missing: MissingInput[] = [];
  if (window.role('lastGcSeconds') === undefined) {
    missing.push({ names: window.expectedNames('lastGcSeconds'), costs: 'Slow scrapes and gaps cannot be set against GC cycles.', remedy: 'Register the Go collector of the client library with its memory statistics.' });
  }
  if (window.role('processStartSeconds') === undefined) {
    missing.push({ names: window.expectedNames('processStartSeconds'), costs: 'A restart is only seen when a counter falls.', remedy: 'Register the process collector of the client library.' });
  }
  if (window.role('cpuSeconds') === undefined) {
    missing.push({ names: window.expectedNames('cpuSeconds'), costs: 'Whether the target was short of CPU is not known.', remedy: 'Register the process collector of the client library.' });
  }
  if (window.role('hostCpuSeconds') === undefined) {
    missing.push({ names: window.expectedNames('hostCpuSeconds').slice(0, 1), costs: 'Whether the host was short of CPU, or a disk at its limit, is not known.', remedy: hostRemedy(window) });
  }
  const ownNames = window.expectedNames('targetIntervalQuantiles');
  if (own.intervals.length === 0 && own.scrapesPerSecond === null && ownNames.length > 0) {
    missing.push({ names: ownNames, costs: 'The jitter of the scrapes that the target makes itself is not known.', remedy: 'It appears once the target has scraped something.' });
  }
  return missing;
}
