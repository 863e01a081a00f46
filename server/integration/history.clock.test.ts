import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompactionPanel, GcCpuPanel, Target } from '../../core/contract/contract.ts';
import { waitFor } from './lab/childProcess.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

/** It has scraped itself each second for so long when tsdbscope comes. */
const PAST_SECONDS = 45;

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: Target;
let cameMs: number;

async function onlyTarget(): Promise<Target> {
  const [first] = await scope.get<Target[]>('/targets');
  if (first === undefined) throw new Error('no target');
  return first;
}

beforeAll(async () => {
  lab = await startPrometheus(
    { blockDuration: '10s', maxBlockDuration: '10s', targets: 2, seriesPerTarget: 300, maxSeconds: 900 }
  );
  await new Promise((done) => setTimeout(done, PAST_SECONDS * 1000));
  cameMs = Date.now();
  scope = await startTsdbscope([lab.url], dataDir);
  target = await waitFor('the history is read', 90_000, async () => {
    const now = await onlyTarget();
    return now.history?.state === 'read' && now.recorded !== null && now.recorded.end - now.recorded.start > 8 ? now
      : undefined;
  });
}, 300_000);
afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

describe('the time before tsdbscope came, from the target itself', () => {
  it('goes back to its first scrape of itself', () => {
    const pastSeconds = cameMs / 1000 - (target.history?.since ?? Infinity);
    expect(pastSeconds).toBeGreaterThan(PAST_SECONDS * 0.8);
    expect(target.history).toMatchObject({ reason: null });
  });

  it('is joined with what is recorded, without a seam: no gap, no step back, each part with its source', async () => {
    const start = cameMs / 1000 - PAST_SECONDS + 10;
    const panel = await scope.get<GcCpuPanel>(
      `/targets/${encodeURIComponent(target.name)}/panels/gc-cpu?start=${start}&end=${Date.now() / 1000}`
    );
    expect(panel.sources?.map(({ source }) => source)).toEqual(['history', 'recorded']);
    expect(panel.sources?.map(({ stepSeconds }) => Math.round(stepSeconds ?? 0))).toEqual([1, 1]);
    expect(panel.restarts).toEqual([]);
    const [history, recorded] = panel.sources ?? [];
    const seam = recorded?.start ?? NaN;
    expect(panel.gapSpans.filter(({ start, end }) => start <= seam + 0.001 && end >= seam - 0.001)).toEqual([]);
    // The last scrape of the history and the first of ours are at most two of its intervals apart, and a bit.
    expect((recorded?.start ?? 0) - (history?.end ?? 0)).toBeLessThan(0.001);
  });

  it('shows compactions that nobody watched', async () => {
    const start = cameMs / 1000 - PAST_SECONDS + 10;
    const panel = await scope.get<CompactionPanel>(
      `/targets/${encodeURIComponent(target.name)}/panels/compaction?start=${start}&end=${cameMs / 1000 - 1}`
    );
    expect(panel.sources?.map(({ source }) => source)).toEqual(['history']);
    expect(panel.compactions.length).toBeGreaterThanOrEqual(1);
  });
});
