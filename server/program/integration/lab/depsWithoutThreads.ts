import { systemClock, type Clock } from '../../../../core/time/clock.ts';
import type { MeasuredReplay, ProfileInfo, TargetTrain } from '../../../../core/contract/contract.ts';
import { EmbedStore } from '../../../features/embeds/embedStore.ts';
import { NoteStore } from '../../../features/notes/noteStore.ts';
import { postmortemFeature } from '../../../features/postmortem/feature.ts';
import { targetWindow } from '../../../features/targets/answers/askedWindow.ts';
import { allRoutes } from '../../../features/targets/feature.ts';
import { bundledFaces } from '../../../analysis/pictures/bundledFonts.ts';
import { pictureOf } from '../../../analysis/pictures/picture.ts';
import type { PictureService } from '../../../analysis/pictures/pictureService.ts';
import type { HistoryReader } from '../../../data/scrape/history/historyReader.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { DataStore } from '../../../data/store/dataStore.ts';
import type { ProfileCatalog } from '../../../data/store/files/profileCatalog.ts';
import { ReplayStore } from '../../../data/store/files/replayStore.ts';
import { Incidents } from '../../../features/targets/incidents/incidents.ts';
import { KnownStarts } from '../../../features/targets/answers/knownStarts.ts';
import { PanelAnswers } from '../../../features/targets/answers/panelInputs.ts';
import { ReplayHistory } from '../../../features/targets/answers/replayHistory.ts';
import { TargetDirectory } from '../../../features/targets/answers/targetDirectory.ts';
import { authentication } from '../../../features/access/authentication.ts';
import { Features, type Kernel } from '../../../kernel/feature.ts';
import { openAccess } from '../../../features/access/openAccess.ts';
import { Faults } from '../../../kernel/files/faults.ts';
import type { Config } from '../../../kernel/config/configTypes.ts';
import { OPEN_ACCESS } from '../../../kernel/config/accessKeys.ts';
import type { ApiDeps } from '../../api/http/deps.ts';
import { Draining } from '../../../kernel/http/draining.ts';
import { OwnMetrics } from '../../api/http/ownMetrics.ts';
import type { TargetRouteDeps } from '../../../features/targets/targetParts.ts';

const CONFIG = {
  allowedHosts: ['127.0.0.1'], targets: [], embed: { frameAncestors: [] }, access: OPEN_ACCESS,
} as unknown as Config;

/** A target that counts as live, though nothing scrapes it: its name, and its earlier starts. */
export interface LiveTarget { name: string; starts: readonly MeasuredReplay[] }

/** `profiles`: those that there are. `scrapeTrains`: of every target. */
export interface MadeUp {
  folder: string; data: DataStore; live: LiveTarget; now: () => number; profiles: () => readonly ProfileInfo[];
  scrapeTrains: () => TargetTrain[];
}

/** Returns what routes are given, as program.ts does but without threads: pictures are drawn here, profiles made up. */
export async function openDeps({ folder, data, live, now, profiles, scrapeTrains }: MadeUp): Promise<ApiDeps> {
  const clock: Clock = { ...systemClock, nowMs: now };
  const faces = bundledFaces();
  const targets = new TargetDirectory(data, now);
  const config = {
    name: live.name, url: 'http://127.0.0.1:1', scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000, labels: {},
  };
  const view = {
    state: 'replaying', kind: 'unknown', version: '', goVersion: '', facts: {}, stateSinceMs: null, lastScrape: null,
    node: null, effectiveIntervalMs: 1000, processStartSeconds: null,
  };
  const scraper = { config, view: () => view } as unknown as TargetScraper;
  targets.add(config, scraper, { history: { state: () => undefined } as unknown as HistoryReader });
  const store = await ReplayStore.open(folder, () => undefined);
  for (const start of live.starts) await store.put(start, { source: 'live', target: live.name, name: live.name });
  const starts = new KnownStarts(store, data, targets);
  const catalog = {
    list: () => Promise.resolve(profiles()),
    cpu: (id: string) => Promise.resolve({
      ok: true, value: profiles().filter((one) => one.id === id).map(({ name, time: start, durationSeconds }) => (
        { id, name, start, durationSeconds, seconds: { gc: 2, other: 6 }, gc: { cpuSeconds: 8, gcCpuSeconds: 2 } }
      )),
    }),
  } as unknown as ProfileCatalog;
  const [captures, head, queries] = [{ list: () => [] }, { within: () => [] }, { within: () => Promise.resolve([]) }];
  const trains = { scrapes: scrapeTrains, takeOver: () => Promise.resolve() };
  const panels = new PanelAnswers({ data, profiles: catalog, targets, starts, captures, head, queries, trains });
  const pictures: PictureService = {
    render: (subject, style) => Promise.resolve(Buffer.from(pictureOf(subject, style, now(), faces))),
    renderError: (message) => Promise.reject(new Error(message)),
    close: () => Promise.resolve(),
  };
  const replays = new ReplayHistory({ store, data, targets, starts, panels, clock, publish: () => undefined });
  const notes = await NoteStore.open(folder, () => undefined);
  const never = (): Promise<never> => Promise.reject(new Error('Nothing asks for it here.'));
  const access = await openAccess({
    config: CONFIG, dataDir: folder, web: undefined, check: never, faults: new Faults(), now,
  });
  const features = new Features({ config: CONFIG } as Kernel);
  await features.open(postmortemFeature, {
    panels, replays, profiles: catalog, notes, secrets: [],
    window: (name, asked) => targetWindow(targets, name, asked), makeEmbed: never,
  });
  const incidents = new Incidents({
    data, profiles: catalog, targets, replays, notes, trains, folder, secrets: [], version: 'test', now,
  }, never);
  const parts = { data, panels, targets, replays, notes, incidents, trains, uploadDir: folder, now, clock };
  await features.open({ name: 'targets', open: () => allRoutes(parts as unknown as TargetRouteDeps) }, null);
  return {
    ...parts, config: CONFIG, features, profiles: catalog, pictures, version: 'test', startTimeMs: now(),
    access: { authentication: authentication(access), headers: access.headers, audit: access.audit },
    embeds: { store: await EmbedStore.open(folder, now, () => undefined) }, metrics: new OwnMetrics(),
    draining: new Draining(systemClock),
  } as unknown as ApiDeps;
}
