/** From the scrapes answer to what is drawn; pure. */
import type { OverlapTest, ScrapeErrorKind, ScrapesPanel } from '../../contract/contract.ts';
import type { ChartLine, ChartMark, ChartModel, ChartSpan } from '../charts/chartModel.ts';
import { compactionSpans, contextLine, cycleMark, gapSpans, restartMark, timeChart } from '../charts/panelParts.ts';
import { formatRatio, formatSeconds, formatValue } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';

const errorWords: Record<ScrapeErrorKind, string> = {
  refused: 'refused', reset: 'connection reset', timeout: 'timed out', dns: 'name not found', tls: 'TLS failed', redirect: 'redirected elsewhere',
  too_large: 'answer too large', http: 'HTTP error', format: 'no metrics in the answer', skipped: 'left out (the one before still ran)', other: 'failed otherwise',
};

export const causeWords: Record<string, string> = {
  down: 'target down', restart: 'restart', replay: 'WAL replay', timeout: 'timed out', slow: 'slow answer', gc: 'GC cycle', compaction: 'compaction', fsync: 'slow WAL fsync',
  cpu: 'CPU at its ceiling', start: 'just started', network: 'no way to it', collector: 'tsdbscope not running', unknown: 'not known',
  'host-cpu': 'host short of CPU', throttling: 'CPU throttled', disk: 'disk at its limit',
};

export const suspectWords: Record<string, string> = {
  gc: 'a GC cycle', compaction: 'a compaction', replay: 'WAL replay', fsync: 'a slow WAL fsync', cpu: 'CPU at its ceiling', start: 'the first 30 s after a start',
  'host-cpu': 'a host short of CPU', throttling: 'CPU throttling', disk: 'a disk at its limit',
};

/** `< 0.01`, `0.087`; an en dash without a test. */
export function pText(pValue: number | null): string {
  if (pValue === null) return '–';
  return pValue < 0.001 ? '< 0.001' : pValue.toFixed(pValue < 0.1 ? 3 : 2);
}

/** What a p-value says, in a word. */
export function linkWord({ pValue }: OverlapTest): string {
  if (pValue === null) return 'too few to tell';
  return pValue < 0.01 ? 'no coincidence' : pValue < 0.05 ? 'hardly a coincidence' : 'may be chance';
}

const steps: Record<string, string> = {
  cpu: 'raise the CPU limit of the target, or take load off it (fewer samples, rules and queries)',
  gc: 'make GC cycles rarer or shorter: a higher GOGC where memory allows, fewer series (GC & CPU has the what-if)',
  compaction: 'give the target a faster disk or another core, or spread its compactions (--enable-feature=delayed-compaction, 3.x)',
  replay: 'wait for the end of the replay (WAL replay has the time left)',
  fsync: 'look at the disk that holds the WAL: it makes appends wait',
  start: 'nothing: it passes; give it more CPU if starts are frequent',
  'host-cpu': 'find what else takes the host’s cores, or give the target a host with more of them',
  throttling: 'cool the host: its cores are slowed down',
  disk: 'look at what keeps the disk busy (Compaction has the host’s disks), or give the target one of its own',
};

/** What to try for the causes that slow scrapes meet more often than by chance, most often met first; null where none is. */
export function whatToTry(tests: readonly OverlapTest[]): string | null {
  const linked = tests.filter(({ pValue }) => pValue !== null && pValue < 0.01).toSorted((a, b) => b.overlapping - a.overlapping);
  const known = linked.flatMap(({ cause }) => steps[cause] ?? []).slice(0, 2);
  return known.length === 0 ? null : `To try: ${known.join('; then ')}.`;
}

/** When CPU stood against its ceiling, for the chart. */
function ceilingSpans({ cpuCeiling }: ScrapesPanel): ChartSpan[] {
  return (cpuCeiling?.spans ?? []).map((span, i) => ({
    key: `ceiling-${i}`, colour: 'cpu', fill: 'band', label: 'CPU at its ceiling', start: span.start, end: span.end,
    detail: `CPU at its ceiling of ${formatValue(cpuCeiling?.cores, 'cores')}`,
  }));
}

export interface ScrapesView {
  context: string;
  duration: ChartModel;
  /** Said when the timeout lies above the axis. */
  timeoutNote: string | null;
}

/** Failures as marks, one legend entry for each kind: timeouts are crosses at their duration, the rest stand at the bottom. */
function failureMarks(panel: ScrapesPanel): ChartMark[] {
  const { time, error, durationSeconds } = panel.points;
  const kinds = [...new Set(error.filter((kind) => kind !== null))];
  return kinds.map((kind) => {
    const at = error.flatMap((one, i) => (one === kind ? [i] : []));
    return {
      key: kind, label: errorWords[kind], colour: kind === 'skipped' ? 'gap' : 'failure', shape: kind === 'skipped' ? 'dot' : 'cross',
      times: at.map((i) => time[i] ?? 0), values: at.map((i) => (kind === 'skipped' ? null : (durationSeconds[i] ?? null))),
      details: at.map((i) => ((durationSeconds[i] ?? null) === null ? '' : `after ${formatSeconds(durationSeconds[i] ?? 0)}`)),
    };
  });
}

/** The timeout is drawn when the slowest answered scrape came within a quarter of it; else it would press the scrapes flat. */
export function timeoutIsDrawn(timeoutSeconds: number | null, answered: readonly (number | null)[]): boolean {
  return timeoutSeconds !== null && answered.some((duration) => duration !== null && duration >= timeoutSeconds / 4);
}

export function scrapesView(panel: ScrapesPanel, zone: Zone, now: number): ScrapesView {
  const { points, scrapes, timeoutSeconds } = panel;
  // A failed try is a cross, not a point of the line.
  const answered = points.durationSeconds.map((duration, i) => (points.error[i] === null || points.error[i] === undefined ? duration : null));
  const isDrawn = timeoutIsDrawn(timeoutSeconds, answered);
  const lines: ChartLine[] = [{ key: 'duration', label: 'scrape duration', colour: 'cpu', style: 'points', values: answered }];
  if (isDrawn) lines.push({ key: 'timeout', label: 'timeout', colour: 'failure', style: 'dash', values: points.time.map(() => timeoutSeconds) });
  const failedRatio = scrapes.total > 0 ? scrapes.failed / scrapes.total : 0;
  return {
    context: contextLine(panel, zone, now, [
      scrapes.failed === 0 ? 'none failed' : `${scrapes.failed.toLocaleString('en-US')} failed (${formatRatio(failedRatio)}), ${scrapes.timedOut.toLocaleString('en-US')} timed out`,
      scrapes.skipped === 0 ? null : `${scrapes.skipped.toLocaleString('en-US')} left out`,
    ]),
    duration: timeChart(panel, points.time, {
      label: `How long each scrape took; ${scrapes.failed} of ${scrapes.total} failed.`, unit: 'seconds', lines,
      marks: [cycleMark(panel.cycles), restartMark(panel), ...failureMarks(panel)],
      spans: [...gapSpans(panel, panel.gaps), ...ceilingSpans(panel), ...compactionSpans(panel.compactions)],
    }),
    timeoutNote: timeoutSeconds === null || isDrawn ? null : `The timeout of ${formatSeconds(timeoutSeconds)} lies far above this axis.`,
  };
}
