/** Charts of an execution trace; pure. */
import type { TraceCycle, TraceView } from '../../contract/contract.ts';
import { formatSeconds, formatValue } from '../../text/format.ts';
import type { ChartMark, ChartModel } from '../charts/chartModel.ts';

export interface TraceCharts { gc: ChartModel; goroutines: ChartModel; heap: ChartModel }

/** Maximum number of points, because a page does not have more columns. */
const MAX_POINTS = 600;

/** Returns steps joined in groups of `size`. */
function joined<T, U>(values: readonly T[], size: number, join: (group: T[]) => U): U[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, i) =>
    join(values.slice(i * size, (i + 1) * size)));
}

const mean = (group: number[]): number => group.reduce((sum, one) => sum + one, 0) / group.length;
const most = (group: (number | null)[]): number | null => {
  const known = group.filter((one) => one !== null);
  return known.length === 0 ? null : Math.max(...known);
};

function cycleWords({ durationSeconds, isWhole, heapBytes }: TraceCycle): string {
  return [
    formatSeconds(durationSeconds), isWhole ? null : 'cut by the trace',
    heapBytes === null ? null : `heap ${formatValue(heapBytes, 'bytes')}`,
  ].filter((part) => part !== null).join(', ');
}

/** Returns GC in cores, goroutines, and the heap over the seconds of the trace, all on one axis. */
export function traceCharts(view: TraceView): TraceCharts {
  const { series, durationSeconds, cycles, pauses } = view;
  const size = Math.max(1, Math.ceil(series.atSeconds.length / MAX_POINTS));
  const stepSeconds = series.stepSeconds * size;
  const means = (values: readonly number[]): number[] => joined(values, size, mean);
  const marks: ChartMark[] = [
    {
      key: 'cycles', label: 'GC cycle', colour: 'gc', shape: 'lane', times: cycles.map(({ atSeconds }) => atSeconds),
      ends: cycles.map(({ atSeconds, durationSeconds: length }) => atSeconds + length),
      details: cycles.map(cycleWords),
    },
    {
      key: 'pauses', label: 'stop-the-world pause', colour: 'failure', shape: 'tick',
      times: pauses.map(({ atSeconds }) => atSeconds),
      details: pauses.map(({ cause, durationSeconds: length }) => `${cause}, ${formatSeconds(length)}`),
    },
  ];
  const chart = (parts: Pick<ChartModel, 'label' | 'unit' | 'lines'>): ChartModel => ({
    x: {
      kind: 'offset', values: joined(series.atSeconds, size, ([first = 0]) => first + stepSeconds / 2), min: 0,
      max: durationSeconds,
    },
    stepSeconds, spans: [], marks, ...parts,
  });
  const counted = series.dedicated.map((cores, i) => cores + (series.fractional[i] ?? 0));
  return {
    gc: chart({
      label: 'Cores that GC workers, assists and sweeping take, with GC cycles and stop-the-world pauses marked.',
      unit: 'cores',
      lines: [
        {
          key: 'counted', label: 'dedicated and fractional workers', colour: 'gc', style: 'line',
          values: means(counted),
        },
        { key: 'idle', label: 'idle-priority workers', colour: 'other', style: 'dash', values: means(series.idle) },
        { key: 'assist', label: 'assists', colour: 'cpu', style: 'line', values: means(series.assist) },
        { key: 'sweep', label: 'sweeping', colour: 'memory', style: 'dash', values: means(series.sweep) },
      ],
    }),
    goroutines: chart({
      label: 'Goroutines that run, and those that are runnable and wait for a processor.', unit: 'count',
      lines: [
        {
          key: 'runnable', label: 'runnable, waiting', colour: 'replay', style: 'line', values: means(series.runnable),
          high: joined(series.runnableMost, size, (group) => Math.max(...group)), bandLabel: 'max per step',
        },
        { key: 'running', label: 'running', colour: 'cpu', style: 'line', values: means(series.running) },
      ],
    }),
    heap: chart({
      label: 'Live heap as the allocator counts it, and the goal of the next cycle.', unit: 'bytes',
      lines: [
        { key: 'heap', label: 'heap', colour: 'memory', style: 'line', values: held(series.heapBytes, size) },
        {
          key: 'goal', label: 'goal of the next cycle', colour: 'gc', style: 'dash',
          values: held(series.goalBytes, size),
        },
      ],
    }),
  };
}

/** Returns values held until the next reported one; null before the first. */
function held(values: readonly (number | null)[], size: number): (number | null)[] {
  let last: number | null = null;
  return joined(values, size, (group) => (last = most(group) ?? last));
}
