/** Three tsdbscopes share thirty targets through a real S3 server and a real VictoriaMetrics; one is killed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fleet, ScrapesPanel, Target, TargetLines } from '../../../core/contract/contract.ts';
import { shardOf } from '../../features/shards/rendezvous.ts';
import { startEngine, type Engine } from './lab/engineLab.ts';
import { startS3, type S3Lab } from './lab/s3Lab.ts';
import { startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const LEASE_MS = 9000;
const INTERVAL_MS = 1000;
const PATIENCE = { timeout: 40_000, interval: 250 };
const NAMES = Array.from({ length: 30 }, (_, i) => `light-${i}`);

interface Scrape { atMs: number; shard: number }

const scrapes = new Map<string, Scrape[]>();
const targets = createServer((request, response) => {
  const [, path = '', rest] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
  if (rest === '/metrics') {
    const seen = scrapes.get(path) ?? [];
    seen.push({ atMs: performance.now(), shard: Number(request.headers['x-shard']) });
    scrapes.set(path, seen);
    response.end(`go_goroutines ${seen.length}\nprocess_cpu_seconds_total ${seen.length / 10}\n`);
  } else response.writeHead(rest === '/-/ready' ? 200 : 404).end();
});
let folder: string;
let s3: S3Lab;
let engine: Engine;
const scopes = new Map<number, Tsdbscope>();
/** When the second was killed. */
let killedMs = Infinity;

async function start(shard: number): Promise<void> {
  const { port } = targets.address() as AddressInfo;
  const config = join(folder, `${shard}.yml`);
  writeFileSync(config, `${s3.yaml()}
shard: ${shard}/3
shard_lease: ${LEASE_MS / 1000}s
scrape_interval: ${INTERVAL_MS / 1000}s
http_headers: {X-Shard: {values: ['${shard}']}}
storage:
  remote_write: [{name: engine, url: '${engine.writeUrl}'}]
  query_url: ${engine.url}
targets:
${NAMES.map((name) => `  - {name: ${name}, url: 'http://127.0.0.1:${port}/${name}'}`).join('\n')}
`);
  scopes.set(shard, await startTsdbscope(['--config', config], join(folder, `data-${shard}`)));
}

/** Which shards scraped each target from then on. */
function scrapersSince(atMs: number): number[][] {
  return NAMES.map((name) => (
    [...new Set((scrapes.get(name) ?? []).filter((one) => one.atMs >= atMs).map(({ shard }) => shard))].sort()
  ));
}

/** Times in which one shard scraped a target without a pause. */
function sessionsOf(all: readonly Scrape[]): { shard: number; fromMs: number; toMs: number }[] {
  return [1, 2, 3].flatMap((shard) => {
    const sessions: { shard: number; fromMs: number; toMs: number }[] = [];
    for (const { atMs } of all.filter((one) => one.shard === shard)) {
      const last = sessions.at(-1);
      if (last !== undefined && atMs - last.toMs < 4 * INTERVAL_MS) last.toMs = atMs;
      else sessions.push({ shard, fromMs: atMs, toMs: atMs });
    }
    return sessions;
  });
}

/** The longest time for which two shards scraped one target. */
function longestOverlapMs(): number {
  const overlaps = [...scrapes.values()].map(sessionsOf).flatMap((sessions) => sessions.flatMap((one) => (
    sessions.filter(({ shard }) => shard > one.shard)
      .map((other) => Math.min(one.toMs, other.toMs) - Math.max(one.fromMs, other.fromMs))
  )));
  return Math.max(0, ...overlaps);
}

const expected = (shards: number[]): (number | null)[][] => NAMES.map((name) => [shardOf(name, shards)]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tsdbscope-shards-'));
  await new Promise<void>((done) => { targets.listen(0, '127.0.0.1', done); });
  [s3, engine] = await Promise.all([startS3(), startEngine('victoria')]);
});
afterAll(async () => {
  await Promise.all([...scopes.values()].map((scope) => scope.stop()));
  await s3.stop();
  await engine.stop();
  targets.closeAllConnections();
  targets.close();
  rmSync(folder, { recursive: true, force: true });
});

