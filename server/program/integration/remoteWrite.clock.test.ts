/** What is scraped is in real engines, whatever is killed meanwhile. */
import { createServer, type Server } from 'node:http';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SampleSeries, ServerStatus } from '../../../core/contract/contract.ts';
import { fillDisk, mountSmall, noMount, unmount } from '../../../testdata/mounts.ts';
import { snappy } from '../../data/wire/snappy.ts';
import { encodeLabels, writeRequest1 } from '../../data/wire/writeRequest.ts';
import { seriesId, startEngine, type Engine, type EngineKind } from './lab/engineLab.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const PATIENCE_MS = 60_000;
/** More by hand: TSDBSCOPE_KILLS=10 of each side, TSDBSCOPE_OUTAGE_SECONDS=300. */
const KILLS = Number(process.env['TSDBSCOPE_KILLS'] ?? 1);
const SCRAPES_PER_SECOND = 5;
const OUTAGE_SCRAPES = Number(process.env['TSDBSCOPE_OUTAGE_SECONDS'] ?? 1) * SCRAPES_PER_SECOND;
const DISK_KIB = 32 * 1024;
const OWN = { job: 'tsdbscope', instance: 'made', cluster: 'lab' };
/** Relative: VictoriaMetrics keeps 12 or 13 digits of a value, Prometheus its bits. */
const TOLERANCE: Record<EngineKind, number> = { victoria: 1e-11, prometheus: 0 };

let served: number;
let hasExtra: boolean;
let target: Server;
let engines: [EngineKind, Engine][];
let scope: Tsdbscope;
let folder: ReturnType<typeof newDataDir>;
let startMs: number;

/** A target whose values name their scrape. */
async function startTarget(): Promise<string> {
  [served, hasExtra] = [0, true];
  target = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    served++;
    const lines = Array.from({ length: 30 }, (_, i) => `made_total{part="${i}"} ${served * (i + 1) / 7}`);
    if (hasExtra) lines.push(`made_extra{instance="own",text="a\\"b"} ${served}`);
    response.end(`process_start_time_seconds 1.7e9\nmade_nan NaN\nmade_large 1.23456789e+30\n${lines.join('\n')}\n`);
  });
  await new Promise<void>((resolve) => { target.listen(0, '127.0.0.1', resolve); });
  return `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
}

async function startScope(): Promise<void> {
  scope = await startTsdbscope(['--config', join(folder.dataDir, 'tsdbscope.yml')], join(folder.dataDir, 'data'));
}

beforeEach(async () => {
  const url = await startTarget();
  folder = newDataDir();
  engines = [['victoria', await startEngine('victoria')], ['prometheus', await startEngine('prometheus')]];
  writeFileSync(join(folder.dataDir, 'tsdbscope.yml'), `
targets: [{name: made, url: '${url}', scrape_interval: 200ms}]
storage:
  external_labels: {cluster: lab}
  remote_write:
