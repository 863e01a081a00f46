/** Chart of several targets' folds; pure. */
import type { CompactionHerd } from '../../contract/contract.ts';
import type { ChartLine, ChartModel, ColourName } from '../charts/chartModel.ts';
import { formatDuration } from '../../text/timeText.ts';

/**
 * Colours of targets; with more targets, all are thin lines, because only five lines including the total are
 * distinguishable.
 */
const colours: ColourName[] = ['gc', 'replay', 'memory', 'failure'];

/** Returns the chart; null if nothing could be folded. */
export function herdChart(herd: CompactionHerd): ChartModel | null {
  const folded = herd.targets.filter(({ reason, cpuCores }) => reason === null && cpuCores.length > 0);
  if (herd.periodSeconds === null || folded.length === 0) return null;
  const isMany = folded.length > colours.length;
  const lines = folded.map((one, i): ChartLine => ({
    key: one.target, label: isMany ? `each of ${folded.length} targets` : one.target, colour: colours[i]
      ?? 'other', style: isMany ? 'thin' : 'line', values: one.cpuCores, silent: isMany && i > 0,
  }));
  const starts = folded.flatMap(({ startOffsetsSeconds }) => startOffsetsSeconds).sort((a, b) => a - b);
  return {
    label: `CPU of ${folded.length} targets over one period of ${formatDuration(herd.periodSeconds)}, and their sum.`,
    x: { kind: 'offset', values: herd.offsetSeconds, min: 0, max: herd.periodSeconds },
    unit: 'cores', stepSeconds: herd.periodSeconds / Math.max(1, herd.offsetSeconds.length), spans: [],
    lines: [...lines, { key: 'total', label: 'total', colour: 'cpu', style: 'line', values: herd.totalCpuCores }],
    marks: [{ key: 'starts', label: 'head compaction starts', colour: 'compaction', shape: 'tick', times: starts }],
  };
}
