import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createApp } from './api/app.ts';
import { AddedTargets } from './addedTargets.ts';
import { createListener } from '../features/access/listener.ts';
import { openAccess } from '../features/access/openAccess.ts';
import { WebConfigFile } from '../features/access/webConfigFile.ts';
import { Draining } from '../kernel/http/draining.ts';
import { OwnMetrics } from './api/http/ownMetrics.ts';
import { StartError } from '../kernel/config/usageError.ts';
import type { Config, TargetConfig } from '../kernel/config/configTypes.ts';
import { Faults } from '../kernel/files/faults.ts';
import { openLocal } from '../kernel/files/lasting.ts';
import { openLastingObjects } from '../features/object-store/openLastingObjects.ts';
import { EngineReads, readThrough } from '../features/remote-write/engineReads.ts';
import { stripsOf } from '../features/remote-write/engineStrips.ts';
import { RemoteWrite } from '../features/remote-write/remoteWrite.ts';
import { BinaryFolder } from '../profile/binaries/binaryFolder.ts';
import { openDemo } from '../features/targets/demo.ts';
import { ingestedIn } from './ingestedIn.ts';
import { prometheusAnswers } from '../data/scrape/findPrometheus.ts';
import { configSecrets } from '../data/scrape/secrets.ts';
import { log } from '../kernel/logging/log.ts';
import { SharedWork } from '../data/scrape/sharedWork.ts';
import { NoteStore } from '../features/notes/noteStore.ts';
import { AddedStore } from '../data/store/files/addedStore.ts';
import { bundlePart, BundleStore } from '../data/store/files/bundleStore.ts';
import { CaptureStore } from '../data/store/files/captureStore.ts';
import { LogStore } from '../data/store/files/logStore.ts';
import { OutputStore } from '../data/store/files/outputStore.ts';
import { openPageRules, openSwitches } from '../data/store/files/profilingStore.ts';
import { ReplayStore } from '../data/store/files/replayStore.ts';
import { TrainStore } from '../data/store/files/trainStore.ts';
import { openUploadFolder } from '../data/store/files/uploadFolder.ts';
import { HeadReadings } from '../features/targets/cardinality/headReadings.ts';
import { Bookings } from '../features/targets/captures/bookings.ts';
import { Captures } from '../features/targets/captures/captures.ts';
import { CompactionClock } from '../features/targets/captures/compactionClock.ts';
import { Everything } from '../features/targets/everything/everything.ts';
import { Incidents } from '../features/targets/incidents.ts';
import { KnownStarts } from '../features/targets/knownStarts.ts';
import { CurrentFindings } from '../features/targets/current/currentFindings.ts';
import { Fleet } from '../features/targets/fleet/fleet.ts';
import { LiveHub } from '../features/targets/liveHub.ts';
import { PanelAnswers } from '../features/targets/panelInputs.ts';
import { ceilingNow } from '../features/targets/profiling/ceilingNow.ts';
import { CompactionProfiles } from '../features/targets/profiling/compactionProfiles.ts';
import { ContinuousProfiles } from '../features/targets/profiling/continuousProfiles.ts';
import { ProfileBudget } from '../features/targets/profiling/profileBudget.ts';
import { Profiler } from '../features/targets/profiling/profiler.ts';
import { RuleSettings } from '../features/targets/profiling/ruleSettings.ts';
import { RollUps } from '../features/targets/profiling/rollUps.ts';
import { lastMinutes } from '../features/targets/profiling/lastMinutes.ts';
import { QuietBaseline } from '../features/targets/profiling/quietBaseline.ts';
import { ReplayProfiles } from '../features/targets/profiling/replayProfiles.ts';
import { TriggeredProfiles } from '../features/targets/profiling/triggeredProfiles.ts';
import { TrainReadings } from '../features/targets/trains/trainReadings.ts';
import { ReplayHistory } from '../features/targets/replayHistory.ts';
import { EmbedStore } from '../features/embeds/embedStore.ts';
import { TargetQueries } from '../features/targets/queries/targetQueries.ts';
import { TargetDirectory } from '../features/targets/targetDirectory.ts';
import { openBenchmarkClient } from './worker/small/benchmarkClient.ts';
import { passwordChecker } from './worker/small/passwordClient.ts';
import { archiveOpener } from './worker/small/archiveClient.ts';
import { createPictureService } from './worker/small/pictureClient.ts';
import { fileRecognizer } from './worker/small/recognizeClient.ts';
import { openDataClient, type DataClient } from './worker/data/dataClient.ts';
import { openProfileClient } from './worker/profile/profileClient.ts';
import { listen } from './listen.ts';
import { LiveTargets } from './liveTargets.ts';
import { openShards } from './openShards.ts';
import { ownMemory } from '../kernel/threads/calls.ts';
import { MAIN_PART, OwnCost } from '../kernel/threads/ownCost.ts';
import { startLines } from './startLines.ts';
import { openAlerting } from './openAlerting.ts';
import { namesNone, Watching } from './watching.ts';
import { systemClock, within, type Clock } from '../../core/time/clock.ts';
import type { Result } from '../../core/result.ts';

