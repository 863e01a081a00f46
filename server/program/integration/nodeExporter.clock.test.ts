import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CompactionPanel, HostView, MemoryPanel, SampleSeries, ScrapesPanel, Target,
} from '../../../core/contract/contract.ts';
import { parseExposition } from '../../data/metrics/exposition/parseExposition.ts';
import { freePort, type KeptProcess } from './lab/childProcess.ts';
import { relyingOn } from './lab/inconclusive.ts';
import { startNodeExporter } from './lab/nodeExporter.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

const BLOCK_SECONDS = 30;

type Read = (name: string, labels?: Record<string, string>) => number;

describe('a real Prometheus with a real node_exporter', () => {
  const { dataDir, remove } = newDataDir();
  let lab: PrometheusLab;
  let scope: Tsdbscope;
  let node: KeptProcess;
  let nodePort: number;
  const running: { lab?: PrometheusLab; scope?: Tsdbscope; node?: KeptProcess } = {};

  const startNode = async (): Promise<KeptProcess> => {
    const started = await startNodeExporter(dataDir, nodePort);
    return started.node;
  };
  const targetNow = async (): Promise<Target> =>
    (await scope.get<Target[]>('/targets')).find(({ name }) => name === 'prom') as Target;
  const window = (start: number, end: number): string => `start=${start.toFixed(3)}&end=${end.toFixed(3)}`;
  const hostOf = (start: number, end: number, target = 'prom'): Promise<HostView> =>
    scope.get<HostView>(`/targets/${target}/host?${window(start, end)}`);
  const samplesOf = (match: string, start: number, end: number): Promise<SampleSeries[]> =>
    scope.get<SampleSeries[]>(`/targets/prom/samples?match=${encodeURIComponent(match)}&${window(start, end)}`);
  /** What two ways to divide a reading over time rely on: none of these steps, s, is long. */
  const lateReadings = (steps: readonly number[]) => (): string | null => {
    const widest = Math.max(...steps);
    return widest < 2 ? null : `Two readings were ${widest.toFixed(1)} s apart.`;
  };
  /** What the node_exporter itself says now. */
  const direct = async (): Promise<Read> => {
    const { samples } = parseExposition(await (await fetch(`http://127.0.0.1:${nodePort}/metrics`)).text());
    return (name, labels = {}) => samples.filter(
      (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value)
    )
      .reduce((sum, { value }) => sum + value, 0);
  };
  const figure = (view: { figures: HostView['figures'] }, name: string): number | null
    | undefined => view.figures.find((one) => one.name === name)?.value;

  beforeAll(async () => {
    nodePort = await freePort();
    node = running.node = await startNode();
    lab = running.lab = await startPrometheus({
      targets: 6, seriesPerTarget: 10_000, blockDuration: `${BLOCK_SECONDS}s`,
      maxBlockDuration: `${9 * BLOCK_SECONDS}s`,
    });
    const config = join(dataDir, 'config.yml');
    writeFileSync(
      config, `targets:\n  - {name: prom, url: '${lab.url}', node_exporter: 'http://127.0.0.1:${nodePort}'}\n`
    );
    scope = running.scope = await startTsdbscope(['--config', config], join(dataDir, 'data'));
    await eventually(
      'it is up', 60_000, targetNow, ({ state, node: beside }) => state === 'up' && beside?.lastScrape?.error === null
    );
  }, 240_000);
  afterAll(async () => {
    await Promise.all([running.scope?.stop(), running.lab?.stop(), running.node?.kill()]);
    remove();
  });

  it('counters are the exporter\'s own, and figures what they say by hand', async () => {
    const before = await direct();
    const start = Date.now() / 1000;
    await new Promise((resume) => setTimeout(resume, 12_000));
    const end = Date.now() / 1000;
    const after = await direct();

    const idle = await samplesOf('node_exporter:node_cpu_seconds_total{cpu="0",mode="idle"}', start, end);
    expect(idle).toHaveLength(1);
    const values = (idle[0]?.values ?? []).map(([, value]) => Number(value));
    expect(values.length).toBeGreaterThanOrEqual(4);
    for (const value of values) {
      expect(value).toBeGreaterThanOrEqual(before('node_cpu_seconds_total', { cpu: '0', mode: 'idle' }));
      expect(value).toBeLessThanOrEqual(after('node_cpu_seconds_total', { cpu: '0', mode: 'idle' }));
    }

    const view = await hostOf(start, end);
    expect(view).toMatchObject({
      state: 'up',
      cores: new Set(
        (await samplesOf('node_exporter:node_cpu_seconds_total{mode="idle"}', start, end)).map(
          ({ metric }) => metric.cpu
        )
      ).size,
    });
    expect(view.answered).toBe(values.length);
    const clockValues = ((await samplesOf('node_exporter:node_time_seconds', start, end))[0]?.values ?? []).map(
      ([, value]) => Number(value)
    );
    const steps = clockValues.slice(1).map((value, i) => value - (clockValues[i] ?? 0));
    const usual = [...steps].sort((a, b) => a - b)[(steps.length - 1) >> 1] ?? 0;
    // Where readings were late, a burst falls into a step that one way counts as a gap and the other does not.
    const unmet = lateReadings(steps);
    /** Of a counter, over all steps but gaps. */
    const lengths = (series: SampleSeries | undefined): number => steps.reduce((sum, step, i) => (
      step > 2.5 * usual ? sum : sum + Number(series?.values[i + 1]?.[1]) - Number(series?.values[i]?.[1])
    ), 0);
    const all = await samplesOf('node_exporter:node_cpu_seconds_total', start, end);
    const total = all.reduce((sum, series) => sum + lengths(series), 0);
    const free = all.filter(({ metric }) => ['idle', 'iowait'].includes(metric.mode ?? ''))
      .reduce((sum, series) => sum + lengths(series), 0);
    const busyByHand = (view.cores ?? 0) * (1 - free / total);
    await relyingOn(unmet, () => {
      expect(Math.abs((figure(view, 'Host, cores busy') ?? NaN) - busyByHand)).toBeLessThan(0.05 * busyByHand + 0.01);
    });

    for (
      const [
        name, metric,
      ] of [['Host, disks written', 'written_bytes_total'], ['Host, disks read', 'read_bytes_total']] as const
    ) {
      const disks = (await samplesOf(`node_exporter:node_disk_${metric}`, start, end)).filter(
        ({ metric: labels }) => view.disks.includes(labels.device ?? '')
      );
      const clock = lengths((await samplesOf('node_exporter:node_time_seconds', start, end))[0]);
      const byHand = disks.reduce((sum, series) => sum + lengths(series), 0) / clock;
      if (view.disks.length > 0) await relyingOn(unmet, () => {
        expect(Math.abs((figure(view, name) ?? NaN) - byHand)).toBeLessThan(0.05 * byHand + 1);
      });
    }
    for (
      const [name, metric] of [
        ['Host, page cache', 'node_memory_Cached_bytes'], ['Host, memory free', 'node_memory_MemFree_bytes'],
      ] as const
    ) {
      const recorded = (await samplesOf(`node_exporter:${metric}`, start, end))[0]?.values.map(
        ([, value]) => Number(value)
      ) ?? [];
      expect(figure(view, name)).toBeCloseTo(recorded.reduce((sum, value) => sum + value, 0) / recorded.length, 0);
    }
    expect(view.series.hottestRatio.every((ratio) => ratio === null || (ratio >= 0 && ratio <= 1))).toBe(true);
  });

  it('the panels use it, and none says any more that it is missing', async () => {
    const memory = await scope.get<MemoryPanel>('/targets/prom/panels/memory');
    expect(memory.parts.find(({ key }) => key === 'pageCache')?.bytes).toBeGreaterThan(0);
    const scrapes = await scope.get<ScrapesPanel>('/targets/prom/panels/scrapes');
    expect(JSON.stringify([memory.missing, scrapes.missing])).not.toContain('node_exporter');
  });

  it('a compaction has bytes written and page cache, with the multiple that its counters give by hand', async () => {
    const ask = (): Promise<CompactionPanel> => scope.get<CompactionPanel>('/targets/prom/panels/compaction');
    const panel = await eventually('two compactions', 300_000, ask, ({ compactions, range }) => (
      // The newest is well inside the window, so that all of it counts in both estimates.
      compactions.filter(({ bytesWrittenAboveQuiet }) => bytesWrittenAboveQuiet !== null).length >= 2
        && compactions.every(({ end }) => end < range.end - 4)
    ), 1000);
    expect(JSON.stringify(panel.missing)).not.toContain('node_exporter');
    const counted = panel.compactions.filter(
      ({ bytesWrittenAboveQuiet, running: runs }) => bytesWrittenAboveQuiet !== null && !runs
    );
    expect(
      counted.every(
        ({ pageCacheLostBytes, bytesReadAboveQuiet }) => pageCacheLostBytes !== null && bytesReadAboveQuiet !== null
      )
    ).toBe(true);

    const { disks } = await hostOf(panel.range.start, panel.range.end);
    const series = (
      await samplesOf('node_exporter:node_disk_written_bytes_total', panel.range.start, panel.range.end)
    ).filter(({ metric }) => disks.includes(metric.device ?? ''));
    const {
      points,
    } = await scope.get<ScrapesPanel>(`/targets/prom/panels/scrapes?${window(panel.range.start, panel.range.end)}`);
    const tookSeconds = new Map(points.time.map((time, i) => [time, points.durationSeconds[i] ?? 0]));
    const rows = (series[0]?.values ?? []).map(([time]) => time);
    // A counter is read halfway between request and answer.
    const times = rows.map((time) => time + (tookSeconds.get(time) ?? 0) / 2);
    const written = times.map((_, i) => series.reduce((sum, { values }) => sum + Number(values[i]?.[1]), 0));
    /** The counter between two of its readings. */
    const at = (time: number): number => {
      const i = Math.max(1, times.findIndex((one) => one >= time));
      const share = (time - (times[i - 1] ?? 0)) / ((times[i] ?? 0) - (times[i - 1] ?? 0));
      return (written[i - 1] ?? 0) + Math.min(1, share) * ((written[i] ?? 0) - (written[i - 1] ?? 0));
    };
    const known = panel.compactions.filter(
      ({ running: runs, start, end }) => !runs && start > (times[0] ?? Infinity) && end < (times.at(-1) ?? 0)
    );
    const likely = known.map(({ start, end, startErrorSeconds, endErrorSeconds }) => ({
      start: start - startErrorSeconds / 2, end: end - endErrorSeconds / 2,
    }));
    const seconds = likely.reduce((sum, { start, end }) => sum + end - start, 0);
    const during = likely.reduce((sum, { start, end }) => sum + at(end) - at(start), 0) / seconds;
    const outside = times.flatMap((time, i) => {
      const from = times[i - 1];
      return from === undefined || panel.compactions.some(({ start, end, startErrorSeconds }) =>
        (rows[i] ?? 0) - (time - from) <= end && (rows[i] ?? 0) >= start - startErrorSeconds) ? []
        : [((written[i] ?? 0) - (written[i - 1] ?? 0)) / (time - from)];
    }).sort((a, b) => a - b);
    const middle = outside.slice(Math.floor(outside.length / 4), Math.ceil(0.75 * outside.length));
    const quiet = middle.reduce((sum, rate) => sum + rate, 0) / middle.length;
    // Where readings were late, what lies between two of them is divided over more seconds, by each way in its own
    // manner.
    await relyingOn(lateReadings(times.slice(1).map((time, i) => time - (times[i] ?? time))), () => {
      expect(Math.abs(Math.log((panel.multiples.diskWrite ?? NaN) / (during / quiet)))).toBeLessThan(Math.log(1.1));
    });
    expect(known).toHaveLength(panel.compactions.length);
  });

  it('when it goes down the target\'s scrapes go on unharmed, and it is reported', async () => {
    await node.kill();
    // A request that was under way when it died says something else first.
    const down = await eventually(
      'the failure is reported', 60_000, targetNow,
      ({ node: beside, lastScrape }) =>
        beside?.lastScrape?.error?.includes('refused the connection') === true && lastScrape?.error === null
    );
    expect(down).toMatchObject({ state: 'up', lastScrape: { error: null } });
    const scrapesSince = (since: number, count: number): Promise<ScrapesPanel> => (eventually(
      'scrapes meanwhile', 90_000,
      () => scope.get<ScrapesPanel>(`/targets/prom/panels/scrapes?${window(since, Date.now() / 1000)}`),
      ({ scrapes: { total } }) => total >= count
    ));
    // An answer that came late before it died goes with the next row.
    await scrapesSince(Date.now() / 1000, 2);
    const start = Date.now() / 1000;
    const { scrapes } = await scrapesSince(start, 4);
    expect(scrapes).toMatchObject({ failed: 0, timedOut: 0 });
    const end = Date.now() / 1000;
    const view = await hostOf(start, end);
    expect(view).toMatchObject({ state: 'down', answered: 0 });
    expect(view.series.busyCores.every((cores) => cores === null)).toBe(true);
    expect(view.sentence).toContain('did not answer');
    node = running.node = await startNode();
    await eventually('it is back', 90_000, targetNow, ({ node: beside }) => beside?.lastScrape?.error === null);
  });

  it('an exported window opened again shows the same host', async () => {
    const { recorded } = await targetNow();
    const [start, end] = [(recorded?.end ?? 0) - 20, (recorded?.end ?? 0) - 5];
    const file = await (await scope.fetch(`/api/v1/targets/prom/recording?${window(start, end)}`)).arrayBuffer();
    expect((await scope.fetch('/api/v1/recordings?name=again', { method: 'POST', body: file })).status).toBe(201);
    const [live, again] = [await hostOf(start, end), await hostOf(start, end, 'again')];
    expect(again.series).toEqual(live.series);
    expect(again).toMatchObject({ asked: live.asked, answered: live.answered, disks: live.disks, cores: live.cores });
  });
});
