/** How an entry of the tables of known issues is written, and what is held against it. */
import type { ProfileStack } from '../../../core/contract/terms/goroutines.ts';
import type { TargetKind } from '../../../core/contract/terms/targetKind.ts';

/** What must be seen; every part that is given must hold. */
export interface Symptom {
  /** Code of a finding of the window. */
  finding?: string;
  /** A line of the log whose message or error matches. */
  log?: string;
  /** Each must match one stack of a goroutine or heap profile, by all of its functions. */
  stacks?: SymptomStack[];
  /**
   * A panic in the log. The first function is the innermost that is not of Go's own library; the others are anywhere
   * above it.
   */
  panic?: { message?: string; functions: string[] };
  /** A gauge that cannot be below zero, by its role. */
  negative?: string;
  /** It takes out-of-order samples. */
  outOfOrder?: boolean;
  /** The server's GOGC, as its runtime states it. */
  gogcPercent?: number;
  /** Where it alone may be something else: in place of those of the entry. */
  confidence?: 'likely';
  severity?: 'info' | 'warning';
}

export interface SymptomStack {
  functions: string[];
  minShare?: number;
  minWaitMinutes?: number;
  /** It has waited longer than the duration that this flag of the server says. */
  longerThanFlag?: string;
  /** Only where that flag of the server is not known. */
  withoutFlag?: string;
  /** It still waits. */
  isOpen?: true;
}

/** A panic or a fatal error of Go in a log. */
export interface LoggedPanic {
  /** The line that says it, and the line of its signal. */
  message: string;
  /** Of the goroutine that panicked, and of the runtime where it has a stack of its own; innermost first. */
  functions: readonly string[];
}

export interface KnownIssue {
  /** `go`: its versions are those of the Go that the server was built with. */
  project: 'prometheus' | 'VictoriaMetrics' | 'VictoriaLogs' | 'thanos' | 'mimir' | 'go';
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
  /** How its log line, stack or metric was held against the source code of a version that has it. */
  verified: string;
}

export interface Evidence {
  kind: TargetKind;
  /** As the server states it; `""` where that is not known: then nothing matches. */
  version: string;
  /** Of the Go that it was built with, as `go1.21.4`. */
  goVersion?: string;
  flags?: Readonly<Record<string, string>>;
  findings?: readonly { code: string }[];
  logLines?: readonly string[];
  stacks?: readonly ProfileStack[];
  panics?: readonly LoggedPanic[];
  /** Roles of gauges that are below zero. */
  negative?: readonly string[];
  outOfOrder?: boolean;
  gogcPercent?: number;
}
