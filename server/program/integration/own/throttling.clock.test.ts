/** Throttling of a real Prometheus under a real quota, as its own scrapes of the kernel's counters have it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GcCpuPanel } from '../../../../core/contract/contract.ts';
import type { KeptProcess } from '../lab/childProcess.ts';
import { holdTo, type CpuQuota, type QuotaCounters } from '../lab/cpuQuota.ts';
import { startNodeExporter } from '../lab/nodeExporter.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { startQuotaExporter, type QuotaExporter } from '../lab/quotaExporter.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const CORES = 0.1;
/** A scrape of a node_exporter takes several periods with so little. */
const NODE_CORES = 0.05;
const POD = { namespace: 'monitoring', pod: 'prometheus-0', container: 'prometheus' };
const LABELS = Object.entries({ ...POD, id: '/kubepods/a', name: 'k8s_prometheus' })
  .map(([name, value]) => `${name}="${value}"`).join(',');

const { dataDir, remove } = newDataDir();
const running: {
  lab?: PrometheusLab; scope?: Tsdbscope; quota?: CpuQuota; exporter?: QuotaExporter; load?: NodeJS.Timeout;
  node?: KeptProcess; nodeQuota?: CpuQuota;
} = {};
let lab: PrometheusLab;
let scope: Tsdbscope;
let quota: CpuQuota | null = null;
/** Of the node_exporter, before tsdbscope began. */
let nodeBefore: QuotaCounters;

const panelOf = (target: string, window = ''): Promise<GcCpuPanel> =>
  scope.get<GcCpuPanel>(`/targets/${target}/panels/gc-cpu${window}`);

/** Needs the right to make control groups. */
function quotaIfAllowed(pid: number, cores: number): CpuQuota | null {
  try {
    return holdTo(pid, cores);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code)) return null;
    throw error;
  }
}

beforeAll(async () => {
  const exporter = running.exporter = await startQuotaExporter();
  lab = running.lab = await startPrometheus({
    targets: 4, seriesPerTarget: 500, ownLabels: POD, jobs: { cadvisor: exporter.address },
  });
  quota = quotaIfAllowed(lab.pid, CORES);
  if (quota === null) return;
  running.quota = quota;
  const { node, url: nodeUrl } = await startNodeExporter(dataDir);
  running.node = node;
  running.nodeQuota = holdTo(node.pid, NODE_CORES);
  nodeBefore = running.nodeQuota.counters();
  exporter.exports(quota, LABELS);
  const config = join(dataDir, 'config.yml');
  writeFileSync(config, 'targets:\n'
    + `  - {name: by-labels, url: '${lab.url}'}\n`
    + `  - {name: by-config, url: '${lab.url}', container: {id: /kubepods/a}}\n`
    + `  - {name: elsewhere, url: '${lab.url}', container: {pod: other}}\n`
    + `  - {name: node, url: '${nodeUrl}'}\n`
    + `  - {name: by-cgroup, url: '${lab.url}', cgroup: /tsdbscope-quota-${lab.pid}}\n`);
  scope = running.scope = await startTsdbscope(['--config', config], join(dataDir, 'data'));
  // More than the quota gives, from time to time; one that is cut off was load too.
  const heavy = encodeURIComponent('count(quantile_over_time(0.9, {__name__=~".+"}[1m]))');
  running.load = setInterval(() => {
    void fetch(`${lab.url}/api/v1/query?query=${heavy}`).then((answer) => answer.arrayBuffer()).catch(() => undefined);
  }, 3000);
  await eventually(
    'throttled for a while', 240_000, () => panelOf('by-labels'),
    ({ throttling }) => throttling.throttledPeriods >= 5 && throttling.measuredSeconds >= 40
  );
}, 400_000);
afterAll(async () => {
  clearInterval(running.load);
  await running.scope?.stop();
  // It reads the control group at each scrape of the Prometheus that still runs.
  running.exporter?.close();
  running.quota?.lift();
  running.nodeQuota?.lift();
  await running.node?.kill();
  await running.lab?.stop();
  remove();
});

async function increase(name: string, end: number, seconds: number): Promise<{ rise: number; time: number }> {
  const query = `${name}{pod="${POD.pod}"}[${seconds}s]`;
  const answer = await fetch(`${lab.url}/api/v1/query?query=${encodeURIComponent(query)}&time=${end}`);
  const { data } = await answer.json() as { data: { result: { values: [number, string][] }[] } };
  const values = data.result[0]?.values ?? [];
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) throw new Error(`no samples of ${name}`);
  return { rise: Number(last[1]) - Number(first[1]), time: last[0] - first[0] };
}

