import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GcCpuPanel, SampleSeries, ScrapesPanel, Target } from '../../core/contract/contract.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
const JUNK = Buffer.alloc(10 * 2 ** 20, 'x7 \u0000{="\n');
/** A fifth of a core since then, whenever it is asked. */
let bornMs = Date.now() - 500_000;

function goodBody(): string {
  const cpuSeconds = 0.2 * (Date.now() - bornMs) / 1000;
  return [
    '# TYPE go_info gauge', 'go_info{version="go1.22"} 1', 'process_start_time_seconds 1700000000',
    `process_cpu_seconds_total ${cpuSeconds}`, 'process_resident_memory_bytes 5e7', '',
  ].join('\n');
}

type Answer = (res: ServerResponse) => void;
const good: Answer = (res) => { res.setHeader('Content-Type', 'text/plain; version=0.0.4').end(goodBody()); };
const ANSWERS: Record<string, Answer> = {
  good,
  slow: (res) => { setTimeout(() => { good(res); }, 1600); },
  hangs: () => { /* never answers */ },
  'half a body': (res) => {
    res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': '100000' });
    res.write(goodBody());
    setTimeout(() => { res.destroy(); }, 50);
  },
  HTML: (res) => {
    res.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Login</title><script>alert(1)</script>');
  },
  junk: (res) => { res.setHeader('Content-Type', 'text/plain').end(JUNK); },
  'wrong content type': (res) =>
    { res.setHeader('Content-Type', 'image/png').end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])); },
  'an error': (res) => { res.writeHead(500).end('boom'); },
};

let mode = 'good';
const server = createServer((req, res) => {
  if (req.url === '/metrics') ANSWERS[mode]?.(res);
  else res.writeHead(404).end('not found');
});
let scope: Tsdbscope;
let target: string;

const seen = (): Promise<Target> => scope.get<Target>(`/targets/${target}`);
const scrapes = (): Promise<ScrapesPanel> => scope.get<ScrapesPanel>(`/targets/${target}/panels/scrapes`);
const cpuSamples = async (): Promise<number> => (
  (await scope.get<SampleSeries[]>(`/targets/${target}/samples?match=process_cpu_seconds_total`))[0]?.values.length ?? 0
);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  target = new URL(url).host;
  const config = `${dataDir}/config.yml`;
  writeFileSync(config, `scrape_timeout: 2s\ntargets:\n- url: ${url}\n`);
  scope = await startTsdbscope(['--config', config], `${dataDir}/data`);
  await eventually('a plain Go process is up', 60_000, seen, ({ state, kind }) => state === 'up' && kind === 'go');
}, 240_000);

afterAll(async () => {
  await scope.stop();
  server.closeAllConnections();
  server.close();
  remove();
});

describe('a target that misbehaves', () => {
  it.each([
    ['hangs', /did not answer \/metrics within 2 s/],
    ['half a body', /closed the connection after \d+ bytes/],
    ['HTML', /web page \(text\/html\)/],
    ['junk', /^More than 250000 lines that are no samples/],
    ['wrong content type', /as "image\/png", which is not the Prometheus text format/],
    ['an error', /500/],
  ])('%s: the try is recorded with a sentence, and recording goes on after it', async (name, sentence) => {
    const before = await scrapes();
    const samplesBefore = await cpuSamples();
    mode = name;
    const failed = await eventually(
      'a failed try', 60_000, scrapes, (now) => now.scrapes.failed > before.scrapes.failed
    );
    expect(failed.scrapes.total).toBeGreaterThan(before.scrapes.total);
    const told = await eventually(
      `the sentence ${sentence}`, 60_000, seen, ({ lastScrape }) => sentence.test(lastScrape?.error ?? '')
    );
    expect(told.lastScrape?.error).not.toContain('<script>');
    mode = 'good';
    await eventually(
      'it is up again', 90_000, seen, ({ state, lastScrape }) => state === 'up' && lastScrape?.error === null
    );
    await eventually('new samples', 60_000, cpuSamples, (count) => count > samplesBefore);
  });

  it('slow: it is asked less often, and the answer says so', async () => {
    mode = 'slow';
    const slow = await eventually(
      'a longer interval', 120_000, seen, ({ effectiveIntervalSeconds }) => effectiveIntervalSeconds > 1
    );
    expect(slow.scrapeIntervalSeconds).toBe(1);
    mode = 'good';
    await eventually(
      'the interval asked for', 150_000, seen, ({ effectiveIntervalSeconds }) => effectiveIntervalSeconds === 1
    );
  });

  it('resets its counters: no rate is negative', async () => {
    bornMs = Date.now();
    const samples = await cpuSamples();
    await eventually('samples after the reset', 60_000, cpuSamples, (count) => count > samples + 3);
    const { series } = await scope.get<GcCpuPanel>(`/targets/${target}/panels/gc-cpu`);
    const cores = series.cpuCores.filter((value) => value !== null);
    expect(cores.length).toBeGreaterThan(5);
    expect(Math.min(...cores)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...cores)).toBeLessThan(1);
  });
});
