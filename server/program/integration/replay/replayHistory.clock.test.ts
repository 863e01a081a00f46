import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveEvents, Replay, ReplayList, ReplaySummary } from '../../../../core/contract/contract.ts';
import { startTestTarget, type TestTarget } from '../../../../testdata/testTarget.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

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
