import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  Capture, CompactionPanel, GcCpuPanel, SampleSeries, ScrapesPanel, Target, TopTable, WalReplayPanel,
} from '../../core/contract/contract.ts';
import { askForCapture, orderCapture } from './lab/captureOrders.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

/** Head blocks of 30 s: a compaction every 30 s at :15 and :45, after the first at 45 s. 80,000 samples/s. */
const LOAD = {
  targets: 8, seriesPerTarget: 10_000, churnSeconds: 20, blockDuration: '30s', maxBlockDuration: '90s',
  walCompression: false, maxSeconds: 900,
};

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: string;

const panel = <T>(name: string, query = ''): Promise<T> => scope.get<T>(`/targets/${target}/panels/${name}${query}`);
const seen = (): Promise<Target> => scope.get<Target>(`/targets/${target}`);

beforeAll(async () => {
  lab = await startPrometheus(LOAD);
  target = new URL(lab.url).host;
  scope = await startTsdbscope([lab.url], dataDir);
}, 240_000);

afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

describe('a real Prometheus under load, end to end', () => {
  it('is up within seconds, with kind, version and block range', async () => {
    await eventually(
      'it is up', 60_000, seen,
      ({ state, kind, blockRangeSeconds }) => state === 'up' && kind === 'prometheus' && blockRangeSeconds === 30
    );
    expect((await seen()).version).toMatch(/^\d+\.\d+/);
  });

  it('has its GC cycles in the answer, at the moments that the target itself gives', async () => {
    // What came before was asked of the target's own history, whose scrapes are not among the samples.
    const since = (await eventually('a scrape', 30_000, seen, ({ recorded }) => recorded !== null)).recorded?.start
      ?? NaN;
    const { cycles: all, series } = await eventually(
      'three GC cycles', 150_000, () => panel<GcCpuPanel>('gc-cpu'),
      ({ cycles }) => cycles.filter(({ time }) => time > since).length >= 3
    );
    const [
      lastGc,
    ] = await scope.get<SampleSeries[]>(`/targets/${target}/samples?match=go_memstats_last_gc_time_seconds`);
    const moments = new Set(lastGc?.values.map(([, value]) => value));
    for (const cycle of all.filter(({ time }) => time > since)) {
      const nearest = Math.min(...[...moments].map((moment) => Math.abs(Number(moment) - cycle.time)));
      expect(nearest).toBeLessThan(0.1);
    }
    expect(series.cpuCores.some((cores) => cores !== null && cores > 0)).toBe(true);
  });

  it('has its compactions on the clock: half a block range after each boundary', async () => {
    const isRegular = ({ phaseSeconds }: CompactionPanel['compactions'][number]): boolean =>
      phaseSeconds !== null && Math.abs(phaseSeconds - 15) < 3;
    const compaction = await eventually(
      'two regular head compactions', 200_000, () => panel<CompactionPanel>('compaction'),
      ({ compactions }) => compactions.filter(isRegular).length >= 2, 1000
    );
    expect(compaction.blockRangeSeconds).toBe(30);
    expect(compaction.blockRangeSource).toBe('flags');
    expect(compaction.expectedPhaseSeconds).toBe(15);
    const next = compaction.next?.time ?? 0;
    expect(next).toBeGreaterThan(Date.now() / 1000 - 5);
    expect(Math.abs((next % 30) - 15)).toBeLessThan(5);
  });

  it('captures a CPU profile with progress, keeps it, and gives its top', async () => {
    const capture = await orderCapture(scope, target, { kind: 'cpu', seconds: 6 });
    expect((await askForCapture(scope, target, { kind: 'cpu', seconds: 3 })).status).toBe(409);
    const progress: number[] = [];
    const done = await eventually('the capture is done', 90_000, async () => {
      const now = await scope.get<Capture>(`/captures/${capture.id}`);
      if (now.progressRatio !== null) progress.push(now.progressRatio);
      return now;
    }, ({ state }) => state === 'done' || state === 'failed');
    expect(done).toMatchObject({ state: 'done', error: null });
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
    const top = await scope.get<TopTable>(`/profiles/${done.profileId ?? ''}/top?limit=5`);
    expect(top.sampleType).toBe('cpu');
    expect(top.total).toBeGreaterThan(0);
  });

  it('loses at most 2 s when tsdbscope itself is killed, and resumes on its own', async () => {
    const lastBefore =
      (await eventually('a scrape', 30_000, seen, ({ recorded }) => recorded !== null)).lastScrape?.time ?? 0;
    const killedAt = Date.now() / 1000;
    await scope.kill9();
    scope = await startTsdbscope([lab.url], dataDir);
    await eventually('it is up again', 60_000, seen, ({ state }) => state === 'up');
    const series = await scope.get<SampleSeries[]>(
      `/targets/${target}/samples?match=process_cpu_seconds_total&start=${lastBefore - 60}`
    );
    const times = series[0]?.values.map(([time]) => time) ?? [];
    const before = times.filter((time) => time <= lastBefore + 0.5);
    // Two seconds are two scrapes, which may lie further apart when the machine is full.
    const widest = Math.max(1, ...before.slice(1).map((time, i) => time - (before[i] ?? time)));
    expect(lastBefore - Math.max(...before)).toBeLessThanOrEqual(2 * widest);
    const { gaps } = await panel<ScrapesPanel>('scrapes');
    expect(
      gaps.filter(
        ({ start, end, cause }) => start <= killedAt && end >= killedAt && cause !== 'collector' && cause !== 'unknown'
      )
    ).toEqual([]);
  });

  it('shows the kill of the target and its replay live, with rising progress, on one timeline', async () => {
    await eventually(
      'WAL segments to replay', 120_000, () => Promise.resolve(lab.walSegments()), (segments) => segments >= 4, 1000
    );
    const killedAt = Date.now() / 1000;
    await lab.kill9();
    await eventually('it is down', 60_000, seen, ({ state }) => state === 'down');
    await lab.restart({ maxProcs: 1, paceSeconds: 12 });
    const progress: number[] = [];
    const states = new Set<string>();
    await eventually('it is up after its replay', 200_000, async () => {
      const [now, replay] = await Promise.all([seen(), panel<WalReplayPanel>('wal-replay')]);
      states.add(now.state);
      if (replay.state === 'replaying' && replay.progressRatio !== null) progress.push(replay.progressRatio);
      return now;
    }, ({ state }) => state === 'up');
    lab.fullSpeed();
    expect([...states]).toContain('replaying');
    expect(progress.length).toBeGreaterThan(1);
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
    expect((progress.at(-1) ?? 0)).toBeGreaterThan(progress[0] ?? 1);

    const replay = await eventually(
      'the finished timeline', 30_000, () => panel<WalReplayPanel>('wal-replay'), ({ state }) => state === 'done'
    );
    expect(replay.phases.map(({ name }) => name)).toContain('segments');
    expect(replay.phases[0]?.start).toBeGreaterThan(killedAt - 3);
    expect(replay.totalDurationSeconds).toBeGreaterThan((replay.reportedDurationSeconds ?? Infinity) - 1);
    const starts = replay.phases.map(({ start }) => start);
    expect([...starts].sort((a, b) => a - b)).toEqual(starts);
    const series = await scope.get<SampleSeries[]>(`/targets/${target}/samples?match=process_start_time_seconds`);
    expect(new Set(series[0]?.values.map(([, value]) => value)).size).toBe(2);
  });
});
