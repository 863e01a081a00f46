/** Charts and texts from the scrapes answer; pure. */
import type { OverlapTest, ScrapeCause, ScrapeErrorKind, ScrapesPanel } from '../../contract/contract.ts';
import type { ChartLine, ChartMark, ChartModel, ChartSpan } from '../charts/chartModel.ts';
import { spikeFills } from '../charts/spikeFills.ts';
import { compactionSpans, contextLine, cycleMark, gapSpans, restartMark, timeChart } from '../charts/panelParts.ts';
import { formatPValue, formatRatio, formatSeconds, formatValue, unknownText } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';

const errorWords: Record<ScrapeErrorKind, string> = {
  refused: 'refused', reset: 'connection reset', timeout: 'timed out', dns: 'name not found', tls: 'TLS failed',
  redirect: 'redirected',
  too_large: 'response too large', http: 'HTTP error', format: 'no metrics in the response',
  skipped: 'skipped (the previous one still ran)', other: 'failed',
};

export const causeWords: Record<string, string> = {
  down: 'target down', restart: 'restart', replay: 'WAL replay', timeout: 'timed out', slow: 'slow answer',
  gc: 'GC cycle', compaction: 'compaction', fsync: 'slow WAL fsync',
  cpu: 'CPU-limited', start: 'just started', network: 'no connection', collector: 'tsdbscope not recording',
  unknown: 'not known',
  'host-cpu': 'host CPU saturated', throttling: 'CPU throttled', disk: 'disk saturated', swap: 'host short of memory',
  queries: 'heavy queries', freeze: 'process frozen', 'own-scrapes': 'no scrapes of itself',
};

export const suspectWords: Record<string, string> = {
  gc: 'a GC cycle', compaction: 'a compaction', replay: 'WAL replay', fsync: 'a slow WAL fsync', cpu: 'the CPU limit',
  start: 'the first 30 s after a start',
  'host-cpu': 'a saturated host CPU', throttling: 'CPU throttling', disk: 'a saturated disk',
  swap: 'a host short of memory', queries: 'heavy queries', freeze: 'a frozen process',
};

/** Returns `< 0.001`, `0.087`; an en dash without a test. */
export function pText(pValue: number | null): string {
  return pValue === null ? unknownText : formatPValue(pValue).replace(/^p (?:= )?/, '');
}

/** Returns the meaning of a p-value in a word. */
export function linkWord({ pValue, windowRatio }: OverlapTest): string {
  if (pValue === null) return windowRatio === 1 ? 'all of the window' : 'too few';
  return pValue < 0.01 ? 'significant' : pValue < 0.05 ? 'weakly significant' : 'noise';
}

const steps: Record<string, string> = {
  cpu: 'raise the CPU limit of the target, or reduce its load (fewer samples, rules and queries)',
  gc:
    'make GC cycles less frequent or shorter: a higher GOGC where memory '
      + 'allows, fewer series (GC & CPU has the what-if)',
  compaction:
    'give the target a faster disk or another core, or spread its compactions '
      + '(--enable-feature=delayed-compaction, Prometheus 2.55 and later)',
  replay: 'wait until the replay ends (WAL replay shows the time left)',
  fsync: 'check the disk that holds the WAL: appends wait for it',
  start: 'nothing, it passes; give it more CPU if starts are frequent',
  'host-cpu': 'find what else uses the host’s cores, or move the target to a host with more cores',
  throttling: 'improve the host’s cooling: its cores are throttled',
  disk: 'find what keeps the disk busy (Compaction shows the host’s disks), or give the target its own disk',
  swap: 'give the host more memory, or move what else uses it away',
  queries: 'find the queries that take long (the query log), and the dashboards and rules that ask them',
  freeze: 'find what stopped the process: SIGSTOP, a frozen container, or a paused virtual machine',
};

/** Returns remedies for the first causes of slow scrapes; null without one. */
export function whatToTry(causes: readonly ScrapeCause[]): string | null {
  const known = causes.flatMap(({ cause }) => steps[cause] ?? []).slice(0, 2);
  return known.length === 0 ? null : `To try: ${known.join('; then ')}.`;
}

