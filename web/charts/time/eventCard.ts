import { createContext, type ReactNode } from 'react';

export interface NearMomentProps {
  /** Unix seconds. */
  time: number;
  /** Name of the target or recording that the chart shows. */
  target: string | null;
}

/** What the page adds to the card of a moment, such as profiles captured around it; null = nothing. */
export const NearMoment = createContext<((at: NearMomentProps) => ReactNode) | null>(null);

export interface SelectedSpanProps {
  /** Unix seconds. */
  start: number;
  end: number;
  /** Name of the target or recording that the chart shows. */
  target: string | null;
  /** Of what the chart shows: a chart of bytes is asked about the heap. */
  isOfBytes: boolean;
  /** Where the span ends in the plot's width, 0 to 1. */
  shareRatio: number;
  onZoom: () => void;
  onClose: () => void;
}

/** What a reader may do with a span that they dragged over; null: it is zoomed into at once. */
export const SelectedSpan = createContext<((span: SelectedSpanProps) => ReactNode) | null>(null);
