/** One question through the six doors of the app gives one sentence, to the letter. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../../core/time/clock.ts';
import type {
  Embed, EmbedData, MeasuredReplay, PanelBase, PanelByName, PanelFinding, PanelName, ProfileInfo, Target,
  TargetSpikes,
} from '../../../core/contract/contract.ts';
import { byPanel, PANEL_NAMES, PANELS } from '../../../core/panels.ts';
import { mdLine, mdText } from '../../../core/text/markdown.ts';
import { targetSpikes } from '../../../core/targetSpikes.ts';
import { EmbedStore } from '../../features/embeds/embedStore.ts';
import { INCIDENT_FOLDER, MEMBERS } from '../../data/incident/incidentFormat.ts';
import { NoteStore } from '../../features/notes/noteStore.ts';
import { bundledFaces } from '../../analysis/pictures/bundledFonts.ts';
import { pictureOf } from '../../analysis/pictures/picture.ts';
import type { PictureService } from '../../analysis/pictures/pictureService.ts';
import type { HistoryReader } from '../../data/scrape/history/historyReader.ts';
import type { TargetScraper } from '../../data/scrape/targetScraper.ts';
import type { ProfileCatalog } from '../../data/store/files/profileCatalog.ts';
import { ReplayStore } from '../../data/store/files/replayStore.ts';
import { recordings } from '../../../testdata/loadRecording.ts';
import { writePlantedRules } from '../../../testdata/plantedRules.ts';
import { Incidents } from '../../features/targets/incidents/incidents.ts';
import { KnownStarts } from '../../features/targets/answers/knownStarts.ts';
import { PanelAnswers } from '../../features/targets/answers/panelInputs.ts';
import { ReplayHistory } from '../../features/targets/answers/replayHistory.ts';
import { TargetDirectory } from '../../features/targets/answers/targetDirectory.ts';
import { openLocalDataStore } from '../worker/data/localDataStore.ts';
import { authentication } from '../../features/access/authentication.ts';
import { Features, type Kernel } from '../../kernel/feature.ts';
import { openAccess } from '../../features/access/openAccess.ts';
import { Faults } from '../../kernel/files/faults.ts';
import type { Config } from '../../kernel/config/configTypes.ts';
import { OPEN_ACCESS } from '../../kernel/config/accessKeys.ts';
import { createApp } from './app.ts';
import type { ApiDeps } from './http/deps.ts';
import { Draining } from '../../kernel/http/draining.ts';
import { OwnMetrics } from './http/ownMetrics.ts';
import type { DataStore } from '../../data/store/dataStore.ts';

const REPLAYS = join(import.meta.dirname, '..', '..', '..', 'testdata', 'recordings', 'replays');
/** Of every kind of log, whole and held back. */
const CHOSEN_REPLAYS = ['checkpoint', 'long-wbl', 'steady-limited', 'throttled-later', 'wbl-stopped'];
const FILES = process.env.TSDBSCOPE_GATE === undefined
  ? [...Object.values(recordings), ...CHOSEN_REPLAYS.map((name) => join(REPLAYS, `${name}.ndjson.gz`))]
  : [recordings.load, recordings.walReplay];
const nameOf = (file: string): string => basename(file, '.ndjson.gz');
/** Its process starts 2 s into it and reads its log for a minute; scraped by the test as a live target. */
const LIVE = 'live';
const LIVE_START_MS = 1_795_193_580_843;

const EARLIER_STARTS = [60, 72, 55].map((totalSeconds, i) => {
  const start = LIVE_START_MS / 1000 - (i + 1) * 86_400;
  const end = start + totalSeconds;
  return { key: `${i}`, start, end, totalSeconds, outcome: 'finished', segments: null } as MeasuredReplay;
});

const CONFIG = {
  allowedHosts: ['127.0.0.1'], targets: [], embed: { frameAncestors: [] }, access: OPEN_ACCESS,
} as unknown as Config;

