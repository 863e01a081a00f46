import type { Clock } from '../../../core/time/clock.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import type { OpenArchive } from '../../data/archive/readIncident.ts';
import type { DataStore } from '../../data/store/dataStore.ts';
import type { ProfileCatalog } from '../../data/store/files/profileCatalog.ts';
import type { OpenedLogs } from '../logs/feature.ts';
import type { NoteStore } from '../notes/noteStore.ts';
import type { LiveHub } from './answers/liveHub.ts';
import type { PanelAnswers } from './answers/panelInputs.ts';
import type { ReplayHistory } from './answers/replayHistory.ts';
import type { TargetDirectory } from './answers/targetDirectory.ts';
import type { HeadReadings } from './cardinality/headReadings.ts';
import type { CurrentFindings } from './current/currentFindings.ts';
import type { Fleet, FleetParts } from './fleet/fleet.ts';
import type { Incidents } from './incidents/incidents.ts';
import type { OpenedCaptures } from './openCaptures.ts';
import type { OpenedProfiling } from './openProfiling.ts';
import type { QueryReadings } from './queries/queryReadings.ts';
import type { TargetQueries } from './queries/targetQueries.ts';
import type { TrainReadings } from './trains/trainReadings.ts';

export interface TargetNeeds {
  /** The store; `reads` also has an engine's samples of earlier times. */
  data: DataStore;
  reads: DataStore;
  profiles: ProfileCatalog;
  targets: TargetDirectory;
  openReplica: OpenReplicas;
  openArchive: OpenArchive;
  notes: NoteStore;
  logs: OpenedLogs['logs'];
  /** Returns texts that may name profiles of a target; named profiles are kept. */
  texts: (target: string) => string[];
  strips: Pick<FleetParts, 'past' | 'elsewhere'>;
  /** Called with the duration of each background query of findings. */
  onFindings: (seconds: number) => void;
  /** Folder for uploads in progress; on the data folder's disk. */
  uploadDir: string;
  /** Configured secrets, which no exported text may contain. */
  secrets: readonly string[];
  version: string;
}

/** The parts of this feature that others use. */
export interface TargetParts extends Omit<OpenedCaptures, 'store'>, Pick<OpenedProfiling, 'profiler' | 'rules'> {
  panels: PanelAnswers;
  live: LiveHub;
  replays: ReplayHistory;
  incidents: Incidents;
  fleet: Fleet;
  head: HeadReadings;
  queries: TargetQueries;
  queryLists: QueryReadings;
  trains: TrainReadings;
  current: CurrentFindings;
}

/** The dependencies of the routes about targets. */
export interface TargetRouteDeps extends TargetParts, Pick<TargetNeeds, 'targets' | 'notes' | 'uploadDir'> {
  /** Without panels and findings, which come from `panels` because it has their inputs. */
  data: Omit<TargetNeeds['reads'], 'panel' | 'findings'>;
  clock: Clock;
  now: () => number;
}
