/**
 * A real Prometheus with planted rule groups, with and without a query log: the heavy group is named, and after a
 * reload in the middle the group that took its place.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpikeTrain, TargetSpikes } from '../../../core/contract/contract.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const INTERVAL_SECONDS = 10;
/** Half a core-second and more, without data. */
const HEAVY = 'sum_over_time(sin(vector(time()))[1000000s:1s])';
const LIGHT = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

function rulesFile(heavy: string): string {
  return `groups:\n${[heavy, ...LIGHT].map((name) => (
    `- {name: ${name}, interval: ${INTERVAL_SECONDS}s, rules: [{record: 'planted:${name}', expr: '${
      name === heavy ? HEAVY : 'sum(up)'}'}]}\n`
  )).join('')}`;
}

describe.each([false, true])('rule groups of a real Prometheus, query log on: %s', (queryLog) => {
  const { dataDir, remove } = newDataDir();
  const running: { lab?: PrometheusLab; scope?: Tsdbscope } = {};
  let lab: PrometheusLab;
  let scope: Tsdbscope;
  const spikesNow = async (): Promise<TargetSpikes> => {
    const end = Date.now() / 1000;
    return scope.get<TargetSpikes>(`/targets/prom/spikes?start=${(end - 900).toFixed(3)}&end=${end.toFixed(3)}`);
  };
  const named = ({ trains = [] }: TargetSpikes): SpikeTrain[] => (
    trains.filter(({ kind, verdict }) => kind === 'rule-group' && verdict === 'named')
  );
  const namesOf = (answer: TargetSpikes): string[] => named(answer).flatMap(({ names }) => names).sort();

  beforeAll(async () => {
    lab = running.lab = await startPrometheus({
      targets: 1, seriesPerTarget: 100, queryLog, maxSeconds: 1500, rules: rulesFile('before'),
    });
    const config = join(dataDir, 'rules.yml');
    writeFileSync(config, `profiling: false\ntargets: [{url: '${lab.url}', name: prom, scrape_interval: 1s${
      queryLog ? `, query_log: '${join(lab.dataFolder, '..', 'query.log')}'` : ''}}]\n`);
    scope = running.scope = await startTsdbscope(['--config', config], dataDir);
  }, 240_000);
  afterAll(async () => {
    await Promise.all([running.scope?.stop(), running.lab?.stop()]);
    remove();
  });

  it('name the heavy group, no light one and no query of a user', async () => {
    const spikesOf = ({ causes }: TargetSpikes): number => (
      causes.find(({ cause }) => cause === 'rule-group')?.count ?? 0);
    const answer = await eventually(
      'it is named as a cause of spikes', 300_000, spikesNow,
      (now) => namesOf(now).includes('before') && spikesOf(now) > 0, 2000
    );
    expect(namesOf(answer)).toEqual(['before']);
    const [heavy] = named(answer);
    expect(heavy?.periodSeconds).toBe(INTERVAL_SECONDS);
    expect(heavy?.lowCoreSeconds).toBeGreaterThan(0);
    const asked = answer.spikes.flatMap(({ queries }) => queries?.named ?? []).map(({ origin }) => origin.kind);
    expect(asked.filter((kind) => kind !== 'rule')).toEqual([]);
  }, 360_000);

  it('name the group of the same rules after a reload, and until when the other was', async () => {
    const reloadSeconds = Date.now() / 1000;
    lab.reloadRules(rulesFile('after'));
    const answer = await eventually('it is named', 300_000, spikesNow, (now) => namesOf(now).includes('after'), 2000);
    expect(namesOf(answer)).toEqual(['after', 'before']);
    const [before, after] = ['before', 'after'].map((name) => named(answer).find(({ names }) => names.includes(name)));
    expect(before?.lastStart).toBeLessThan(reloadSeconds + 1);
    expect(after?.since).toBeGreaterThan(reloadSeconds - 1);
  }, 360_000);
});
