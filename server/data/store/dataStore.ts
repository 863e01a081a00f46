/**
 * Calls from the main thread to the recorder, which owns the sample store, and to the readers, which run the panels'
 * analysis. Everything but streams is structured-clone-able; times are ms since the epoch on tsdbscope's clock.
 */
import type { Readable } from 'node:stream';
import type {
  CompactionHerd, CompactionLogs, HostView, PanelByName, PanelFinding, PanelName, StorageStatus, TargetLines,
  IncidentManifest, LogErrors, MeasuredLog, MeasuredReplay, QueryLog, SkippedLines, TargetSaid, TargetSpikes,
  WindowTrains,
} from '../../../core/contract/contract.ts';
import type { CpuSplit, ProfileCpu } from '../../../core/cpuLayers.ts';
import type { PanelInputs } from '../../../core/panels.ts';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { ScrapeFigures, WatchedValue } from '../metrics/scrapeFigures.ts';
import type { ScrapeError } from '../metrics/series.ts';
import type { Labels, TargetKind } from '../../../core/contract/terms/targetKind.ts';
import type { Result } from '../../../core/result.ts';

/** One scrape attempt of a target's /metrics as it came from the network, not yet parsed. */
export interface RawScrape {
  startMs: number;
  durationSeconds: number;
  /** HTTP status, 0 when there was no answer. */
  status: number;
  /**
   * Body after decompression; null when the scrape failed. The recording thread reads it in shared memory, or receives
   * a copy: if it ends before it has recorded the scrape, the next one receives the body again.
   */
  body: Uint8Array | null;
  contentType: string;
  error: ScrapeError | null;
  /** Series that the collector adds (readiness, replay cursor), by `recordedNames` of roles.ts; also if it failed. */
  extras: Record<string, number>;
  /** Answer of the target's node_exporter at this tick, also for failed scrapes; absent without a request to it. */
  node?: RawNodeScrape;
  /** Selectors of series whose values the outcome reports. */
  watch?: readonly string[];
}

/** One scrape attempt of a target's node_exporter, not yet parsed. */
export interface RawNodeScrape {
  /** Body after decompression; null when the scrape failed. Shared or copied like that of the target. */
  body: Uint8Array | null;
  contentType: string;
  error: ScrapeError | null;
}

/** Result of parsing and recording one scrape; the scraper's state machine and the live stream read it. */
export interface ScrapeOutcome {
  samples: number;
  /** The first invalid lines, at most 20, each with its 1-based line number. */
  badLines: { line: number; message: string }[];
  badLineCount: number;
  kind: TargetKind;
  version: string;
  goVersion: string;
  processStartSeconds: number | null;
  /** The target's counter of ingested samples; null where it has none. */
  samplesAppended: number | null;
  /** Value of the target's own readiness gauge; null where it has none. */
  ready: boolean | null;
  /** null if the scrape failed, or its body equals the previous one byte for byte (an answer from a cache). */
  figures: ScrapeFigures | null;
  /** Values by selector of `watch`; null where no series matches. */
  watched: ReadonlyMap<string, WatchedValue | null>;
  /** Set when the body held no samples (HTML, junk): the scrape counts as failed with this error. */
  error: ScrapeError | null;
  /**
   * Outcome for its node_exporter; absent without a request to it. `error` is also set if the body has none of its
   * metrics.
   */
  node?: { samples: number; error: ScrapeError | null };
  /** False if the scrape is lost: storage cannot be written, and the memory for waiting scrapes is full. */
  stored: boolean;
  /** CPU time for parsing and storing it; see scrapeWork.ts. */
  workSeconds: number;
}

/** A target besides its samples. */
export interface TargetDescription {
  /** UUID of this target until it is removed; added again under the same name, it gets another. */
  id: string;
  name: string;
  url: string | null;
  /** True for an imported recording. */
  recording: boolean;
  kind: TargetKind;
  version: string;
  goVersion: string;
  /** First scrape of the current program; set if a program of another kind answered before. */
  programSinceMs?: number;
  facts: TargetFacts;
  labels: Labels;
  /** Set only for a target opened from an incident file. */
  incident?: StoredIncident;
  /** Set only for a recording that was opened without some of its lines. */
  skippedLines?: SkippedLines;
  /** Set only for a scrape that was opened as a file and has a finding of its own. */
  said?: TargetSaid;
}

