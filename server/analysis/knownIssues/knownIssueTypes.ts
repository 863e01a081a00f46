/** How an entry of knownIssues.yaml is written, and what is held against it. */
import type { ProfileStack } from '../../../core/contract/terms/goroutines.ts';
import type { TargetKind } from '../../../core/contract/terms/targetKind.ts';

/** What must be seen; every part that is given must hold. */
export interface Symptom {
  /** Code of a finding of the window. */
  finding?: string;
  /** A line of the log whose message or error matches. */
  log?: string;
  /** Each must match one stack of a goroutine or heap profile, by all of its functions. */
  stacks?: { functions: string[]; minShare?: number; minWaitMinutes?: number }[];
  /** It takes out-of-order samples. */
  outOfOrder?: boolean;
  /** The server's GOGC, as its runtime states it. */
  gogcPercent?: number;
}

export interface KnownIssue {
  project: 'prometheus' | 'VictoriaMetrics' | 'thanos';
  /** Number of the issue or of the pull request that mends it. */
  issue: number;
  title: string;
  kinds: TargetKind[];
  /** The first version that has it; null: no version without it is known. */
  since: string | null;
  /** First version without it, of each line of releases that got the fix; ascending. */
  fixed: string[];
  /** Command-line flags that it needs, by name, with a pattern of their value. */
  flags?: Record<string, string>;
  severity: 'info' | 'warning' | 'critical';
  /** `likely` where something else can show the same. */
  confidence: 'sure' | 'likely';
  /** One of them must hold. */
  symptoms: Symptom[];
  /** What happens. */
  effect: string;
  /** What helps until the update, and what it costs. */
  until: { step: string; risk: string };
  /** Why the symptom stands for this issue. */
  why: string;
  /** Where it was read. */
  sources: string[];
}

export interface Evidence {
  kind: TargetKind;
  /** As the server states it; `""` where that is not known: then nothing matches. */
  version: string;
  flags?: Readonly<Record<string, string>>;
  findings?: readonly { code: string }[];
  logLines?: readonly string[];
  stacks?: readonly ProfileStack[];
  outOfOrder?: boolean;
  gogcPercent?: number;
}
