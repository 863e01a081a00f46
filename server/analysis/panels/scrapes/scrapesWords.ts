/** The Scrapes panel in words: its finding, and what is missing. Thresholds: docs/reference/scrapes.md. */
import type {
  Finding, MissingInput, JobDurations, OwnScrapes, Part, QuantitySpikes, ScrapeCause, ScrapeGap, ScrapesPanel, Severity,
} from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { numberAt } from '../../../../core/elementAt.ts';
import type { ScrapeTable } from '../../../data/metrics/series.ts';
import type { ScrapeErrorKind } from '../../../../core/contract/terms/targetKind.ts';
import { hostRemedy } from '../../signals/host/hostWords.ts';
import { heldUpBy } from '../../signals/skippedScrapes.ts';
import { mayHaveBegunBefore, nothingKnown, reachesNow, type ScrapeGapSpan } from '../../signals/windowFrame.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { makerWords, quantityClaim } from '../../../../core/spikesClaim.ts';
import { at, count, joined, parts, percent, quantity, seconds } from '../../../../core/text/parts.ts';

const MIN_SCRAPES = 10;
const SLOW_SHARE_OF_TIMEOUT = 0.5;
const FAILED_CRITICAL = 0.05;
/** Share of failed scrapes not worth a look, if none of them is in the last ten minutes of the window. */
const FAILED_FEW = 0.005;
const LONG_OVER_SECONDS = 600;
/** Number of scrapes at the end of a live window that must all fail for the target to be down now. */
const DOWN_SCRAPES = 3;

export interface ScrapesOptions {
  timeoutSeconds: number | null;
  intervalSeconds: number;
  /** Width of one point; null picks one for about 1,200 points. */
  stepMs: number | null;
  /** Now, ms: a gap that lasts until the end of a window which reaches to now is ongoing. */
  nowMs: number;
  /** GOMAXPROCS, if its API reported it. */
  maxProcs?: number | null;
  /** Command line, which names the folder of its data. */
  flags?: Readonly<Record<string, string>> | undefined;
  /** Scrape durations against time-outs by job, if the target's API was asked. */
  jobs?: OwnScrapes['jobs'];
  /** Durations over time, from the TSDB that scrapes it. */
  jobDurations?: JobDurations;
  /** Spikes of the window's scrape durations; default none, as when they are unknown. */
  spikes?: QuantitySpikes;
}

export interface Tail { p50: number | null; p99: number | null; max: number | null }

export interface ScrapesReading {
  totals: ScrapesPanel['scrapes'];
  goodRows: number;
  durationSeconds: Tail;
  gaps: ScrapeGap[];
  spans: ScrapeGapSpan[];
  measured: Float64Array;
  /** Causes of slow and lost scrapes, most important first. */
  causes: readonly ScrapeCause[];
  spikes: QuantitySpikes;
  options: ScrapesOptions;
}

/** Finding code of a target that does not answer now, by the cause of the ongoing gap. */
const DOWN_CODES: Record<string, string> = {
  replay: 'target-replaying', down: 'target-down', unknown: 'target-failing',
};

/**
 * Codes: `nothing-scraped`, `too-little-data` (both `unknown`); for a target that has not answered to now
 * `target-down`, `target-replaying`, `target-hanging` (it times out) or `target-failing` (it answers, but not with
 * samples); `scrapes-failed`; `scrapes-skipped`; `scrapes-slow`; `scrapes-answered`.
 */
