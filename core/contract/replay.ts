/**
 * Observed replays: stored, listed, read from logs. Part of contract.ts, which defines the units; import from there.
 */
import type { Finding } from './terms/finding.ts';
import type { ReplayPhase, WalReplayPanel } from './panels/walReplay.ts';

/** Source of a replay. `log`: read from a server's log. `recording`: found in an opened recording. */
export type ReplaySource = 'live' | 'recording' | 'log';

/**
 * Outcome of a replay. `going`: replaying now. `killed`: the process was gone or replaced before it was ready.
 * `stopped`: ended by a signal before it was ready. `failed`: the server reported an error. `unknown`: the data ends
 * before the replay does.
 */
export type ReplayOutcome = 'finished' | 'killed' | 'stopped' | 'failed' | 'going' | 'unknown';

/** Moment of a replay at which a profile was taken. */
export type ReplayMoment = 'start' | 'middle' | 'risk' | 'last' | 'after';

export interface ReplayProfile { moment: ReplayMoment; profileId: string }

/** Durations of each part in the server's log, to its nanosecond; null if not logged. */
export interface StatedDurations {
  mmappedChunksSeconds: number | null;
  snapshotSeconds: number | null;
  checkpointSeconds: number | null;
  segmentsSeconds: number | null;
  wblSeconds: number | null;
  totalSeconds: number | null;
}

export interface ReplaySummary {
  /** Id of 32 hex digits. */
  id: string;
  source: ReplaySource;
  /**
   * Target; null for a log opened without one: its starts are identified by file name and time, and are not merged with
   * others.
   */
  target: string | null;
  /** File name of a log, else the target's. */
  name: string;
  /** Version that the server reports; `""` if not known. */
  version: string;
  outcome: ReplayOutcome;
  /** How it ended and why, as far as known, in a sentence. */
  ending: string;
  start: number;
  /** Time when it was ready or last seen alive; null while it runs. */
  end: number | null;
  /** Whether the beginning was seen; if not, `start` is the first observation. */
  startSeen: boolean;
  /** Time from process start to ready; null unless both were seen. */
  totalSeconds: number | null;
  /** Duration that the server reports. */
  reportedSeconds: number | null;
  phases: ReplayPhase[];
  /** The write-ahead log: first and last segment as reported, and number of loaded segments. */
  /** `max`: last segment of the WAL; null if a log does not show it. */
  segments: { min: number; max: number | null; loaded: number } | null;
  segmentsPerSecond: number | null;
  walBytes: number | null;
  peakRssBytes: number | null;
  cpuSeconds: number | null;
  /** Time from ready until CPU and memory settle; null without samples, or if neither settled. */
  warmUpSeconds: number | null;
  profiles: ReplayProfile[];
  /** Other records of the same start, merged into this one: from one or more of its logs. */
  alsoIn: { id: string; source: ReplaySource; name: string }[];
}

export interface Replay extends ReplaySummary {
  finding: Finding;
  stated: StatedDurations;
  /** Time of each WAL segment in read order; omits the first after a truncated log or between polls. */
  segmentTimes: ReplaySegment[];
  /** Points for the charts: at most 600, as in the panel. */
  points: WalReplayPanel['points'];
  /** Errors, repairs, truncated logs, in sentences. */
  notes: string[];
}

/** `end`: when it was loaded. `seconds` is per segment, also if a poll saw several at once (`count`). */
export interface ReplaySegment { segment: number; end: number; seconds: number; count: number }

/** Consecutive starts of one target that never became ready. */
export interface CrashLoop {
  target: string;
  starts: number;
  since: number;
  /** End of the last of them, or the time it was last seen. */
  until: number;
  replayIds: string[];
  sentence: string;
  /** Remedies, safest first. */
  steps: string[];
}

/** Time that a start can take before a probe kills it, and the time it needs. */
export interface ProbeBudget {
  budgetSeconds: number;
  from: 'configuration' | 'request';
  /**
   * Time needed: forecast (high end) of the current replay, else the slowest of the newest five. Null if neither is
   * available.
   */
  neededSeconds: number | null;
  basis: 'forecast' | 'earlier' | null;
  verdict: 'enough' | 'tight' | 'too-short' | 'unknown';
  sentence: string;
}

export interface ReplayList {
  /** Replays, newest first. */
  replays: ReplaySummary[];
  /** One per target that is in a crash loop now. */
  crashLoops: CrashLoop[];
  /** Null without a target, or if it has no budget. */
  budget: ProbeBudget | null;
  /** Notices kept until restart: damaged files that were set aside. */
  notices: string[];
}

/** Content of a log; all its replays are stored. */
export interface ReplayLog {
  finding: Finding;
  /** Times of the first and the last line read. */
  start: number;
  end: number;
  lines: { read: number; used: number; other: number };
  /** Replays, oldest first. */
  replays: Replay[];
  notes: string[];
}

/**
 * A replay before it is in the history. `key` identifies the start of its target or log; repeated measurement gives the
 * same key.
 */
export interface MeasuredReplay
  extends Omit<Replay, 'id' | 'profiles' | 'source' | 'target' | 'name' | 'alsoIn'> { key: string }

export interface MeasuredLog extends Omit<ReplayLog, 'replays'> { replays: MeasuredReplay[] }
