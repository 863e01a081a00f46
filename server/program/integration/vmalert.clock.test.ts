/** Rules that vmalert evaluates on a real VictoriaMetrics: its query lists name the heavy one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Target, TargetQueryLists } from '../../../core/contract/contract.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';
import { startVictoriaMetrics, type VictoriaLab } from './lab/victoriaLab.ts';
import { startVmalert, type VmalertLab } from './lab/vmalertLab.ts';

const HEAVY = 'sum(sum_over_time({__name__="load"}[10m])) + 32';
const LIGHT = 'vector(1) + 33';
const RULES = `groups:
- {name: heavy, interval: 5s, rules: [{record: 'planted:heavy', expr: '${HEAVY}'}]}
- {name: light, interval: 5s, rules: [{record: 'planted:light', expr: '${LIGHT}'}]}
`;

const { dataDir, remove } = newDataDir();
const running: { lab?: VictoriaLab; vmalert?: VmalertLab; scope?: Tsdbscope } = {};

beforeAll(async () => {
  running.lab = await startVictoriaMetrics(600);
  running.vmalert = await startVmalert(running.lab.url, RULES);
  running.scope = await startTsdbscope([running.lab.url], dataDir);
}, 240_000);
afterAll(async () => {
  await Promise.all([running.scope?.stop(), running.vmalert?.stop()]);
  await running.lab?.stop();
  remove();
});

it('names the rule that takes most of the time, by at most two GETs a minute', async () => {
  const { scope } = running;
  if (scope === undefined) throw new Error('It was not started.');
  const [target] = await eventually(
    'it is up', 60_000, () => scope.get<Target[]>('/targets'), (targets) => targets[0]?.state === 'up'
  );
  const lists = await eventually(
    'the rule is in the list', 240_000,
    () => scope.get<TargetQueryLists>(`/targets/${encodeURIComponent(target?.name ?? '')}/queries`),
    ({ top }) => top.some(({ text, count }) => text.includes('+ 32') && count >= 3), 1000
  );
  const timeOf = (part: string): number => (
    lists.top.filter(({ text }) => text.includes(part)).reduce((sum, { sumSeconds }) => sum + sumSeconds, 0)
  );
  expect(lists.top[0]?.text).toContain('+ 32');
  expect(timeOf('+ 32')).toBeGreaterThan(timeOf('+ 33'));
  expect(lists).toMatchObject({ state: 'read', failed: 0 });
}, 360_000);
