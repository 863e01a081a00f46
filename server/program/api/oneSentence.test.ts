/** The same query through the six entry points of the app returns exactly the same sentence. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  GcCpuPanel, MeasuredReplay, PanelBase, PanelByName, PanelFinding, PanelName, ProfileInfo, TargetSpikes,
} from '../../../core/contract/contract.ts';
import { byPanel, PANEL_NAMES, PANELS } from '../../../core/panels.ts';
import { cpuQuantity } from '../../../core/spikesClaim.ts';
import { mdLine, mdText } from '../../../core/text/markdown.ts';
import { targetSpikes } from '../../../core/targetSpikes.ts';
import { spikeFills } from '../../../core/views/charts/spikeFills.ts';
import { trainsView } from '../../../core/views/gc-cpu/trainsView.ts';
import { groupCosts } from '../../../core/views/scrapes/groupCosts.ts';
import {
  oneSpace, RecordedApp, wordsOf, type RecordedState, type Window,
} from '../../../testdata/built/recordedApp.ts';
import { recordings } from '../../../testdata/loadRecording.ts';
import { PLANTED_SCRAPES, writePlantedRules, type PlantedOptions } from '../../../testdata/plantedRules.ts';
import { alertmanagerBody, webhookBody } from '../../features/alerting/alertBody.ts';
import type { Alert } from '../../features/alerting/alertStates.ts';
import { makerFigures } from '../../features/targets/current/currentFigures.ts';
import { mcpServer } from '../mcp/mcpServer.ts';
import { scopeClient } from '../mcp/scopeClient.ts';

const REPLAYS = join(import.meta.dirname, '..', '..', '..', 'testdata', 'recordings', 'replays');
/** Log recordings of every kind, complete and throttled. */
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

const state: RecordedState = { nowMs: Date.parse('2027-01-01T00:00:00Z'), profiles: [], scrapeTrains: [] };
let folder: string;
let app: RecordedApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'one-sentence-'));
  app = await RecordedApp.open(folder, state, { name: LIVE, starts: EARLIER_STARTS });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

type Said = Record<PanelName, Record<string, string>>;
/**
 * Returns the sentence of each entry point for each panel in the window. For a text that only has to contain the
 * sentence: that sentence, else the beginning of the text.
 */
async function saidOf({ target, start, end }: Window): Promise<Said> {
  const query = `start=${start}&end=${end}`;
  const root = `/api/v1/targets/${target}`;
  const { data: findings } = await app.answered<{ data: PanelFinding[] }>(`${root}/findings?${query}`);
  const postmortem = await app.answered<string>(`${root}/postmortem.md?${query}`);
  const exported = await app.exportedFindings(`${root}/incident?${query}&include=none`);
  const said = byPanel((): Record<string, string> => ({}));
  for (const panel of PANEL_NAMES) {
    const { data: answer } = await app.answered<{ data: PanelBase }>(`${root}/panels/${panel}?${query}`);
    const { finding: { sentence } } = answer;
    const drawn = (words: string): string => (words.includes(oneSpace(sentence)) ? sentence : words.slice(0, 300));
    const { embed, picture } = await app.embedOf(panel, { target, start, end });
    const ownOf = (all: PanelFinding[]): string =>
      all.find((finding) => finding.panel === panel && finding.restsOn === undefined)?.sentence ?? 'none';
    const listed = postmortem.split('\n')
      .filter((line) => line.startsWith('- **') && line.includes(`](${app.base}/${panel}?`));
    const table = postmortem.split('## Figures')[1]?.split(`### ${mdText(PANELS[panel].title)}\n\n`)[1]?.split('\n')[0];
    said[panel] = {
      'panel route': sentence,
      findings: ownOf(findings),
      'incident file': ownOf(exported),
      embed: embed.finding?.sentence ?? 'none',
      'answer in the embed': (embed.subject?.answer as PanelBase | undefined)?.finding.sentence ?? 'none',
      'picture of the embed': drawn(picture),
      picture: drawn(wordsOf(await app.answered<string>(`${root}/panels/${panel}.svg?${query}&width=1600`))),
      postmortem: listed.some((line) => line.includes(`: ${mdText(sentence)}`)) ? sentence : listed.join('\n'),
      'figures of the postmortem': table === undefined || table.startsWith(mdLine(sentence)) ? sentence : table,
    };
  }
  return said;
}

async function expectOneSentence(window: Window): Promise<Record<PanelName, string>> {
  const said = await saidOf(window);
  const sentences = byPanel((panel) => said[panel]['panel route'] ?? '');
  const doors = Object.keys(said.memory);
  expect(said).toEqual(byPanel((panel) => Object.fromEntries(doors.map((door) => [door, sentences[panel]]))));
  return sentences;
}

