import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleSeries, ScrapesPanel, ServerStatus } from '../../../core/contract/contract.ts';
import type { RawScrape } from '../../data/store/dataStore.ts';
import { Faults } from '../../kernel/files/faults.ts';
import { openDataClient } from '../worker/data/dataClient.ts';
import { eventually, newDataDir, runToEnd, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const WORKER = new URL('../../../dist/server/dataWorker.js', import.meta.url);
const readerFile = new URL('../../../dist/server/readerProcess.js', import.meta.url);

/** A target whose counter is the moment of the answer, so that what is lost can be seen. */
let target: Server;
let url: string;
const answeredMs: number[] = [];

beforeAll(async () => {
  target = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const nowMs = Date.now();
    answeredMs.push(nowMs);
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' });
    response.end(`answered_ms ${nowMs}\nconstant 7\n`);
  });
  await new Promise<void>((resolve) => { target.listen(0, '127.0.0.1', resolve); });
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});
afterAll(() => { target.close(); });

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => { setTimeout(resolve, ms); });
}

describe('kill -9 of tsdbscope', () => {
  it('loses at most the last two seconds, and the next start goes on without repair', async () => {
    const { dataDir, remove } = newDataDir();
    try {
      const first = await startTsdbscope([url], dataDir);
      const targets = await first.get<{ name: string }[]>('/targets');
      const name = encodeURIComponent(targets[0]?.name ?? '');
      const query = (match: string) =>
        `/targets/${name}/samples?match=${match}&start=${(answeredMs[0] ?? 0) / 1000 - 60}&end=${Date.now() / 1000}`;
      const counted = async (scope: Tsdbscope): Promise<number> =>
        (await scope.get<SampleSeries[]>(query('answered_ms')))[0]?.values.length ?? 0;
      await eventually('some scrapes', 60_000, () => counted(first), (count) => count >= 8);
      const killedMs = Date.now();
      await first.kill9();
      await pause(1500);

      const second = await startTsdbscope([url], dataDir);
      const status = await second.get<ServerStatus>('/status');
      expect(status.storage).toMatchObject({ state: 'recording', notices: [] });
      const [kept] = await second.get<SampleSeries[]>(query('answered_ms'));
      await eventually(
        'new scrapes', 60_000, () => counted(second), (count) => count >= (kept?.values.length ?? 0) + 3
      );
      const [answered] = await second.get<SampleSeries[]>(query('answered_ms'));
      const times = (answered?.values ?? []).map(([time]) => time * 1000);
      const before = times.filter((time) => time <= killedMs);
      // One step of the scrapes more than the two seconds, as late as this machine was with them at its worst.
      const asked = answeredMs.filter((ms) => ms <= killedMs);
      const widestMs = Math.max(1000, ...asked.slice(1).map((ms, i) => ms - (asked[i] ?? ms)));
      expect(killedMs - (before.at(-1) ?? 0)).toBeLessThan(2000 + widestMs);
      expect(before.length).toBeGreaterThanOrEqual(5);
      const { points } = await second.get<ScrapesPanel>(
        `/targets/${name}/panels/scrapes?start=${(times[0] ?? 0) / 1000 - 1}&end=${(times.at(-1) ?? 0) / 1000 + 1}`
      );
      const tookSeconds = new Map(points.time.map((time, i) => [time, points.durationSeconds[i] ?? NaN]));
      // What the target said lies within the scrape that it is kept with.
      for (const [time, value] of answered?.values ?? []) {
        expect(Number(value) - time * 1000).toBeGreaterThanOrEqual(0);
        expect(Number(value) - time * 1000).toBeLessThanOrEqual((tookSeconds.get(time) ?? NaN) * 1000 + 1);
      }
      const [constant] = await second.get<SampleSeries[]>(query('constant'));
      // Asked for a moment later, it may have one more.
      expect(constant?.values.slice(0, times.length)).toEqual(times.map((time) => [time / 1000, 7]));
      expect(await second.stop()).toBeLessThan(5000);
    } finally {
      remove();
    }
  });
});

