/** Charts of the WAL, the page cache, and what writes of VictoriaMetrics and the Thanos compactor wait for; pure. */
import type { CompactionPanel, WalActivity } from '../../contract/contract.ts';
import { formatBytes, formatSeconds } from '../../text/format.ts';
import type { ChartLine, ChartModel } from '../charts/chartModel.ts';
import { compactionSpans, gapSpans, ifAny, restartMark, timeChart } from '../charts/panelParts.ts';

export interface StorageView {
  fsync: ChartModel | null;
  flushes: ChartModel | null;
  walBytes: ChartModel | null;
  pageCache: ChartModel | null;
  waiting: ChartModel | null;
  slowInserts: ChartModel | null;
}

/** Returns the charts, each null if no scrape of the window has its data. */
export function storageView(panel: CompactionPanel): StorageView {
  const { wal, pageCache, merges } = panel;
  const spans = [...gapSpans(panel), ...compactionSpans(panel.compactions)];
  const chart = (label: string, unit: ChartModel['unit'], lines: (ChartLine | null)[]): ChartModel | null => {
    const drawn = lines.filter((line) => line !== null && ifAny(line.values) !== undefined) as ChartLine[];
    return drawn.length === 0 ? null
      : timeChart(panel, panel.series.time, { label, unit, lines: drawn, spans, marks: [restartMark(panel)] });
  };
  const line = (
    key: string, label: string, colour: ChartLine['colour'], values: (number | null)[] | undefined
  ): ChartLine | null => (values === undefined ? null : { key, label, colour, style: 'line', values });
  return {
    fsync: chart('WAL fsync duration: quantiles as the target states them, with compactions marked.', 'seconds',
      fsyncLines(wal)),
    flushes: chart('WAL pages flushed per second.', 'perSecond', [
      line('flushes', 'pages flushed', 'replay', wal?.pageFlushesPerSecond),
    ]),
    walBytes: chart('Size of the WAL, with compactions marked.', 'bytes', [
      line('wal', 'WAL', 'replay', wal?.bytes),
    ]),
    pageCache: chart('Page cache and free memory of the machine, with compactions marked.', 'bytes', [
      line('cached', 'page cache', 'memory', pageCache?.cachedBytes),
      line('free', 'free', 'other', pageCache?.freeBytes),
    ]),
    waiting: chart('Rows waiting to be written.', 'count', [
      line('pending', 'pending rows', 'replay', merges?.pressure.pendingRows),
    ]),
    slowInserts: chart('Slow inserts per second: rows whose series was not in the cache.', 'perSecond', [
      line('slow', 'slow inserts', 'failure', merges?.pressure.slowInserts),
    ]),
  };
}

/** Returns the backlog of a Thanos compactor; null for other targets. */
export function backlogChart(panel: CompactionPanel): ChartModel | null {
  const values = panel.merges?.pressure.backlog;
  return values === undefined || ifAny(values) === undefined ? null : timeChart(panel, panel.series.time, {
    label: 'Compactions left in the backlog of the compactor.', unit: 'count', marks: [restartMark(panel)],
    lines: [{ key: 'backlog', label: 'compactions left', colour: 'compaction', style: 'line', values }],
    spans: [...gapSpans(panel), ...compactionSpans(panel.compactions)],
  });
}

/** Returns the quantiles as lines; the highest is last and strongest. */
function fsyncLines(wal: WalActivity | null): ChartLine[] {
  const shown = wal?.fsyncQuantiles ?? [];
  return shown.map(({ quantile, seconds }, i): ChartLine => ({
    key: `q${quantile}`, label: `p${Math.round(1000 * Number(quantile)) / 10}`, values: seconds,
    colour: i === shown.length - 1 ? 'replay' : 'other', style: i === 0 && shown.length > 1 ? 'dash' : 'line',
  }));
}

const FAILED: Record<WalActivity['failures'][number]['what'], string> = {
  writes: 'writes', truncations: 'truncations', checkpoints: 'checkpoints',
  'checkpoint-deletions': 'deletions of old checkpoints',
};

/** Returns `412 fsyncs, 2.1 ms on average; 3 truncations in 4.2 s; nothing failed`. */
export function walText({ fsyncs, fsyncMeanSeconds, truncations, failures }: WalActivity): string {
  const number = (value: number): string => Math.round(value).toLocaleString('en-US');
  return [
    fsyncs === null ? null : `${number(fsyncs)} fsyncs`
      + (fsyncMeanSeconds === null ? '' : `, ${formatSeconds(fsyncMeanSeconds)} on average`),
    `${number(truncations.count)} truncations`
      + (truncations.seconds === null || truncations.count === 0 ? '' : ` in ${formatSeconds(truncations.seconds)}`),
    failures.length === 0 ? 'nothing failed'
      : `failed: ${failures.map(({ what, count }) => `${number(count)} ${FAILED[what]}`).join(', ')}`,
  ].filter((text) => text !== null).join('; ');
}

/** Returns `512 MiB lost, 1.2 GiB free then, warm again after 45 s`; null if nothing was lost. */
export function cacheText(
  { pageCacheLostBytes, freeBytes, pageCacheWarmSeconds }:
  Pick<CompactionPanel['compactions'][number], 'pageCacheLostBytes' | 'freeBytes' | 'pageCacheWarmSeconds'>
): string | null {
  if (pageCacheLostBytes === null || pageCacheLostBytes <= 0) return null;
  return [
    `${formatBytes(pageCacheLostBytes)} lost`, freeBytes === null ? null : `${formatBytes(freeBytes)} free then`,
    pageCacheWarmSeconds === null ? null : `warm again after ${formatSeconds(pageCacheWarmSeconds)}`,
  ].filter((text) => text !== null).join(', ');
}
