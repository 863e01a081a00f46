import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, type RefObject } from 'react';
import uPlot from 'uplot';
import type { Zone } from '../../../core/text/zone.ts';
import { drawMarks, drawSpans } from './chartDrawing.ts';
import type { ChartModel } from '../../../core/views/charts/chartModel.ts';
import { readPalette } from '../../../core/views/charts/chartPalette.ts';
import { chartData, structureOf, timeSeriesOptions } from '../../../core/views/charts/timeSeriesOptions.ts';
import { useOnPaper } from '../../ui/onPaper.ts';

/** All time charts of a page share it: one cursor. */
const pageCursor = 'page';

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return { width: Math.max(120, element.clientWidth), height: Math.max(100, element.clientHeight) };
}

export interface UplotHandlers {
  /** Index of the point under the cursor and its x; null when the cursor has left. */
  onCursor: (at: { index: number; x: number } | null) => void;
  onZoom: (start: number, end: number) => void;
  /** A double click. */
  onReset: () => void;
  /** A click that was no drag: its x, and the seconds that 10 px stand for. Time charts only. */
  onPick: (x: number, reach: number) => void;
}

const reachPx = 10;
/** The second click of two comes within it. */
const doubleClickMs = 250;

/** Seconds that a finger's or pointer's width stands for. */
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
      // Only the cursor is shared; the zoom goes by the URL, which every chart reads.
      ...(
        isTime ? {
          sync: {
            key: pageCursor, scales: ['x', null],
            filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' },
          },
        } : {}
      ),
    },
    hooks: {
      init: isTime ? [(u) => {
        // uPlot keeps the click that ends a drag to itself.
        let pick: ReturnType<typeof setTimeout> | undefined;
        u.over.addEventListener('click', (event) => {
          const left = event.clientX - u.over.getBoundingClientRect().left;
          const [x, reach] = [u.posToVal(left, 'x'), reachOf(u)];
          // What a click opens may come to lie under the second click of two.
          clearTimeout(pick);
          pick = setTimeout(() => { if (u.over.isConnected) latest().onPick(x, reach); }, doubleClickMs);
        });
        u.over.addEventListener('dblclick', () => {
          clearTimeout(pick);
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
        latest().onZoom(start, end);
      }],
    },
  };
}

/**
 * Keeps one uPlot in `host`: built anew when the structure, theme or zone changes or the page is printed, fed when only
 * data does, sized with its host.
 * Gives the plot, for moving its cursor by keyboard.
 */
export function useUplot(
  host: RefObject<HTMLDivElement | null>, model: ChartModel, options: { zone: Zone } & UplotHandlers
): RefObject<uPlot | null> {
  const plot = useRef<uPlot | null>(null);
  const latest = useRef({ model, options });
  useEffect(() => { latest.current = { model, options }; });
  const scheme = useComputedColorScheme('light');
  const onPaper = useOnPaper();
  const structure = structureOf(model);
  const { zone } = options;

  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const palette = readPalette(element);
    const getModel = (): ChartModel => latest.current.model;
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
        ...hooks, drawClear: [(u) => drawSpans(u, getModel().spans, palette)],
        draw: [(u) => drawMarks(u, getModel(), palette)],
      },
    }, chartData(getModel()), element);
    plot.current = made;
    const observer = new ResizeObserver(() => {
      const size = sizeOf(element);
      if (size.width !== made.width || size.height !== made.height) made.setSize(size);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [host, structure, scheme, zone, onPaper]);

  useEffect(() => { plot.current?.setData(chartData(model)); }, [model]);

  return plot;
}
