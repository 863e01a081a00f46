/** Summary for the next on-call. Part of contract.ts, which defines the units; import from there. */
import type { CaptureKind } from './capture.ts';
import type { FleetFinding } from './fleet.ts';
import type { PanelName } from './panels/panelAnswers.ts';
import type { Finding, Severity } from './terms/finding.ts';
import type { TargetKind, TargetState } from './terms/targetKind.ts';

export interface Handover {
  range: { start: number; end: number };
  /** Targets, worst first. */
  targets: HandoverTarget[];
}

export interface HandoverTarget {
  name: string;
  kind: TargetKind;
  version: string;
  state: TargetState;
  stateSince: number | null;
  /** Worst finding of the window, from the per-scrape summary alone. */
  worst: Pick<FleetFinding, 'severity' | 'sentence'>;
  /** Finding of its overview for the last 15 minutes of the window; null if not known, and `unjudged` says why. */
  now: Pick<Finding, 'severity' | 'sentence'> | null;
  /** Other warnings and critical findings of these 15 minutes. */
  others: HandoverFinding[];
  /** Why findings were not evaluated, in a sentence; null if they were. */
  unjudged: string | null;
  /** Length of the parts in which transient findings were searched; null if they were not. */
  partSeconds: number | null;
  /** Events of the window, earliest first. */
  events: HandoverEvent[];
  /** Number of events not listed: the shortest gaps, the oldest of others. */
  omitted: number;
}

export interface HandoverFinding { panel: PanelName; severity: Severity; sentence: string }

/** An event; `end` is null for a moment. */
export type HandoverEvent = { time: number; end: number | null } & (
  | ({ what: 'finding' } & HandoverFinding)
  | { what: 'gap' }
  | { what: 'start' }
  | { what: 'note'; id: string; text: string; author: string | null }
  | { what: 'capture'; id: string; kind: CaptureKind; state: 'done' | 'failed'; sentence: string | null }
);
