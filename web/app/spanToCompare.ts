/** The span to compare with: chosen on one chart, paired with the next one selected. */
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
