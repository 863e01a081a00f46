/**
 * Incident files and archives: what one holds, and what opening it answers. Part of contract.ts, which says the units;
 * import from there. The types named here are also what an incident file is held against when it is opened.
 */
import type { TargetFacts } from './facts.ts';
import type { CompactionLogs } from './panels/compaction.ts';
import type { PanelFinding } from './panels/panelAnswers.ts';
import type { ProfileInfo } from './profile.ts';
import type { QueryLog } from './queries.ts';
import type { MeasuredLog, Replay } from './replay.ts';
import type { Target } from './target.ts';
import type { Finding } from './terms/finding.ts';
import type { Labels, TargetKind, TargetState } from './terms/targetKind.ts';

/** What an export may omit. `uploads`: profiles of unknown origin whose own time lies in the window. */
export type IncidentPart = 'profiles' | 'uploads' | 'replays' | 'notes';

/** `manifest.json`, the first file of an incident. */
export interface IncidentManifest {
  format: 'tsdbscope-incident';
  /** Of the format; another one is refused. */
  version: 1;
  exportedTime: number;
  /** Version of the tsdbscope that wrote it. */
  exportedBy: string;
  target: {
    name: string; kind: TargetKind; version: string; goVersion: string; state: TargetState;
    /** Without credentials; null for a recording. */
    url: string | null;
    labels: Labels;
  };
  /** Half open: a scrape that began at `end` is not in it. */
  window: { start: number; end: number };
  /** What was going on was judged as of then: the moment of the export, or the end of a recording. */
  judgedTime: number;
  /** How the target was scraped, as panels judge gaps by it. `timeoutSeconds` null: not known (a recording). */
  scrape: {
    intervalSeconds: number; effectiveIntervalSeconds: number; timeoutSeconds: number | null;
    startupBudgetSeconds: number | null
  };
  /** What was made unreadable, in words; `commandLines` false: asked to be kept. */
  redacted: { commandLines: boolean; what: string[] };
  contents: { scrapes: number; historyScrapes: number; profiles: number; replays: number; notes: number };
  /** What did not go in, and why, in sentences. */
  leftOut: string[];
  /** Every other file of the archive. `sha256` in hex, of its bytes as they lie in the archive. */
  members: IncidentMember[];
}

export interface IncidentMember { name: string; sizeBytes: number; sha256: string }

/** One entry of `profiles.json`; its bytes are the member `profiles/<id>.pb.gz`. */
export interface IncidentProfile {
  info: ProfileInfo;
  samplesIngested?: { start: number; end: number };
  targetFacts?: { version?: string; goVersion?: string; cores?: number; uptimeSeconds?: number };
}

/** `facts.json`, `replays.json`, `findings.json` and `notes.json`; a note is checked by the notes themselves. */
export type IncidentFacts = TargetFacts;
export type IncidentReplays = Replay[];
export type IncidentProfiles = IncidentProfile[];
export type IncidentFindings = PanelFinding[];

/** What came out of an incident file, a debug tarball, or an archive or folder of profiles. */
export interface OpenedArchive {
  kind: 'incident' | 'profiles';
  /** null: it held profiles only. */
  target: Target | null;
  profiles: ProfileInfo[];
  /** The scrape that lay beside the profiles; null for an incident, or when there was none. */
  metrics: { target: string; samples: number; time: number; timeFrom: 'profiles' | 'archive' | 'upload' } | null;
  /** Entries that were not taken, each with the reason and what to do. At most 100; `skippedCount` counts all. */
  skipped: { name: string; reason: string }[];
  skippedCount: number;
  /** What is worth knowing of the whole, in sentences. */
  remarks: string[];
}

/** What opens a file: its analysis and its page. */
export type OpenDoor = 'profile' | 'log' | 'benchmark' | 'recording' | 'metrics' | 'archive' | 'blocks';

/** What a file is, by its content. */
export interface FileIdentity {
  /** `pprof`, `prometheus-log`, `v8-heap-profile`; `unknown` for none that is known. */
  format: string;
  /** For a sentence: "a log of Prometheus 2.45.0 in Docker json-file lines". */
  name: string;
  /** What wrote it; null where the file does not show it. */
  program: string | null;
  version: string | null;
  /** `certain`: a signature or header that nothing else has; `guess`: only its shape. */
  confidence: 'certain' | 'likely' | 'guess';
  /** What is put around each line, such as "Docker json-file lines"; null without that. */
  envelope: string | null;
}

/** One file: what it is, and where it opens. */
export interface OpenedFile {
  name: string;
  sizeBytes: number;
  what: FileIdentity;
  outcome: 'opened' | 'refused';
  /** What it says first; of a refused one what it is, why it is not read and what to do. */
  sentence: string;
  /** Path and query of the page that shows it; null where it was refused. */
  address: string | null;
  /** Profiles that were stored of it. */
  profiles: ProfileInfo[];
  /** The target that it became. */
  target: string | null;
  /** Id of the stored log; for `/logs/{id}`. */
  log: string | null;
  /** Id of the stored output of a benchmark. */
  output: string | null;
}

export interface OpenedFiles {
  /** In the order they came. */
  files: OpenedFile[];
  /** Address that shows all opened files together; null without such a page. */
  address: string | null;
}

/** An opened log that names no target, with the claim of the log alone. */
export interface OpenedLog {
  /** Of its content. */
  id: string;
  name: string;
  /** When it was opened. */
  time: number;
  sizeBytes: number;
  what: FileIdentity;
  /** The log's own first claim. */
  finding: Finding;
  /** What else is in it: crashes, kills, forced collections; null where nothing is. */
  facts: string | null;
  /** What to open next, for a text whose facts are all that is read of it; else null. */
  next: string | null;
  /** null: it has no start that is read. */
  starts: MeasuredLog | null;
  /** null: it has no compaction that is read. */
  compactions: CompactionLogs | null;
  /** null: it has no query that is read. */
  queries: QueryLog | null;
  /** The target that a reader said it is of; null: none, it stays apart. */
  target: string | null;
}
