import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { linesChart, type LineName } from '../../../core/views/lines/linesView.ts';
import { useLines } from '../../api/linesQuery.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { TimeSeriesChart } from './TimeSeriesChart.tsx';

/**
 * The raw line of the window with its events, while the analysis of a panel is on its way; a placeholder of its height
 * until the line is there, or if it cannot be read: then the panel's own error says why.
 */
export function EarlyChart(
  { title, line, height, isLane = false }: { title: string; line: LineName; height: number; isLane?: boolean }
) {
  const { target, range } = useCurrentTarget();
  const { data } = useLines(target, range);
  const model = useMemo(() => (data === undefined ? null : linesChart(data, line)), [data, line]);
  return model === null ? <Skeleton height={height + 60} /> : <TimeSeriesChart title={title} model={model}
    height={height} isLane={isLane} />;
}
