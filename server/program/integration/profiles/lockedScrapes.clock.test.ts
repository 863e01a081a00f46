/**
 * A made target with the goroutines of a real program, one of whose scrape loops was planted to wait for a lock that is
 * never released: once its answers fail for some seconds, a dump is taken by itself, and the wait is named with its
 * age.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Capture, PanelFinding, Target } from '../../../../core/contract/contract.ts';
import { render } from '../../../../core/text/parts.ts';
import { profileBytes } from '../../../../testdata/profiles/oracles.ts';
import { startTestTarget, type TestTarget } from '../../../../testdata/testTarget.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const DUMP = profileBytes('waits/scrapeLoop-go1.27.dump.txt');
/** Time of failing answers: more than one scrape. */
const FAILS_MS = 5_000;
const LIMIT_MS = 120_000;

const { dataDir, remove } = newDataDir();
const startedSeconds = Date.now() / 1000 - 3600;
let failsUntilMs = -Infinity;
let target: TestTarget;
let scope: Tsdbscope;

function answer(path: string, response: ServerResponse): void {
  if (path === '/metrics' && performance.now() < failsUntilMs) response.destroy();
  else if (path === '/metrics') {
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(
      `prometheus_build_info{version="3.9.1",goversion="go1.27.4"} 1\nprocess_start_time_seconds ${startedSeconds}\n`
      + `process_cpu_seconds_total ${performance.now() / 1e5}\ngo_goroutines 9\n`
    );
  } else if (path === '/-/ready') response.end('Prometheus Server is Ready.\n');
  else if (path === '/debug/pprof/goroutine') response.writeHead(200, { 'Content-Type': 'text/plain' }).end(DUMP);
  else response.writeHead(404).end();
}

beforeAll(async () => {
  target = await startTestTarget((request, response) => {
    answer((request.url ?? '').split('?', 1)[0] ?? '', response);
  });
  const file = join(dataDir, 'locked.yml');
  writeFileSync(file, `profiling: {heap: {every: 1h}}\ntargets: [{url: '${target.url}', name: locked}]\n`);
  scope = await startTsdbscope(['--config', file], dataDir);
}, LIMIT_MS);

afterAll(async () => {
  await scope.stop();
  await target.close();
  remove();
});

const findings = (): Promise<PanelFinding[]> => scope.get<PanelFinding[]>('/targets/locked/findings');

it('is named with its age, by a dump that is taken by itself', async () => {
  await eventually('it is up', LIMIT_MS, () => scope.get<Target[]>('/targets'), ([one]) => one?.state === 'up', 500);
  // The first look at its findings, before anything is wrong.
  await new Promise((resolve) => { setTimeout(resolve, 2000); });
  expect((await findings()).map(({ code }) => code)).not.toContain('scrape-loop-on-lock');
  failsUntilMs = performance.now() + FAILS_MS;
  const found = await eventually(
    'the wait is named', LIMIT_MS, findings, (all) => all.some(({ code }) => code === 'scrape-loop-on-lock'), 1000
  );
  const wait = found.find(({ code }) => code === 'scrape-loop-on-lock');
  const minutes = /\[sync\.RWMutex\.RLock, (\d+) minutes\]/.exec(readFileSync(
    new URL('../../../../testdata/profiles/waits/scrapeLoop-go1.27.dump.txt', import.meta.url), 'utf8'
  ))?.[1];
  expect(render(wait?.claim ?? [])).toBe(`A scrape loop has waited ${minutes}m for a lock.`);
  const captures = await scope.get<Capture[]>('/targets/locked/captures');
  expect(captures.find(({ reason: { rule } }) => rule === 'stacks'))
    .toMatchObject({ kind: 'goroutine', waits: true, state: 'done' });
}, 3 * LIMIT_MS);