${engines.map(([name, { writeUrl }]) => `    - {name: ${name}, url: '${writeUrl}'}`).join('\n')}
`);
  startMs = Date.now() - 1000;
  await startScope();
});
afterEach(async () => {
  await scope.stop();
  for (const [, engine] of engines) await engine.stop();
  target.closeAllConnections();
  target.close();
  folder.remove();
});

/** Local samples by the labels that they have in an engine. */
async function localSamples(untilMs: number): Promise<Map<string, Map<number, number>>> {
  const match = encodeURIComponent('{__name__=~"made.*|process.*"}');
  const series = await scope.get<SampleSeries[]>(
    `/targets/made/samples?match=${match}&start=${startMs / 1000}&end=${untilMs / 1000}`
  );
  return new Map(series.map(({ metric: { instance, ...metric }, values }) => [
    seriesId({ ...metric, ...(instance === undefined ? {} : { exported_instance: instance }), ...OWN }),
    new Map(values.map(([time, value]) => [Math.round(1000 * time), Number(value)])),
  ]));
}

/** Samples of the local store that the engine does not have, or has with another value. */
async function missing(kind: EngineKind, engine: Engine, untilMs: number): Promise<string[]> {
  const local = await localSamples(untilMs);
  const there = await engine.samples('{job="tsdbscope"}', startMs, untilMs + 1);
  return [...local].flatMap(([id, values]) => [...values].flatMap(([time, value]) => {
    const stored = there.get(id)?.get(time);
    // VictoriaMetrics writes a NaN as null, as it does a staleness mark.
    const isSame = Object.is(stored, value) || (Number.isNaN(value) && kind === 'victoria')
      || (stored !== undefined && Math.abs(stored - value) <= TOLERANCE[kind] * Math.abs(value));
    return isSame ? [] : [`${id} at ${time}: ${String(stored)} and not ${value}`];
  }));
}

/** `wanted`: series that are compared; default all. */
async function everythingIsThere(
  which = engines, wanted: (description: string) => boolean = () => true
): Promise<void> {
  const untilMs = Date.now();
  for (const [kind, engine] of which) {
    await expect.poll(async () => (await missing(kind, engine, untilMs)).filter(wanted).slice(0, 5), {
      timeout: PATIENCE_MS, interval: 1000, message: `what ${kind} does not have`,
    }).toEqual([]);
  }
}

const scrapes = async (more: number): Promise<void> => {
  const before = served;
  await expect.poll(() => served - before, { timeout: PATIENCE_MS + 2000 * more / SCRAPES_PER_SECOND })
    .toBeGreaterThanOrEqual(more);
};

describe('remote write to a real VictoriaMetrics and a real Prometheus', () => {
  it('stores the same values at the same times, and ends series with staleness marks', async () => {
    await scrapes(10);
    await everythingIsThere();
    const local = await localSamples(Date.now());
    expect(local.size).toBe(34);
    for (const [kind, engine] of engines) {
      const there = await engine.samples('{job="tsdbscope"}', startMs, Date.now());
      const records = ['up', 'scrape_duration_seconds', 'scrape_samples_scraped', 'tsdbscope_scrape_status_code'];
      for (const name of records) expect([kind, name, there.has(seriesId({ __name__: name, ...OWN }))])
        .toEqual([kind, name, true]);
      await expect.poll(() => engine.now('made_extra{cluster="lab"}')).toHaveLength(1);
    }
    hasExtra = false;
    // Without a mark the series would be there for five minutes.
    for (const [, engine] of engines) {
      await expect.poll(() => engine.now('made_extra'), { timeout: PATIENCE_MS }).toEqual([]);
      expect(await engine.now('count(made_total)')).toMatchObject([{ value: 30 }]);
    }
    target.closeAllConnections();
    target.close();
    for (const [, engine] of engines) {
      await expect.poll(() => engine.now('up'), { timeout: PATIENCE_MS }).toMatchObject([{ value: 0 }]);
      await expect.poll(() => engine.now('made_total'), { timeout: PATIENCE_MS }).toEqual([]);
    }
    const { remoteWrite = [] } = await scope.get<ServerStatus>('/status');
    expect(remoteWrite.map(({ name, failure, refusedSamples, droppedSamples }) =>
      ({ name, failure, refusedSamples, droppedSamples }))).toEqual(
      ['victoria', 'prometheus'].map((name) => ({ name, failure: null, refusedSamples: 0, droppedSamples: 0 }))
    );
    const metrics = await (await scope.fetch('/metrics')).text();
    expect(metrics).toMatch(/tsdbscope_remote_write_sent_samples\{engine="victoria"\} [1-9]/);
  });

  it('loses nothing when either side is killed, both are, or an engine is away', async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (const [, engine] of engines) {
        await scrapes(8);
        await engine.kill9();
        await scrapes(8);
        await engine.start();
      }
      await scrapes(5);
      await scope.kill9();
      await startScope();
      await scrapes(5);
    }
    for (const [, engine] of engines) await engine.kill9();
    await scope.kill9();
    await startScope();
    await scrapes(OUTAGE_SCRAPES);
    const failing = async (): Promise<boolean[]> =>
      ((await scope.get<ServerStatus>('/status')).remoteWrite ?? []).map(({ failure }) => failure !== null);
    await expect.poll(failing, { timeout: PATIENCE_MS }).toEqual([true, true]);
    for (const [, engine] of engines) await engine.start();
    await scrapes(5);
    await everythingIsThere();
    const { remoteWrite = [], storage } = await scope.get<ServerStatus>('/status');
    expect(remoteWrite.map(({ refusedSamples, droppedSamples }) => [refusedSamples, droppedSamples]))
      .toEqual([[0, 0], [0, 0]]);
    expect(storage.notices.filter((one) => one.includes('remote write'))).toEqual([]);
  });

  it.skipIf(noMount !== null)('loses nothing while the disk under its buffer is full', async () => {
    await scope.stop();
    const disk = join(folder.dataDir, 'data');
    mountSmall(disk, DISK_KIB);
    try {
      startMs = Date.now() - 1000;
      await startScope();
      await scrapes(8);
      fillDisk(join(disk, 'others'));
      const said = async (): Promise<boolean> => (await scope.get<ServerStatus>('/status')).storage.faults
        .some(({ message }) => /^The buffer of remote write at .* cannot be written .*wait in memory/.test(message));
      await expect.poll(said, { timeout: PATIENCE_MS }).toBe(true);
      await scrapes(20);
      rmSync(join(disk, 'others'));
      await expect.poll(said, { timeout: PATIENCE_MS }).toBe(false);
      await scrapes(5);
      await everythingIsThere();
      const { remoteWrite = [], storage } = await scope.get<ServerStatus>('/status');
      expect(remoteWrite.map(({ droppedSamples }) => droppedSamples)).toEqual([0, 0]);
      expect(storage.notices.filter((one) => one.includes('remote write'))).toEqual([]);
    } finally {
      await scope.stop();
      unmount(disk);
    }
  });

  it('goes on without the one series that a Prometheus refuses, and says so once', async () => {
    await scrapes(3);
    const [, [, prometheus]] = engines as [[EngineKind, Engine], [EngineKind, Engine]];
    await expect.poll(() => prometheus.now('made_total{part="7"}'), { timeout: PATIENCE_MS }).toHaveLength(1);
    const labels = Object.entries({ ...OWN, __name__: 'made_total', part: '7' })
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const later = { series: { labels, encoded: encodeLabels(labels) }, times: [Date.now() + 3_000_000], values: [1] };
    const answer = await fetch(prometheus.writeUrl, {
      method: 'POST', body: snappy(writeRequest1([later])), headers: { 'Content-Encoding': 'snappy' },
    });
    expect(answer.status).toBe(204);
    const refused = async (): Promise<number> =>
      (await scope.get<ServerStatus>('/status')).remoteWrite?.[1]?.refusedSamples ?? 0;
    await expect.poll(refused, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
    await scrapes(10);
    await everythingIsThere(engines, (one) => !one.includes('["part","7"]'));
    const { notices } = (await scope.get<ServerStatus>('/status')).storage;
    expect(notices.filter((one) => one.includes('refuses'))).toEqual([
      expect.stringMatching(/^The engine prometheus refuses samples of made_total\{.*part="7"\} \(HTTP 400: out/),
    ]);
  });
});
