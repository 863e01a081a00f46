/** What is drawn of a panel outside its page, in pictures and embeds: parts that each draws in its own way. */
import type { ChartModel } from './chartModel.ts';

export interface NamedChart {
  /** Unique within a drawing. */
  name: string;
  model: ChartModel;
  /** What is counted where the axis has no unit. */
  countWord?: string;
}

/** A strip cut into shares, each with its words. */
export interface ShareBar { label: string; slices: readonly BarSlice[] }

export interface BarSlice {
  key: string;
  /** 0 to 1; what is not above 0 is not drawn. */
  share: number;
  /** How it is painted, a name that both halves have a paint for. */
  look: string;
  words: string;
  value: string;
}

export interface PictureDrawing {
  /** Window and counts, times in UTC. */
  context: string;
  /** Above the charts. */
  bar: ShareBar | null;
  /** The chart that shows the finding. */
  main: readonly NamedChart[];
  /** More, most telling first; as many as there is room for. */
  more: readonly NamedChart[];
}

export interface EmbedDrawing {
  /** Over what time and how many scrapes. */
  context: string;
  /** The one that matters most first: a small frame shows only that. */
  charts: readonly NamedChart[];
  /** 0 to 1 with its words, while something is in progress. */
  progress: { ratio: number | null; text: string } | null;
  bar: ShareBar | null;
  /** Short sentences below the charts. */
  notes: readonly string[];
}

/** Dates are always written: nobody knows when a picture will be looked at. */
export const NO_DAY = 0;

/** An embed without progress, bar and notes. */
export const embedded = { progress: null, bar: null, notes: [] };

/** The chart with its name, or nothing where the panel has none. */
export function named(name: string, model: ChartModel | null, countWord?: string): NamedChart[] {
  return model === null ? [] : [{ name, model, ...(countWord === undefined ? {} : { countWord }) }];
}
