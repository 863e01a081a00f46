import { useContext } from 'react';
import { SelectedSpan, type SelectedSpanProps } from './eventCard.ts';

/** What the page offers to do with a selected span. */
export function SpanCard(span: SelectedSpanProps) {
  const draw = useContext(SelectedSpan);
  return draw?.(span) ?? null;
}
