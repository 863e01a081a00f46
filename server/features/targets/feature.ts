import type { Feature, Opened } from '../../kernel/feature.ts';
import { ReplayStore } from '../../data/store/files/replayStore.ts';
import { TrainStore } from '../../data/store/files/trainStore.ts';
import { KnownStarts } from './answers/knownStarts.ts';
import { LiveHub } from './answers/liveHub.ts';
import { PanelAnswers } from './answers/panelInputs.ts';
import { ReplayHistory } from './answers/replayHistory.ts';
import { HeadReadings } from './cardinality/headReadings.ts';
import { captureRoutes } from './captureRoutes.ts';
import { CurrentFindings } from './current/currentFindings.ts';
import { Fleet } from './fleet/fleet.ts';
import { Incidents } from './incidents/incidents.ts';
import { openCaptures } from './openCaptures.ts';
import { ceilingNow } from './profiling/ceilingNow.ts';
import { openProfiling } from './openProfiling.ts';
import { replayRoutes } from './replayRoutes.ts';
import { QueryReadings } from './queries/queryReadings.ts';
import { TargetQueries } from './queries/targetQueries.ts';
import { compactionRoutes } from './compactionRoutes.ts';
import { incidentRoutes } from './incidentRoutes.ts';
import { liveRoutes } from './liveRoutes.ts';
import { recordingRoutes } from './recordingRoutes.ts';
import type { TargetNeeds, TargetParts, TargetRouteDeps } from './targetParts.ts';
import { targetRoutes } from './targetRoutes.ts';
import { TrainReadings } from './trains/trainReadings.ts';

export type { TargetNeeds, TargetParts } from './targetParts.ts';

export interface OpenedTargets extends Opened { parts: TargetParts }

/** The feature of targets: panels, starts, captures, automatic profiles, incident files. */
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
    const parts: TargetParts = {
      ...captures, ...profiling, panels, live, replays, incidents, fleet, head, queries, queryLists, trains, current,
    };
    const { notes, uploadDir } = needs;
    return {
      parts, ...allRoutes({ ...parts, data: reads, targets, notes, uploadDir, clock, now }),
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

/** Returns all routes about targets. */
export function allRoutes(deps: TargetRouteDeps): Pick<Opened, 'routes' | 'plainRoutes'> {
  return {
    plainRoutes: [liveRoutes(deps), incidentRoutes(deps)],
    routes: [
      captureRoutes(deps), replayRoutes(deps), targetRoutes(deps), compactionRoutes(deps), recordingRoutes(deps),
    ],
  };
}

function incidentsOf(
  needs: TargetNeeds, own: Pick<TargetParts, 'replays' | 'trains'>, now: () => number
): Incidents {
  const { data, profiles, targets, notes, uploadDir: folder, version, secrets } = needs;
  return new Incidents(
    { data, profiles, targets, ...own, notes, folder, version, secrets, now }, needs.openArchive
  );
}
