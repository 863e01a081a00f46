import { createContext, type ReactNode } from 'react';

export interface NearMomentProps {
  /** Time in Unix seconds. */
  time: number;
  /** Name of the target or recording that the chart shows. */
  target: string | null;
}

/** The page's addition to the card of a moment, such as profiles captured around it; null for nothing. */
export const NearMoment = createContext<((at: NearMomentProps) => ReactNode) | null>(null);

export interface SelectedSpanProps {
  /** Start in Unix seconds. */
  start: number;
  end: number;
  /** Name of the target or recording that the chart shows. */
  target: string | null;
  /** Whether the chart shows bytes, so that the heap is profiled. */
  isOfBytes: boolean;
  /** End of the span in the plot's width, 0 to 1. */
  shareRatio: number;
  onZoom: () => void;
  onClose: () => void;
}

/** The page's actions on a selected span; null to zoom at once. */
export const SelectedSpan = createContext<((span: SelectedSpanProps) => ReactNode) | null>(null);
