/** All targets in one answer. Part of contract.ts, which defines the units; import from there. */
import type { Finding } from './terms/finding.ts';
import type { Span } from './panels/panel.ts';
import type { Labels, TargetKind, TargetState } from './terms/targetKind.ts';

export interface Fleet {
  /** Range of the window. `step`: width of each point of the series below. */
  range: { start: number; end: number; step: number };
  /** Common findings of several targets, most significant first; empty if nothing exceeds coincidence. */
  shared: FleetShared[];
  /** Targets, worst first; by name within a severity. */
  targets: FleetTarget[];
}

/** Same event in several targets within 20 s, or a label common to the targets in trouble. */
export interface FleetShared extends Pick<Finding, 'code' | 'severity' | 'claim' | 'sentence' | 'moment'> {
  code: 'shared-compaction' | 'shared-gap' | 'shared-restart' | 'shared-label';
  /** Names of the affected targets. */
  targets: string[];
  /** Label of `shared-label`; `version` and `kind` count as labels. */
  label: { name: string; value: string } | null;
}

export interface FleetTarget {
  name: string;
  state: TargetState;
  stateSince: number | null;
  kind: TargetKind;
  version: string;
  labels: Labels;
  /** Shard as in Target; its data comes from the engine, seconds later. */
  shard?: { number: number | null; of: number };
  /** Worst finding of the window, from the per-scrape summary alone. */
  worst: FleetFinding;
  /** One value per step; null if unknown. */
  series: {
    cpuCores: (number | null)[];
    /** GC share of the process's CPU if the target reports the CPU of its GC; else all null. */
    gcShareRatio: (number | null)[];
    /** Resident memory: the maximum of each step. */
    rssBytes: (number | null)[];
  };
  /** GC cycles per minute in the window; null if not counted. */
  gcCyclesPerMinute: number | null;
  memoryLimitBytes: number | null;
  compactions: Span[];
  gaps: Span[];
  /** Process starts, including WAL replay. */
  starts: Span[];
}

export interface FleetFinding extends Pick<Finding, 'code' | 'severity' | 'claim' | 'sentence' | 'moment'> {
  /** Page with the details. */
  page: 'overview' | 'gc-cpu' | 'memory' | 'scrapes' | 'wal-replay';
}