export function describeScrapes(window: RoleWindow, reading: ScrapesReading): Finding {
  const { totals, goodRows, durationSeconds, gaps, spans, measured, options } = reading;
  const { scrapes } = window;
  if (totals.total === 0) return nothingKnown(scrapes) ?? tooFew(totals.total, options);
  const lastSpan = spans.at(-1);
  const last = gaps.at(-1);
  if (isDownNow(window, lastSpan, options) && last !== undefined && last.cause !== 'collector')
    return downNow(last, window);
  if (totals.total < MIN_SCRAPES) return tooFew(totals.total, options);
  const slowestRow = measured.reduce(
    (best, duration, row) => (duration > (best < 0 ? -1 : numberAt(measured, best)) ? row : best), -1
  );
  const slowestAt = numberAt(scrapes.startMs, slowestRow) / 1000;
  const { timeoutSeconds } = options;
  const { p99, max } = durationSeconds;
  const slow = timeoutSeconds !== null && (max ?? 0) > SLOW_SHARE_OF_TIMEOUT * timeoutSeconds;
  const often = timeoutSeconds !== null && (p99 ?? 0) > SLOW_SHARE_OF_TIMEOUT * timeoutSeconds;
  const evidence = [
    speedParts(reading, slowestAt), causesParts(gaps), answersParts(scrapes, gaps),
    reading.spikes.spikes.length === 0 ? [] : quantityClaim(reading.spikes) ?? [],
    ...(reading.causes[0] === undefined ? [] : [reading.causes[0].parts, reading.causes[0].detail]),
  ];
  const slowest = max === null ? null : parts`the slowest took ${seconds(max)}`;
  if (totals.failed + totals.skipped === 0) {
    const all = parts`All ${quantity(goodRows, 'count')} scrapes succeeded`;
    return finding({
      code: slow ? 'scrapes-slow' : 'scrapes-answered',
      severity: often ? 'warning' : slow || gaps.length > 0 ? 'info' : 'ok',
      claim: slow ? parts`${all}, but ${slowest}, near the timeout of ${seconds(timeoutSeconds)}.`
        : gaps.length === 0 ? parts`${joined([all, delayedBy(reading.spikes) ?? slowest], '; ')}.`
          : parts`${all}; ${gaps.every(({ cause }) => cause === 'collector') ? 'tsdbscope did not record'
            : 'nothing was scraped'} for ${seconds(lengthOf(gaps))}.`,
      evidence, moment: slow ? slowestAt : null,
    });
  }
  if (totals.failed === 0) {
    return finding({
      code: 'scrapes-skipped', severity: often ? 'warning' : 'info',
      claim:
        parts`None of ${count(totals.total, 'scrape')} failed, but ${count(totals.skipped, 'was', 'were')} skipped.`,
      evidence: [skippedWhile(scrapes, options.intervalSeconds), ...evidence], moment: slowestAt,
    });
  }
  const longest = gaps.reduce((worst, gap) => (gap.end - gap.start > worst.end - worst.start ? gap : worst));
  const failedOf = parts`${quantity(totals.failed, 'count')} of ${quantity(totals.total, 'count')}`;
  return finding({
    code: 'scrapes-failed', severity: lossSeverity(window, reading),
    claim: parts`${failedOf} scrapes failed; the longest gap began at ${at(longest.start)} (${causeWords(longest)}).`,
    evidence: [
      parts`${joined([
        parts`The longest gap lasted ${seconds(longest.end - longest.start)}`,
        totals.timedOut === 0 ? null : parts`${quantity(totals.timedOut, 'count')} timed out`,
        totals.skipped === 0 ? null : parts`${count(totals.skipped, 'more scrape')} skipped`,
      ], '; ')}.`,
      ...evidence,
    ],
    moment: longest.start,
  });
}

/** Returns `queries make 66 % of the delay in 9 spikes`; null if a share is unreliable, or has no cause. */
function delayedBy({ spikes, causes: [first], confidence }: QuantitySpikes): Part[] | null {
  if (first === undefined || first.cause === 'unexplained' || confidence === 'too-early') return null;
  const share = percent(first.shareRatio);
  return parts`${makerWords(first.cause)} ${share} of the delay in ${count(spikes.length, 'spike')}`;
}

