import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { lane, laneLine } from '../../../core/views/overview/lane.ts';
import { linesChart, type LineName } from '../../../core/views/lines/linesView.ts';
import { useLines } from '../../api/linesQuery.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { TimeSeriesChart } from './TimeSeriesChart.tsx';

/**
 * The raw line of the window with its events, while the analysis of a panel loads; a placeholder of equal height until
 * the line is available, or if it cannot be read, in which case the panel's own error says why.
 */
export function EarlyChart(
  { title, line, height, isLane = false }: { title: string; line: LineName; height: number; isLane?: boolean }
) {
  const { target, range } = useCurrentTarget();
  const { data } = useLines(target, range);
  const model = useMemo(() => {
    if (data === undefined) return null;
    const chart = linesChart(data, line);
    if (!isLane) return chart;
    // Uses the legend of the lane that replaces it.
    return line === 'cpu' ? { ...chart, lines: chart.lines.map(laneLine) } : lane(chart);
  }, [data, line, isLane]);
  const room = isLane ? `calc(clamp(160px, ${height / 9}vh, ${height * 2}px) + 36px)` : height + 60;
  return model === null ? <Skeleton height={room} /> : <TimeSeriesChart title={title} model={model}
    height={height} isLane={isLane} />;
}