export interface StoredTarget extends TargetDescription {
  firstMs: number | null;
  lastMs: number | null;
  scrapes: number;
  /** Duration and error of the scrape at `lastMs`; null when there is none or it cannot be read. */
  lastScrape: { durationSeconds: number; error: string | null } | null;
  /** Spans of samples that were recorded and cannot be shown; absent when there are none. */
  lost?: LostSpan[];
}

/** `why`: the end of a sentence, "The samples are in ...". */
export interface LostSpan { startMs: number; endMs: number; why: string }

export interface StoredIncident {
  manifest: IncidentManifest;
  /** Profiles in it, under their original names; `isCapture`: captured from the target itself. */
  profiles: { id: string; name: string; isCapture: boolean }[];
}

export interface WrittenFile { file: string; sizeBytes: number; sha256: string }

export interface SamplesExport {
  target: string;
  startMs: number;
  /** Exclusive end. */
  endMs: number;
  /** A series selector; null = every series. */
  match: string | null;
  format: 'openmetrics' | 'parquet';
}

export interface IncidentExport {
  target: string;
  startMs: number;
  endMs: number;
  keepCommandLines: boolean;
  /** Texts to replace wherever they appear. */
  secrets: readonly string[];
  /** An empty folder for the files. */
  folder: string;
}

/** The sample files of an incident; facts and texts are redacted, `redacted` lists what in words. */
export interface ExportedSamples {
  scrapes: number;
  historyScrapes: number;
  samples: WrittenFile;
  history: WrittenFile | null;
  facts: TargetFacts;
  redacted: string[];
}

export interface IncidentImport {
  name: string;
  /** Paths of the files of recorded samples, and of the target's own history. */
  samples: string;
  history: string | null;
  facts: TargetFacts;
  incident: StoredIncident;
}

export interface PanelQuery {
  target: string;
  startMs: number;
  endMs: number;
  /**
   * Width of one point of the answer's series; null = a width that gives about 1,200 points, never below the scrape
   * interval.
   */
  stepMs: number | null;
  /** Scrape timeout and interval of the target as configured, for gap verdicts. */
  timeoutSeconds: number | null;
  intervalSeconds: number;
  nowMs: number;
  /** Memory limit of the target's container, as configured. */
  memoryLimitBytes?: number;
}

/** A panel query with all the inputs of its panels; made by targets/panelInputs.ts alone. */
export interface PanelQuestion extends PanelQuery { inputs: PanelInputs }

/** Answers of a target's query API for one stretch of time, see metrics/queryMatrix.ts. */
export interface HistoryAnswers {
  answers: Uint8Array[];
  /** Labels that the scraping server added. */
  ownLabels: string[];
  /** Our clock minus the server's. */
  offsetMs: number;
  /** Answers and added labels, as above, of its host's node_exporter, where the server scrapes it. */
  node?: { answers: Uint8Array[]; ownLabels: string[] };
}

/**
 * Answers of an engine for one stretch of time. `own`: labels that remote write added to each series. `whole`: the
 * stretch, set if the answers have every series and not only those of panels.
 */
export interface EngineAnswers { answers: Uint8Array[]; own: Labels; whole?: { startMs: number; endMs: number } }

export interface Hole { startMs: number; endMs: number }

