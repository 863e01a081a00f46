/**
 * Made targets on loopback whose metrics are those of the scenarios: scraped, stored and asked for their findings, with
 * hours on a clock that the test moves. A finding must be there within 60 s of `promtool test rules` saying that its
 * alert fires. Conditions that a real server can be brought into at once: integration/alerting/provoked.clock.test.ts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PanelFinding } from '../../../../core/contract/contract.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import { render } from '../../../../core/text/parts.ts';
import {
  ALERT_SCENARIOS, rowAt, STEP_SECONDS, type AlertScenario,
} from '../../../../testdata/alerts/alertScenarios.ts';
import {
  askPromtool, firingsByAlert, labelsOf, MINUTE_MS, type Expected,
} from '../../../../testdata/alerts/promtool.ts';
import { bodyOf } from '../../../../testdata/alerts/scenarioWindow.ts';
import { startTestTarget, testConfig, type TestTarget } from '../../../../testdata/testTarget.ts';
import { ManualClock } from '../../../../testdata/time/manualClock.ts';
import { CONDITIONS } from '../../../analysis/panels/alerts/conditions.ts';
import type { Firing } from '../../../analysis/panels/alerts/evaluateAlerts.ts';
import { NO_ANSWER } from '../../../analysis/panels/alerts/otherAlerts.ts';
import { fetchMetrics } from '../../../data/scrape/fetchMetrics.ts';
import { TargetClient } from '../../../data/scrape/httpClient.ts';
import type { DataStore } from '../../../data/store/dataStore.ts';
import { openLocalDataStore } from '../data/localDataStore.ts';

const START_MS = Date.UTC(2026, 10, 20, 12);
const WITHIN_MS = 60_000;
/** Window of the page. */
const WINDOW_MS = 15 * MINUTE_MS;
const PLAYED = ALERT_SCENARIOS.filter(({ fires }) => fires.length > 0);

