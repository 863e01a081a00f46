import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CompactionPanel, GcCpuPanel, HostView, SampleSeries, ScrapesPanel, Target,
} from '../../../core/contract/contract.ts';
import { waitFor, type KeptProcess } from './lab/childProcess.ts';
import { startNodeExporter } from './lab/nodeExporter.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

/** It has scraped itself each second for so long when tsdbscope comes. */
const PAST_SECONDS = 45;

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let target: Target;
let cameMs: number;
let node: KeptProcess;

async function onlyTarget(): Promise<Target> {
  const [first] = await scope.get<Target[]>('/targets');
  if (first === undefined) throw new Error('no target');
  return first;
}

beforeAll(async () => {
  const exporter = await startNodeExporter(dataDir);
  node = exporter.node;
  lab = await startPrometheus({
    blockDuration: '10s', maxBlockDuration: '10s', targets: 2, seriesPerTarget: 300, maxSeconds: 900,
    jobs: { node: new URL(exporter.url).host },
  });
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
  await node.kill();
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

  it('has the host of that time, from the node_exporter that it scrapes, as its own samples say', async () => {
    const [start, end] = [cameMs / 1000 - PAST_SECONDS + 15, cameMs / 1000 - 2];
    const host = await scope.get<HostView>(
      `/targets/${encodeURIComponent(target.name)}/host?start=${start}&end=${end}`
    );
    expect(host.state).toBe('up');
    expect(host.answered).toBeGreaterThan(15);
    const seconds = 20;
    const query = `sum(rate(node_cpu_seconds_total{mode!~"idle|iowait|guest.*"}[${seconds}s]))`;
    const at = end - 2;
    const answer = await fetch(`${lab.url}/api/v1/query?query=${encodeURIComponent(query)}&time=${at}`);
    const { data } = await answer.json() as { data: { result: { value: [number, string] }[] } };
    const byHand = Number(data.result[0]?.value[1]);
    const near = host.series.busyCores.filter((cores, i) => {
      const time = host.series.time[i] ?? NaN;
      return cores !== null && time > at - seconds && time <= at;
    }).map(Number);
    const mean = near.reduce((sum, cores) => sum + cores, 0) / near.length;
    expect(Math.abs(mean - byHand)).toBeLessThan(0.2 * byHand + 0.05);
    expect(host.series.availableBytes.some((bytes) => bytes !== null)).toBe(true);
  });

  it('goes on with the host while it records, each scrape of the node_exporter once, as PromQL has it', async () => {
    const { host, end } = await waitFor('a minute of the host was recorded', 120_000, async () => {
      const now = Date.now() / 1000;
      const view = await scope.get<HostView>(
        `/targets/${encodeURIComponent(target.name)}/host?start=${cameMs / 1000 - PAST_SECONDS}&end=${now}`
      );
      const last = view.series.time.filter((_, i) => view.series.busyCores[i] !== null).at(-1) ?? 0;
      // Nearer to the end than a chart marks as unknown.
      return last > Math.max(cameMs / 1000 + 60, now - 30) ? { host: view, end: last } : undefined;
    });
    // Between the parts, too, the lines go on.
    const known = host.series.time.filter((_, i) => host.series.busyCores[i] !== null);
    const holes = known.slice(1).map((time, i) => time - (known[i] ?? 0));
    expect(Math.max(...holes.slice(5))).toBeLessThan(25);
    const match = encodeURIComponent('node_exporter:node_time_seconds');
    const [clock] = await scope.get<SampleSeries[]>(
      `/targets/${encodeURIComponent(target.name)}/samples?match=${match}&start=${cameMs / 1000}&end=${end}`
    );
    const times = (clock?.values ?? []).map(([, value]) => Number(value));
    expect(times.length).toBeGreaterThanOrEqual(3);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    const [first, last] = [times[0] ?? NaN, times.at(-1) ?? NaN];
    const query = `sum(increase(node_cpu_seconds_total{mode!~"idle|iowait|guest.*"}[${Math.round(last - first)}s]))`;
    const answer = await fetch(`${lab.url}/api/v1/query?query=${encodeURIComponent(query)}&time=${last}`);
    const { data } = await answer.json() as { data: { result: { value: [number, string] }[] } };
    const byHand = Number(data.result[0]?.value[1]) / (last - first);
    const recorded = await scope.get<HostView>(
      `/targets/${encodeURIComponent(target.name)}/host?start=${first}&end=${last}`
    );
    const busy = recorded.figures.find(({ name }) => name === 'Host, cores busy')?.value ?? NaN;
    expect(Math.abs(busy - byHand)).toBeLessThan(0.1 * byHand + 0.05);
  });

  it('has scrape durations by job of that time, as PromQL has them by hand', async () => {
    const [start, end] = [cameMs / 1000 - PAST_SECONDS, cameMs / 1000];
    const { jobDurations } = await scope.get<ScrapesPanel>(
      `/targets/${encodeURIComponent(target.name)}/panels/scrapes?start=${start}&end=${end}`
    );
    expect(Object.keys(jobDurations.maxSeconds).sort()).toEqual(['load', 'node', 'prometheus']);
    const at = Math.floor(end / 30) * 30;
    for (const job of ['load', 'prometheus']) {
      const query = `max(max_over_time(scrape_duration_seconds{job="${job}"}[60s]))`;
      const answer = await fetch(`${lab.url}/api/v1/query?query=${encodeURIComponent(query)}&time=${at}`);
      const { data } = await answer.json() as { data: { result: { value: [number, string] }[] } };
      const place = jobDurations.time.findIndex((time) => Math.abs(time - at) < 1);
      expect(jobDurations.maxSeconds[job]?.[place]).toBe(Number(data.result[0]?.value[1]));
    }
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
