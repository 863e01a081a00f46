/** The app as program.ts puts it together, without worker threads, over recordings that tests open: for its doors. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { Clock } from '../../core/time/clock.ts';
import { systemClock } from '../../core/time/clock.ts';
import type {
  Embed, EmbedData, MeasuredReplay, PanelFinding, PanelName, ProfileInfo, Target, TargetTrain,
} from '../../core/contract/contract.ts';
import { EmbedStore } from '../../server/features/embeds/embedStore.ts';
import { INCIDENT_FOLDER, MEMBERS } from '../../server/data/incident/incidentFormat.ts';
import { NoteStore } from '../../server/features/notes/noteStore.ts';
import { postmortemFeature } from '../../server/features/postmortem/feature.ts';
import { targetWindow } from '../../server/features/targets/answers/askedWindow.ts';
import { bundledFaces } from '../../server/analysis/pictures/bundledFonts.ts';
import { pictureOf } from '../../server/analysis/pictures/picture.ts';
import type { PictureService } from '../../server/analysis/pictures/pictureService.ts';
import type { HistoryReader } from '../../server/data/scrape/history/historyReader.ts';
import type { TargetScraper } from '../../server/data/scrape/targetScraper.ts';
import type { ProfileCatalog } from '../../server/data/store/files/profileCatalog.ts';
import { ReplayStore } from '../../server/data/store/files/replayStore.ts';
import { Incidents } from '../../server/features/targets/incidents/incidents.ts';
import { KnownStarts } from '../../server/features/targets/answers/knownStarts.ts';
import { PanelAnswers } from '../../server/features/targets/answers/panelInputs.ts';
import { ReplayHistory } from '../../server/features/targets/answers/replayHistory.ts';
import { TargetDirectory } from '../../server/features/targets/answers/targetDirectory.ts';
import { openLocalDataStore } from '../../server/program/worker/data/localDataStore.ts';
import { authentication } from '../../server/features/access/authentication.ts';
import { Features, type Kernel } from '../../server/kernel/feature.ts';
import { openAccess } from '../../server/features/access/openAccess.ts';
import { Faults } from '../../server/kernel/files/faults.ts';
import type { Config } from '../../server/kernel/config/configTypes.ts';
import { OPEN_ACCESS } from '../../server/kernel/config/accessKeys.ts';
import { createApp } from '../../server/program/api/app.ts';
import type { ApiDeps } from '../../server/program/api/http/deps.ts';
import { Draining } from '../../server/kernel/http/draining.ts';
import { OwnMetrics } from '../../server/program/api/http/ownMetrics.ts';
import type { DataStore } from '../../server/data/store/dataStore.ts';

const CONFIG = {
  allowedHosts: ['127.0.0.1'], targets: [], embed: { frameAncestors: [] }, access: OPEN_ACCESS,
} as unknown as Config;

/** What a test may change while the app runs. */
export interface RecordedState {
  nowMs: number;
  profiles: ProfileInfo[];
  /** Of every target. */
  scrapeTrains: TargetTrain[];
}

/** A target that counts as live, though nothing scrapes it: its name, and its earlier starts. */
export interface LiveTarget { name: string; starts: readonly MeasuredReplay[] }

export interface Window { target: string; start: number; end: number }
export interface Embedded { embed: EmbedData; picture: string }

export class RecordedApp {
  readonly base: string;
  readonly data: DataStore;
  readonly close: () => Promise<void>;

  private constructor(parts: Pick<RecordedApp, 'base' | 'data' | 'close'>) {
    this.base = parts.base;
    this.data = parts.data;
    this.close = parts.close;
  }