let folder: string;
let store: DataStore;
let server: TestTarget;
const clock = new ManualClock(START_MS);
/** Row of its scenario that each path answers with. */
const rows = new Map<string, number>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsdbscope-made-'));
  // By the machine's clock, the hours of the test are long past, and their partitions sealed while they are written.
  const opened = await openLocalDataStore({
    dataDir: join(folder, 'data'), retentionMs: 1e15, retentionBytes: 1e15, clock,
  });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  server = await startTestTarget((request, response) => {
    const path = (request.url ?? '').split('/')[1] ?? '';
    const scenario = PLAYED[Number(path)];
    const body = scenario === undefined ? null : bodyOf(scenario, rows.get(path) ?? 0);
    if (body === null) response.destroy();
    else response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(body);
  });
}, 120_000);
afterAll(async () => {
  await store.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** Plays a scenario, asking for the findings at these times (since its start, ascending). */
async function findingsAt(
  scenario: AlertScenario, timesMs: readonly number[], name = scenario.name
): Promise<Map<number, PanelFinding[]>> {
  const path = `${PLAYED.indexOf(scenario)}`;
  const url = `${server.url}/${path}`;
  const client = new TargetClient(testConfig(url, { name }), { clock });
  await store.putTarget({ name, url, recording: false, labels: {} });
  const found = new Map<number, PanelFinding[]>();
  let row = 0;
  for (const atMs of timesMs) {
    for (; row * STEP_SECONDS * 1000 <= atMs && row < rowAt(60 * scenario.hours); row++) {
      clock.setNowMs(START_MS + row * STEP_SECONDS * 1000);
      rows.set(path, row);
      const { aborted, ...scrape } = await fetchMetrics(client, 10_000);
      expect(aborted).toBe(false);
      expect((await store.record(name, { ...scrape, extras: {} })).stored).toBe(true);
    }
    const endMs = START_MS + atMs;
    const answer = await store.findings({
      target: name, startMs: endMs - WINDOW_MS, endMs, timeoutSeconds: 10, intervalSeconds: STEP_SECONDS, stepMs: null,
      nowMs: endMs, inputs: NO_INPUTS,
    });
    if (!answer.ok) throw new Error(answer.error.message);
    found.set(atMs, answer.value);
  }
  client.close();
  return found;
}

interface First { alert: string; source: string; code: string; saidBy: readonly string[]; firing: Firing }

/** Returns the first time that each alert of each source fires, earliest first. */
function firstFirings(scenario: AlertScenario): First[] {
  const byName = firingsByAlert(scenario);
  return CONDITIONS.flatMap(({ code, alerts, saidBy = [] }) => alerts.flatMap((alert): First[] => {
    const [firing] = (byName.get(alert.name) ?? []).filter((one) => one.alert === alert)
      .toSorted((a, b) => a.firedMs - b.firedMs);
    return firing === undefined ? [] : [{ alert: alert.name, source: alert.source, code, saidBy, firing }];
  })).toSorted((a, b) => a.firing.firedMs - b.firing.firedMs);
}

/** What promtool shall say: that the alert fires in this minute, for this alone or more, and not the minute before. */
function firstMinutes(scenario: AlertScenario, firsts: readonly First[]): Expected[] {
  const byName = firingsByAlert(scenario);
  return firsts.flatMap(({ alert, firing: { firedMs } }) => [firedMs - MINUTE_MS, firedMs].map((atMs) => ({
    alertname: alert, minute: atMs / MINUTE_MS,
    firing: (byName.get(alert) ?? []).filter(({ firedMs: from, endMs }) => from <= atMs && atMs < (endMs ?? Infinity))
      .map(labelsOf),
  })));
}

const isAlert = (one: PanelFinding, { alert, source }: First): boolean => one.evidence.some(
  (parts) => render(parts).startsWith(`The alert ${alert} of ${source === 'mixin' ? 'prometheus-mixin' : 'awesome'}`));
const isTold = (one: PanelFinding, first: First): boolean => (one.code === first.code && isAlert(one, first))
  || (first.saidBy.includes(one.code) && one.severity !== 'ok');

describe('a made target is told what its alerts say', () => {
  it.each(PLAYED)('$name', async (scenario) => {
    const firsts = firstFirings(scenario);
    askPromtool(scenario, firstMinutes(scenario, firsts));
    const timesMs = [...new Set(firsts.flatMap(
      ({ firing: { firedMs } }) => [firedMs - WITHIN_MS, firedMs + WITHIN_MS]
    ))].toSorted((a, b) => a - b);
    const found = await findingsAt(scenario, timesMs);
    for (const first of firsts) {
      const { alert, firing: { firedMs } } = first;
      const before = found.get(firedMs - WITHIN_MS) ?? [];
      const after = found.get(firedMs + WITHIN_MS) ?? [];
      expect(before.filter((one) => isAlert(one, first)).map(({ code }) => `${alert}, early: ${code}`)).toEqual([]);
      const own = after.filter(({ code }) => code === first.code)
        .flatMap(({ evidence }) => evidence.map((parts) => render(parts)));
      const all = after.map(({ code }) => code).join();
      expect(after.some((one) => isTold(one, first)), `${alert} among ${all}; ${own.join(' ')}`).toBe(true);
    }
  }, 300_000);

  it('and, where it does not answer, what alerts on its job say', async () => {
    const scenario = PLAYED.find(({ isDown }) => isDown !== undefined);
    if (scenario === undefined) throw new Error('No scenario of a server that is down.');
    const { isDown = (): boolean => false } = scenario;
    const downRow = Array.from({ length: rowAt(60) }, (_, row) => row).find(isDown) ?? 0;
    // The minute in which `for: 1m` is over, counted from the first that sees it down.
    const first = Math.ceil(downRow * STEP_SECONDS / 60) + 1;
    const all = { alertname: 'PrometheusAllTargetsMissing', firing: [{ severity: 'critical', rules: 'community' }] };
    askPromtool(scenario, [{ ...all, minute: first }, { ...all, minute: first - 1, firing: [] }]);
    // Beside another of its job that answers.
    const one = { alertname: 'PrometheusTargetMissing', firing: [{ severity: 'critical', rules: 'community' }] };
    askPromtool(
      { ...scenario, hasNeighbour: true }, [{ ...one, minute: first }, { ...one, minute: first - 1, firing: [] }]
    );
    const found = await findingsAt(scenario, [first * MINUTE_MS + WITHIN_MS], 'without an answer');
    expect([...found.values()].flat().map(({ code }) => code)).toEqual(expect.arrayContaining([
      expect.stringMatching(new RegExp(`^(?:${NO_ANSWER.join('|')})$`)),
    ]));
  }, 300_000);
});