/** Returns info for few losses that are long over; one of the whole window, or that may go on, weighs more. */
function lossSeverity({ endMs }: RoleWindow, { totals, gaps }: ScrapesReading): Severity {
  if (totals.failed > FAILED_CRITICAL * totals.total) return 'critical';
  const lastEnd = Math.max(...gaps.map(({ end }) => end));
  return totals.failed <= FAILED_FEW * totals.total && endMs / 1000 - lastEnd >= LONG_OVER_SECONDS ? 'info' : 'warning';
}

/** Returns the total length of the gaps, seconds. */
function lengthOf(gaps: readonly ScrapeGap[]): number {
  return gaps.reduce((sum, { start, end }) => sum + end - start, 0);
}

function tooFew(total: number, { intervalSeconds }: ScrapesOptions): Finding {
  const wait = formatSeconds((MIN_SCRAPES - total) * intervalSeconds);
  const of = parts`${quantity(total, 'count')} of ${quantity(MIN_SCRAPES, 'count')}`;
  return finding({
    code: 'too-little-data', severity: 'unknown', claim: parts`Too few scrapes to judge yet: ${of}.`,
    actions: [{ step: `Wait about ${wait}.`, why: `At least ${MIN_SCRAPES} scrapes are needed.`, risk: 'None.' }],
  });
}

/** Returns whether the last gap is ongoing: the target does not answer now. */
export function isDownNow(
  window: RoleWindow, last: ScrapeGapSpan | undefined, options: Pick<ScrapesOptions, 'nowMs' | 'intervalSeconds'>
): last is ScrapeGapSpan {
  return reachesNow(window, options.nowMs, options.intervalSeconds)
    && last?.over === false && last.scrapesMissed >= DOWN_SCRAPES;
}

export function downNow(gap: ScrapeGap, window: RoleWindow): Finding {
  const code = DOWN_CODES[gap.cause] ?? 'target-hanging';
  const isOlder = mayHaveBegunBefore(window, 1000 * gap.start);
  const since = parts`for ${isOlder ? 'over ' : null}${seconds(gap.end - gap.start)}, since ${
    isOlder ? 'before ' : null}${at(gap.start)}`;
  const claims: Record<string, Part[]> = {
    'target-replaying': parts`The target has not been ready ${since}: ${
      isOlder ? null : 'it is '}starting or replaying its WAL.`,
    'target-failing': parts`Scrapes have failed ${since}.`,
    'target-hanging': parts`The target hangs: no answer ${since}.`,
    'target-down': parts`The target has not answered ${since}.`,
  };
  return finding({ code, severity: 'critical', claim: claims[code] ?? [], evidence: [gap.parts], moment: gap.start });
}

function speedParts({ durationSeconds, options: { timeoutSeconds } }: ScrapesReading, slowestAt: number): Part[] {
  const { p50, p99, max } = durationSeconds;
  if (max === null || p50 === null || p99 === null) return parts`No scrape was answered.`;
  const typical = parts`Median scrape duration ${seconds(p50)}, 99th percentile ${seconds(p99)}`;
  const timeout = timeoutSeconds === null ? null : parts`; the timeout is ${seconds(timeoutSeconds)}`;
  return parts`${typical}, slowest ${seconds(max)} at ${at(slowestAt)}${timeout}.`;
}

function skippedWhile(scrapes: ScrapeTable, intervalSeconds: number): Part[] {
  const causes = scrapes.error.flatMap(
    (error, row) => (error?.kind === 'skipped' ? [heldUpBy(scrapes, row, intervalSeconds * 1000)] : [])
  );
  const own = causes.filter((cause) => cause === 'collector').length;
  if (own === causes.length) return parts`Skipped because tsdbscope was late storing the previous scrapes.`;
  const late = own === 0 ? null : parts` (${quantity(own, 'count')} of them because tsdbscope was late storing it)`;
  return parts`Skipped because the previous scrape was still running${late}.`;
}

