import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Envelope, LiveEvents, Replay, ReplayList, ReplayLog, ReplaySummary,
} from '../../../core/contract/contract.ts';
import { asJson, asPrometheus3, part, restartLog } from '../../testdata/replayLogs.ts';
import { startTestTarget, type TestTarget } from '../../testdata/testTarget.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

async function post(
  scope: Tsdbscope, body: BodyInit, query = ''
): Promise<{ status: number; answer: Envelope<ReplayLog> }> {
  const response = await scope.fetch(`/api/v1/replays${query}`, { method: 'POST', body });
  return { status: response.status, answer: (await response.json()) as Envelope<ReplayLog> };
}

async function posted(scope: Tsdbscope, body: BodyInit, query = ''): Promise<ReplayLog> {
  const { status, answer } = await post(scope, body, query);
  if (answer.status === 'error') throw new Error(answer.error);
  expect(status).toBe(201);
  return answer.data;
}

describe('a log posted to /api/v1/replays', () => {
  const { dataDir, remove } = newDataDir();
  let scope: Tsdbscope;
  beforeAll(async () => { scope = await startTsdbscope(['--demo'], dataDir); });
  afterAll(async () => {
    await scope.stop();
    remove();
  });

  it.each<[string, BodyInit, string]>([
    ['2.x logfmt', restartLog, '2.42.0+ds'],
    ['3.x slog', asPrometheus3(restartLog), '3.15.0'],
    ['JSON', asJson(restartLog), '2.42.0+ds'],
    ['gzip', gzipSync(restartLog), '2.42.0+ds'],
    ['behind kubectl\'s prefix', restartLog.replace(/^/gm, '[pod/prometheus-0/prometheus] '), '2.42.0+ds'],
  ])('%s: the totals are the log\'s own', async (_how, body, version) => {
    const { replays, lines } = await posted(scope, body, '?name=restart.log');
    expect(replays).toHaveLength(1);
    expect(replays[0]).toMatchObject({
      source: 'log', name: 'restart.log', target: null, version, outcome: 'finished', totalSeconds: 64.702,
      segments: { min: 0, max: 34, loaded: 35 },
    });
    expect(replays[0]?.reportedSeconds).toBeCloseTo(64.163219391, 9);
    expect(lines.read).toBeGreaterThan(50);
    expect(await scope.get<Replay>(`/replays/${replays[0]?.id ?? ''}`)).toEqual(replays[0]);
  });

  it('as a part of a form, by its file\'s name', async () => {
    const form = new FormData();
    form.append('log', new Blob([part(restartLog, null, 'segment=20')]), 'cut.log');
    const { replays } = await posted(scope, form);
    expect(replays[0]).toMatchObject({ name: 'cut.log', outcome: 'unknown', end: null, segments: { loaded: 20 } });
  });

  it('once more is not a second replay; one that was removed is gone until it is posted again', async () => {
    // Of another day: the one above is the start of the demo's recording as well.
    const log = restartLog.replaceAll('2026-11-20T', '2026-11-18T');
    await posted(scope, log);
    const before = (await scope.get<ReplayList>('/replays')).replays;
    const { replays } = await posted(scope, log);
    expect((await scope.get<ReplayList>('/replays')).replays).toHaveLength(before.length);
    const id = replays[0]?.id ?? '';
    expect((await scope.fetch(`/api/v1/replays/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await scope.fetch(`/api/v1/replays/${id}`)).status).toBe(404);
    expect((await scope.fetch(`/api/v1/replays/${id}`, { method: 'DELETE' })).status).toBe(404);
    const again = (await posted(scope, log)).replays[0]?.id ?? '';
    expect((await scope.fetch(`/api/v1/replays/${again}`)).status).toBe(200);
  });

  it.each<[string, BodyInit, number, RegExp]>([
    ['nothing', '', 400, /The file is empty/],
    ['no log', '<html>\n<body>', 400, /None of its 2 lines has a time and a message; open a Prometheus log/],
    ['gzip cut off', gzipSync(restartLog).subarray(0, 500), 400, /cannot be unpacked/],
    ['gzip that swells', gzipSync(Buffer.alloc(140 * 2 ** 20, 10)), 413, /more than 128 MiB/],
    ['more than is taken', Buffer.alloc(65 * 2 ** 20, 10), 413, /larger than 64 MiB/],
  ])('%s is refused in a sentence', async (_name, body, status, sentence) => {
    const { status: got, answer } = await post(scope, body);
    expect(got).toBe(status);
    expect(answer.status === 'error' && answer.error).toMatch(sentence);
  });

  it('for a target there is not, or with a budget of no target, says so', async () => {
    expect((await post(scope, restartLog, '?target=nobody')).status).toBe(404);
    expect((await scope.fetch('/api/v1/replays?budget=15m')).status).toBe(400);
  });

  it('the recording\'s own start is there, within half a second of its log, and judged against a probe', async () => {
    const list = await eventually(
      'the demo\'s start', 60_000, () => scope.get<ReplayList>('/replays?target=demo-wal-replay&budget=1m'),
      ({ replays }) => replays.some(({ source }) => source === 'recording')
    );
    const own = list.replays.find(({ source }) => source === 'recording');
    expect(Math.abs((own?.totalSeconds ?? NaN) - 64.702)).toBeLessThan(0.5);
    expect(list.budget).toMatchObject({ verdict: 'too-short', basis: 'earlier', from: 'request' });
    expect(list.crashLoops).toEqual([]);
    expect((await scope.fetch('/api/v1/replays?target=demo-wal-replay&budget=soon')).status).toBe(400);
  });

  it('all are there after the program ended; a damaged file is set aside and told', async () => {
    const before = (await scope.get<ReplayList>('/replays')).replays.map(({ id }) => id);
    await scope.stop();
    const folder = join(dataDir, 'replays');
    const [damaged = ''] = readdirSync(folder).filter((name) => /^[0-9a-f]{32}\.json$/.test(name)
      && readFileSync(join(folder, name), 'utf8').includes('"source":"log"'));
    writeFileSync(join(folder, damaged), readFileSync(join(folder, damaged)).subarray(0, 200));
    scope = await startTsdbscope(['--demo'], dataDir);
    const after = await scope.get<ReplayList>('/replays');
    expect(after.replays.map(({ id }) => id).sort()).toEqual(before.filter((id) => !damaged.startsWith(id)).sort());
    expect(after.notices).toHaveLength(1);
    expect(after.notices[0]).toContain(`${damaged} is damaged`);
    expect(readdirSync(folder)).toContain(`${damaged}.damaged`);
  });
});

const SEGMENTS_A_SECOND = 3;

/**
 * A server that starts, reads its log of 20 segments at three a second once it is told to, and is ready or gone at
 * will.
 */
class PlayedServer {
  private target: TestTarget | null = null;
  private startMs = 0;
  private readMs = Infinity;
  private polledMs: number[] = [];
  ready = false;
  constructor(public port = 0) {}

  read(): void {
    this.readMs = Date.now();
    this.polledMs = [];
  }

  /** Between two questions for the replay since it reads. */
  widestPollSeconds(): number {
    return Math.max(...this.polledMs.slice(1).map((ms, i) => (ms - (this.polledMs[i] ?? ms)) / 1000));
  }

  async start(): Promise<void> {
    this.startMs = Date.now();
    this.readMs = Infinity;
    this.ready = false;
    this.target = await startTestTarget((request, response) => {
      const loaded = Math.min(19, Math.max(0, Math.floor(((Date.now() - this.readMs) * SEGMENTS_A_SECOND) / 1000)));
      const path = (request.url ?? '').split('?')[0];
      if (path === '/metrics') {
        response.setHeader('content-type', 'text/plain; version=0.0.4');
        response.end([
          'prometheus_build_info{version="2.45.0",goversion="go1.20"} 1', `prometheus_ready ${this.ready ? 1 : 0}`,
          `process_start_time_seconds ${this.startMs / 1000}`, `process_resident_memory_bytes ${5e8 + loaded * 2e7}`,
          `process_cpu_seconds_total ${(Date.now() - this.startMs) / 1000}`,
          `prometheus_tsdb_head_series ${loaded * 1000}`, 'prometheus_tsdb_wal_storage_size_bytes 200000000',
          `prometheus_tsdb_data_replay_duration_seconds ${this.ready ? 6 : 0}`, '',
        ].join('\n'));
      } else if (path === '/-/ready') response.writeHead(this.ready ? 200 : 503).end();
      else if (path === '/api/v1/status/walreplay') {
        this.polledMs.push(Date.now());
        response.end(JSON.stringify({ status: 'success', data: { min: 0, max: 19, current: loaded } }));
      } else response.writeHead(this.ready ? 404 : 503).end();
    }, this.port);
    this.port = this.target.port;
  }

  async kill(): Promise<void> {
    await this.target?.close();
    this.target = null;
  }
}

describe('a live target that starts, dies and starts again', () => {
  const { dataDir, remove } = newDataDir();
  const server = new PlayedServer();
  let scope: Tsdbscope;
  const list = (): Promise<ReplayList> => scope.get<ReplayList>('/replays?target=played');
  const outcomes = (replays: readonly ReplaySummary[]): string[] => replays.map(({ outcome }) => outcome);
  let config = '';
  const wait = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

  beforeAll(async () => {
    await server.start();
    config = join(dataDir, 'played.yml');
    writeFileSync(
      config, `targets:\n  - name: played\n    url: http://127.0.0.1:${server.port}\n    startup_budget: 5s\n`
    );
    scope = await startTsdbscope(['--config', config], dataDir);
    server.read();
  });
  afterAll(async () => {
    await scope.stop();
    await server.kill();
    remove();
  });

  it('is a crash loop after the second start, also over a restart of tsdbscope; ready ends it', async () => {
    await eventually(
      'the first start', 60_000, list,
      ({ replays }) => outcomes(replays).join() === 'going' && (replays[0]?.segments?.loaded ?? 0) > 1
    );
    const death = startTold(scope, 'killed');
    await server.kill();
    expect((await death).replayId).toMatch(/^[0-9a-f]{32}$/);
    // What the live stream told is there at once.
    const dead = await list();
    expect(outcomes(dead.replays)).toEqual(['killed']);
    expect(dead.crashLoops).toEqual([]);
    expect(dead.replays[0]?.ending)
      .toMatch(/^The start died after .*at segment \d+ of 19, before it was ready\. Its memory reached /);

    const again = startTold(scope, 'going');
    await server.start();
    await again;
    const loop = await list();
    expect(loop.crashLoops).toHaveLength(1);
    expect(outcomes(loop.replays)).toEqual(['going', 'killed']);
    expect(loop.crashLoops[0]).toMatchObject({ target: 'played', starts: 2 });

    // In the middle of the second start tsdbscope itself is killed, and the server dies meanwhile.
    const port = Number(new URL(scope.url).port);
    await scope.kill9();
    await server.kill();
    await wait(1500);
    await server.start();
    scope = await startTsdbscope(['--config', config], dataDir, port);
    const third = await eventually(
      'the third start', 60_000, list, ({ replays }) => outcomes(replays).join() === 'going,killed,killed'
    );
    expect(third.crashLoops[0]).toMatchObject({ starts: 3 });
    server.read();

    await eventually('its segments', 60_000, list, ({ replays }) => replays[0]?.segments?.loaded === 20);
    server.ready = true;
    const ready = await eventually(
      'ready', 60_000, list, ({ replays }) => outcomes(replays).join() === 'finished,killed,killed'
    );
    expect(ready.crashLoops).toEqual([]);
    expect(ready.replays[0]).toMatchObject(
      { version: '2.45.0', walBytes: 200_000_000, reportedSeconds: 6, segments: { min: 0, max: 19, loaded: 20 } }
    );
    expect(ready.replays[0]?.totalSeconds).toBeGreaterThan(6);
    expect(ready.replays[0]?.peakRssBytes).toBe(5e8 + 19 * 2e7);
    // Three a second from the second one seen to the last, each of the two told to the polls' own spacing.
    const spacing = server.widestPollSeconds();
    const counted = 18 - SEGMENTS_A_SECOND * spacing;
    const seconds = counted / SEGMENTS_A_SECOND;
    expect(ready.replays[0]?.segmentsPerSecond).toBeGreaterThan(counted / (seconds + 2 * spacing));
    expect(ready.replays[0]?.segmentsPerSecond).toBeLessThan(counted / Math.max(0.1, seconds - 2 * spacing));
    expect(ready.budget)
      .toMatchObject({ budgetSeconds: 5, from: 'configuration', basis: 'earlier', verdict: 'too-short' });
    const whole = await scope.get<Replay>(`/replays/${ready.replays[0]?.id ?? ''}`);
    expect(whole.points.length).toBeGreaterThan(4);
    expect(whole.points.at(-1)?.progressRatio).toBe(1);
    for (const point of whole.points.slice(0, -1)) expect(point.progressRatio ?? 0).toBeLessThan(1);
  }, 400_000);
});

/** The next start that the live stream of the played target tells to have that outcome. */
async function startTold(scope: Tsdbscope, outcome: string): Promise<LiveEvents['starts']> {
  const stream = await scope.fetch('/api/v1/targets/played/live');
  let text = '';
  for await (const part of stream.body ?? []) {
    text += Buffer.from(part as Uint8Array).toString('utf8');
    for (const [, data] of text.matchAll(/^event: starts\ndata: (.*)\n\n/gm)) {
      const told = JSON.parse(data ?? '') as LiveEvents['starts'];
      if (told.outcome === outcome) return told;
    }
  }
  throw new Error(`the stream ended without a start that is ${outcome}`);
}
