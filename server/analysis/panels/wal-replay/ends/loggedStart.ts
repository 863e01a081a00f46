/** Types of a start read from its log, of its times, and of the text about its end. */
import type {
  Action, Part, ReplayOutcome, ReplayPhase, ReplaySegment, StatedDurations, WalReplayPanel,
} from '../../../../../core/contract/contract.ts';
import type { ProcessEnd } from '../../../logs/processEnds.ts';
import type { ReplayLineKind } from './replayMessages.ts';
import type { UnfinishedQuery } from './unfinishedQueries.ts';

export interface LoggedSegment { segment: number; max: number | null; timeMs: number; durationMs: number | null }

/** `isReported`: Kubernetes reports it, with its time; `fault`: what other lines of a crash say of its memory fault. */
export interface LoggedEnd extends ProcessEnd { timeMs: number; isReported?: true; fault?: string }

/** Start read from a log; times ms, null = no such line. */
export interface LoggedStart {
  /** Tenant: in Thanos Receive and Mimir several replay at once, each as its own start; `""` for a single server. */
  tenant: string;
  /** Pod or service of its lines; `""` if they name none. */
  of: string;
  version: string;
  firstMs: number;
  lastMs: number;
  /** Numbers of its first and last line in the file. */
  firstLine: number;
  lastLine: number;
  /** Times between which the text leaves out lines of the start, ms. */
  elided: { fromMs: number; toMs: number }[];
  /** Time of a line of the next process, whose start the log does not show; null without one. */
  againMs: number | null;
  /** Time of a line that only a running server writes; null without one. */
  runningMs: number | null;
  at: Partial<Record<ReplayLineKind, number>>;
  /** Whether `mmap` comes before `snapshot`: up to 2.51 the chunks' time includes the snapshot's. */
  mmapFirst: boolean;
  segments: LoggedSegment[];
  wblSegments: LoggedSegment[];
  /** Go durations as stated, ms, by the name of the field; `mmap` and `snapshot` from their own lines. */
  statedMs: Readonly<Record<string, number>>;
  blocks: number;
  /** Ends before it was ready, from its own log and others, in order. */
  ends: LoggedEnd[];
  /** Ends of the process after it was ready, in the same form. */
  endsLater: LoggedEnd[];
  /** Samples that it could not write after it was ready: number of lines, time of the first, and the error. */
  unwritten: { lines: number; firstMs: number; said: string } | null;
  /** Queries that ran when the previous process ended, oldest first. */
  unfinished: UnfinishedQuery[];
  /** Whether it is a Prometheus older than 2.0, which has neither blocks nor a WAL. */
  isOld: boolean;
  /** Whether the server deleted the unreadable part of a damaged log. */
  repaired: boolean;
  troubles: string[];
}

export interface LoggedTimeline {
  startMs: number;
  /** Time of readiness, or of its last line; null if the log ends with it. */
  endMs: number | null;
  startSeen: boolean;
  /** Whether the lines show when its first segment began; if not, earlier segments may be left out. */
  fromFirst: boolean;
  outcome: ReplayOutcome;
  /** Whether the text leaves out lines after the last one of the start. */
  isCutAfter: boolean;
  /** Time of the last line of its source if that is later than the start is shown; null without such lines. */
  goesOnMs: number | null;
  /** Reason it ended before it was ready; null if no line gives one. */
  end: LoggedEnd | null;
  totalSeconds: number | null;
  stated: StatedDurations;
  phases: ReplayPhase[];
  /** `max`: null if no line shows how many there are. */
  segments: { min: number; max: number | null; loaded: number } | null;
  segmentTimes: ReplaySegment[];
  points: WalReplayPanel['points'];
  notes: string[];
}

/** Text about how a start ended, and what is known of the reason. */
export interface Ending { claim: Part[]; evidence: Part[][]; steps?: Action[] }
