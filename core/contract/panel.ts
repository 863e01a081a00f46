/** What the time panels and their findings answer. Part of contract.ts, which says the units; import from there. */
import type { CompactionPanel } from './compaction.ts';
import type { GcCpuPanel } from './gcCpu.ts';
import type { MemoryPanel } from './memory.ts';
import type { Finding, Part } from './finding.ts';
import type { ScrapesPanel } from './scrapes.ts';
import type { Unit } from './unit.ts';
import type { WalReplayPanel } from './walReplay.ts';

/** What each panel answers. A new panel begins here; the compiler then asks for its row in every table. */
export interface PanelByName {
  'gc-cpu': GcCpuPanel;
  compaction: CompactionPanel;
  'wal-replay': WalReplayPanel;
  memory: MemoryPanel;
  scrapes: ScrapesPanel;
}

export type PanelName = keyof PanelByName;
export interface PanelFinding extends Finding {
  panel: PanelName;
  /** Named figures the sentence is made of, with unit in the key. */
  figures: Record<string, number | null>;
  /** The panels whose answers it rests on, `panel` first, where it takes more than one to tell. */
  restsOn?: PanelName[];
  /** A condition that holds at the end of the window and comes before every other finding: not answering, replaying. */
  isState?: boolean;
}

export interface PanelRange {
  start: number;
  end: number;
  /** Width of one point of `series`, seconds; equals the scrape interval when nothing was thinned. */
  step: number;
  scrapes: number;
}

/** An input the target does not give: which, what that costs, what to switch on. */
export interface MissingInput {
  names: string[];
  costs: string;
  remedy: string;
}

export interface Span { start: number; end: number }

export interface PanelBase {
  range: PanelRange;
  finding: Finding;
  missing: MissingInput[];
  /** Process starts seen inside the window (counter resets are explained by them). */
  restarts: { time: number }[];
  /** Scrape gaps of the window, for the hatch in every chart. */
  gapSpans: Span[];
  /** Rows of the "numbers behind it" table. */
  figures: Figure[];
  /** Where the samples come from, ascending; absent until the panel was read from a store. */
  sources?: PanelSource[];
}

/** A stretch of the window from one source. */
export interface PanelSource {
  start: number;
  end: number;
  /** `recorded`: scraped by tsdbscope. `history`: asked of the target's own query API. */
  source: 'recorded' | 'history';
  /** Median distance of its scrapes; null with fewer than two. */
  stepSeconds: number | null;
}

/** One row of a panel's table. `value` null = not known, and `note` says why. */
export interface Figure {
  name: string;
  value: number | null;
  low?: number | null;
  high?: number | null;
  unit: Unit;
  /** Metric names it was computed from. */
  from: string[];
  note?: string;
  /** The note as parts, where it holds times. */
  noteParts?: Part[];
}

export interface SampleSeries { metric: Record<string, string>; values: [number, number | 'NaN' | '+Inf' | '-Inf'][] }

export type * from './memory.ts';
export type * from './scrapes.ts';
export type * from './compaction.ts';
export type * from './gcCpu.ts';
export type * from './spikes.ts';