const DEFAULT_TARGET: TargetConfig = {
  name: 'localhost:9090', url: 'http://localhost:9090', scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000, labels: {},
};
/** Stopping must end within 5 s whatever a client does. */
const STOP_LIMIT_MS = 4000;
/** For what is being answered at a stop. */
const DRAIN_LIMIT_MS = 1500;

export interface ProgramFiles {
  version: string;
  webDir: string;
  dataWorker: URL;
  readerProcess: URL;
  profileWorker: URL;
  pictureWorker: URL;
  benchmarkWorker: URL;
  archiveWorker: URL;
  recognizeWorker: URL;
  passwordWorker: URL;
  /** The configuration as it is now on disk; throws UsageError. */
  readAgain: () => Config;
  sendWorker: URL;
}

export interface Program {
  /** What to print: the address and what is shown there. */
  startLines: string[];
  port: number;
  /** Reads the configuration again; what it says of targets counts from then on. Failures are reported as faults. */
  reload(): Promise<Result<null>>;
  stop(): Promise<void>;
}

/** Starts everything; throws StartError with one sentence when the machine refuses. */
export async function startProgram(config: Config, files: ProgramFiles): Promise<Program> {
  const dataDir = resolve(config.dataDir);
  const faults = new Faults(log.warn);
  const clock = systemClock;
  const now = clock.nowMs;
  const data = await openDataClient({
    dataDir, faults, clock, retentionMs: config.retentionMs, retentionBytes: config.retentionBytes,
    workerUrl: files.dataWorker, readerFile: files.readerProcess,
    ...(config.remoteWrite === undefined ? {} : { outboxBytes: config.remoteWrite.bufferBytes }),
  });
  if (!data.ok) throw new StartError(data.error.message);
  const remoteWrite = config.remoteWrite && new RemoteWrite({
    settings: config.remoteWrite, dataDir, faults, clock, workerUrl: files.sendWorker,
  });
  const targets = new TargetDirectory(data.value, now);
  const reads = readsOf(config, { data: data.value, faults, clock }, (name) => targets.isElsewhere(name));
  // Only now is the folder ours.
  const uploads = openUploadFolder(dataDir);
  if (!uploads.ok) throw new StartError(uploads.error.message);
  const uploadDir = uploads.value;
  const objects = config.s3 && await openLastingObjects(config.s3, { dataDir, faults, clock });
  const openPart = objects?.openPart ?? openLocal;
  const profiles = await openProfileClient({
    dataDir, faults, openPart, workerUrl: files.profileWorker, sourceRoots: config.sourceRoots,
    subsystems: config.subsystems,
    ownIds: (target) => targets.profilesOf(target),
    ingested: ingestedIn(data.value, reads),
    binaries: config.binaries === undefined ? null : new BinaryFolder(config.binaries),
  });
  if (!profiles.ok) throw new StartError(profiles.error.message);

  const web = config.web === undefined ? undefined : new WebConfigFile(config.web, { now, notice: faults.notice });
  const passwords = passwordChecker(files.passwordWorker);
  const hub = new LiveHub();
  const captureStore = await CaptureStore.open(dataDir, faults, openPart);
  const captures = new Captures({ profiles: profiles.value, store: captureStore, hub, clock });
  const replayStore = await ReplayStore.open(dataDir, faults.notice, openPart);
  const starts = new KnownStarts(replayStore, data.value, targets);
  const head: HeadReadings = new HeadReadings({ now, ceiling: (scraper) => ceilingNow(panels, scraper, now()) });
  const trainStore = await TrainStore.open(dataDir, faults.notice);
  const trains = new TrainReadings({ store: trainStore, now });
  const logs = await LogStore.open(dataDir, faults.notice, openPart);
  const keepsTexts = (name: string): boolean => targets.scraper(name)?.config.queryTexts !== false;
  const queries = new TargetQueries({ logs, data: data.value, keepsTexts });
  const panels = new PanelAnswers({ data: reads, profiles: profiles.value, targets, starts, captures, head, queries });
  const secrets = configSecrets(config);
  const bundleDir = join(dataDir, 'bundles');
  const bundles = new BundleStore(bundleDir, await openPart(bundlePart(bundleDir)));
  const everything = new Everything({ captures, profiles: profiles.value, bundles, secrets, now });
  const compactions = new CompactionClock({ panels, targets, now });
  const bookings = new Bookings({ captures, everything, compactions, clock });
  const replays = new ReplayHistory({
    store: replayStore, data: data.value, targets, starts, panels, clock, publish: hub.publish.bind(hub),
  });
  const notes = await NoteStore.open(dataDir, faults.notice, openPart);
  const outputs = await OutputStore.open(dataDir, faults.notice, openPart);
  const embeds = { store: await EmbedStore.open(dataDir, now, faults.notice, openPart) };
  const pictures = createPictureService(files.pictureWorker);
  const recognizer = fileRecognizer(files.recognizeWorker);
  const switches = await openSwitches(dataDir, faults.notice);
  const pageRules = await openPageRules(dataDir, faults.notice);
  const rules = new RuleSettings(pageRules);
  const addedStore = await AddedStore.open(dataDir, faults.notice, openPart);
  const texts = (target: string): string[] =>
    [...notes.list(target), ...embeds.store.list()].map((one) => JSON.stringify(one));
  const budget = new ProfileBudget({ profiles: profiles.value, texts });
  const triggered = new TriggeredProfiles({
    captures, budget, rules, clock, findings: async (scraper) => {
      const found = await panels.findings(lastMinutes(scraper, now()));
      return found.ok ? found.value : [];
    },
  });
  const profiler = new Profiler({
    switches, flag: config.profiling,
    planners: [
      new ReplayProfiles({ panels, captures, profiles: profiles.value, history: replays, now }),
      triggered,
      new CompactionProfiles({ bookings, captures, triggered, budget, rules, now }),
      new QuietBaseline({ captures, budget, profiles: profiles.value, triggered, hub, texts, now }),
      new ContinuousProfiles({ captures, budget, now, ceiling: (scraper) => ceilingNow(panels, scraper, now()) }),
      new RollUps({ profiles: profiles.value, texts, now }),
    ],
  });
  const incidents = new Incidents(
    {
      data: data.value, profiles: profiles.value, targets, replays, notes, folder: uploadDir, version: files.version,
      secrets, now,
    },
    archiveOpener(files.archiveWorker)
  );
  data.value.onStatus((status) => { hub.publishToAll('storage', status); });

  const access = await openAccess({ config, dataDir, web, faults, now, check: passwords.check });
  const metrics = new OwnMetrics();
  const draining = new Draining(clock);
  const cost = new OwnCost({
    parts: () => [{ part: MAIN_PART, memory: ownMemory() }, ...data.value.memory()], clock,
  });
  const fleet = new Fleet({ targets, data: data.value, replays, clock, ...stripsOf(config, now) });
  const current = new CurrentFindings({
    panels, targets, clock, onAsked: (seconds) => { metrics.addFindingsQuestion(seconds); },
  });
  const shards = openShards(config, { targets, faults, clock, live: () => live });
  const live: LiveTargets = new LiveTargets({
    data: data.value, targets, hub, bookings, profiler, rules, metrics, fleet, queries, trains, faults,
    shared: new SharedWork(clock),
    shards,
    addedAreShared: addedStore.isShared,
  });
  const added = new AddedTargets({ store: addedStore, targets, faults, now, live: () => live });
  const watching = new Watching({
    live, added, faults, secrets, clock, readAgain: files.readAgain, onAlerting: (next) => { configure(next); },
  });

  const deps = {
    config, access, secrets, data: reads, panels, profiles: profiles.value, targets, captures, everything, bundles,
    bookings, profiler, rules, live: hub, replays, incidents, notes, embeds, metrics, parts: data.value, pictures,
    benchmarks: openBenchmarkClient({ workerUrl: files.benchmarkWorker }), outputs, logs,
    recognize: recognizer.recognize, ...(remoteWrite === undefined ? {} : { remoteWrite }),
    version: files.version, startTimeMs: now(), now, clock, demo: () => watching.isDemo(), uploadDir, watching, added,
    fleet, current, draining, cost, head, trains,
  };
  let port = config.listenPort;
  const { alerting, configure } = openAlerting({ deps, current, faults, port: () => port });
  const app = createApp({ ...deps, alerting }, files.webDir, () => port);
  let server: Server;
  try {
    server = await listen(createListener(app, web), config);
  } catch (error) {
    await Promise.all([data.value.close(), profiles.value.close()]);
    throw error;
  }
  port = (server.address() as AddressInfo).port;

  const found = namesNone(config) && !config.demo && (await prometheusAnswers(DEFAULT_TARGET.url));
  const configured = found ? [DEFAULT_TARGET] : config.targets;
  await shards?.start();
  await watching.start(found ? { ...config, targets: configured } : config);
  bookings.dropOthers(captureStore.all(), (target) => targets.isLive(target));
  replays.start();
  alerting.start();
  cost.start();
  const stopping = new AbortController();
  if (watching.isDemo() || config.demo)
    void openDemo(join(files.webDir, 'demo'), data.value, profiles.value, stopping.signal);

  return {
    port,
    startLines: startLines(config, port, [...configured, ...added.configure(config.addTargets)], found),
    reload: () => watching.reload(),
    stop: async () => {
      stopping.abort();
      captures.stop();
      bookings.stop();
      server.close();
      const drained = draining.drain(DRAIN_LIMIT_MS).then(() => { server.closeAllConnections(); });
      fleet.stop();
      current.stop();
      cost.stop();
      alerting.stop();
      // Requests that are open may still ask the stores. Others take over what is not scraped any more.
      const scraped = watching.stop().then(() => targets.stop()).then(() => shards?.stop());
      const closing = Promise.all([drained, scraped]).then(
        () => Promise.all([
          // The last scrapes are in the buffer then.
          data.value.close().then(() => remoteWrite?.close()), profiles.value.close(), replays.stop(),
          notes.settled(), switches.settled(), pageRules.settled(), captureStore.settled(), pictures.close(),
          passwords.close(), recognizer.close(), access.tokens.settled(), access.audit.settled(),
          addedStore.settled(), outputs.settled(), logs.settled(), trainStore.settled(),
        ])
      ).then(() => objects?.close());
      await within(clock.background, STOP_LIMIT_MS, closing);
    },
  };
}

/** With what an engine has of the time before the local store, where one is configured to be read. */
function readsOf(
  { remoteWrite, shard }: Config, { data, faults, clock }: { data: DataClient; faults: Faults; clock: Clock },
  isElsewhere: (target: string) => boolean,
): DataClient {
  if (remoteWrite?.query === undefined) return data;
  const { query: access, externalLabels } = remoteWrite;
  const shared = shard === undefined ? {} : { isElsewhere };
  return readThrough(data, new EngineReads({ access, externalLabels, data, faults, clock, ...shared }));
}
