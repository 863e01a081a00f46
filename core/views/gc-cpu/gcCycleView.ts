/** Charts of one cycle and of the times between cycles, and their texts, from the GC & CPU answer; pure. */
import type { CpuVariance, GcAround, GcCpuPanel, GcGaps, GcLink } from '../../contract/contract.ts';
import type { ChartLine, ChartModel } from '../charts/chartModel.ts';
import { formatBand, formatNumber, formatRatio, formatValue, unknownText } from '../../text/format.ts';

/** Multiple up to which the 25 % line is drawn without flattening the rest against the axis. */
const farthestBudget = 3;
const forcedSeconds = 120;

/**
 * Returns CPU around the end of a cycle with its band, the quiet level, and a quarter of GOMAXPROCS above it; null
 * without data.
 */
export function aroundChart({ around, budgetCores }: Pick<GcCpuPanel, 'around' | 'budgetCores'>): ChartModel | null {
  if (around === null) return null;
  const { offsetSeconds, meanCores, lowCores, highCores, quietCores } = around;
  const top = Math.max(...highCores.map((value) => value ?? 0), ...meanCores.map((value) => value ?? 0));
  const level = (
    key: string, label: string, colour: ChartLine['colour'], value: number
  ): ChartLine => ({ key, label, colour, style: 'dash', values: offsetSeconds.map(() => value) });
  return {
    label: `Mean CPU around the end of ${around.cycles} GC cycles, with a 95 % band.`,
    x: { kind: 'offset', values: offsetSeconds, min: Math.min(...offsetSeconds), max: Math.max(...offsetSeconds) },
    unit: 'cores', stepSeconds: null, spans: [],
    lines: [
      {
        key: 'mean', label: 'mean CPU', colour: 'cpu', style: 'line', values: meanCores, low: lowCores,
        high: highCores, bandLabel: '95 % interval',
      },
      level('quiet', 'quiet level', 'other', quietCores),
      ...(budgetCores !== null && quietCores + budgetCores <= farthestBudget * top
        ? [level('budget', 'quiet + 25 % of GOMAXPROCS', 'gc', quietCores + budgetCores)] : []),
    ],
    marks: [{ key: 'end', label: 'the cycle ends', colour: 'gc', shape: 'rule', times: [0] }],
  };
}

/**
 * Returns `A cycle takes 0.71 core-s (0.62 to 0.78), measured on 15 cycles outside compactions; its CPU lasts about
 * 0.84 s.`
 */
export function aroundText({ measured, lengthSeconds, overlapping }: GcAround): string {
  const each = (seconds: number): number => seconds / measured.cycles;
  return [
    `A cycle takes ${formatValue(each(measured.coreSeconds), 'seconds')} of CPU `
      + `(95 % interval ${formatBand(each(measured.lowCoreSeconds), each(measured.highCoreSeconds), 'seconds')}), `
      + `measured on ${measured.cycles} cycles outside compactions`,
    lengthSeconds === null ? null : `its CPU lasts about ${formatValue(lengthSeconds, 'seconds')}`,
    overlapping === 0 ? null
      : `${overlapping} had another cycle within 10 readings: each reading counts for the nearer one`,
  ].filter((part) => part !== null).join('; ') + '.';
}

/** Returns a histogram of gap lengths, with Go's two minutes marked if in range; null without a gap. */
export function gapsChart({ binSeconds, counts, sentence }: GcGaps): ChartModel | null {
  if (counts.length === 0) return null;
  const end = counts.length * binSeconds;
  const hasForced = end > forcedSeconds / 4;
  return {
    label: `Distribution of the time between GC cycles. ${sentence}`,
    x: {
      kind: 'offset', values: counts.map((_, k) => (k + 0.5) * binSeconds), min: 0,
      max: hasForced ? Math.max(end, forcedSeconds + 8) : end,
    },
    unit: 'count', stepSeconds: binSeconds, spans: [],
    lines: [{ key: 'gaps', label: 'gaps between cycles', colour: 'gc', style: 'bars', values: counts }],
    marks: [
      {
        key: 'forced', label: 'Go forces a cycle after 120 s', colour: 'other', shape: 'rule',
        times: hasForced ? [forcedSeconds] : [],
      },
    ],
  };
}

export function linkWord({ linked }: GcLink): string {
  return linked === null ? 'too little data' : linked ? 'follows GC' : 'not significant';
}

/** Returns how much of the CPU variance GC explains, with compaction as the confounder; null if nothing is known. */
export function varianceText({ gcOutsideCompactions, gc, compaction, gcBeyondCompaction }: CpuVariance): string | null {
  if (gc === null && gcOutsideCompactions === null) return null;
  if (compaction === null) return `GC explains ${percent(gc)} of the CPU variance; no compaction in the window.`;
  return `GC explains ${percent(gcOutsideCompactions)} of the CPU variance outside compactions. `
    + 'Including them, compaction alone explains '
    + `${percent(compaction)} and GC adds ${percent(gcBeyondCompaction)}: cycles cluster in compactions, `
    + `so GC alone would appear to explain ${percent(gc)}.`;
}

function percent(ratio: number | null): string {
  return ratio === null ? unknownText : formatRatio(Math.round(ratio * 100) / 100);
}

/** Returns `0.71`, `0.71 at 0 s`; an en dash if not known. */
export function correlationCell(r: number | null): string {
  return r === null ? unknownText : formatNumber(Math.round(r * 100) / 100);
}