it('each scrapes its share and shows all; what one leaves when it is killed the others take', async () => {
  for (const shard of [1, 2, 3]) await start(shard);
  const sinceMs = performance.now();
  await expect.poll(() => scrapersSince(Math.max(sinceMs, performance.now() - 3 * INTERVAL_MS)), PATIENCE)
    .toEqual(expected([1, 2, 3]));
  expect(longestOverlapMs()).toBeLessThanOrEqual(LEASE_MS + INTERVAL_MS);

  const [first] = scopes.values();
  const elsewhere = NAMES.find((name) => shardOf(name, [1, 2, 3]) === 2) ?? '';
  const listed = async (): Promise<Target[]> => await first?.get<Target[]>('/targets') ?? [];
  const seen = async (): Promise<unknown[]> =>
    (await listed()).map(({ name, state, shard }) => [name, state, shard?.number ?? 1]).sort();
  await expect.poll(seen, PATIENCE).toEqual(NAMES.map((name) => [name, 'up', shardOf(name, [1, 2, 3])]).sort());
  const fleet = await first?.get<Fleet>('/fleet');
  expect(fleet?.targets.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
  // What another recorded, by the engine, seconds ago at most.
  await expect.poll(async () => {
    const { series } = await first?.get<TargetLines>(`/targets/${elsewhere}/lines`) ?? {};
    const newest = series?.cpuCores.findLastIndex((value) => value !== null) ?? -1;
    return Date.now() / 1000 - (series?.time[newest] ?? 0);
  }, PATIENCE).toBeLessThan(30);

  // Also on the page of all targets, once it was looked at.
  await expect.poll(async () => {
    const row = (await first?.get<Fleet>('/fleet'))?.targets.find(({ name }) => name === elsewhere);
    return row?.series.cpuCores.some((value) => value !== null);
  }, PATIENCE).toBe(true);

  // What is added to one is a target of all, and scraped by whose share it is.
  const url = `http://127.0.0.1:${(targets.address() as AddressInfo).port}/added`;
  const added = await first?.fetch('/api/v1/targets', { method: 'POST', body: JSON.stringify({ url, name: 'added' }) });
  expect(added?.status).toBe(201);
  for (const [shard, scope] of scopes) await expect.poll(async () => {
    const one = (await scope.get<Target[]>('/targets')).find(({ name }) => name === 'added');
    return [one?.state, one?.shard?.number ?? shard];
  }, PATIENCE).toEqual(['up', shardOf('added', [1, 2, 3])]);

  killedMs = performance.now();
  await scopes.get(2)?.kill9();
  scopes.delete(2);
  const lost = NAMES.filter((name) => shardOf(name, [1, 2, 3]) === 2);
  const againMs = (): number[] => lost.map((name) => (
    ((scrapes.get(name) ?? []).find((one) => one.shard !== 2 && one.atMs > killedMs)?.atMs ?? Infinity) - killedMs
  ));
  await expect.poll(() => Math.max(...againMs()), PATIENCE).toBeLessThan(Infinity);
  console.log(`taken over after ${(Math.max(...againMs()) / LEASE_MS).toFixed(2)} leases at most; `
    + `overlap ${(longestOverlapMs() / LEASE_MS).toFixed(2)} leases at most`);
  await expect.poll(() => scrapersSince(performance.now() - 3 * INTERVAL_MS), PATIENCE).toEqual(expected([1, 3]));
  expect(longestOverlapMs()).toBeLessThanOrEqual(LEASE_MS + INTERVAL_MS);
});

it('what others recorded of a target while its own was away is in its answers', async () => {
  const name = NAMES.find((one) => shardOf(one, [1, 2, 3]) === 2) ?? '';
  const others = (): Scrape[] => (scrapes.get(name) ?? []).filter(({ shard, atMs }) => shard !== 2 && atMs > killedMs);
  const before = others().length;
  await expect.poll(() => others().length, PATIENCE).toBeGreaterThan(before + 5);
  await start(2);
  await expect.poll(() => scrapersSince(performance.now() - 3 * INTERVAL_MS), PATIENCE).toEqual(expected([1, 2, 3]));
  const [first, last] = [others()[0]?.atMs ?? NaN, others().at(-1)?.atMs ?? NaN];
  const away = { start: (performance.timeOrigin + first) / 1000, end: (performance.timeOrigin + last) / 1000 };
  // Nobody scraped it until the lease had ended, and that alone is a gap.
  await expect.poll(async () => {
    const { gaps } = await scopes.get(2)?.get<ScrapesPanel>(`/targets/${name}/panels/scrapes`) ?? {};
    return gaps?.filter(({ start: from, end }) => from < away.end - 2 && end > away.start + 2);
  }, PATIENCE).toEqual([]);
});

it('without the object store each stops before its lease ends, says so, and goes on when it is back', async () => {
  await s3.kill9();
  await expect.poll(() => scrapersSince(performance.now() - 3 * INTERVAL_MS).flat(), PATIENCE).toEqual([]);
  const status = await scopes.get(1)?.get<{ storage: { faults: { message: string }[] } }>('/status');
  expect(JSON.stringify(status)).toContain('this shard stops scraping');
  await s3.start();
  await expect.poll(() => scrapersSince(performance.now() - 3 * INTERVAL_MS), PATIENCE).toEqual(expected([1, 2, 3]));
});