it('counts what the kernel counts, by the same PromQL, and names the limits', async ({ skip }) => {
  if (quota === null) skip('control groups cannot be made here');
  const end = Math.floor(Date.now() / 1000) - 2;
  const panel = await panelOf('by-labels', `?start=${end - 30}&end=${end}`);
  const { throttling } = panel;
  expect(throttling).toMatchObject({ limitCores: CORES, memoryLimitBytes: 2 ** 31, stepSeconds: 1 });
  expect(panel.memoryLimits).toContainEqual({ source: 'container', bytes: 2 ** 31 });
  expect(throttling.sentence).toContain('found by the labels pod, namespace, container of its scrape');
  // Steps at the edges of the window are in whole: one of a second on each side.
  const [inner, outer] = await Promise.all([29, 33].map((seconds) => increase(
    'container_cpu_cfs_periods_total', end + (seconds - 30) / 2, seconds
  )));
  expect(throttling.periods).toBeGreaterThanOrEqual(inner?.rise ?? NaN);
  expect(throttling.periods).toBeLessThanOrEqual(outer?.rise ?? NaN);
  const whole = (await panelOf('by-labels')).throttling;
  const { periods, throttledPeriods } = quota?.counters() ?? { periods: NaN, throttledPeriods: NaN };
  expect(whole.throttledPeriods).toBeLessThanOrEqual(throttledPeriods);
  expect(whole.periods).toBeLessThanOrEqual(periods);
  expect(panel.series.throttledSecondsPerSecond.filter((one) => one !== null).length).toBeGreaterThan(20);
});

it('the container that the configuration names is the same; one that is not there is none, and why is said', async ({
  skip
}) => {
  if (quota === null) skip('control groups cannot be made here');
  const end = Math.floor(Date.now() / 1000) - 15;
  const window = `?start=${end - 20}&end=${end}`;
  const [labels, config] = await Promise.all([panelOf('by-labels', window), panelOf('by-config', window)]);
  expect(config.throttling.sentence).toContain('named by container: of the configuration');
  expect(config.throttling.periods).toBe(labels.throttling.periods);
  const elsewhere = await panelOf('elsewhere', window);
  expect(elsewhere.throttling).toMatchObject({ labels: null, throttledRatio: null, limitCores: null });
  expect(elsewhere.throttling.sentence).toContain('No cAdvisor counters');
});

it('a target on this machine: the process that listens is found, and its control group counts as the kernel does',
  async ({ skip }) => {
    if (quota === null) skip('control groups cannot be made here');
    const panel = await eventually(
      'throttled for a while', 120_000, () => panelOf('node'),
      ({ throttling }) => throttling.throttledPeriods >= 5 && throttling.measuredSeconds >= 20
    );
    const kernel = running.nodeQuota?.counters() ?? { periods: NaN, throttledPeriods: NaN, throttledSeconds: NaN };
    const { throttling } = panel;
    expect(throttling).toMatchObject({
      source: 'cgroup', limitCores: NODE_CORES, labels: { cgroup: `/tsdbscope-quota-${running.node?.pid}` },
    });
    expect(throttling.sentence).toContain(`of process ${running.node?.pid} on this machine, by its cpu.stat`);
    for (const of of ['periods', 'throttledPeriods', 'throttledSeconds'] as const) {
      expect(throttling[of]).toBeGreaterThan(0);
      expect(throttling[of]).toBeLessThanOrEqual(kernel[of] - nodeBefore[of] + 1e-9);
    }
    expect(panel.figures.find(({ name }) => name === 'CPU limit of its control group')).toMatchObject({
      value: NODE_CORES, from: ['cpu.max'],
    });
    expect(panel.series.throttledPeriodsRatio.some((ratio) => ratio !== null && ratio > 0)).toBe(true);
  });

it('the control group that the configuration names counts no more than the kernel', async ({ skip }) => {
  if (quota === null) skip('control groups cannot be made here');
  const { throttling } = await panelOf('by-cgroup');
  expect(throttling).toMatchObject({ source: 'cgroup', limitCores: CORES });
  expect(throttling.sentence).toContain('on this machine, by its cpu.stat');
  expect(throttling.throttledPeriods).toBeGreaterThan(0);
  expect(throttling.throttledPeriods).toBeLessThanOrEqual(quota?.counters().throttledPeriods ?? NaN);
});
