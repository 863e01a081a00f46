import { useContext } from 'react';
import { SelectedSpan, type SelectedSpanProps } from './eventCard.ts';

/** The page's actions on a selected span. */
export function SpanCard(span: SelectedSpanProps) {
  const draw = useContext(SelectedSpan);
  return draw?.(span) ?? null;
}
