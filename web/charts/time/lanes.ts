/** The time charts that the page shows now, so that the card of one can say what the others have at the same time. */
import { useEffect, type RefObject } from 'react';
import type { ChartModel } from '../../../core/views/charts/chartModel.ts';

export interface Lane { title: string; model: ChartModel }

const shown = new Map<string, Lane & { host: RefObject<HTMLElement | null> }>();

/** Makes a chart one of them, while it is on the page. */
export function useLane(id: string, host: RefObject<HTMLElement | null>, { title, model }: Lane): void {
  useEffect(() => {
    if (model.x.kind !== 'time') return undefined;
    shown.set(id, { title, model, host });
    return () => { shown.delete(id); };
  }, [id, host, title, model]);
}

/** The others, from the top of the page down; not those that are hidden. */
export function lanesBeside(id: string): Lane[] {
  const topOf = (lane: { host: RefObject<HTMLElement | null> }): number =>
    lane.host.current?.getBoundingClientRect().top ?? 0;
  return [...shown].filter(([of, { host }]) => of !== id && host.current?.checkVisibility() === true)
    .map(([, lane]) => lane).sort((a, b) => topOf(a) - topOf(b));
}
