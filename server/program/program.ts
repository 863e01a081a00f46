import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createApp } from './api/app.ts';
import { alertEmbeds } from './api/embeds/alertEmbeds.ts';
import { makeEmbed } from './api/embeds/embedRoutes.ts';
import { embedAsker } from './api/embeds/embedSubjects.ts';
import type { ApiDeps } from './api/http/deps.ts';
import { OwnMetrics } from './api/http/ownMetrics.ts';
import { FEATURES } from './features.ts';
import { listen } from './listen.ts';
import { openProfiles } from './openProfiles.ts';
import { startLines } from './startLines.ts';
import { openDataClient, type DataClient } from './worker/data/dataClient.ts';
import { archiveOpener } from './worker/small/archiveClient.ts';
import { prometheusAnswers } from '../data/scrape/findPrometheus.ts';
import { configSecrets } from '../data/scrape/secrets.ts';
import { openUploadFolder } from '../data/store/files/uploadFolder.ts';
import type { OpenedAlerting } from '../features/alerting/feature.ts';
import { namesNone, type OpenedScraping } from '../features/scraping/feature.ts';
import { openDemo } from '../features/targets/incidents/demo.ts';
import { findTarget } from '../features/targets/answers/askedTarget.ts';
import { targetWindow, type Judged } from '../features/targets/answers/askedWindow.ts';
import { TargetDirectory } from '../features/targets/answers/targetDirectory.ts';
import type { AlertingConfig, Config, TargetConfig } from '../kernel/config/configTypes.ts';
import { StartError } from '../kernel/config/usageError.ts';
import { Features, type Kernel } from '../kernel/feature.ts';
import { Faults } from '../kernel/files/faults.ts';
import { openLocal } from '../kernel/files/replicatedStore.ts';
import { Draining } from '../kernel/http/draining.ts';
import { log } from '../kernel/logging/log.ts';
import { ownMemory } from '../kernel/threads/calls.ts';
import { MAIN_PART, OwnCost } from '../kernel/threads/ownCost.ts';
import { systemClock, within } from '../../core/time/clock.ts';
import type { Result } from '../../core/result.ts';

const DEFAULT_TARGET: TargetConfig = {
  name: 'localhost:9090', url: 'http://localhost:9090', scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000, labels: {},
};
/** Shutdown must end within 5 s whatever a client does. */
const STOP_LIMIT_MS = 4000;
/** Time for running requests at shutdown. */
const DRAIN_LIMIT_MS = 1500;

export interface ProgramFiles extends Pick<Kernel, 'threadFile'> {
  version: string;
  webDir: string;
  /** Returns the configuration now on disk; throws UsageError. */
  readAgain: () => Config;
}

export interface Program {
  /** Lines to print: the address and what is shown there. */
  startLines: string[];
  port: number;
  /** Reloads the configuration; its settings of targets apply from then on. Reports failures as faults. */
  reload(): Promise<Result<null>>;
  stop(): Promise<void>;
}

