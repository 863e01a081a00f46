/** Types of an entry in the tables of known issues, and of the evidence that it is matched against. */
import type { ProfileStack } from '../../../core/contract/terms/goroutines.ts';
import type { TargetKind } from '../../../core/contract/terms/targetKind.ts';

/** One symptom of an issue; every given part must match. */
export interface Symptom {
  /** Code of a finding in the window. */
  finding?: string;
  /** Pattern of a log line's message or error. */
  log?: string;
  /** Each must match one stack of a goroutine or heap profile, with all of its functions. */
  stacks?: SymptomStack[];
  /**
   * Panic in the log. The first function is the innermost one outside of Go's standard library; the others may be
   * anywhere in the stack.
   */
  panic?: { message?: string; functions: string[] };
  /** Role of a gauge that is below zero but should not be. */
  negative?: string;
  /** Whether the server accepts out-of-order samples. */
  outOfOrder?: boolean;
  /** The server's GOGC, as its runtime reports it. */
  gogcPercent?: number;
  /** Overrides the entry's confidence and severity if this symptom alone may have another reason. */
  confidence?: 'likely';
  severity?: 'info' | 'warning';
}

export interface SymptomStack {
  functions: string[];
  minShare?: number;
  minWaitMinutes?: number;
  /** Matches only if it has waited longer than the duration set by this flag of the server. */
  longerThanFlag?: string;
  /** Matches only if this flag of the server is unknown. */
  withoutFlag?: string;
  /** Matches only if the wait is not over. */
  isOpen?: true;
}

/** A panic or a fatal error of Go in a log. */
export interface LoggedPanic {
  /** The panic's line, and the line of its signal. */
  message: string;
  /** Functions of the panicking goroutine, and of the runtime if it has a stack of its own; innermost first. */
  functions: readonly string[];
}

export interface KnownIssue {
  /** Versions refer to the server; for `go`, to the Go version that the server was built with. */
  project: 'prometheus' | 'VictoriaMetrics' | 'VictoriaLogs' | 'thanos' | 'mimir' | 'go';
  /** Number of the issue or of the pull request that fixes it. */
  issue: number;
  title: string;
  kinds: TargetKind[];
  /** First affected version; null if no unaffected version is known. */
  since: string | null;
  /** First fixed version of each release line that got the fix; ascending. */
  fixed: string[];
  /** Required command-line flags by name, with a pattern of the value. */
  flags?: Record<string, string>;
  severity: 'info' | 'warning' | 'critical';
  /** `likely` if something else can show the same symptoms. */
  confidence: 'sure' | 'likely';
  /** At least one must match. */
  symptoms: Symptom[];
  effect: string;
  /** Workaround until the update, and its risk. */
  until: { step: string; risk: string };
  /** Why the symptom identifies this issue. */
  why: string;
  /** URLs of its sources. */
  sources: string[];
  /** Describes how its log line, stack or metric was checked in the source code of an affected version. */
  verified: string;
}

export interface Evidence {
  kind: TargetKind;
  /** Version that the server reports; `""` if unknown, and then nothing matches. */
  version: string;
  /** Go version that it was built with, such as `go1.21.4`. */
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
