/** The span that another is to be compared with: chosen on one chart, met by the next that is dragged over. */
import { useSyncExternalStore } from 'react';

export interface SpanToCompare { target: string; kind: string; start: number; end: number }

let chosen: SpanToCompare | null = null;
const listeners = new Set<() => void>();

export function chooseSpan(span: SpanToCompare | null): void {
  chosen = span;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => { listeners.delete(listener); };
}

export function useSpanToCompare(): SpanToCompare | null {
  return useSyncExternalStore(subscribe, () => chosen);
}
