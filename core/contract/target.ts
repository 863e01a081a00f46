import type { Severity } from './terms/finding.ts';
import type { Labels, TargetKind, TargetState } from './terms/targetKind.ts';

export interface Target {
  name: string;
  /** Null for a recording. */
  url: string | null;
  kind: TargetKind;
  version: string;
  goVersion: string;
  state: TargetState;
  /** When it entered that state, as far as recorded. */
  stateSince: number | null;
  lastScrape: LastScrape | null;
  /** Configured scrape interval. */
  scrapeIntervalSeconds: number;
  /** Actual interval: longer than configured while the target answers slowly; the page says so. */
  effectiveIntervalSeconds: number;
  /** First and last recorded scrape; null if nothing is recorded yet. */
  recorded: { start: number; end: number } | null;
  blockRangeSeconds: number | null;
  /** History before the recording, read from the target's own query API; null for a recording. */
  history: TargetHistory | null;
  /** The node_exporter of its host, scraped together with it; absent if none is configured. */
  node?: TargetNode;
  /** Set if another tsdbscope scrapes the target, which also reports its state. */
  shard?: TargetShard;
  /** Set if the target was added at run time; `by` is null if no login was required. */
  added?: { by: string | null; time: number };
  /** Set only for an opened incident file. */
  incident?: TargetIncident;
  /** Set only for a recording with unusable lines. */
  skippedLines?: SkippedLines;
  /** Set only for a scrape that was opened as a file and has a finding of its own. */
  said?: TargetSaid;
  labels: Labels;
}

/** What the file of a target says, alone or with the files that were opened with it; the claim comes first. */
export interface TargetSaid { severity: Severity; sentences: string[] }

/** Origin of a target that is an opened incident. */
export interface TargetIncident {
  /** The exported window, which is the default window of panels. */
  start: number;
  end: number;
  exportedTime: number;
  exportedBy: string;
  /** Name and state of the target where the file was made. */
  name: string;
  state: TargetState;
  redacted: string[];
  leftOut: string[];
  /** Ids of the profiles in the file. */
  profileIds: string[];
}

/** Shard of a target; `number` is null if no instance is known to scrape it now. */
export interface TargetShard { number: number | null; of: number }

/** Skipped lines of a recording file: the first 5, each with the end of a sentence that says why. */
export interface SkippedLines { count: number; lines: { line: number; message: string }[] }

export interface TargetNode {
  /** URL without credentials. */
  url: string;
  /** The last attempt; null before the first. */
  lastScrape: { time: number; durationSeconds: number; error: string | null } | null;
  /** Actual interval; longer than the target's while it answers slowly. */
  effectiveIntervalSeconds: number;
}

export interface TargetHistory {
  /** `waiting`: not yet asked, e.g. during startup. `unavailable`: `reason` says why in a sentence. */
  state: 'waiting' | 'reading' | 'read' | 'unavailable';
  /** Time of the oldest scrape read so far; null if there is none. */
  since: number | null;
  reason: string | null;
}

export interface LastScrape {
  time: number;
  durationSeconds: number;
  error: string | null;
  /** Unreadable lines of the answer, the first 20 of `badLineCount`; all others were kept. */
  badLines: { line: number; message: string }[];
  badLineCount: number;
}
