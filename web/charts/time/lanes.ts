/** The time charts on the page, so that the card of one can include the values of the others at the same time. */
import { useEffect, type RefObject } from 'react';
import type { ChartModel } from '../../../core/views/charts/chartModel.ts';

export interface Lane { title: string; model: ChartModel }

const shown = new Map<string, Lane & { host: RefObject<HTMLElement | null> }>();

/** Registers a chart while it is on the page. */
export function useLane(id: string, host: RefObject<HTMLElement | null>, { title, model }: Lane): void {
  useEffect(() => {
    if (model.x.kind !== 'time') return undefined;
    shown.set(id, { title, model, host });
    return () => { shown.delete(id); };
  }, [id, host, title, model]);
}

/** Returns the other visible charts, from top to bottom. */
export function lanesBeside(id: string): Lane[] {
  const topOf = (lane: { host: RefObject<HTMLElement | null> }): number =>
    lane.host.current?.getBoundingClientRect().top ?? 0;
  return [...shown].filter(([of, { host }]) => of !== id && host.current?.checkVisibility() === true)
    .map(([, lane]) => lane).sort((a, b) => topOf(a) - topOf(b));
}
