/** How late the target's own scrapes are over time, by interval; pure. */
import type { ScrapesPanel } from '../../contract/contract.ts';
import type { ChartModel, ColourName } from '../charts/chartModel.ts';
import { gapSpans, ifAny, restartMark, timeChart } from '../charts/panelParts.ts';

/** One each for the shortest intervals; more lines cannot be distinguished. */
const COLOURS: readonly ColourName[] = ['cpu', 'replay', 'compaction', 'gc', 'memory'];

/** An answer that was stored before interval lengths over time were in it has none. */
type Stored = Pick<ScrapesPanel, 'range' | 'restarts' | 'gapSpans' | 'ownScrapes'>
  & Partial<Pick<ScrapesPanel, 'intervalLengths'>>;

/** The 99 % quantile of each interval over what is configured, minus 1; null where the target does not state it. */
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
