import 'uplot/dist/uPlot.min.css';
import { Button } from '@mantine/core';
import { useCallback, useContext, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { axisScale, formatSeconds } from '../../../core/text/format.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { tableName } from '../../../core/url/panelChoices.ts';
import { detailsAt, hasValues, topOf, type ChartModel } from '../../../core/views/charts/chartModel.ts';
import { cursorText, cursorTime } from '../../../core/views/charts/cursorText.ts';
import { ChartLegend } from './ChartLegend.tsx';
import { ChartTable } from './ChartTable.tsx';
import { SelectedSpan } from './eventCard.ts';
import { SpanCard } from './SpanCard.tsx';
import { HoverCard } from './HoverCard.tsx';
import { besideAt, hoverAt } from '../../../core/views/charts/hover.ts';
import styles from './TimeSeriesChart.module.css';
import { lanesBeside, useLane } from './lanes.ts';
import { momentAt, nextEvent, type Moment } from '../../../core/views/charts/moment.ts';
import { MomentCard } from './MomentCard.tsx';
import { NoteFlags } from './NoteFlags.tsx';
import { useShownModel, type Span } from './useShownModel.ts';
import { reachOf, useUplot } from './useUplot.ts';
import { wholeWindow, zoomTo } from './zoom/zoomMemory.ts';
import { chartCursor, ChartNotes } from './chartContexts.ts';

interface TimeSeriesChartProps {
  title: string;
  model: ChartModel;
  /** Height in px on a page 900 px high; scales with the height of the page. */
  height?: number;
  /**
   * Whether it is one of several on an axis, without duration, step and last values, which the page of its panel has.
   */
  isLane?: boolean;
}

const TIME_KEYS = 'Arrow keys move the cursor, with Shift from event to event; Enter shows the details of the moment; '
  + 'Space begins and ends a span';

interface CursorAt { index: number; x: number }

function between(a: number, b: number): Span {
  return { start: Math.min(a, b), end: Math.max(a, b) };
}

/**
 * A chart with title, unit, legend, cursor readout, and a table of the same values. Dragging, or Space at both ends,
 * selects a span: opens its actions, or zooms every page to it. A double click restores the previous window; a click,
 * or Enter at the cursor, opens the details of that moment.
 */
export function TimeSeriesChart({ title, model: given, height = 220, isLane = false }: TimeSeriesChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<CursorAt | null>(null);
  const [isByKey, setByKey] = useState(false);
  // All charts of the page share the cursor; the card belongs to the one below the pointer.
  const [isBelowPointer, setBelowPointer] = useState(false);
  const [moment, setMoment] = useState<Moment | null>(null);
  const [span, setSpan] = useState<Span | null>(null);
  // Start of a span selected by keys.
  const [anchor, setAnchor] = useState<number | null>(null);
  const { state, set } = useUrlState();
  const name = tableName(title);
  const asTable = state.tables.includes(name);
  const { zone } = state;
  const notes = useContext(ChartNotes);
  const offersMore = useContext(SelectedSpan) !== null;
  const at = cursor?.x ?? null;
  const shown = useMemo(() => (anchor === null || at === null ? span : between(anchor, at)), [anchor, at, span]);
  const model = useShownModel(given, shown);
  const id = useId();
  useLane(id, host, { title, model });
  const target = useCurrentTarget().target?.name ?? null;
  const pick = (x: number, reach: number): void => setMoment(momentAt(model, x, reach));
  const close = useCallback(() => {
    setMoment(null);
    setSpan(null);
    setAnchor(null);
    host.current?.focus({ preventScroll: true });
  }, []);
  const zoom = ({ start, end }: Span): void => {
    if (end - start >= 1) set({ range: zoomTo(state.range, { kind: 'absolute', start, end }) });
  };
  const select = (chosen: Span): void => {
    setMoment(null);
    setAnchor(null);
    if (offersMore) setSpan(chosen);
    else zoom(chosen);
  };
  const plot = useUplot(host, model, {
    zone, onPick: pick,
    onCursor: (at) => {
      setCursor(at);
      if (model.x.kind === 'time') chartCursor.time = at?.x ?? null;
       if (at === null) setByKey(false);
    },
    onZoom: (start, end) => zoom({ start, end }),
    onSelect: (start, end) => select({ start, end }),
    onReset: () => { setMoment(null); setSpan(null); set(wholeWindow(state)); },
  });

  const moveCursor = (event: KeyboardEvent): void => {
    const u = plot.current;
    if (u === null || model.x.values.length === 0) return;
    if (event.key === 'Enter' && cursor !== null) {
      event.preventDefault();
      pick(cursor.x, reachOf(u));
      return;
    }
    if (event.key === ' ' && cursor !== null && model.x.kind === 'time') {
      event.preventDefault();
      if (anchor === null) setAnchor(cursor.x);
      else if (anchor === cursor.x) setAnchor(null);
      else select(between(anchor, cursor.x));
      return;
    }
    if (event.key === 'Escape' && anchor !== null) {
      event.stopPropagation();
      setAnchor(null);
      return;
    }
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setByKey(true);
    const from = cursor?.index ?? (by > 0 ? -1 : model.x.values.length);
    const point = model.x.values[Math.min(model.x.values.length - 1, Math.max(0, from + by))] ?? model.x.min;
    const x = event.shiftKey
      ? (nextEvent(model, cursor?.x ?? (by > 0 ? model.x.min : model.x.max), by > 0 ? 1 : -1) ?? point) : point;
    // The third argument, missing in the types, also moves the cursor of the page's other charts.
    const setCursor: (at: { left: number; top: number }, fire?: boolean, publish?: boolean) => void =
      u.setCursor.bind(u);
    // The first point of a step may be slightly outside the axis.
    setCursor({ left: Math.min(u.over.clientWidth, Math.max(0, u.valToPos(x, 'x'))), top: 8 }, true, true);
  };

  const isTime = model.x.kind === 'time';
  const isKnown = useMemo(() => hasValues(model), [model]);
  const width = model.x.max - model.x.min;
  const corner = isLane ? '' : [
    formatSeconds(width), model.stepSeconds === null ? null : formatSeconds(model.stepSeconds),
  ].filter((part) => part !== null).join(' · ');
  // The legend also has the values, but out of sight during key navigation, and not for screen readers.
  const told = cursor === null ? null
    : isByKey ? cursorText(model, cursor, zone)
    : [cursorTime(model, cursor.x, zone), ...detailsAt(model, cursor.x, width / 250)];
  // Removes duplicates: equal details of two marks at one place.
  const readout = [...new Set(told ?? (corner === '' ? [] : [corner]))];

  return (
    <figure className={styles['chart']}>
      <figcaption className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        <ChartLegend model={model} cursorIndex={cursor?.index ?? null} hasLast={!isLane} isLane={isLane} />
        <span className={styles['corner']} data-told={isByKey || undefined} aria-live={isByKey ? 'polite' : 'off'}>
          {readout.map((text, place) => <span key={text}>{place > 0 ? ` · ${text}` : text}</span>)}</span>
        <Button variant="subtle" color="gray" size="compact-xs" aria-pressed={asTable}
          onClick={() => set({
            tables: asTable ? state.tables.filter((one) => one !== name) : [...state.tables, name],
          })}
          aria-label={asTable ? `${title}: show as chart` : `${title}: show as table`}>{asTable ? 'Chart' : 'Table'}
          </Button>
      </figcaption>
      <div className={styles['plotArea']} hidden={asTable}
        onPointerMove={(event) => setBelowPointer(event.pointerType === 'mouse')}
        onPointerLeave={() => setBelowPointer(false)}>
        {isKnown ? <span className={styles['unit']}>{axisScale(model.unit, topOf(model)).head}</span>
          : <span className={styles['none']}>No values{isTime && ' in this window'}</span>}
        <div ref={host} className={styles['plot']} style={{ height: `clamp(160px, ${height / 9}vh, ${height * 2}px)` }}
          role="application" aria-roledescription="chart" tabIndex={0} onKeyDown={moveCursor}
          aria-label={
            `${model.label} ${isTime ? TIME_KEYS : 'Arrow keys move the cursor'}; the table button shows the values.`
          } />
        {isBelowPointer && cursor !== null && moment === null && span === null && <HoverCard zone={zone} isTime={isTime}
          hover={hoverAt(model, cursor.x, width / 100)} beside={isTime ? besideAt(lanesBeside(id), cursor.x) : []}
          shareRatio={Math.min(1, Math.max(0, (cursor.x - model.x.min) / width))} />}
        {isTime && notes !== null && notes.notes.length > 0 && <NoteFlags notes={notes} min={model.x.min}
          max={model.x.max} zone={zone} />}
        {span !== null && <SpanCard {...span} target={target} onClose={close}
          isOfBytes={model.unit === 'bytes'} onZoom={() => { close(); zoom(span); }}
          shareRatio={Math.min(1, Math.max(0, (span.end - model.x.min) / width))} />}
        {moment !== null && isTime && <MomentCard moment={moment} target={target}
          shareRatio={Math.min(1, Math.max(0, (moment.time - model.x.min) / width))} onClose={close} />}
      </div>
      {asTable && <ChartTable model={model} caption={title} zone={zone} height={height + 20} />}
    </figure>
  );
}