/** Starts the whole program; throws StartError with one sentence if the system refuses. */
export async function startProgram(config: Config, files: ProgramFiles): Promise<Program> {
  const { version, webDir, threadFile, readAgain } = files;
  const clock = systemClock;
  const now = clock.nowMs;
  const kernel: Kernel = { config, dataDir: resolve(config.dataDir), faults: new Faults(log.warn), clock, threadFile };
  const features = new Features(kernel);
  const data = await openData(kernel);
  const remoteWrite = config.remoteWrite && await features.open(await FEATURES.remoteWrite(), config.remoteWrite);
  const targets = new TargetDirectory(data, now);
  const reads = remoteWrite?.through(data, (name) => targets.isElsewhere(name)) ?? data;
  // From here on this process has locked the folder.
  const uploads = openUploadFolder(kernel.dataDir);
  if (!uploads.ok) throw new StartError(uploads.error.message);
  const objects = config.s3 && await features.open(await FEATURES.objectStore(), config.s3);
  const openReplica = objects?.openReplica ?? openLocal;
  const profiles = await openProfiles(kernel, {
    openReplica, data, reads, ownIds: (target) => targets.profilesOf(target),
  });

  const window = (name: string, asked: Judged): ReturnType<typeof targetWindow> => targetWindow(targets, name, asked);
  await features.open(FEATURES.profiles, { profiles, window });

  const secrets = configSecrets(config);
  const metrics = new OwnMetrics();
  const access = await features.open(FEATURES.access, null);
  const { pictures } = await features.open(FEATURES.pictures, null);
  const { benchmarks, outputs } = await features.open(FEATURES.benchmarks, { openReplica });
  const { notes } = await features.open(FEATURES.notes, {
    openReplica, find: (name) => findTarget({ targets }, name),
  });
  const { logs, recognize, together } = await features.open(FEATURES.logs, { openReplica });
  const { embeds } = await features.open(FEATURES.embeds, { openReplica });
  const { parts } = await features.open(FEATURES.targets, {
    data, reads, profiles, targets, openReplica, notes, logs, secrets, version, uploadDir: uploads.value,
    openArchive: archiveOpener(threadFile('archiveWorker')), strips: remoteWrite?.strips ?? {},
    texts: (target) => [...notes.list(target), ...embeds.store.list()].map((one) => JSON.stringify(one)),
    onFindings: (seconds) => { metrics.addFindingsQuestion(seconds); },
  });
  const { added, isShared } = await features.open(FEATURES.addTargets, {
    openReplica, targets, live: () => scraping.live,
  });
  const { shards = null } = config.shard === undefined ? {} : await features.open(await FEATURES.shards(), {
    shard: config.shard, bucket: objects?.bucket ?? null, scrapers: () => targets.liveScrapers(),
    onChange: () => { void scraping.live.reshard(); },
  });

  const scraping: OpenedScraping = await features.open(FEATURES.scraping, {
    ...parts, hub: parts.live, data, targets, metrics, shards, added, addedAreShared: isShared, secrets, readAgain,
    onAlerting: (next) => configureAlerting(next),
    openDiscovery: async (needs) => features.open(await FEATURES.discovery(), needs),
  });
  const { watching } = scraping;
  const draining = new Draining(clock);
  const cost = new OwnCost({ parts: () => [{ part: MAIN_PART, memory: ownMemory() }, ...data.memory()], clock });
  const deps: ApiDeps = {
    ...parts, config, access, features, data: reads, profiles, targets, embeds, metrics, parts: data,
    pictures, benchmarks, outputs, logs, recognize, together, version, startTimeMs: now(), now, clock,
    demo: () => watching.isDemo(), uploadDir: uploads.value, watching, draining, cost,
  };
  const ask = embedAsker(deps);
  const { spells } = await features.open(FEATURES.postmortem, {
    ...parts, profiles, notes, secrets, window,
    makeEmbed: (req, request) => makeEmbed(deps, ask, req, { request }),
  });
  await features.open(FEATURES.handover, { ...parts, targets, notes, secrets, spells });
  let port = config.listenPort;
  let alerting: OpenedAlerting | null = null;
  const configureAlerting = async (next: AlertingConfig | undefined): Promise<void> => {
    if (alerting !== null || next === undefined) alerting?.configure(next);
    else alerting = await features.open(await FEATURES.alerting(), {
      config: next, current: parts.current, targets, port: () => port,
      draw: (base) => alertEmbeds({ store: embeds.store, ask, base, now }),
    });
  };
  await configureAlerting(config.alerting);

  let server: Server;
  try {
    server = await listen(access.listener(createApp(deps, webDir, () => port)), config);
  } catch (error) {
    await Promise.all([data.close(), profiles.close()]);
    throw error;
  }
  port = (server.address() as AddressInfo).port;

  const found = namesNone(config) && !config.demo && (await prometheusAnswers(DEFAULT_TARGET.url));
  const configured = found ? [DEFAULT_TARGET] : config.targets;
  await shards?.start();
  await watching.start(found ? { ...config, targets: configured } : config);
  await features.start();
  cost.start();
  const stopping = new AbortController();
  if (watching.isDemo() || config.demo) void openDemo(join(webDir, 'demo'), data, profiles, stopping.signal);

  return {
    port,
    startLines: startLines(config, {
      port, targets: [...configured, ...added.configure(config.addTargets)], found, features: features.startLines(),
    }),
    reload: () => watching.reload(),
    stop: async () => {
      stopping.abort();
      features.quiet();
      cost.stop();
      server.close();
      const drained = draining.drain(DRAIN_LIMIT_MS).then(() => { server.closeAllConnections(); });
      // Open requests may still use the stores. Other shards take over the targets no longer scraped here.
      const scraped = watching.stop().then(() => targets.stop()).then(() => shards?.stop());
      const closing = Promise.all([drained, scraped]).then(() => {
        const stored = data.close();
        return Promise.all([stored, features.stop(stored), profiles.close()]);
      }).then(() => features.close());
      await within(clock.background, STOP_LIMIT_MS, closing);
    },
  };
}

/** Opens the data folder; throws StartError if it cannot be used. */
async function openData({ config, dataDir, faults, clock, threadFile }: Kernel): Promise<DataClient> {
  const { retentionMs, retentionBytes, remoteWrite } = config;
  const data = await openDataClient({
    dataDir, faults, clock, retentionMs, retentionBytes,
    workerUrl: threadFile('dataWorker'), readerFile: threadFile('readerProcess'),
    ...(remoteWrite === undefined ? {} : { outboxBytes: remoteWrite.bufferBytes }),
  });
  if (!data.ok) throw new StartError(data.error.message);
  return data.value;
}
