/** Charts from the node_exporter's figures of the target's host; pure. */
import type { HostView, Target } from '../../contract/contract.ts';
import { lastIndex, type ChartLine, type ChartMark, type ChartModel, type ChartSpan } from './chartModel.ts';
import { bandEdge, gapSpans, ifAny } from './panelParts.ts';
import { formatSeconds, formatValue } from '../../text/format.ts';

/** Part of the host that a page draws. */
export type HostPart = 'cores' | 'disks' | 'memory' | 'waiting';

/** Maximum number of lines for single cores, as more hide one another; the busiest is always drawn. */
const mostCoreLines = 16;
/** Stolen cores below which the value is within the noise of the counter's ticks. */
const stolenCores = 0.05;
/** Rate below which swapping is negligible: 25 pages per second do not affect GC. */
const littleSwapping = 100_000;

interface Wish { label: string; unit: ChartModel['unit']; lines: (ChartLine | null)[]; yMax?: number }

function line(
  key: string, label: string, colour: ChartLine['colour'],
  { style, values }: { style: ChartLine['style']; values: (number | null)[] }
): ChartLine | null {
  return ifAny(values) === undefined ? null : { key, label, colour, style, values };
}

function wishOf(part: HostPart, { series, perCore, cores }: HostView): Wish {
  switch (part) {
    case 'cores': {
      const hottest = line('hottest', 'busiest core', 'cpu', { style: 'line', values: series.hottestRatio });
      const band = bandEdge(series.hottestRatioMax, series.hottestRatio);
      return {
        label: `Utilisation of the host's ${cores ?? 0} cores, with the busiest one at each moment.`, unit: 'ratio',
        yMax: 1,
        lines: [
          ...(perCore.length > mostCoreLines ? [] : perCore.map((core, i): ChartLine => ({
            key: `core-${core.core}`, label: `each of ${perCore.length} cores`, colour: 'other', style: 'thin',
            values: core.busyRatio, silent: i > 0,
          }))),
          hottest === null || band === undefined ? hottest : { ...hottest, high: band, bandLabel: 'max per step' },
          line(
            'mean', 'all cores', 'other',
            {
              style: 'dash',
              values: series.busyCores.map((busy) => (busy === null || cores === null ? null : busy / cores)),
            }
          ),
          ifAny(series.stolenCores)?.some((one) => (one ?? 0) > stolenCores) === true
            ? line(
              'stolen', 'stolen by the hypervisor', 'failure',
              {
                style: 'line',
                values: series.stolenCores.map((one) => (one === null || cores === null ? null : one / cores)),
              }
            ) : null,
        ],
      };
    }
    case 'disks': return {
      label: 'Bytes per second read and written by all disks of the host.', unit: 'bytesPerSecond',
      lines: [
        line('written', 'written', 'compaction', { style: 'line', values: series.diskWrittenBytesPerSecond }),
        line('read', 'read', 'cpu', { style: 'dash', values: series.diskReadBytesPerSecond }),
      ],
    };
    case 'memory': return {
      label: 'Page cache, free memory and swap of the host.', unit: 'bytes',
      lines: [
        line('cached', 'page cache', 'memory', { style: 'line', values: series.cachedBytes }),
        line('free', 'free', 'other', { style: 'line', values: series.freeBytes }),
        line('available', 'available', 'other', { style: 'dash', values: series.availableBytes }),
        ifAny(series.swapUsedBytes)?.some((one) => (one ?? 0) > 0) === true
          ? line('swap', 'swap in use', 'failure', { style: 'line', values: series.swapUsedBytes }) : null,
      ],
    };
    case 'waiting': return {
      label: 'Share of time in which tasks on the host waited, and in which its busiest disk was busy.', unit: 'ratio',
      yMax: 1,
      lines: [
        line('cpu', 'waiting for a core', 'cpu', { style: 'line', values: series.cpuPressureRatio }),
        line('io', 'waiting for a disk', 'compaction', { style: 'line', values: series.ioPressureRatio }),
        line('memory', 'waiting for memory', 'failure', { style: 'dash', values: series.memoryPressureRatio }),
        line('disk', 'busiest disk busy', 'other', { style: 'dash', values: series.diskBusyRatio }),
      ],
    };
  }
}

/** Minimum length; a node_exporter scraped once a minute by the queried TSDB is known 62 s later. */
const MIN_END_SECONDS = 75;
/** End of a chart that is not of the host. */
export const NO_END: HostEnd = { spans: [], hasEnded: false };

export interface HostEnd { spans: ChartSpan[]; hasEnded: boolean }

/** Returns the time without host data at the end of the window, if it is long; no line includes it. */
export function hostEnd(
  { end, step }: { end: number; step: number }, time: readonly number[], lines: readonly ChartLine[]
): HostEnd {
  const lastSeconds = time[Math.max(-1, ...lines.map(({ values }) => lastIndex(values)))];
  if (lastSeconds === undefined || end - lastSeconds < Math.max(MIN_END_SECONDS, 3 * step))
    return NO_END;
  const detail = 'no host data: its node_exporter does not answer, or the TSDB that scrapes it is not asked while the '
    + 'target is slow; node_exporter: of the target in the configuration records it always';
  const label = 'no host data';
  const span: ChartSpan = {
    key: 'host-end', colour: 'gap', fill: 'hatch', label, start: lastSeconds + step / 2, end, detail,
  };
  return { spans: [span], hasEnded: true };
}

