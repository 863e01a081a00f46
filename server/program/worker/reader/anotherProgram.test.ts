import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_INPUTS } from '../../../../core/panels.ts';
import type { DataStore, PanelQuestion } from '../../../data/store/dataStore.ts';
import { ManualClock } from '../../../../testdata/time/manualClock.ts';
import { openLocalDataStore } from '../data/localDataStore.ts';

const START_MS = Date.UTC(2026, 10, 20, 12);
const CHANGE = 60;
const LENGTH = 120;
let folder: string;
let store: DataStore;

/** Returns the metrics at this second: of a Prometheus, then of a VictoriaMetrics that has run for years. */
function body(second: number): string {
  return second < CHANGE
    ? `prometheus_build_info{version="2.42.0"} 1\nprometheus_ready 1\nprocess_cpu_seconds_total ${second * 0.2}\n`
    : `vm_app_version{short_version="v1.90.0"} 1\nprocess_cpu_seconds_total ${1e5 + second * 0.2}\n`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsdbscope-program-'));
  // By the machine's clock, maintenance would seal the partition of this past day while it is written.
  const opened = await openLocalDataStore({
    dataDir: join(folder, 'data'), retentionMs: 1e15, retentionBytes: 1e15, clock: new ManualClock(START_MS),
  });
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  await store.putTarget({ name: 'one', url: 'http://localhost:9090', recording: false, labels: {} });
  for (let second = 0; second < LENGTH; second++) {
    await store.record('one', {
      startMs: START_MS + second * 1000, durationSeconds: 0.01, status: 200, body: Buffer.from(body(second)),
      contentType: 'text/plain; version=0.0.4', error: null, extras: {},
    });
  }
}, 120_000);
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

const question = (fromSecond: number, toSecond: number): PanelQuestion => ({
  target: 'one', startMs: START_MS + fromSecond * 1000, endMs: START_MS + toSecond * 1000,
  timeoutSeconds: 10, intervalSeconds: 1, stepMs: null, nowMs: START_MS + LENGTH * 1000,
  inputs: NO_INPUTS,
});

describe('a target that becomes another program', () => {
  it('is told as that, and its panels hold the new one alone', async () => {
    const { notices } = await store.status();
    expect(notices.filter((notice) => notice.includes('was prometheus and is victoriametrics now'))).toHaveLength(1);
    const panel = await store.panel('gc-cpu', question(0, LENGTH));
    if (!panel.ok) throw new Error(panel.error.message);
    expect(panel.value.range.scrapes).toBe(LENGTH - CHANGE);
    const cores = panel.value.series.cpuCores.filter((value) => value !== null);
    expect(Math.max(...cores)).toBeLessThan(1);
  });

  it('shows the other one in a window before the change', async () => {
    const panel = await store.panel('gc-cpu', question(0, CHANGE));
    expect(panel.ok && panel.value.range.scrapes).toBe(CHANGE);
  });
});
