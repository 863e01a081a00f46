/**
 * A real Prometheus has many things wrong at once, and evaluates the alerts about them itself: tsdbscope says the same,
 * within a minute, and nothing else. The longest alert waits 15 minutes.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PanelFinding, Target } from '../../../../core/contract/contract.ts';
import { PROVOKED } from '../../../../testdata/alerts/provokedConditions.ts';
import { CONDITIONS } from '../../../analysis/panels/alerts/conditions.ts';
import { startProvokedPrometheus, type ProvokedPrometheus } from '../lab/provokedPrometheus.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const MINUTE_MS = 60_000;
/** The longest `for` of a provoked alert, what its expression looks back, and a minute to spare. */
const LASTS_MS = 18 * MINUTE_MS;
const POLL_MS = 10_000;
const WITHIN_MS = 60_000;
/**
 * A ratio of intervals is that of a busy machine; and the alert takes the mean of `up` over all targets of the server,
 * most of which are meant to fail.
 */
const NOT_COMPARED = ['own-scrapes-uneven', 'server-down'];

const { dataDir, remove } = newDataDir();
let prometheus: ProvokedPrometheus;
let scope: Tsdbscope;
let name: string;

beforeAll(async () => {
  prometheus = await startProvokedPrometheus();
  scope = await startTsdbscope([prometheus.url], dataDir);
  const [target] = await eventually(
    'the target is up', MINUTE_MS, () => scope.get<Target[]>('/targets'), ([one]) => one?.state === 'up'
  );
  name = target?.name ?? '';
}, 3 * MINUTE_MS);

afterAll(async () => {
  await scope.stop();
  await prometheus.stop();
  remove();
});

const codeOf = (alertname: string): string | undefined => CONDITIONS.find(
  ({ alerts }) => alerts.some(({ name }) => name === alertname)
)?.code;

it('is told by tsdbscope what its own alerts say', async () => {
  const fired = new Map<string, number>();
  const told = new Map<string, number>();
  const startedMs = performance.now();
  while (performance.now() - startedMs < LASTS_MS) {
    const nowMs = performance.now();
    const codes = (await prometheus.firing()).flatMap((alertname) => codeOf(alertname) ?? []);
    const findings = await scope.get<PanelFinding[]>(`/targets/${encodeURIComponent(name)}/findings`);
    for (const code of codes) fired.set(code, fired.get(code) ?? nowMs);
    for (const { code, severity } of findings) {
      const isAlert = CONDITIONS.some((one) => one.code === code) && ['warning', 'critical'].includes(severity);
      if (isAlert) told.set(code, told.get(code) ?? nowMs);
    }
    await new Promise((resolve) => { setTimeout(resolve, POLL_MS); });
  }
  // A condition that another finding says as well is not said twice.
  const silent = CONDITIONS.filter(({ saidBy = [] }) => saidBy.some((code) => told.has(code))).map(({ code }) => code);
  const wanted = [...fired.keys()].filter((code) => !NOT_COMPARED.includes(code) && !silent.includes(code));
  const late = wanted.flatMap((code) => {
    const toldMs = told.get(code);
    const ms = toldMs === undefined ? Infinity : toldMs - (fired.get(code) ?? 0);
    return ms > WITHIN_MS ? [`${code}: ${Math.round(ms / 1000)} s`] : [];
  });
  expect([...fired.keys()].toSorted()).toEqual(expect.arrayContaining(PROVOKED));
  expect(late).toEqual([]);
  const wrong = [...told.keys()].filter((code) => !fired.has(code) && !NOT_COMPARED.includes(code));
  expect(wrong).toEqual([]);
}, LASTS_MS + 3 * MINUTE_MS);
