import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_INPUTS } from '../../../../core/panels.ts';
import { render } from '../../../../core/text/parts.ts';
import type { DataStore } from '../../../data/store/dataStore.ts';
import { ManualClock } from '../../../../testdata/time/manualClock.ts';
import { openLocalDataStore } from '../data/localDataStore.ts';

const START_MS = Date.UTC(2026, 10, 20, 12);
const STEP_SECONDS = 20;
const HOURS = 8;
const LENGTH = HOURS * 3600 / STEP_SECONDS;
let folder: string;
let store: DataStore;

/** Rules fail from the third hour on; reloads of blocks fail from the first. */
function body(row: number): string {
  const hours = row * STEP_SECONDS / 3600;
  return `prometheus_build_info{version="3.9.1"} 1
process_start_time_seconds ${START_MS / 1000 - 1e6}
prometheus_rule_evaluation_failures_total{rule_group="a.yml;b"} ${hours < 3 ? 0 : row}
prometheus_rule_evaluation_failures_total{rule_group="a.yml;c"} 7
prometheus_tsdb_reloads_failures_total ${hours < 1 ? 0 : row}
`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsdbscope-alerts-'));
  // By the machine's clock, maintenance would seal the partition of this past day while it is written.
  const opened = await openLocalDataStore({
    dataDir: join(folder, 'data'), retentionMs: 1e15, retentionBytes: 1e15, clock: new ManualClock(START_MS),
  });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  await store.putTarget({ name: 'one', url: 'http://localhost:9090', recording: false, labels: {} });
  for (let row = 0; row < LENGTH; row++) {
    await store.record('one', {
      startMs: START_MS + row * STEP_SECONDS * 1000, durationSeconds: 0.01, status: 200, body: Buffer.from(body(row)),
      contentType: 'text/plain; version=0.0.4', error: null, extras: {},
    });
  }
}, 120_000);
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** Codes and evidence of the alerts in a window that ends so many hours after the start. */
async function alertsOf(fromHours: number, toHours: number): Promise<Record<string, string>> {
  const endMs = START_MS + toHours * 3_600_000;
  const findings = await store.findings({
    target: 'one', startMs: START_MS + fromHours * 3_600_000, endMs, timeoutSeconds: 10,
    intervalSeconds: STEP_SECONDS, stepMs: null, nowMs: endMs, inputs: NO_INPUTS,
  });
  if (!findings.ok) throw new Error(findings.error.message);
  return Object.fromEntries(findings.value.flatMap(({ code, severity, evidence }) => {
    const text = evidence.map((parts) => render(parts)).join(' ');
    return text.includes('The alert ') ? [[code, `${severity}: ${text}`]] : [];
  }));
}

describe('alerts of a stored window', () => {
  it('fire by what lies before a short window', async () => {
    const found = await alertsOf(4, 4.1);
    expect(found['rule-failures']).toMatch(/^critical: .*Rule group: a\.yml;b\. .*PrometheusRuleFailures of/);
    // Failing for three hours: not for four yet.
    expect(found['block-reloads-failing']).toMatch(/awesome-prometheus-alerts/);
    expect(found['block-reloads-failing']).not.toMatch(/prometheus-mixin/);
  });

  it('fire hours after their condition began', async () => {
    const found = await alertsOf(7.4, 7.5);
    expect(found['block-reloads-failing']).toMatch(/^warning: .*PrometheusTSDBReloadsFailing of prometheus-mixin/);
  });

  it('are silent before', async () => {
    expect(await alertsOf(0, 0.9)).toEqual({});
  });
});
