import type { Labels, TargetKind, TargetState } from './terms/targetKind.ts';

export interface Target {
  name: string;
  /** `null` for a recording. */
  url: string | null;
  kind: TargetKind;
  version: string;
  goVersion: string;
  state: TargetState;
  /** Since when it is in that state, as far as recorded. */
  stateSince: number | null;
  lastScrape: LastScrape | null;
  /** What was asked for. */
  scrapeIntervalSeconds: number;
  /** What is done: longer than asked while the target answers slowly; the page says so. */
  effectiveIntervalSeconds: number;
  /** First and last recorded scrape; null when nothing is recorded yet. */
  recorded: { start: number; end: number } | null;
  blockRangeSeconds: number | null;
  /** The time before tsdbscope recorded it, asked of its own query API; null for a recording. */
  history: TargetHistory | null;
  /** The node_exporter of its host, scraped beside it; absent where none is configured. */
  node?: TargetNode;
  /** Of a target that another tsdbscope scrapes; its state is what that one reported. */
  shard?: TargetShard;
  /** Of one that was added while tsdbscope ran; `by` null: nobody had to log in. */
  added?: { by: string | null; time: number };
  /** Only of an opened incident file. */
  incident?: TargetIncident;
  /** Only of a recording with lines that could not be used. */
  skippedLines?: SkippedLines;
  labels: Labels;
}

/** Of a target that is an opened incident: where it is from. */
export interface TargetIncident {
  /** The window that was exported; what panels show when no other is asked for. */
  start: number;
  end: number;
  exportedTime: number;
  exportedBy: string;
  /** As it was called and what it did where the file was made. */
  name: string;
  state: TargetState;
  redacted: string[];
  leftOut: string[];
  /** Profiles that came with it, by id. */
  profileIds: string[];
}

/** `number` null: nobody scrapes it now, as far as is known here. */
export interface TargetShard { number: number | null; of: number }

/** Lines of a recording file that it was opened without: the first 5, with the end of a sentence that says why. */
export interface SkippedLines { count: number; lines: { line: number; message: string }[] }

export interface TargetNode {
  /** Without credentials. */
  url: string;
  /** The last try; null before the first. */
  lastScrape: { time: number; durationSeconds: number; error: string | null } | null;
  /** Longer than the target's while it answers slowly. */
  effectiveIntervalSeconds: number;
}

export interface TargetHistory {
  /** `waiting`: not asked yet, e.g. while it starts. `unavailable`: `reason` says why in a sentence. */
  state: 'waiting' | 'reading' | 'read' | 'unavailable';
  /** The oldest scrape had so far; null when there is none. */
  since: number | null;
  reason: string | null;
}

export interface LastScrape {
  time: number;
  durationSeconds: number;
  error: string | null;
  /** Lines of the answer that could not be read, the first 20 of `badLineCount`; all others were kept. */
  badLines: { line: number; message: string }[];
  badLineCount: number;
}
