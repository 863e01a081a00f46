/** The span that another is to be compared with: chosen on one chart, met by the next that is dragged over. */
import { useSyncExternalStore } from 'react';
import type { SpanOfTarget } from '../api/spanQueries.ts';

let chosen: SpanOfTarget | null = null;
const listeners = new Set<() => void>();

export function chooseSpan(span: SpanOfTarget | null): void {
  chosen = span;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => { listeners.delete(listener); };
}

export function useSpanToCompare(): SpanOfTarget | null {
  return useSyncExternalStore(subscribe, () => chosen);
}
