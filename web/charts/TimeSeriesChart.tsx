import 'uplot/dist/uPlot.min.css';
import { Button } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { axisScale, formatClock, formatWidth, zoneName } from '../format.ts';
import { useUrlState } from '../useUrlState.ts';
import { detailsAt, topOf, type ChartModel } from './chartModel.ts';
import { ChartLegend } from './ChartLegend.tsx';
import { ChartTable } from './ChartTable.tsx';
import styles from './TimeSeriesChart.module.css';
import { offsetText } from './timeSeriesOptions.ts';
import { useUplot } from './useUplot.ts';

interface TimeSeriesChartProps {
  title: string;
  model: ChartModel;
  /** At a page 900 px high; taller pages draw it taller. */
  height?: number;
}

interface CursorAt { index: number; x: number }

/** A chart with its title, unit, legend, cursor readout and table twin. Dragging sets the page's window. */
export function TimeSeriesChart({ title, model, height = 220 }: TimeSeriesChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<CursorAt | null>(null);
  const [asTable, setAsTable] = useState(false);
  const { state, set } = useUrlState();
  const { zone } = state;
  const plot = useUplot(host, model, {
    zone, onCursor: setCursor,
    onZoom: (start, end) => { if (end - start >= 1) set({ range: { kind: 'absolute', start, end } }); },
  });

  const moveCursor = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 }[event.key];
    const u = plot.current;
    if (u === null || by === undefined || model.x.values.length === 0) return;
    event.preventDefault();
    const from = cursor?.index ?? (by > 0 ? -1 : model.x.values.length);
    const x = model.x.values[Math.min(model.x.values.length - 1, Math.max(0, from + by))] ?? model.x.min;
    // The third argument, which the types leave out, moves the page's other charts too.
    const setCursor: (at: { left: number; top: number }, fire?: boolean, publish?: boolean) => void = u.setCursor.bind(u);
    // The first point of a step may lie a hair outside the axis.
    setCursor({ left: Math.min(u.over.clientWidth, Math.max(0, u.valToPos(x, 'x'))), top: 8 }, true, true);
  };

  const isTime = model.x.kind === 'time';
  const width = model.x.max - model.x.min;
  const corner = [formatWidth(width), model.stepSeconds === null ? null : formatWidth(model.stepSeconds), isTime ? zoneName(zone, model.x.max) : null].filter((part) => part !== null).join(' · ');
  const at = cursor === null ? null : isTime ? formatClock(cursor.x, zone) : offsetText(Math.round(cursor.x));
  const details = cursor === null ? [] : detailsAt(model, cursor.x, width / 250);

  return (
    <figure className={styles['chart']}>
      <figcaption className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        <span className={styles['corner']}>{at === null ? corner : [at, ...details].join(' · ')}</span>
        <Button variant="subtle" color="gray" size="compact-xs" aria-pressed={asTable} onClick={() => setAsTable((was) => !was)} aria-label={asTable ? `${title}: show as chart` : `${title}: show as table`}>{asTable ? 'Chart' : 'Table'}</Button>
      </figcaption>
      <ChartLegend model={model} cursorIndex={cursor?.index ?? null} />
      <div className={styles['plotArea']} hidden={asTable}>
        <span className={styles['unit']}>{axisScale(model.unit, topOf(model)).head}</span>
        <div ref={host} className={styles['plot']} style={{ height: `clamp(160px, ${height / 9}vh, ${height * 2}px)` }} role="img" tabIndex={0} onKeyDown={moveCursor}
          aria-label={`${model.label} Arrow keys move the cursor; the table button shows the values.`} />
      </div>
      {asTable && <ChartTable model={model} caption={title} zone={zone} height={height + 20} />}
    </figure>
  );
}
