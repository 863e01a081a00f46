/** Types of a row of the alert table: a condition, the alerts that watch it, and its words. */
import type { Action, PanelName, Part, Severity } from '../../../../core/contract/contract.ts';
import type { Expression } from './expression.ts';

export type AlertSource = 'mixin' | 'community';

/** Alert as its source defines it. */
export interface AlertDefinition {
  name: string;
  source: AlertSource;
  severity: Extract<Severity, 'warning' | 'critical'>;
  forSeconds: number;
  expression: Expression;
}

export interface AlertCondition {
  /** Code of its finding. */
  code: string;
  /** Panel of its finding. */
  panel: PanelName;
  alerts: readonly AlertDefinition[];
  /** Alerts of several servers (an HA group), of which this condition shows one server's part. */
  ofGroups?: readonly string[];
  /** Claim without its time, while it holds (“... since 10:00”) and after (“... from 10:00 to 10:20”). */
  holds: string;
  held: string;
  /** Returns a sentence that explains the value of the alert's expression. */
  measured?: (value: number, alert: AlertDefinition) => Part[];
  /** Labels whose values name its subject, and the noun before them. */
  about?: { noun: string; labels: readonly string[] };
  /** Consequence of the condition. */
  costs: string;
  action: Action;
  /** Second condition that must hold: the server is configured to do what it does not do. */
  onlyIf?: Expression;
  /** Codes of findings that state the same; if one of them is present, this one is omitted. */
  saidBy?: readonly string[];
}

type Definition = [name: string, severity: AlertDefinition['severity'], forSeconds: number, expression: Expression];

export const mixin = (...[name, severity, forSeconds, expression]: Definition): AlertDefinition => (
  { name, source: 'mixin', severity, forSeconds, expression }
);
export const community = (...[name, severity, forSeconds, expression]: Definition): AlertDefinition => (
  { name, source: 'community', severity, forSeconds, expression }
);

export const MINUTE = 60;
export const HOUR = 3600;