  static async open(folder: string, state: RecordedState, live: LiveTarget): Promise<RecordedApp> {
    const store = await openLocalDataStore({ dataDir: folder, retentionMs: 1e13, retentionBytes: 1e13 });
    if (!store.ok) throw new Error(store.error.message);
    const data = store.value;
    const server = createServer(createApp(await openDeps({ folder, state, data, live }), folder, () => 0));
    await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
    const close = async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await data.close();
    };
    return new RecordedApp({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, data, close });
  }

  async answered<T>(path: string, body?: object): Promise<T> {
    const options = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${this.base}${path}`, options);
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${said.slice(0, 300)}`);
    const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json');
    return isJson ? JSON.parse(said) as T : said as T;
  }

  async exportedFindings(path: string): Promise<PanelFinding[]> {
    const { body } = await fetch(`${this.base}${path}`);
    const members = Readable.fromWeb(body as ReadableStream<Uint8Array>).pipe(createGunzip()).pipe(extract());
    let found: PanelFinding[] = [];
    for await (const member of members) {
      const content = await text(member);
      if (member.header.name === INCIDENT_FOLDER + MEMBERS.findings) found = JSON.parse(content) as PanelFinding[];
    }
    return found;
  }

  async embedOf(panel: PanelName, { target, start, end }: Window): Promise<Embedded> {
    const asked = { panel, target, range: { start, end } };
    const { data: made } = await this.answered<{ data: Embed }>('/api/v1/embeds', asked);
    const path = (url: string): string => new URL(url).pathname;
    return {
      embed: await this.answered<EmbedData>(`${path(made.url)}/data`),
      picture: wordsOf(await this.answered<string>(`${path(made.svgUrl)}?width=1600`)),
    };
  }

  async opened(name: string, file: string): Promise<void> {
    const imported = await this.data.importRecording(name, file);
    if (!imported.ok) throw new Error(`${name}: ${imported.error.message}`);
  }

  /** The whole of a recording, opened first. */
  async recordedWindow(target: string, file: string): Promise<Window> {
    await this.opened(target, file);
    const { data: { recorded } } = await this.answered<{ data: Target }>(`/api/v1/targets/${target}`);
    return { target, start: recorded?.start ?? 0, end: (recorded?.end ?? 0) + 0.001 };
  }
}

export const oneSpace = (said: string): string => said.replace(/\s+/g, ' ');
/** The words of an SVG, lines of a paragraph joined. */
export const wordsOf = (svg: string): string => oneSpace([...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)]
  .map(([, words]) => words).join(' ')
  .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));

interface DepsParts { folder: string; state: RecordedState; data: DataStore; live: LiveTarget }

/** A picture is drawn here, and profiles are made up. */
async function openDeps({ folder, state, data, live }: DepsParts): Promise<ApiDeps> {
  const now = (): number => state.nowMs;
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
    list: () => Promise.resolve(state.profiles),
    cpu: (id: string) => Promise.resolve({
      ok: true, value: state.profiles.filter((one) => one.id === id).map(({ name, time: start, durationSeconds }) => (
        { id, name, start, durationSeconds, seconds: { gc: 2, other: 6 }, gc: { cpuSeconds: 8, gcCpuSeconds: 2 } }
      )),
    }),
  } as unknown as ProfileCatalog;
  const [captures, head] = [{ list: () => [] }, { within: () => [] }];
  const queries = { within: () => Promise.resolve([]) };
  const trains = { scrapes: () => state.scrapeTrains, takeOver: () => Promise.resolve() };
  const panels = new PanelAnswers({ data, profiles: catalog, targets, starts, captures, head, queries, trains });
  const pictures: PictureService = {
    render: (subject, style) => Promise.resolve(Buffer.from(pictureOf(subject, style, state.nowMs, faces))),
    renderError: (message) => Promise.reject(new Error(message)),
    close: () => Promise.resolve(),
  };
  const replays = new ReplayHistory({ store, data, targets, starts, panels, clock, publish: () => undefined });
  const notes = await NoteStore.open(folder, () => undefined);
  const check = (): Promise<never> => Promise.reject(new Error('No password is asked for.'));
  const never = (): Promise<never> => Promise.reject(new Error('Nothing opens or embeds here.'));
  const access = await openAccess({
    config: CONFIG, dataDir: folder, web: undefined, check, faults: new Faults(), now,
  });
  const features = new Features({ config: CONFIG } as Kernel);
  await features.open(postmortemFeature, {
    panels, replays, profiles: catalog, notes, secrets: [],
    window: (name, asked) => targetWindow(targets, name, asked), makeEmbed: never,
  });
  return {
    config: CONFIG, features,
    access: { authentication: authentication(access), headers: access.headers, audit: access.audit },
    data, panels, profiles: catalog, targets, pictures, version: 'test', startTimeMs: state.nowMs, now, clock,
    uploadDir: folder, replays, notes,
    incidents: new Incidents({
      data, profiles: catalog, targets, replays, notes, trains, folder, secrets: [], version: 'test', now,
    }, never),
    embeds: { store: await EmbedStore.open(folder, now, () => undefined) }, metrics: new OwnMetrics(),
    draining: new Draining(systemClock),
  } as unknown as ApiDeps;
}