/** Calls to the readers, which are separate processes. */
export interface DataReads {
  panel<P extends PanelName>(panel: P, question: PanelQuestion): Promise<Result<PanelByName[P]>>;
  findings(question: PanelQuestion): Promise<Result<PanelFinding[]>>;
  /**
   * Adds what the target's own query API returned for a time that was not recorded; kept until the program ends.
   * Resolves to the number of scrapes in it. bad_data when an answer is not in the API's format.
   */
  addHistory(target: string, history: HistoryAnswers): Promise<Result<{ rows: number; firstMs: number | null }>>;
  /** Adds what remote write stored in an engine for a time missing here; kept until the program ends. */
  addRecorded(target: string, stored: EngineAnswers): Promise<Result<{ rows: number }>>;
  /** Stretches of the window, its ends included, without any scrape attempt for `leastMs` or longer. */
  holes(query: Hole & { target: string; leastMs: number }): Promise<Result<Hole[]>>;
  /** Lines that a page draws before anything is analysed. */
  lines(query: PanelQuery): Promise<Result<TargetLines>>;
  /** CPU of the window by subsystem, from profiles that overlap it. */
  cpuSplit(query: PanelQuery, profiles: readonly ProfileCpu[]): Promise<Result<CpuSplit>>;
  /** Host metrics of the target, from its node_exporter. */
  host(query: PanelQuery): Promise<Result<HostView>>;
  /** Rule groups of the window and their trains, as the target's own metrics state them. */
  ruleGroups(query: PanelQuery): Promise<Result<WindowTrains>>;
  /** The spikes that panels find in the window, without the panels. */
  spikes(question: PanelQuestion): Promise<Result<TargetSpikes>>;
  /** Overlap of compactions of several targets, on one clock, in the given order. */
  compactionHerd(queries: PanelQuery[]): Promise<Result<CompactionHerd>>;
  /**
   * The compactions in a server's log (plain or gzip, bounded). With a target, its panel shows them until the next
   * restart or the next log.
   */
  compactionLog(bytes: Uint8Array, target: string | null): Promise<Result<CompactionLogs>>;
  /** Every start of the target in the window, oldest first, measured from its recorded samples. */
  replays(
    query: { target: string; startMs: number; endMs: number; live: boolean; memoryLimitBytes?: number | undefined }
  ): Promise<Result<MeasuredReplay[]>>;
  /** The starts in a server's log (plain or gzip, bounded). bad_data when it is not a log. */
  replayLog(bytes: Uint8Array): Promise<Result<MeasuredLog>>;
  /** The queries in a log (plain or gzip, bounded), and the longest ones; null when it has none. */
  queryLog(bytes: Uint8Array, longest?: number): Promise<Result<QueryLog | null>>;
  /** The errors and warnings of a log (plain or gzip, bounded) over time. */
  logErrors(bytes: Uint8Array): Promise<Result<LogErrors>>;
  /**
   * Returns JSON text of SampleSeries[]. `match` is a series selector: `name{label="v",other=~"re"}`. At most
   * `limitValues` values in all, else too_large.
   */
  samples(
    target: string, match: string, range: { startMs: number; endMs: number; limitValues: number }
  ): Promise<Result<Readable>>;
  /**
   * Imports a recording file (gzip NDJSON, see docs/recordings.md) without the lines that cannot be used; on failure
   * nothing of it is kept.
   */
  importRecording(name: string, file: string): Promise<Result<StoredTarget>>;
  /** Returns a recording file of the window. */
  exportRecording(target: string, startMs: number, endMs: number): Promise<Result<Readable>>;
  /** Returns the samples of a window for other programs; see docs/exports.md. */
  exportSamples(window: SamplesExport): Promise<Result<Readable>>;
  /** Writes the sample files of an incident, see docs/incident-file.md. */
  exportIncident(options: IncidentExport): Promise<Result<ExportedSamples>>;
  /** Stores an incident's samples as a recorded target, all or nothing. */
  importIncident(parts: IncidentImport): Promise<Result<StoredTarget>>;
}

/** `kind` and the versions: set for a target that another tsdbscope scrapes, as that one knows them. */
export interface PutTarget extends Partial<Pick<StoredTarget, 'kind' | 'version' | 'goVersion' | 'said'>> {
  name: string;
  url: string | null;
  recording: boolean;
  labels: Labels;
}

export interface DataStore extends DataReads {
  /** Registers (or refreshes) a live target before its first scrape. */
  putTarget(target: PutTarget): Promise<Result<StoredTarget>>;
  putFacts(target: string, facts: TargetFacts): Promise<Result<null>>;
  targets(): Promise<StoredTarget[]>;
  /** Returns one target. not_found: no target has that name. */
  target(name: string): Promise<Result<StoredTarget>>;
  removeTarget(target: string): Promise<Result<null>>;
  /** Records a scrape. Resolves when it is parsed and queued; durable within 2 s. */
  record(target: string, scrape: RawScrape): Promise<ScrapeOutcome>;
  status(): Promise<StorageStatus>;
  onStatus(listener: (status: StorageStatus) => void): void;
  /** Flushes, closes; nothing recorded is lost. */
  close(): Promise<void>;
}
