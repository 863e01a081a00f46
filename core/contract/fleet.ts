/** All targets in one answer. Part of contract.ts, which says the units; import from there. */
import type { Finding } from './terms/finding.ts';
import type { Span } from './panels/panel.ts';
import type { Labels, TargetKind, TargetState } from './terms/targetKind.ts';

export interface Fleet {
  /** `step`: the width of each point of the series below. */
  range: { start: number; end: number; step: number };
  /** What targets have in common, the most telling first; empty where nothing is beyond coincidence. */
  shared: FleetShared[];
  /** The worst first; of equal severity by name. */
  targets: FleetTarget[];
}

/** Several targets had the same in the same 20 s, or those in trouble have a label in common. */
export interface FleetShared extends Pick<Finding, 'code' | 'severity' | 'claim' | 'sentence' | 'moment'> {
  code: 'shared-compaction' | 'shared-gap' | 'shared-restart' | 'shared-label';
  /** Names of the targets it is about. */
  targets: string[];
  /** Of `shared-label`: `version` and `kind` count as labels. */
  label: { name: string; value: string } | null;
}

export interface FleetTarget {
  name: string;
  state: TargetState;
  stateSince: number | null;
  kind: TargetKind;
  version: string;
  labels: Labels;
  /** As of Target; what is shown of it comes from the engine, seconds later. */
  shard?: { number: number | null; of: number };
  /** What is worst about it in the window, by what is kept of each scrape alone. */
  worst: FleetFinding;
  /** One value for each step; null where nothing is known. */
  series: {
    cpuCores: (number | null)[];
    /** Of the process's CPU, where the target counts the CPU of its GC; else all null. */
    gcShareRatio: (number | null)[];
    /** Resident memory: the most of each step. */
    rssBytes: (number | null)[];
  };
  /** Of the window; null where not counted. */
  gcCyclesPerMinute: number | null;
  memoryLimitBytes: number | null;
  compactions: Span[];
  gaps: Span[];
  /** Starts, with the replay of the WAL. */
  starts: Span[];
}

export interface FleetFinding extends Pick<Finding, 'code' | 'severity' | 'claim' | 'sentence' | 'moment'> {
  /** The page that says more. */
  page: 'overview' | 'gc-cpu' | 'memory' | 'scrapes' | 'wal-replay';
}