/** Returns the spans in which the target was CPU-limited, for the chart. */
function ceilingSpans({ cpuCeiling }: ScrapesPanel): ChartSpan[] {
  return (cpuCeiling?.spans ?? []).map((span, i) => ({
    key: `ceiling-${i}`, colour: 'cpu', fill: 'band', label: 'CPU-limited', start: span.start, end: span.end,
    detail: `CPU-limited at ${formatValue(cpuCeiling?.cores, 'cores')}`,
  }));
}

export interface ScrapesView {
  context: string;
  duration: ChartModel;
  /** Note shown if the timeout is above the axis; else null. */
  timeoutNote: string | null;
}

/**
 * Returns failures as marks, one legend entry per kind: timeouts are crosses at their duration, others are at the
 * bottom.
 */
function failureMarks(panel: ScrapesPanel): ChartMark[] {
  const { time, error, durationSeconds } = panel.points;
  const kinds = [...new Set(error.filter((kind) => kind !== null))];
  return kinds.map((kind) => {
    const at = error.flatMap((one, i) => (one === kind ? [i] : []));
    return {
      key: kind, label: errorWords[kind], colour: kind === 'skipped' ? 'gap'
        : 'failure', shape: kind === 'skipped' ? 'dot' : 'cross',
      times: at.map((i) => time[i] ?? 0),
      values: at.map((i) => (kind === 'skipped' ? null : (durationSeconds[i] ?? null))),
      details: at.map(
        (i) => ((durationSeconds[i] ?? null) === null ? '' : `after ${formatSeconds(durationSeconds[i] ?? 0)}`)
      ),
    };
  });
}

/**
 * Returns whether the timeout is drawn: if the slowest answered scrape took at least a quarter of it; else it would
 * flatten the scrapes.
 */
export function timeoutIsDrawn(timeoutSeconds: number | null, answered: readonly (number | null)[]): boolean {
  return timeoutSeconds !== null && answered.some((duration) => duration !== null && duration >= timeoutSeconds / 4);
}

export function scrapesView(panel: ScrapesPanel, zone: Zone, now: number): ScrapesView {
  const { points, scrapes, timeoutSeconds } = panel;
  // A failed attempt is a cross, not a point of the line.
  const answered = points.durationSeconds.map(
    (duration, i) => (points.error[i] === null || points.error[i] === undefined ? duration : null)
  );
  const isDrawn = timeoutIsDrawn(timeoutSeconds, answered);
  const lines: ChartLine[] = [
    { key: 'duration', label: 'scrape duration', colour: 'cpu', style: 'points', values: answered },
  ];
  if (isDrawn) lines.push({
    key: 'timeout', label: 'timeout', colour: 'failure', style: 'dash', values: points.time.map(() => timeoutSeconds),
  });
  const failedRatio = scrapes.total > 0 ? scrapes.failed / scrapes.total : 0;
  return {
    context: contextLine(panel, zone, now, [
      scrapes.failed === 0 ? 'none failed'
        : `${scrapes.failed.toLocaleString('en-US')} failed (${formatRatio(failedRatio)}), `
          + `${scrapes.timedOut.toLocaleString('en-US')} timed out`,
      scrapes.skipped === 0 ? null : `${scrapes.skipped.toLocaleString('en-US')} skipped`,
    ]),
    duration: timeChart(panel, points.time, {
      label: `How long each scrape took; ${scrapes.failed} of ${scrapes.total} failed.`, unit: 'seconds', lines,
      fills: spikeFills(panel.spikes, points.time, points.durationSeconds),
      marks: [cycleMark(panel.cycles), restartMark(panel), ...failureMarks(panel)],
      spans: [...gapSpans(panel, panel.gaps), ...ceilingSpans(panel), ...compactionSpans(panel.compactions)],
    }),
    timeoutNote: timeoutSeconds === null || isDrawn ? null
      : `The timeout of ${formatSeconds(timeoutSeconds)} is far above this axis.`,
  };
}
