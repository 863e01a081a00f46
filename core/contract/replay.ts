/**
 * Replays that were seen: kept, listed, read from logs. Part of contract.ts, which says the units; import from there.
 */
import type { Finding } from './terms/finding.ts';
import type { ReplayPhase, WalReplayPanel } from './panels/walReplay.ts';

/** `log`: read from a server's log. `recording`: found in an opened recording. */
export type ReplaySource = 'live' | 'recording' | 'log';

/**
 * `going`: it replays now. `killed`: it was gone, or another process was there, before it was ready. `stopped`: asked
 * to end (a signal) before it was ready. `failed`: the server said so itself. `unknown`: what was seen ends before the
 * replay does.
 */
export type ReplayOutcome = 'finished' | 'killed' | 'stopped' | 'failed' | 'going' | 'unknown';

/** When in a replay a profile was taken. */
export type ReplayMoment = 'start' | 'middle' | 'risk' | 'last' | 'after';

export interface ReplayProfile { moment: ReplayMoment; profileId: string }

/** What the server's log states of each part, to the nanosecond it gave; null where it said nothing. */
export interface StatedDurations {
  mmappedChunksSeconds: number | null;
  snapshotSeconds: number | null;
  checkpointSeconds: number | null;
  segmentsSeconds: number | null;
  wblSeconds: number | null;
  totalSeconds: number | null;
}

export interface ReplaySummary {
  /** 32 hex digits. */
  id: string;
  source: ReplaySource;
  /**
   * null for a log that was opened for no target: its starts are known by the name of the file and their time, and are
   * joined with no other.
   */
  target: string | null;
  /** File name of a log, else the target's. */
  name: string;
  /** As the server states it; `""` when not known. */
  version: string;
  outcome: ReplayOutcome;
  /** How it ended and what is known of why, in a sentence. */
  ending: string;
  start: number;
  /** Ready, or last seen alive; null while it goes on. */
  end: number | null;
  /** False: the beginning was not seen, `start` is the first thing that was. */
  startSeen: boolean;
  /** Process start to ready; null unless both were seen. */
  totalSeconds: number | null;
  /** What the server says itself of the replay. */
  reportedSeconds: number | null;
  phases: ReplayPhase[];
  /** The write-ahead log: first and last segment as told, and how many were loaded. */
  /** `max`: the last one of the WAL; null where a log does not show it. */
  segments: { min: number; max: number | null; loaded: number } | null;
  segmentsPerSecond: number | null;
  walBytes: number | null;
  peakRssBytes: number | null;
  cpuSeconds: number | null;
  /** From ready until CPU and memory settle; null where no samples tell, or none settled. */
  warmUpSeconds: number | null;
  profiles: ReplayProfile[];
  /** Other records of the same start, joined into this one: its log's, once or more. */
  alsoIn: { id: string; source: ReplaySource; name: string }[];
}

export interface Replay extends ReplaySummary {
  finding: Finding;
  stated: StatedDurations;
  /**
   * Time of each segment of the WAL in the order they were read; the first after a cut log or between polls is left
   * out.
   */
  segmentTimes: ReplaySegment[];
  /** For the charts: at most 600, as in the panel. */
  points: WalReplayPanel['points'];
  /** Errors, repairs, cut logs: sentences. */
  notes: string[];
}

/** `end`: when it was loaded. `seconds` is for one segment, also where a poll saw several at once (`count`). */
export interface ReplaySegment { segment: number; end: number; seconds: number; count: number }

/** Starts of one target in a row, none of which reached ready. */
export interface CrashLoop {
  target: string;
  starts: number;
  since: number;
  /** Of the last of them: its end, or the time it was last seen. */
  until: number;
  replayIds: string[];
  sentence: string;
  /** What helps, safest first. */
  steps: string[];
}

/** The time a start may take before a probe ends it, against what it needs. */
export interface ProbeBudget {
  budgetSeconds: number;
  from: 'configuration' | 'request';
  /**
   * The time needed: of the replay under way as forecast (high end), else the slowest of the newest five. null =
   * nothing to go by.
   */
  neededSeconds: number | null;
  basis: 'forecast' | 'earlier' | null;
  verdict: 'enough' | 'tight' | 'too-short' | 'unknown';
  sentence: string;
}

export interface ReplayList {
  /** Newest first. */
  replays: ReplaySummary[];
  /** One for each target that is in one now. */
  crashLoops: CrashLoop[];
  /** null without a target, or without a budget for it. */
  budget: ProbeBudget | null;
  /** Told once and kept until restart: damaged files set aside. */
  notices: string[];
}

/** What a log holds; every replay in it is kept. */
export interface ReplayLog {
  finding: Finding;
  /** Times of the first and last line read. */
  start: number;
  end: number;
  lines: { read: number; used: number; other: number };
  /** Oldest first. */
  replays: Replay[];
  notes: string[];
}

/**
 * A replay before it has a place in the history. `key` says which start of its target or log it is: measured again it
 * has the same.
 */
export interface MeasuredReplay
  extends Omit<Replay, 'id' | 'profiles' | 'source' | 'target' | 'name' | 'alsoIn'> { key: string }

export interface MeasuredLog extends Omit<ReplayLog, 'replays'> { replays: MeasuredReplay[] }
