/** Several targets on one axis; pure. */
import type { ChartLine, ChartModel, ColourName } from '../charts/chartModel.ts';

/** Number of distinguishable lines. */
export const maxTargets = 5;
const colours: readonly ColourName[] = ['cpu', 'replay', 'compaction', 'gc', 'memory'];
const maxCells = 600;

export interface TargetLine {
  name: string; time: readonly number[]; values: readonly (number | null)[]; stepSeconds: number
}

/**
 * Returns each target's line on cells of equal width: twice the coarsest step, or a 600th of the window. A cell has the
 * largest of its values, so that no spike is lost; null if the target has none. Null with fewer than two targets with
 * values.
 */
export function overlay(
  targets: readonly TargetLine[], window: { start: number; end: number },
  words: { label: string; unit: 'cores' | 'seconds' }
): ChartModel | null {
  const drawn = targets.filter(({ values }) => values.some((value) => value !== null)).slice(0, maxTargets);
  if (drawn.length < 2) return null;
  const cell = Math.max(
    2 * Math.max(...drawn.map(({ stepSeconds }) => stepSeconds)), (window.end - window.start) / maxCells
  );
  const count = Math.max(1, Math.ceil((window.end - window.start) / cell));
  const lines = drawn.map(({ name, time, values }, i): ChartLine => {
    const cells = new Array<number | null>(count).fill(null);
    values.forEach((value, at) => {
      const k = Math.floor(((time[at] ?? NaN) - window.start) / cell);
      if (value !== null && k >= 0 && k < count) cells[k] = Math.max(cells[k] ?? value, value);
    });
    return { key: name, label: name, colour: colours[i] ?? 'other', style: 'line', values: cells };
  });
  return {
    label: `${words.label} of ${drawn.map(({ name }) => name).join(', ')}.`, unit: words.unit, lines, marks: [],
    spans: [], stepSeconds: cell,
    x: {
      kind: 'time', values: Array.from({ length: count }, (_, i) => window.start + (i + 0.5) * cell),
      min: window.start, max: window.end,
    },
  };
}
