import { createContext, type ReactNode } from 'react';

export interface NearMomentProps {
  /** Unix seconds. */
  time: number;
  /** Of the target or recording the chart is about. */
  target: string | null;
}

/** What the page adds to a moment's card from elsewhere, such as the profiles taken around it; null = nothing. */
export const NearMoment = createContext<((at: NearMomentProps) => ReactNode) | null>(null);
