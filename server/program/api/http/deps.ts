import type { RequestHandler } from 'express';
import type { Clock } from '../../../../core/time/clock.ts';
import type { AddedTargetsView, DiscoveredJob } from '../../../../core/contract/discovery.ts';
import type { Result } from '../../../../core/result.ts';
import type { BenchmarkComparer } from '../../../analysis/benchmarks/comparer.ts';
import type { RemoteWriteStatus, SelfQueue, Target } from '../../../../core/contract/contract.ts';
import type { Config } from '../../../kernel/config/configTypes.ts';
import type { Recognized } from '../../../analysis/open/recognize.ts';
import type { PictureService } from '../../../analysis/pictures/pictureService.ts';
import type { NoteStore } from '../../../features/notes/noteStore.ts';
import type { EmbedStore } from '../../../features/embeds/embedStore.ts';
import type { DataStore } from '../../../data/store/dataStore.ts';
import type { BundleStore } from '../../../data/store/files/bundleStore.ts';
import type { LogStore } from '../../../data/store/files/logStore.ts';
import type { OutputStore } from '../../../data/store/files/outputStore.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import type { TrainReadings } from '../../../features/targets/trains/trainReadings.ts';
import type { HeadReadings } from '../../../features/targets/cardinality/headReadings.ts';
import type { Bookings } from '../../../features/targets/captures/bookings.ts';
import type { Captures } from '../../../features/targets/captures/captures.ts';
import type { Everything } from '../../../features/targets/everything/everything.ts';
import type { Incidents } from '../../../features/targets/incidents.ts';
import type { CurrentFindings } from '../../../features/targets/current/currentFindings.ts';
import type { MetricRows } from '../../../kernel/http/metricRows.ts';
import type { Fleet } from '../../../features/targets/fleet/fleet.ts';
import type { LiveHub } from '../../../features/targets/liveHub.ts';
import type { PanelAnswers } from '../../../features/targets/panelInputs.ts';
import type { Profiler } from '../../../features/targets/profiling/profiler.ts';
import type { RuleSettings } from '../../../features/targets/profiling/ruleSettings.ts';
import type { ReplayHistory } from '../../../features/targets/replayHistory.ts';
import type { TargetDirectory } from '../../../features/targets/targetDirectory.ts';
import type { PartMemory } from '../../../kernel/threads/calls.ts';
import type { OwnCost } from '../../../kernel/threads/ownCost.ts';
import type { TokenStore } from '../../../features/access/tokenStore.ts';
import type { Guard } from '../../../features/access/authentication.ts';
import type { OwnMetrics } from './ownMetrics.ts';

/** What the routes call; made once in main.ts. */
export interface ApiDeps {
  config: Config;
  /** `headers`: of the web configuration, as it is now. */
  access: Guard & { tokens: TokenStore; headers: () => readonly [name: string, value: string][] };
  /** Panels and findings are asked of `panels`, which knows their inputs. */
  data: Omit<DataStore, 'panel' | 'findings'>;
  panels: PanelAnswers;
  profiles: ProfileCatalog;
  targets: TargetDirectory;
  captures: Captures;
  everything: Everything;
  bundles: Pick<BundleStore, 'find'>;
  bookings: Bookings;
  profiler: Profiler;
  rules: Pick<RuleSettings, 'put'>;
  live: LiveHub;
  replays: ReplayHistory;
  incidents: Incidents;
  notes: NoteStore;
  embeds: { store: EmbedStore };
  /** Absent where no engine is configured. */
  remoteWrite?: { status(): RemoteWriteStatus[] };
  /** Absent where no receiver is configured. */
  alerting?: { metrics(): MetricRows[]; queues(): SelfQueue[] };
  metrics: OwnMetrics;
  /** Of the requests that are open. */
  draining: { track: RequestHandler; readonly size: number };
  /** Of the threads and processes beside the main thread. */
  parts: {
    memory(): { part: string; memory: PartMemory }[];
    /** Of the readers. */
    load(): { part: string; running: number; waiting: number }[];
    /** A page was opened, which will ask for panels. */
    warm(): void;
  };
  /** What is watched, by the configuration and by discovery. */
  watching: { jobs(): DiscoveredJob[]; reload(): Promise<Result<null>> };
  /** Targets that are added while it runs. */
  added: {
    view(): AddedTargetsView;
    add(order: { url: string; name?: string; anyway?: boolean; by: string | null }): Promise<Result<Target>>;
    remove(name: string): Promise<Result<null>>;
  };
  /** What this program costs. */
  cost: Pick<OwnCost, 'view'>;
  fleet: Pick<Fleet, 'answer'>;
  head: Pick<HeadReadings, 'look'>;
  trains: Pick<TrainReadings, 'answer' | 'cost'>;
  current: Pick<CurrentFindings, 'want' | 'metrics'>;
  pictures: PictureService;
  benchmarks: BenchmarkComparer;
  /** Says what a file is, in a thread of its own. */
  recognize: (file: string, name: string) => Promise<Result<Recognized>>;
  outputs: OutputStore;
  /** Opened logs that name no target. */
  logs: LogStore;
  /** That are configured: no text that leaves the house may hold one. */
  secrets: readonly string[];
  version: string;
  startTimeMs: number;
  now: () => number;
  clock: Clock;
  /** True when only recordings are shown because no target was named or found. */
  demo: () => boolean;
  /** Folder for uploads on their way; on the data folder's disk. */
  uploadDir: string;
}
