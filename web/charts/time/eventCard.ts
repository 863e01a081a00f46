import { createContext, type ReactNode } from 'react';

export interface NearMomentProps {
  /** Unix seconds. */
  time: number;
  /** Name of the target or recording that the chart shows. */
  target: string | null;
}

/** What the page adds to the card of a moment, such as profiles captured around it; null = nothing. */
export const NearMoment = createContext<((at: NearMomentProps) => ReactNode) | null>(null);