/** Errors of a target that answers, but not with samples. */
const ANSWER_KINDS: ReadonlySet<ScrapeErrorKind> = new Set(['http', 'format', 'redirect', 'too_large', 'tls', 'other']);

const CAUSE_WORDS: Record<string, string> = {
  down: 'target down', restart: 'restart', replay: 'WAL replay', collector: 'tsdbscope not recording',
  network: 'no connection to the target', unknown: 'scrape error', freeze: 'the process was frozen',
  'own-scrapes': 'the target did not scrape itself',
};
const SLOWNESS_WORDS: Record<string, string> = {
  gc: 'around a GC cycle', compaction: 'during a compaction', fsync: 'with a slow WAL fsync', cpu: 'while CPU-limited',
  start: 'after a start', timeout: '', slow: '', 'host-cpu': 'with host CPU saturated',
  throttling: 'with CPU throttled', disk: 'with a saturated disk', swap: 'while the host is short of memory',
  queries: 'during heavy queries',
};

/** Returns `target down`, `timeout around a GC cycle`. A skipped scrape is not a timeout. */
function causeWords({ cause, timedOut }: ScrapeGap): string {
  return CAUSE_WORDS[cause] ?? `${timedOut > 0 ? 'timeout' : 'slow answer'} ${SLOWNESS_WORDS[cause] ?? ''}`.trim();
}

/** Returns `2 gaps: 1 target down, 1 timeout around a GC cycle.` */
function causesParts(gaps: readonly ScrapeGap[]): Part[] {
  if (gaps.length === 0) return [];
  const counts = new Map<string, number>();
  for (const gap of gaps) counts.set(causeWords(gap), (counts.get(causeWords(gap)) ?? 0) + 1);
  const byCause = [...counts].map(([words, gapCount]) => parts`${quantity(gapCount, 'count')} ${words}`);
  return parts`${count(gaps.length, 'gap')}: ${joined(byCause, ', ')}.`;
}

/** Returns the most frequent error of the gaps that have no cause of their own (a 500, a login page, credentials). */
function answersParts(scrapes: ScrapeTable, gaps: readonly ScrapeGap[]): Part[] {
  if (gaps.every(({ cause }) => cause !== 'unknown')) return [];
  const counts = new Map<string, number>();
  for (const error of scrapes.error) {
    if (error !== null && ANSWER_KINDS.has(error.kind)) counts.set(error.message, (counts.get(error.message) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most === undefined ? [] : parts`Most frequent error: ${most[0]}`;
}

const GO_MEMORY = 'Register the Go collector of the client library with its memory statistics.';
const PROCESS = 'Register the process collector of the client library.';

/** Lists missing inputs without which a gap gets a less specific cause; the durations are tsdbscope's own. */
export function scrapesMissing(window: RoleWindow, own: OwnScrapes): MissingInput[] {
  if (window.scrapes.error.every((error) => error !== null)) return [];
  const lacking = (role: Role, costs: string, remedy: string): MissingInput[] =>
    (window.role(role) === undefined ? [{ names: window.expectedNames(role), costs, remedy }] : []);
  const ownNames = window.expectedNames('targetIntervalQuantiles');
  return [
    ...lacking('lastGcSeconds', 'Slow scrapes and gaps cannot be compared with GC cycles.', GO_MEMORY),
    ...lacking('processStartSeconds', 'A restart is only visible when a counter drops.', PROCESS),
    ...lacking('cpuSeconds', 'Whether the target was CPU-limited is not known.', PROCESS),
    ...lacking('hostCpuSeconds', 'Whether the host’s CPU or a disk was saturated is not known.', hostRemedy(window))
      .map((input) => ({ ...input, names: input.names.slice(0, 1) })),
    ...(own.intervals.length > 0 || own.scrapesPerSecond !== null || ownNames.length === 0 ? [] : [{
      names: ownNames, costs: 'The jitter of the target’s own scrapes is not known.',
      remedy: 'It appears once the target has scraped something.',
    }]),
  ];
}