describe('page, overview, embed, picture, postmortem and incident file say the same', () => {
  it.each(FILES.map((file) => [nameOf(file), file]))('of %s', async (name, file) => {
    await expectOneSentence(await app.recordedWindow(name, file));
  });

  it('of a recording that ends in the middle of a replay', async () => {
    const whole = await app.recordedWindow('cut', join(REPLAYS, 'steady.ndjson.gz'));
    const said = await expectOneSentence({ ...whole, end: Math.round((whole.start + whole.end) / 2) });
    expect(said['wal-replay']).toMatch(/^Replaying the WAL/);
  });

  it('of a window with a CPU profile captured in it', async () => {
    const whole = await app.recordedWindow('captured', recordings.cpuLimit);
    state.profiles = [{
      id: 'a', name: 'cpu', kind: 'cpu', time: whole.start + 5, durationSeconds: 20, addedTime: whole.start + 25,
      source: { how: 'capture', target: whole.target, captureId: 'c' },
    } as ProfileInfo];
    await expectOneSentence(whole);
    const path = `/api/v1/targets/captured/panels/gc-cpu?start=${whole.start}&end=${whole.end}`;
    const { data: panel } = await app.answered<{ data: PanelByName['gc-cpu'] }>(path);
    state.profiles = [];
    expect(panel.profiles.map(({ id }) => id)).toEqual(['a']);
  });

  it('and the spikes of a window are those of its panels', async () => {
    const { target, start, end } = await app.recordedWindow('spiking', recordings.load);
    const root = `/api/v1/targets/${target}`;
    const panel = async <P extends PanelName>(name: P): Promise<PanelByName[P]> =>
      (await app.answered<{ data: PanelByName[P] }>(`${root}/panels/${name}?start=${start}&end=${end}`)).data;
    const { data: spikes } = await app.answered<{ data: TargetSpikes }>(`${root}/spikes?start=${start}&end=${end}`);
    expect(spikes.spikes.length).toBeGreaterThan(0);
    expect(spikes).toEqual(targetSpikes({
      'gc-cpu': await panel('gc-cpu'), scrapes: await panel('scrapes'), memory: await panel('memory'),
      compaction: await panel('compaction'),
    }));
  });

  it('of a target whose rule group makes the spikes', async () => {
    const { 'gc-cpu': headline } = await expectOneSentence(await planted('planted', {}));
    expect(headline).toMatch(/^GC .*; rule group planted makes (all|\d+ of) \d+ spikes\.$/);
  });

  it('of a live target early in a replay, which only its earlier starts can time', async () => {
    await app.opened(LIVE, recordings.walReplay);
    state.nowMs = LIVE_START_MS + 3000;
    const said = await expectOneSentence({ target: LIVE, start: LIVE_START_MS / 1000 - 1, end: state.nowMs / 1000 });
    expect(said['wal-replay']).toMatch(/about \d+ s left \(33 s to 105 s\)/);
  });
});

/** A recording written by hand, opened. */
async function planted(target: string, given: PlantedOptions): Promise<Window> {
  return app.recordedWindow(target, await writePlantedRules(folder, given));
}