let folder: string;
let data: DataStore;
let server: Server;
let base: string;
let nowMs = Date.parse('2027-01-01T00:00:00Z');
let profiles: ProfileInfo[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'one-sentence-'));
  const store = await openLocalDataStore({ dataDir: folder, retentionMs: 1e13, retentionBytes: 1e13 });
  if (!store.ok) throw new Error(store.error.message);
  data = store.value;
  server = createServer(createApp(await openDeps(), folder, () => 0));
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await data.close();
  await rm(folder, { recursive: true, force: true });
});

/** As program.ts puts them together, without worker threads: a picture is drawn here, and profiles are made up. */
async function openDeps(): Promise<ApiDeps> {
  const now = (): number => nowMs;
  const clock: Clock = { ...systemClock, nowMs: now };
  const faces = bundledFaces();
  const targets = new TargetDirectory(data, now);
  const config = { name: LIVE, url: 'http://127.0.0.1:1', scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000, labels: {} };
  const view = {
    state: 'replaying', kind: 'unknown', version: '', goVersion: '', facts: {}, stateSinceMs: null, lastScrape: null,
    node: null, effectiveIntervalMs: 1000, processStartSeconds: null,
  };
  const scraper = { config, view: () => view } as unknown as TargetScraper;
  targets.add(config, scraper, { history: { state: () => undefined } as unknown as HistoryReader });
  const store = await ReplayStore.open(folder, () => undefined);
  for (const start of EARLIER_STARTS) await store.put(start, { source: 'live', target: LIVE, name: LIVE });
  const starts = new KnownStarts(store, data, targets);
  const catalog = {
    list: () => Promise.resolve(profiles),
    cpu: (id: string) => Promise.resolve({
      ok: true, value: profiles.filter((one) => one.id === id).map(({ name, time: start, durationSeconds }) => (
        { id, name, start, durationSeconds, seconds: { gc: 2, other: 6 }, gc: { cpuSeconds: 8, gcCpuSeconds: 2 } }
      )),
    }),
  } as unknown as ProfileCatalog;
  const [captures, head] = [{ list: () => [] }, { within: () => [] }];
  const queries = { within: () => Promise.resolve([]) };
  const trains = { scrapes: () => [], takeOver: () => Promise.resolve() };
  const panels = new PanelAnswers({ data, profiles: catalog, targets, starts, captures, head, queries, trains });
  const pictures: PictureService = {
    render: (subject, style) => Promise.resolve(Buffer.from(pictureOf(subject, style, nowMs, faces))),
    renderError: (message) => Promise.reject(new Error(message)),
    close: () => Promise.resolve(),
  };
  const replays = new ReplayHistory({ store, data, targets, starts, panels, clock, publish: () => undefined });
  const notes = await NoteStore.open(folder, () => undefined);
  const check = (): Promise<never> => Promise.reject(new Error('No password is asked for.'));
  const never = (): Promise<never> => Promise.reject(new Error('No file is opened here.'));
  const access = await openAccess({
    config: CONFIG, dataDir: folder, web: undefined, check, faults: new Faults(), now,
  });
  return {
    config: CONFIG,
    access: { authentication: authentication(access), headers: access.headers, audit: access.audit },
    features: new Features({} as unknown as Kernel),
    data, panels, profiles: catalog, targets, pictures, version: 'test', startTimeMs: nowMs, now, clock,
    uploadDir: folder, replays, notes,
    incidents: new Incidents({
      data, profiles: catalog, targets, replays, notes, trains, folder, secrets: [], version: 'test', now,
    }, never),
    embeds: { store: await EmbedStore.open(folder, now, () => undefined) }, metrics: new OwnMetrics(),
    draining: new Draining(systemClock),
  } as unknown as ApiDeps;
}

interface Window { target: string; start: number; end: number }

