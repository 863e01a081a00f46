/** Parts of a panel that are drawn outside its page; pictures and embeds each draw them in their own way. */
import type { ChartModel } from './chartModel.ts';

export interface NamedChart {
  /** Unique within a drawing. */
  name: string;
  model: ChartModel;
  /** Counted noun, if the axis has no unit. */
  countWord?: string;
}

/** A strip divided into labelled shares. */
export interface ShareBar { label: string; slices: readonly BarSlice[] }

export interface BarSlice {
  key: string;
  /** Share from 0 to 1; drawn only above 0. */
  share: number;
  /** Name of its paint, which both the picture and the embed define. */
  look: string;
  words: string;
  value: string;
}

export interface PictureDrawing {
  /** Window and counts, with times in UTC. */
  context: string;
  /** Bar above the charts. */
  bar: ShareBar | null;
  /** The chart that shows the finding. */
  main: readonly NamedChart[];
  /** Further charts, most informative first; as many as fit. */
  more: readonly NamedChart[];
}

export interface EmbedDrawing {
  /** Window and number of scrapes. */
  context: string;
  /** Charts, most important first; a small frame shows only that one. */
  charts: readonly NamedChart[];
  /** Progress from 0 to 1 with its text, while something is running. */
  progress: { ratio: number | null; text: string } | null;
  bar: ShareBar | null;
  /** Short sentences shown below the charts. */
  notes: readonly string[];
}

/** Makes dates always written, because a picture can be viewed at any time. */
export const NO_DAY = 0;

/** Defaults of an embed without progress, bar and notes. */
export const embedded = { progress: null, bar: null, notes: [] };

/** Returns the chart with its name, or nothing if the panel has none. */
export function named(name: string, model: ChartModel | null, countWord?: string): NamedChart[] {
  return model === null ? [] : [{ name, model, ...(countWord === undefined ? {} : { countWord }) }];
}
