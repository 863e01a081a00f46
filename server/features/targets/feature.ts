import type { Feature, Opened } from '../../kernel/feature.ts';
import type { OpenReplicas } from '../../kernel/files/replicatedStore.ts';
import type { OpenArchive } from '../../data/archive/readIncident.ts';
import type { DataStore } from '../../data/store/dataStore.ts';
import type { ProfileCatalog } from '../../data/store/files/profileCatalog.ts';
import { ReplayStore } from '../../data/store/files/replayStore.ts';
import { TrainStore } from '../../data/store/files/trainStore.ts';
import type { OpenedLogs } from '../logs/feature.ts';
import type { NoteStore } from '../notes/noteStore.ts';
import { KnownStarts } from './answers/knownStarts.ts';
import { LiveHub } from './answers/liveHub.ts';
import { PanelAnswers } from './answers/panelInputs.ts';
import { ReplayHistory } from './answers/replayHistory.ts';
import type { TargetDirectory } from './answers/targetDirectory.ts';
import { HeadReadings } from './cardinality/headReadings.ts';
import { captureRoutes } from './captureRoutes.ts';
import { CurrentFindings } from './current/currentFindings.ts';
import { Fleet, type FleetParts } from './fleet/fleet.ts';
import { Incidents } from './incidents/incidents.ts';
import { openCaptures, type OpenedCaptures } from './openCaptures.ts';
import { ceilingNow } from './profiling/ceilingNow.ts';
import { openProfiling, type OpenedProfiling } from './openProfiling.ts';
import { replayRoutes } from './replayRoutes.ts';
import { QueryReadings } from './queries/queryReadings.ts';
import { TargetQueries } from './queries/targetQueries.ts';
import { TrainReadings } from './trains/trainReadings.ts';

export interface TargetNeeds {
  /** The store, and its reads with what an engine has of earlier times. */
  data: DataStore;
  reads: DataStore;
  profiles: ProfileCatalog;
  targets: TargetDirectory;
  openReplica: OpenReplicas;
  openArchive: OpenArchive;
  notes: NoteStore;
  logs: OpenedLogs['logs'];
  /** Texts that may name profiles of a target, which are kept then. */
  texts: (target: string) => string[];
  strips: Pick<FleetParts, 'past' | 'elsewhere'>;
  /** After findings were asked for by themselves: how long they took. */
  onFindings: (seconds: number) => void;
  /** Folder for uploads on their way; on the data folder's disk. */
  uploadDir: string;
  /** That are configured: no text that leaves the house may hold one. */
  secrets: readonly string[];
  version: string;
}

/** What others ask of targets. */
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

export interface OpenedTargets extends Opened { parts: TargetParts }

/** What is asked of a target and done to it: panels, starts, captures, automatic profiles, incident files. */
export const targetsFeature: Feature<TargetNeeds, OpenedTargets> = {
  name: 'targets',
  async open(kernel, needs) {
    const { config, dataDir, faults, clock } = kernel;
    const { data, reads, profiles, targets, openReplica, texts } = needs;
    const now = clock.nowMs;
    const live = new LiveHub();
    const replayStore = await ReplayStore.open(dataDir, faults.notice, openReplica);
    const starts = new KnownStarts(replayStore, data, targets);
    const head: HeadReadings = new HeadReadings({ now, ceiling: (scraper) => ceilingNow(panels, scraper, now()) });
    const trainStore = await TrainStore.open(dataDir, faults.notice);
    const trains = new TrainReadings({ store: trainStore, now });
    const keepsTexts = (name: string): boolean => targets.scraper(name)?.config.queryTexts !== false;
    const queries = new TargetQueries({ logs: needs.logs, data, keepsTexts });
    const queryLists = new QueryReadings({ running: (name, running) => { queries.see(name, running); }, now });
    const { store, ...captures } = await openCaptures(kernel, { ...needs, hub: live, panels: () => panels });
    const panels: PanelAnswers = new PanelAnswers({
      data: reads, profiles, targets, starts, captures: captures.captures, head, queries, trains,
    });
    const replays = new ReplayHistory({
      store: replayStore, data, targets, starts, panels, clock, publish: live.publish.bind(live),
    });
    const { settled, ...profiling } = await openProfiling(kernel, {
      ...captures, profiles, panels, replays, hub: live, texts, flag: config.profiling,
    });
    const incidents = incidentsOf(needs, { replays, trains }, now);
    const fleet = new Fleet({ targets, data, replays, clock, ...needs.strips });
    const current = new CurrentFindings({ panels, targets, clock, onAsked: needs.onFindings });
    data.onStatus((status) => { live.publishToAll('storage', status); });
    return {
      parts: {
        ...captures, ...profiling, panels, live, replays, incidents, fleet, head, queries, queryLists, trains, current,
      },
      routes: [captureRoutes({ ...captures, ...profiling, targets, now }), replayRoutes({ targets, replays })],
      start: () => {
        captures.bookings.dropOthers(store.all(), (target) => targets.isLive(target));
        replays.start();
      },
      quiet: () => {
        captures.captures.stop();
        captures.bookings.stop();
        fleet.stop();
        current.stop();
      },
      stop: () => Promise.all([replays.stop(), store.settled(), trainStore.settled(), settled()]),
    };
  },
};

function incidentsOf(
  needs: TargetNeeds, own: Pick<TargetParts, 'replays' | 'trains'>, now: () => number
): Incidents {
  const { data, profiles, targets, notes, uploadDir: folder, version, secrets } = needs;
  return new Incidents(
    { data, profiles, targets, ...own, notes, folder, version, secrets, now }, needs.openArchive
  );
}
