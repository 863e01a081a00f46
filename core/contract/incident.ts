/**
 * Contents of incident files and archives, and the answers for opened ones. Part of contract.ts, which defines the
 * units; import from there. Incident files are validated against the types named here when opened.
 */
import type { TargetFacts } from './facts.ts';
import type { CompactionLogs } from './panels/compaction.ts';
import type { PanelFinding } from './panels/panelAnswers.ts';
import type { ProfileInfo } from './profile.ts';
import type { QueryLog } from './queries.ts';
import type { MeasuredLog, Replay } from './replay.ts';
import type { Target } from './target.ts';
import type { Finding } from './terms/finding.ts';

/** Parts that an export can omit. `uploads`: profiles of unknown origin with a time inside the window. */
export type IncidentPart = 'profiles' | 'uploads' | 'replays' | 'notes';

/** Content of `manifest.json`, the first file of an incident. */
export interface IncidentManifest {
  format: 'tsdbscope-incident';
  /** Version of the format; others are refused. */
  version: 1;
  exportedTime: number;
  /** Version of the tsdbscope that wrote it. */
  exportedBy: string;
  /** `url`: without credentials; null for a recording. */
  target: Pick<Target, 'name' | 'kind' | 'version' | 'goVersion' | 'state' | 'url' | 'labels'>;
  /** Half-open window: it excludes a scrape that began at `end`. */
  window: { start: number; end: number };
  /** Time as of which current states are judged: the export, or the end of a recording. */
  judgedTime: number;
  /** Scrape settings, by which panels judge gaps. `timeoutSeconds` is null if not known (a recording). */
  scrape: {
    intervalSeconds: number; effectiveIntervalSeconds: number; timeoutSeconds: number | null;
    startupBudgetSeconds: number | null
  };
  /** What was redacted, in words; `commandLines` is false if they were kept on request. */
  redacted: { commandLines: boolean; what: string[] };
  contents: { scrapes: number; historyScrapes: number; profiles: number; replays: number; notes: number };
  /** What was left out and why, in sentences. */
  leftOut: string[];
  /** All other files of the archive. `sha256` in hex, of the bytes as stored in the archive. */
  members: IncidentMember[];
}

export interface IncidentMember { name: string; sizeBytes: number; sha256: string }

/** One entry of `profiles.json`; its bytes are in the member `profiles/<id>.pb.gz`. */
export interface IncidentProfile {
  info: ProfileInfo;
  samplesIngested?: { start: number; end: number };
  targetFacts?: { version?: string; goVersion?: string; cores?: number; uptimeSeconds?: number };
}

/** Types of `facts.json`, `replays.json`, `findings.json` and `notes.json`; the notes module validates a note. */
export type IncidentFacts = TargetFacts;
export type IncidentReplays = Replay[];
export type IncidentProfiles = IncidentProfile[];
export type IncidentFindings = PanelFinding[];

/** Content of an incident file, a debug tarball, or an archive or folder of profiles. */
export interface OpenedArchive {
  kind: 'incident' | 'profiles';
  /** Null if it contained only profiles. */
  target: Target | null;
  profiles: ProfileInfo[];
  /** The scrape next to the profiles; null for an incident, or if there was none. */
  metrics: { target: string; samples: number; time: number; timeFrom: 'profiles' | 'archive' | 'upload' } | null;
  /** Entries that were skipped, each with the reason and what to do. At most 100; `skippedCount` counts all. */
  skipped: { name: string; reason: string }[];
  skippedCount: number;
  /** Remarks on the archive as a whole, in sentences. */
  remarks: string[];
}

/** Kind of an opened file, which determines its analysis and its page. */
export type OpenDoor = 'profile' | 'log' | 'benchmark' | 'recording' | 'metrics' | 'archive' | 'blocks';

/** Type of a file, detected from its content. */
export interface FileIdentity {
  /** Format: `pprof`, `prometheus-log`, `v8-heap-profile`; `unknown` if none matches. */
  format: string;
  /** Description for a sentence: "a log of Prometheus 2.45.0 in Docker json-file lines". */
  name: string;
  /** Program that wrote it; null if the file does not show it. */
  program: string | null;
  version: string | null;
  /** `certain`: a unique signature or header; `guess`: only its shape. */
  confidence: 'certain' | 'likely' | 'guess';
  /** Wrapper of each line, such as "Docker json-file lines"; null if none. */
  envelope: string | null;
}

/** One file: its type and where it opens. */
export interface OpenedFile {
  name: string;
  sizeBytes: number;
  what: FileIdentity;
  outcome: 'opened' | 'refused';
  /** First statement on it; for a refused file, what it is, why it is not read and what to do. */
  sentence: string;
  /** Path and query of its page; null if it was refused. */
  address: string | null;
  /** Profiles stored from it. */
  profiles: ProfileInfo[];
  /** Target created from it. */
  target: string | null;
  /** Id of the stored log, for `/logs/{id}`. */
  log: string | null;
  /** Id of the stored benchmark output. */
  output: string | null;
}

export interface OpenedFiles {
  /** Files in the order received. */
  files: OpenedFile[];
  /** Address of a page with all opened files, or of the log that the others explain; null without such a page. */
  address: string | null;
}

/** An opened log that names no target, with findings from the log alone. */
export interface OpenedLog {
  /** Hash of its content. */
  id: string;
  name: string;
  /** Time when it was opened. */
  time: number;
  sizeBytes: number;
  what: FileIdentity;
  /** The log's own first finding. */
  finding: Finding;
  /** Other contents: crashes, kills, forced collections; null if there are none. */
  facts: string | null;
  /** The first sentence, of the finding's evidence and of the facts, that says what to do; null without one. */
  step: string | null;
  /** What the page says below its claim and that step: the sentences of the facts, in order. */
  sentences: string[];
  /** What to open next, for a text of which only facts are read; otherwise null. */
  next: string | null;
  /** Starts in the log; null if none can be read. */
  starts: MeasuredLog | null;
  /** Compactions in the log; null if none can be read. */
  compactions: CompactionLogs | null;
  /** Queries in the log; null if none can be read. */
  queries: QueryLog | null;
  /** Target assigned to it by a user; null if none, and the log is not merged with others. */
  target: string | null;
}
