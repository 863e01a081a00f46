/** What the next on-call needs to know. Part of contract.ts, which says the units; import from there. */
import type { CaptureKind } from './capture.ts';
import type { FleetFinding } from './fleet.ts';
import type { PanelName } from './panels/panelAnswers.ts';
import type { Finding, Severity } from './terms/finding.ts';
import type { TargetKind, TargetState } from './terms/targetKind.ts';

export interface Handover {
  range: { start: number; end: number };
  /** The worst first. */
  targets: HandoverTarget[];
}

export interface HandoverTarget {
  name: string;
  kind: TargetKind;
  version: string;
  state: TargetState;
  stateSince: number | null;
  /** What is worst about it in the window, by what is kept of each scrape alone. */
  worst: Pick<FleetFinding, 'severity' | 'sentence'>;
  /** What its overview says of the last 15 minutes of the window; null = not known, `unjudged` says why. */
  now: Pick<Finding, 'severity' | 'sentence'> | null;
  /** Warnings and critical findings of these 15 minutes beside that. */
  others: HandoverFinding[];
  /** Why findings were not looked for, in a sentence; null = they were. */
  unjudged: string | null;
  /** Findings that came and went were looked for in parts of this length; null = they were not. */
  partSeconds: number | null;
  /** What happened in the window, earliest first. */
  events: HandoverEvent[];
  /** Events that are not listed: the shortest gaps, the oldest of others. */
  omitted: number;
}

export interface HandoverFinding { panel: PanelName; severity: Severity; sentence: string }

/** `end` null: a moment. */
export type HandoverEvent = { time: number; end: number | null } & (
  | ({ what: 'finding' } & HandoverFinding)
  | { what: 'gap' }
  | { what: 'start' }
  | { what: 'note'; id: string; text: string; author: string | null }
  | { what: 'capture'; id: string; kind: CaptureKind; state: 'done' | 'failed'; sentence: string | null }
);