describe('one data folder', () => {
  it('serves one process; the second ends with a sentence that says what to do', async () => {
    const { dataDir, remove } = newDataDir();
    try {
      const first = await startTsdbscope([url], dataDir);
      const second = await runToEnd([url, '--listen', '127.0.0.1:0', '--data', dataDir]);
      expect(second.code).toBe(1);
      expect(second.stderr).toContain(`is in use by process ${first.pid}`);
      expect(second.stderr).toContain('--data');
      expect(second.stderr).not.toMatch(/\n\s+at /);
      await first.stop();
    } finally {
      remove();
    }
  });
});

/** Code of the data worker that runs `fault` once the file `trigger` exists. */
function workerThat(fault: string, trigger: string): string {
  return `import ${JSON.stringify(WORKER.href)}; import { existsSync, rmSync } from 'node:fs';
    const trigger = ${JSON.stringify(trigger)};
    setInterval(() => { if (existsSync(trigger)) { rmSync(trigger); ${fault}; } }, 20);`;
}

describe('the data worker', () => {
  it('that hangs is ended and started again, says so, and recording goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-worker-'));
    const trigger = join(folder, 'hang');
    const code = workerThat("/^(a|a)*b$/.test('a'.repeat(60))", trigger);
    const problems: string[] = [];
    const opened = await openDataClient({
      dataDir: join(folder, 'data'), retentionMs: 1e12, retentionBytes: 1e12, watchMs: 200,
      readerFile, workerUrl: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
      faults: new Faults((message) => problems.push(message)),
    });
    if (!opened.ok) throw new Error(opened.error.message);
    const data = opened.value;
    try {
      await data.putTarget({ name: 'prom', url, recording: false, labels: {} });
      writeFileSync(trigger, '');
      await eventually(
        'the worker is ended', 60_000, () => Promise.resolve(problems.length), (count) => count === 1, 20
      );
      expect(problems[0]).toContain('it answered nothing for 4.8 s');
      expect(
        await data.record(
          'prom',
          {
            startMs: Date.now(), durationSeconds: 0.01, status: 200, body: new TextEncoder().encode('a 1\n'),
            contentType: 'text/plain', error: null, extras: {},
          }
        )
      ).toMatchObject({ stored: true });
      expect((await data.status()).notices.join()).toContain('was started again');
    } finally {
      await data.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('that dies is started again, says so, and has what was on disk', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-worker-'));
    const trigger = join(folder, 'die');
    const code = workerThat("throw new Error('told to die')", trigger);
    const problems: string[] = [];
    const opened = await openDataClient({
      dataDir: join(folder, 'data'), retentionMs: 1e12, retentionBytes: 1e12,
      readerFile, workerUrl: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
      faults: new Faults((message) => problems.push(message)),
    });
    if (!opened.ok) throw new Error(opened.error.message);
    const data = opened.value;
    try {
      const scrape = (startMs: number): RawScrape => ({
        startMs, durationSeconds: 0.01, status: 200, body: new TextEncoder().encode(`a ${startMs}\n`),
        contentType: 'text/plain', error: null, extras: {},
      });
      const startMs = Date.now() - 10_000;
      await data.putTarget({ name: 'prom', url, recording: false, labels: {} });
      expect(await data.record('prom', scrape(startMs))).toMatchObject({ samples: 1, stored: true });
      // Twice what it takes at most until it is on disk.
      await pause(4000);
      writeFileSync(trigger, '');
      await eventually('the worker dies', 60_000, () => Promise.resolve(problems.length), (count) => count === 1, 20);
      expect(problems[0]).toContain('told to die');
      expect(await data.record('prom', scrape(startMs + 5000))).toMatchObject({ stored: true });
      expect((await data.status()).notices.join()).toContain('was started again');
      const kept = await data.samples('prom', 'a', { startMs: startMs - 1, endMs: Date.now(), limitValues: 10 });
      expect(kept.ok && await json(kept.value)).toEqual(
        [{ metric: { __name__: 'a' }, values: [[startMs / 1000, startMs], [startMs / 1000 + 5, startMs + 5000]] }]
      );
      expect(existsSync(trigger)).toBe(false);
    } finally {
      await data.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
