/** Delay of the target's own scrapes over time, by interval; pure. */
import type { ScrapesPanel } from '../../contract/contract.ts';
import type { ChartModel, ColourName } from '../charts/chartModel.ts';
import { gapSpans, ifAny, restartMark, timeChart } from '../charts/panelParts.ts';

/** Colours of the shortest intervals; more lines are not distinguishable. */
const COLOURS: readonly ColourName[] = ['cpu', 'replay', 'compaction', 'gc', 'memory'];

/** Answers stored before interval lengths over time were added lack them. */
type Stored = Pick<ScrapesPanel, 'range' | 'restarts' | 'gapSpans' | 'ownScrapes'>
  & Partial<Pick<ScrapesPanel, 'intervalLengths'>>;

/**
 * Returns the 99 % quantile of each interval over the configured one, minus 1; null if the target does not report it.
 */
export function jitterChart(panel: Stored): ChartModel | null {
  const { intervalLengths } = panel;
  if (intervalLengths === undefined) return null;
  const lines = panel.ownScrapes.intervals.flatMap(({ interval, wantedSeconds }) => {
    const p99 = ifAny(intervalLengths.p99Seconds[interval]);
    return p99 === undefined || wantedSeconds === null ? [] : [{
      interval, values: p99.map((seconds) => (seconds === null ? null : Math.max(0, seconds / wantedSeconds - 1))),
    }];
  }).slice(0, COLOURS.length);
  return lines.length === 0 ? null : timeChart(panel, intervalLengths.time, {
    label: 'How much longer than configured the intervals of the target’s own scrapes are, 99 % quantile.',
    unit: 'ratio', marks: [restartMark(panel)], spans: gapSpans(panel),
    lines: lines.map(({ interval, values }, i) => ({
      key: interval, label: `every ${interval}, p99`, colour: COLOURS[i] ?? 'other', style: 'line', values,
    })),
  });
}