/** Returns what each entry point says about CPU in the window, as one text. */
async function doorsOf({ target, start, end }: Window): Promise<Record<string, string>> {
  const [root, query] = [`/api/v1/targets/${target}`, `start=${start}&end=${end}`];
  const { data: findings } = await app.answered<{ data: PanelFinding[] }>(`${root}/findings?${query}`);
  const spikes = findings.find(({ code }) => code === 'cpu-spikes');
  if (spikes === undefined) throw new Error('No finding about CPU spikes.');
  const alert: Alert = {
    id: 'a', target, targetLabels: {}, startsMs: 1000 * start, firedMs: 1000 * end, endsMs: null, isReady: true,
    picture: null, finding: spikes,
  };
  const options = { base: app.base, nowMs: 1000 * end, resendMs: 60_000 };
  const { embed, picture } = await app.embedOf('gc-cpu', { target, start, end });
  const client = new Client({ name: 'test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = mcpServer({ version: 'test', scope: scopeClient(app.base, null), allowsWrites: false });
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  const tool = async (name: string, more: Record<string, string> = {}): Promise<string> => JSON.stringify(
    await client.callTool({ name, arguments: { target, start: String(start), end: String(end), ...more } })
  );
  const panel = `${root}/panels/gc-cpu`;
  const said = {
    'findings': spikes.sentence,
    'panel route': JSON.stringify(await app.answered(`${panel}?${query}`)),
    'spikes route': JSON.stringify(await app.answered(`${root}/spikes?${query}`)),
    'CSV by train': await app.answered<string>(`${panel}?${query}&part=spikes.trains&format=csv`),
    'MCP findings': await tool('findings'), 'MCP panel': await tool('panel', { panel: 'gc-cpu' }),
    'text of an alert': JSON.stringify(alertmanagerBody([alert], options)),
    'webhook of an alert': JSON.stringify(webhookBody([alert], options)),
    'embed': embed.finding?.sentence ?? '', 'picture of the embed': picture,
    'picture': wordsOf(await app.answered<string>(`${panel}.svg?${query}&width=1600`)),
    'postmortem': await app.answered<string>(`${root}/postmortem.md?${query}`),
    'incident file': JSON.stringify(await app.exportedFindings(`${root}/incident?${query}&include=none`)),
    'makers in /metrics': JSON.stringify(makerFigures(findings)),
  };
  await client.close();
  return said;
}

describe('every door names what makes the spikes', () => {
  it.each<[string, string, PlantedOptions]>([
    ['a rule group', 'named-group', {}],
    ['a rule group of a server that exports no GC', 'named-without-gc', { hasGc: false }],
    ['the scrapes of a job', 'named-job', { maker: 'scrape-job' }],
  ])('%s', async (_, target, given) => {
    state.scrapeTrains = given.maker === 'scrape-job' ? [PLANTED_SCRAPES] : [];
    const said = await doorsOf(await planted(target, given));
    state.scrapeTrains = [];
    expect(Object.entries(said).filter(([, words]) => !words.includes('planted'))
      .map(([door, words]) => `${door}: ${words.slice(0, 300)}`)).toEqual([]);
    const name = given.maker === 'scrape-job' ? /^Scrapes of job planted make / : /^Rule group planted makes /;
    expect(said['findings']).toMatch(name);
    expect(said['findings']).toMatch(/ (all|\d+ of) \d+ CPU spikes, 2\.\d+ core-s every 30 s\.$/);
    // The same words, to the letter.
    for (const door of ['MCP findings', 'text of an alert', 'webhook of an alert', 'incident file'] as const)
      expect(said[door], door).toContain(said['findings']);
    expect(said['postmortem']).toContain(mdText(said['findings'] ?? ''));
    const headline = given.hasGc === false ? /^The target does not export GC cycles.*; / : /^GC .*; /;
    expect(said['embed']).toMatch(headline);
  });
});

it('every door that has the cost of an evaluation has its bytes and the delay of scrapes', async () => {
  const window = await planted('named-costs', { hasOtherCosts: true });
  const { target, start, end } = window;
  const query = `start=${start}&end=${end}`;
  const { data: panel } = await app.answered<{ data: GcCpuPanel }>(`/api/v1/targets/${target}/panels/gc-cpu?${query}`);
  const made = panel.spikes.trains ?? [];
  const fills = spikeFills(cpuQuantity(panel.spikes), [start, end], [1, 1]);
  const said: Record<string, string> = {
    ...await doorsOf(window),
    'card of a spike': fills.flatMap(({ events = [] }) => events.flatMap(({ details = [] }) => details)).join('\n'),
    'fold': trainsView(panel)?.folds[0]?.note ?? '',
  };
  const costs = [
    /each allocates [\d.]+ MiB \([\d.]+ MiB to [\d.]+ MiB\)/, /each reads and writes 2[\d.]+ MiB \([\d.]+ MiB to /,
    /a scrape during one takes 1[45]\d ms \(1\d\d ms to 1\d\d ms\) longer/,
  ];
  for (const door of ['card of a spike', 'fold', 'MCP findings', 'MCP panel', 'postmortem', 'incident file'] as const)
    for (const cost of costs) expect(said[door], door).toMatch(cost);
  for (const door of ['panel route', 'spikes route', 'CSV by train'] as const)
    for (const field of ['allocBytes', 'ioBytes', 'delaySeconds']) expect(said[door], door).toContain(field);
  const [section] = groupCosts([{ name: 'planted', file: '/etc/rules.yml', intervalSeconds: 30 }], made);
  const [train] = made.filter(({ names }) => names.includes('planted'));
  expect([section?.alloc?.value, section?.io?.value, section?.delay?.value])
    .toEqual([train?.allocBytes, train?.ioBytes, train?.delaySeconds]);
  expect(train?.delaySeconds).toBeGreaterThan(0.1);
});
