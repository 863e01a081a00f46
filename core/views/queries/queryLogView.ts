/** Charts of a query log: concurrent queries and samples read, over time. Pure. */
import type { QueryLog, QueryOrigin } from '../../contract/contract.ts';
import { formatNumber, formatSeconds } from '../../text/format.ts';
import { originWords } from '../../text/queryWords.ts';
import type { ChartModel } from '../charts/chartModel.ts';

/** Number of longest evaluations marked in the chart. */
const MAX_MARKED = 50;

export interface QueryLogView { running: ChartModel; samples: ChartModel | null }

export function queryLogView({ timeline, longest, start, end }: QueryLog): QueryLogView {
  const { stepSeconds, time, running, samplesPerSecond } = timeline;
  const marked = longest.slice(0, MAX_MARKED).toSorted((a, b) => a.start - b.start);
  const scale = scaleOf(samplesPerSecond);
  const shared = { x: { kind: 'time', values: time, min: start, max: end }, spans: [], stepSeconds } as const;
  return {
    running: {
      ...shared, label: 'Queries that were evaluated at once, on average of each step.', unit: 'count', spans: [],
      x: { ...shared.x, values: time },
      lines: [{ key: 'running', label: 'queries at once', colour: 'query', style: 'step', values: running }],
      marks: [{
        key: 'longest', label: 'longest evaluations', colour: 'query', shape: 'lane',
        times: marked.map((query) => query.start), ends: marked.map((query) => query.end),
        details: marked.map(({ text, origin, evalSeconds }) => (
          `${formatSeconds(evalSeconds)}, ${originWords(origin)}: ${text}`.slice(0, 300)
        )),
      }],
    },
    samples: samplesPerSecond.every((value) => value === null) ? null : {
      ...shared, label: 'Samples that queries read, per second.', unit: 'none', spans: [], marks: [],
      x: { ...shared.x, values: time },
      lines: [{
        key: 'samples', label: `${scale.word}samples per second`, colour: 'query', style: 'step',
        values: samplesPerSecond.map((value) => (value === null ? null : value / scale.by)),
      }],
    },
  };
}

/** Returns a scale for an axis, which has space for few digits. */
function scaleOf(values: readonly (number | null)[]): { by: number; word: string } {
  const most = values.reduce<number>((max, value) => Math.max(max, value ?? 0), 0);
  return most >= 1e6 ? { by: 1e6, word: 'million ' } : most >= 1e4 ? { by: 1e3, word: 'thousand ' }
    : { by: 1, word: '' };
}

/** Returns `10.0.0.1 /api/v1/query and 2 others`. */
export function originsWords(origins: readonly QueryOrigin[], count: number): string {
  const [first] = origins;
  if (first === undefined) return '–';
  const others = count - 1;
  const more = others === 0 ? '' : ` and ${formatNumber(others)} ${others === 1 ? 'other' : 'others'}`;
  return `${originWords(first)}${more}`;
}