/** Returns the chart of one part, with the page's own spans and marks; null if the node_exporter does not export it. */
export function hostChart(view: HostView, part: HostPart, spans: ChartSpan[], marks: ChartMark[]): ChartModel | null {
  const { lines: wished, ...wish } = wishOf(part, view);
  const lines = wished.filter((one) => one !== null);
  if (view.state !== 'up' || lines.length === 0) return null;
  const { spans: after, hasEnded } = hostEnd(view.range, view.series.time, lines);
  return {
    ...wish, lines, marks, spans: [...gapSpans(view), ...after, ...spans], hasEnded,
    x: { kind: 'time', values: view.series.time, min: view.range.start, max: view.range.end },
    stepSeconds: view.range.step,
  };
}

/** Returns the utilization of the busiest disk, shown next to the bytes moved; null if not exported. */
export function diskBusyChart(view: HostView, spans: ChartSpan[]): ChartModel | null {
  const busy = line('busy', 'busiest disk', 'other', { style: 'line', values: view.series.diskBusyRatio });
  const base = hostChart(view, 'disks', spans, []);
  return busy === null || base === null ? null : {
    ...base, label: 'Share of time in which the busiest disk of the host was busy.', unit: 'ratio', yMax: 1,
    lines: [busy],
  };
}

/** Returns pages swapped in and out per second; null if nothing was swapped, or it is not exported. */
export function swapChart(view: HostView): ChartModel | null {
  const base = hostChart(view, 'memory', [], []);
  const swapped = view.series.swappedBytesPerSecond;
  if (base === null || !swapped.some((one) => (one ?? 0) > 0)) return null;
  return {
    ...base, label: 'Bytes per second swapped in and out by the host.', unit: 'bytesPerSecond',
    lines: [{ key: 'swapped', label: 'swapped in and out', colour: 'failure', style: 'line', values: swapped }],
  };
}

/** Returns the effect of swapping here; null if not exported. */
export function swapText({ series }: HostView): string | null {
  const known = series.swappedBytesPerSecond.filter((one) => one !== null);
  if (known.length === 0) return null;
  const most = known.reduce((top, one) => Math.max(top, one), 0);
  if (most === 0) return 'The host did not swap in this window.';
  if (most < littleSwapping)
    return `The host swapped at most ${formatValue(most, 'bytesPerSecond')}: too little to matter.`;
  const share = known.filter((one) => one > 0).length / known.length;
  return `Warning: the host swapped during ${formatValue(share, 'ratio')} of this window, `
    + `at most ${formatValue(most, 'bytesPerSecond')}. `
    + 'Each GC cycle marks the live heap, so swapped heap is read back from disk in every cycle: '
    + 'give the host more memory, or set GOMEMLIMIT below its memory.';
}

/** Returns how the node_exporter currently fails or lags; null if it works or none is configured. */
export function nodeTrouble(target: Target | null): string | null {
  if (!target?.node?.lastScrape) return null;
  const { error, durationSeconds } = target.node.lastScrape;
  if (error !== null)
    return `Scrapes of this target's node_exporter fail; scrapes of the target itself are not affected. ${error}`;
  const everySeconds = target.node.effectiveIntervalSeconds;
  return everySeconds > target.effectiveIntervalSeconds
    ? `This target's node_exporter is slow (${formatSeconds(durationSeconds)}), so it is `
      + `scraped only every ${formatSeconds(everySeconds)}.` : null;
}

/** Returns which disks the figures cover, in a few words. */
export function disksText({ disks }: HostView): string {
  const more = disks.length > 8 ? ` and ${disks.length - 8} more` : '';
  return disks.length === 0 ? ''
    : `${disks.length === 1 ? 'Disk' : 'Disks'}: ${disks.slice(0, 8).join(', ')}${more}; all processes of the host.`;
}

/** Returns one core over the whole window, one column per step, null if unknown; drawn below the chart's own axis. */
export function heatColumns({ range, series, perCore }: HostView, at: number): (number | null)[] {
  const columns = new Array<number | null>(Math.max(1, Math.ceil((range.end - range.start) / range.step))).fill(null);
  let before: { time: number; column: number; ratio: number | null } = { time: -Infinity, column: -1, ratio: null };
  perCore[at]?.busyRatio.forEach((ratio, i) => {
    const time = series.time[i] ?? range.start;
    const column = Math.min(columns.length - 1, Math.max(0, Math.floor((time - range.start) / range.step)));
    // Ticks jitter by a few ms, and history can be coarser; a gap has its own empty point.
    const goesOn = time - before.time < 1.6 * range.step || (before.ratio !== null && ratio !== null);
    columns.fill(ratio, goesOn ? Math.min(column, before.column + 1) : column, column + 1);
    before = { time, column, ratio };
  });
  return columns;
}
