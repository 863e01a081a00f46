import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, type RefObject } from 'react';
import uPlot from 'uplot';
import { systemClock, type Cancel } from '../../../core/time/clock.ts';
import type { Zone } from '../../../core/text/zone.ts';
import type { ZoomWindow } from '../../../core/views/charts/wheelZoom.ts';
import { drawFills, drawLane, drawMarks, drawSpans } from './chartDrawing.ts';
import type { ChartModel } from '../../../core/views/charts/chartModel.ts';
import { readPalette } from '../../../core/views/charts/chartPalette.ts';
import { chartData, structureOf, timeSeriesOptions } from '../../../core/views/charts/timeSeriesOptions.ts';
import { listenToZoom } from './zoom/zoomGestures.ts';
import { useOnPaper } from '../../ui/onPaper.ts';

/** Sync key of the cursor that all time charts of a page share. */
const pageCursor = 'page';

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return { width: Math.max(120, element.clientWidth), height: Math.max(100, element.clientHeight) };
}

export interface UplotHandlers {
  /** Index and x of the point under the cursor; null when the cursor has left. */
  onCursor: (at: { index: number; x: number } | null) => void;
  onZoom: (start: number, end: number) => void;
  /** Called for a drag from one x to another. */
  onSelect: (start: number, end: number) => void;
  /** Called for a double click. */
  onReset: () => void;
  /** Called for a click without a drag: its x, and how many seconds 10 px are. Time charts only. */
  onPick: (x: number, reach: number) => void;
}

const reachPx = 10;
/** Maximum time between the two clicks of a double click. */
const doubleClickMs = 250;

/** Returns how many seconds the width of a pointer or finger covers. */
export function reachOf(u: uPlot): number {
  return u.posToVal(reachPx, 'x') - u.posToVal(0, 'x');
}

function interaction(model: ChartModel, latest: () => UplotHandlers): Pick<uPlot.Options, 'cursor' | 'hooks'> {
  const isTime = model.x.kind === 'time';
  return {
    cursor: {
      y: false,
      points: { size: 7 },
      drag: { x: isTime, y: false, setScale: false },
      // Only the cursor is shared; the zoom is in the URL, which every chart reads.
      ...(isTime ? {
        sync: {
          key: pageCursor, scales: ['x', null],
          filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' },
        },
      } : {}),
    },
    hooks: {
      init: isTime ? [(u) => {
        // uPlot suppresses the click that ends a drag.
        let cancelPick: Cancel | null = null;
        u.over.addEventListener('click', (event) => {
          const left = event.clientX - u.over.getBoundingClientRect().left;
          const [x, reach] = [u.posToVal(left, 'x'), reachOf(u)];
          // Delayed: what a click opens could otherwise receive the second click of a double click.
          cancelPick?.();
          cancelPick = systemClock.after(doubleClickMs, () => {
            if (u.over.isConnected) latest().onPick(x, reach);
          });
        });
        u.over.addEventListener('dblclick', () => {
          cancelPick?.();
          latest().onReset();
        });
      }] : [],
      setCursor: [(u) => {
        const { left, idx } = u.cursor;
        const isInside = left !== undefined && left >= 0 && idx !== null && idx !== undefined;
        latest().onCursor(isInside ? { index: idx, x: u.posToVal(left, 'x') } : null);
      }],
      setSelect: [(u) => {
        const { left, width } = u.select;
        if (width < 4) return;
        const [start, end] = [u.posToVal(left, 'x'), u.posToVal(left + width, 'x')];
        u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        latest().onSelect(start, end);
      }],
    },
  };
}

/**
 * Keeps one uPlot in `host`: rebuilt when structure, theme or zone change or the page is printed, updated when only
 * data changes, resized with its host. Returns the plot, for moving its cursor by keyboard.
 */
export function useUplot(
  host: RefObject<HTMLDivElement | null>, model: ChartModel, options: { zone: Zone } & UplotHandlers
): RefObject<uPlot | null> {
  const plot = useRef<uPlot | null>(null);
  const latest = useRef({ model, options });
  /** Window zoomed to by a wheel or two fingers that the URL does not have yet. */
  const preview = useRef<ZoomWindow | null>(null);
  useEffect(() => { latest.current = { model, options }; });
  const scheme = useComputedColorScheme('light');
  const onPaper = useOnPaper();
  const structure = structureOf(model);
  const { zone } = options;

  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const palette = readPalette(element);
    const getModel = (): ChartModel => {
      const { model: now } = latest.current;
      const zoom = preview.current;
      return zoom === null ? now : { ...now, x: { ...now.x, min: zoom.start, max: zoom.end } };
    };
    const base = timeSeriesOptions(getModel, {
      palette, zone, ...sizeOf(element),
      stepPath: uPlot.paths.stepped?.({ align: 1 }),
      barPath: uPlot.paths.bars?.({ size: [0.85, 48] }),
      tzDate: (date) => (zone === 'utc' ? uPlot.tzDate(date, 'Etc/UTC') : date),
    });
    const { cursor, hooks } = interaction(getModel(), () => latest.current.options);
    const made = new uPlot({
      ...base, cursor,
      hooks: {
        ...hooks, drawClear: [(u) => { drawSpans(u, getModel().spans, palette); drawFills(u, getModel(), palette); }],
        draw: [(u) => { drawMarks(u, getModel(), palette); drawLane(u, getModel(), palette); }],
      },
    }, chartData(getModel()), element);
    plot.current = made;
    const stopZoom = getModel().x.kind !== 'time' ? undefined : listenToZoom(made.over, {
      window: () => ({ start: getModel().x.min, end: getModel().x.max }),
      preview: (window) => {
        preview.current = window;
        made.setScale('x', { min: window.start, max: window.end });
      },
      commit: ({ start, end }) => latest.current.options.onZoom(start, end),
      isChosen: () => document.activeElement === element,
    });
    const observer = new ResizeObserver(() => {
      const size = sizeOf(element);
      if (size.width !== made.width || size.height !== made.height) made.setSize(size);
    });
    observer.observe(element);
    // Text drawn on a canvas before its font arrived keeps the system font.
    const redraw = (): void => made.redraw(false, true);
    document.fonts.addEventListener('loadingdone', redraw);
    return () => {
      document.fonts.removeEventListener('loadingdone', redraw);
      observer.disconnect();
      stopZoom?.();
      made.destroy();
      plot.current = null;
    };
  }, [host, structure, scheme, zone, onPaper]);

  useEffect(() => {
    preview.current = null;
    plot.current?.setData(chartData(model));
  }, [model]);

  return plot;
}