async function answered<T>(path: string, body?: object): Promise<T> {
  const options = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${base}${path}`, options);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return (answer.headers.get('content-type') ?? '').startsWith('application/json') ? JSON.parse(text) as T : text as T;
}

const oneSpace = (text: string): string => text.replace(/\s+/g, ' ');
/** The words of an SVG, lines of a paragraph joined. */
const wordsOf = (svg: string): string => oneSpace([...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)]
  .map(([, words]) => words).join(' ')
  .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));

type Said = Record<PanelName, Record<string, string>>;
/**
 * What each door says of each panel in the window. Of a text that only has to hold the sentence: that sentence, else
 * how the text begins.
 */
async function saidOf({ target, start, end }: Window): Promise<Said> {
  const query = `start=${start}&end=${end}`;
  const root = `/api/v1/targets/${target}`;
  const { data: findings } = await answered<{ data: PanelFinding[] }>(`${root}/findings?${query}`);
  const postmortem = await answered<string>(`${root}/postmortem.md?${query}`);
  const exported = await exportedFindings(`${root}/incident?${query}&include=none`);
  const said = byPanel((): Record<string, string> => ({}));
  for (const panel of PANEL_NAMES) {
    const { data: { finding: { sentence } } } = await answered<{ data: PanelBase }>(`${root}/panels/${panel}?${query}`);
    const drawn = (words: string): string => (words.includes(oneSpace(sentence)) ? sentence : words.slice(0, 300));
    const { embed, picture } = await embedOf(panel, { target, start, end });
    const ownOf = (all: PanelFinding[]): string =>
      all.find((finding) => finding.panel === panel && finding.restsOn === undefined)?.sentence ?? 'none';
    const listed = postmortem.split('\n')
      .filter((line) => line.startsWith('- **') && line.includes(`](${base}/${panel}?`));
    const table = postmortem.split('## Figures')[1]?.split(`### ${mdText(PANELS[panel].title)}\n\n`)[1]?.split('\n')[0];
    said[panel] = {
      'panel route': sentence,
      findings: ownOf(findings),
      'incident file': ownOf(exported),
      embed: embed.finding?.sentence ?? 'none',
      'answer in the embed': (embed.subject?.answer as PanelBase | undefined)?.finding.sentence ?? 'none',
      'picture of the embed': drawn(picture),
      picture: drawn(wordsOf(await answered<string>(`${root}/panels/${panel}.svg?${query}&width=1600`))),
      postmortem: listed.some((line) => line.includes(`: ${mdText(sentence)}`)) ? sentence : listed.join('\n'),
      'figures of the postmortem': table === undefined || table.startsWith(mdLine(sentence)) ? sentence : table,
    };
  }
  return said;
}

async function exportedFindings(path: string): Promise<PanelFinding[]> {
  const { body } = await fetch(`${base}${path}`);
  const members = Readable.fromWeb(body as ReadableStream<Uint8Array>).pipe(createGunzip()).pipe(extract());
  let found: PanelFinding[] = [];
  for await (const member of members) {
    const content = await text(member);
    if (member.header.name === INCIDENT_FOLDER + MEMBERS.findings) found = JSON.parse(content) as PanelFinding[];
  }
  return found;
}

interface Embedded { embed: EmbedData; picture: string }

async function embedOf(panel: PanelName, { target, start, end }: Window): Promise<Embedded> {
  const { data: made } = await answered<{ data: Embed }>('/api/v1/embeds', { panel, target, range: { start, end } });
  const path = (url: string): string => new URL(url).pathname;
  return {
    embed: await answered<EmbedData>(`${path(made.url)}/data`),
    picture: wordsOf(await answered<string>(`${path(made.svgUrl)}?width=1600`)),
  };
}

async function expectOneSentence(window: Window): Promise<Record<PanelName, string>> {
  const said = await saidOf(window);
  const sentences = byPanel((panel) => said[panel]['panel route'] ?? '');
  const doors = Object.keys(said.memory);
  expect(said).toEqual(byPanel((panel) => Object.fromEntries(doors.map((door) => [door, sentences[panel]]))));
  return sentences;
}

async function opened(name: string, file: string): Promise<void> {
  const imported = await data.importRecording(name, file);
  if (!imported.ok) throw new Error(`${name}: ${imported.error.message}`);
}

