/**
 * Every request, response and error that crosses between the server and a client. Types only.
 * Times are Unix seconds (fractions allowed), durations seconds, sizes bytes, CPU in cores, ratios 0 to 1,
 * unless the key says otherwise. `null` inside a series is a gap, never a zero.
 */
import type { Access } from './access.ts';
import type { ErrorType } from './errorType.ts';
import type { Labels, ScrapeErrorKind, TargetKind, TargetState } from './targetKind.ts';
import type { TargetIncident } from './incident.ts';
import type { Capture } from './capture.ts';
import type { ReplayOutcome } from './replay.ts';

export type { ErrorType, Labels, ScrapeErrorKind, TargetKind, TargetState };
export type * from './finding.ts';
export type * from './panel.ts';
export type * from './lines.ts';
export type * from './unit.ts';
export type * from './facts.ts';
export type * from './host.ts';
export type * from './walReplay.ts';
export type * from './replay.ts';
export type * from './capture.ts';
export type * from './profile.ts';
export type * from './profileView.ts';
export type * from './profiling.ts';
export type * from './profileSpan.ts';
export type * from './cpuSplit.ts';
export type * from './benchmark.ts';
export type * from './incident.ts';
export type * from './note.ts';
export type * from './embed.ts';
export type * from './discovery.ts';
export type * from './fleet.ts';
export type * from './access.ts';
export type * from './self.ts';

export type Envelope<T> =
  | { status: 'success'; data: T }
  /** `requestId`: of the log, and of the header X-Request-Id. */
  | { status: 'error'; errorType: ErrorType; error: string; requestId?: string };

// ---------------------------------------------------------------- server and targets

export interface ServerStatus {
  version: string;
  startTime: number;
  /** True when only the shipped recordings are shown because no target was named or found. */
  demo: boolean;
  /** Who asks, and what they may do. */
  access: Access;
  storage: StorageStatus;
  /** Engines that samples are sent to; absent where none is configured. */
  remoteWrite?: RemoteWriteStatus[];
}

/** Counts are since tsdbscope started. */
export interface RemoteWriteStatus {
  name: string;
  /** host:port. */
  address: string;
  /** Of the protocol; null until the engine answered. */
  version: '1.0' | '2.0' | null;
  /** Samples and staleness marks that it took; those of the last 15 s are sent again after a lost connection. */
  sentSamples: number;
  refusedSamples: number;
  /** Deleted from the full buffer before they were sent. */
  droppedSamples: number;
  /** Bytes of the buffer that are not sent yet. */
  pendingBytes: number;
  /** Age of the oldest scrape that is not sent; 0 when all are. */
  delaySeconds: number;
  /** Why the last try failed; null when it did not. */
  failure: string | null;
}

export interface StorageStatus {
  state: 'recording' | 'stopped';
  /** Why it stopped and what to do; null while recording. */
  reason: string | null;
  /** Since when it has been stopped; null while recording. */
  stoppedSince: number | null;
  /** Kept until restart: what is lost, was set aside or repaired, of any store of the data folder. */
  notices: string[];
  /** What is wrong now, oldest first; each goes once it is mended. */
  faults: StorageFault[];
  bytes: number;
  retentionSeconds: number;
  retentionBytes: number;
}

export interface StorageFault {
  /** What is wrong, where, and what to do. */
  message: string;
  /** The target whose samples it concerns; null: the whole data folder. */
  target: string | null;
  since: number;
}

export interface Target {
  name: string;
  /** `null` for a recording. */
  url: string | null;
  kind: TargetKind;
  version: string;
  goVersion: string;
  state: TargetState;
  /** Since when it is in that state, as far as recorded. */
  stateSince: number | null;
  lastScrape: LastScrape | null;
  /** What was asked for. */
  scrapeIntervalSeconds: number;
  /** What is done: longer than asked while the target answers slowly; the page says so. */
  effectiveIntervalSeconds: number;
  /** First and last recorded scrape; null when nothing is recorded yet. */
  recorded: { start: number; end: number } | null;
  blockRangeSeconds: number | null;
  /** The time before tsdbscope recorded it, asked of its own query API; null for a recording. */
  history: TargetHistory | null;
  /** The node_exporter of its host, scraped beside it; absent where none is configured. */
  node?: TargetNode;
  /** Of a target that another tsdbscope scrapes; its state is what that one reported. */
  shard?: TargetShard;
  /** Of one that was added while tsdbscope ran; `by` null: nobody had to log in. */
  added?: { by: string | null; time: number };
  /** Only of an opened incident file. */
  incident?: TargetIncident;
  /** Only of a recording with lines that could not be used. */
  skippedLines?: SkippedLines;
  labels: Labels;
}

/** `number` null: nobody scrapes it now, as far as is known here. */
export interface TargetShard { number: number | null; of: number }

/** Lines of a recording file that it was opened without: the first 5, with the end of a sentence that says why. */
export interface SkippedLines { count: number; lines: { line: number; message: string }[] }

export interface TargetNode {
  /** Without credentials. */
  url: string;
  /** The last try; null before the first. */
  lastScrape: { time: number; durationSeconds: number; error: string | null } | null;
  /** Longer than the target's while it answers slowly. */
  effectiveIntervalSeconds: number;
}

export interface TargetHistory {
  /** `waiting`: not asked yet, e.g. while it starts. `unavailable`: `reason` says why in a sentence. */
  state: 'waiting' | 'reading' | 'read' | 'unavailable';
  /** The oldest scrape had so far; null when there is none. */
  since: number | null;
  reason: string | null;
}

export interface LastScrape {
  time: number;
  durationSeconds: number;
  error: string | null;
  /** Lines of the answer that could not be read, the first 20 of `badLineCount`; all others were kept. */
  badLines: { line: number; message: string }[];
  badLineCount: number;
}

/** Server-sent events of `/targets/{t}/live`, by event name. */
export interface LiveEvents {
  scrape: { time: number; durationSeconds: number; status: number; error: string | null; state: TargetState };
  state: { time: number; state: TargetState; previous: TargetState };
  capture: Capture;
  /** A start of the target was measured: its record, the crash loop and the probe budget of `/replays` are new. */
  starts: { time: number; replayId: string; outcome: ReplayOutcome };
  storage: StorageStatus;
}
