import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScrapesPanel, Target } from '../../../core/contract/contract.ts';
import { startHostileTargets, type HostileTargets } from './lab/hostileTargets.ts';
import { relyingOn, watchStandstills } from './lab/inconclusive.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const HOSTILE = 28;
const WATCHED_MS = 40_000;
const { dataDir, remove } = newDataDir();
let hostile: HostileTargets;
let lab: PrometheusLab;
let scope: Tsdbscope;

beforeAll(async () => {
  [hostile, lab] = await Promise.all([startHostileTargets(HOSTILE), startPrometheus({ targets: 0 })]);
  const targets = Object.entries({ good: lab.url, ...hostile.urls })
    .map(([name, url]) => `- {name: ${name}, url: '${url}', scrape_interval: 1s}`);
  const config = `${dataDir}/config.yml`;
  writeFileSync(config, `targets:\n${targets.join('\n')}\n`);
  scope = await startTsdbscope(['--config', config], `${dataDir}/data`);
}, 240_000);
afterAll(async () => {
  await scope.stop();
  await Promise.all([hostile.stop(), lab.stop()]);
  remove();
});

describe(`a Prometheus beside ${HOSTILE} hostile targets`, () => {
  it('is scraped all the same, and each of them says what is wrong with it', async () => {
    await eventually(
      'it is up', 60_000, () => scope.get<Target>('/targets/good'), ({ state }) => state === 'up'
    );
    const start = Date.now() / 1000;
    const machine = watchStandstills();
    await sleep(WATCHED_MS);
    machine.stop();
    const { scrapes } = await scope.get<ScrapesPanel>(
      `/targets/good/panels/scrapes?start=${start}&end=${start + WATCHED_MS / 1000}`
    );
    await relyingOn(machine.unmet, () => {
      expect(scrapes.failed).toBe(0);
      // Before answers took turns it was one of five.
      expect(scrapes.total - scrapes.failed - scrapes.skipped).toBeGreaterThan(0.8 * WATCHED_MS / 1000);
    });
    // Too large; too slow, where the machine let it send too little in time; or stored, where the others left it room.
    const huge = await scope.get<Target>('/targets/huge');
    expect(huge.lastScrape?.error ?? 'stored').toMatch(/MiB|began to answer|^stored$/);
    // One that has to wait for its turn at a busy machine may time out meanwhile.
    for (const [name, said] of [['loop', /redirected 4 times/], ['bomb', /MiB|began to answer/]] as const)
      await eventually(
        `${name} says what is wrong`, 60_000, () => scope.get<Target>(`/targets/${name}`),
        ({ lastScrape }) => said.test(lastScrape?.error ?? '')
      );
  });
});