/** The whole of a recording, opened first. */
async function recordedWindow(target: string, file: string): Promise<Window> {
  await opened(target, file);
  const { data: { recorded } } = await answered<{ data: Target }>(`/api/v1/targets/${target}`);
  return { target, start: recorded?.start ?? 0, end: (recorded?.end ?? 0) + 0.001 };
}

describe('page, overview, embed, picture, postmortem and incident file say the same', () => {
  it.each(FILES.map((file) => [nameOf(file), file]))('of %s', async (name, file) => {
    await expectOneSentence(await recordedWindow(name, file));
  });

  it('of a recording that ends in the middle of a replay', async () => {
    const whole = await recordedWindow('cut', join(REPLAYS, 'steady.ndjson.gz'));
    const said = await expectOneSentence({ ...whole, end: Math.round((whole.start + whole.end) / 2) });
    expect(said['wal-replay']).toMatch(/^Replaying the WAL/);
  });

  it('of a window with a CPU profile captured in it', async () => {
    const whole = await recordedWindow('captured', recordings.cpuLimit);
    profiles = [{
      id: 'a', name: 'cpu', kind: 'cpu', time: whole.start + 5, durationSeconds: 20, addedTime: whole.start + 25,
      source: { how: 'capture', target: whole.target, captureId: 'c' },
    } as ProfileInfo];
    await expectOneSentence(whole);
    const path = `/api/v1/targets/captured/panels/gc-cpu?start=${whole.start}&end=${whole.end}`;
    const { data: panel } = await answered<{ data: PanelByName['gc-cpu'] }>(path);
    profiles = [];
    expect(panel.profiles.map(({ id }) => id)).toEqual(['a']);
  });

  it('and the spikes of a window are those of its panels', async () => {
    const { target, start, end } = await recordedWindow('spiking', recordings.load);
    const root = `/api/v1/targets/${target}`;
    const panel = async <P extends PanelName>(name: P): Promise<PanelByName[P]> =>
      (await answered<{ data: PanelByName[P] }>(`${root}/panels/${name}?start=${start}&end=${end}`)).data;
    const { data: spikes } = await answered<{ data: TargetSpikes }>(`${root}/spikes?start=${start}&end=${end}`);
    expect(spikes.spikes.length).toBeGreaterThan(0);
    expect(spikes).toEqual(targetSpikes({
      'gc-cpu': await panel('gc-cpu'), scrapes: await panel('scrapes'), memory: await panel('memory'),
      compaction: await panel('compaction'),
    }));
  });

  it('of a target whose rule group makes the spikes, which each door names', async () => {
    const window = await recordedWindow('planted', await writePlantedRules(folder));
    const { 'gc-cpu': headline } = await expectOneSentence(window);
    expect(headline).toMatch(/^GC .*; rule group planted makes (all|\d+ of) \d+ spikes\.$/);
    const [root, query] = ['/api/v1/targets/planted', `start=${window.start}&end=${window.end}`];
    const { data: found } = await answered<{ data: PanelFinding[] }>(`${root}/findings?${query}`);
    const { sentence } = found.find(({ code }) => code === 'cpu-spikes') ?? { sentence: '' };
    expect(sentence).toMatch(/^Rule group planted makes (all|\d+ of) \d+ CPU spikes, 2\.\d+ core-s every 30 s\.$/);
    expect(await answered<string>(`${root}/postmortem.md?${query}`)).toContain(mdText(sentence));
    expect(await answered<string>(`${root}/panels/gc-cpu?${query}&part=spikes.trains&format=csv`)).toContain('planted');
    expect((await exportedFindings(`${root}/incident?${query}&include=none`)).map((one) => one.sentence))
      .toContain(sentence);
  });

  it('of a live target early in a replay, which only its earlier starts can time', async () => {
    await opened(LIVE, recordings.walReplay);
    nowMs = LIVE_START_MS + 3000;
    const said = await expectOneSentence({ target: LIVE, start: LIVE_START_MS / 1000 - 1, end: nowMs / 1000 });
    expect(said['wal-replay']).toMatch(/about \d+ s left \(33 s to 105 s\)/);
  });
});
