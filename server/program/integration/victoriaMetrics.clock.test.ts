import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pearson } from '../../../core/statistics/correlation.ts';
import { seededRandom } from '../../../core/statistics/random.ts';
import type {
  Capture, CompactionPanel, GcCpuPanel, SelfStatus, Target, TargetQueryLists,
} from '../../../core/contract/contract.ts';
import { NO_INPUTS } from '../../../core/panels.ts';
import { detectTarget } from '../../data/metrics/detectTarget.ts';
import { parseExposition } from '../../data/metrics/exposition/parseExposition.ts';
import type { Role } from '../../data/metrics/roleNames.ts';
import { roleValues } from '../../data/metrics/roles.ts';
import { ROLE_TABLE } from '../../data/metrics/roleTable.ts';
import { openLocalDataStore } from '../worker/data/localDataStore.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';
import { relyingOn } from './lab/inconclusive.ts';
import { watchCpu, type KernelCpu } from './lab/kernelCpu.ts';
import { againstOracle } from './lab/oracleMismatch.ts';
import { startVictoriaMetrics, type VictoriaLab } from './lab/victoriaLab.ts';

const RECORD_SECONDS = 120;
/** Longer intervals are gaps; in steps of the scrapes, of which a full machine skips many. */
const LONGEST_INTERVAL_STEPS = 2.5;
const MIN_INTERVALS = 80;

describe('a real VictoriaMetrics under load', () => {
  const { dataDir, remove } = newDataDir();
  let lab: VictoriaLab;
  let scope: Tsdbscope;
  /** What is to be ended, also when the start failed half-way. */
  const running: { lab?: VictoriaLab; scope?: Tsdbscope; cpu?: KernelCpu } = {};
  let kernel: KernelCpu;

  beforeAll(async () => {
    lab = running.lab = await startVictoriaMetrics();
    kernel = running.cpu = watchCpu(lab.pid);
    const config = join(dataDir, 'config.yml');
    writeFileSync(config, `targets:\n  - {name: vm, url: '${lab.url}'}\n`);
    scope = running.scope = await startTsdbscope(['--config', config], join(dataDir, 'data'));
  }, 240_000);
  afterAll(async () => {
    running.cpu?.stop();
    await Promise.all([running.scope?.stop(), running.lab?.stop()]);
    remove();
  });

  it('is recorded for a minute and more, with a CPU profile meanwhile', async () => {
    await eventually(
      'the target is up', 60_000, () => scope.get<Target[]>('/targets'), ([target]) => target?.state === 'up'
    );
    await new Promise((resume) => setTimeout(resume, 10_000));
    const posted = await scope.fetch(
      '/api/v1/targets/vm/captures',
      {
        method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'cpu', seconds: 30 }),
      }
    );
    expect(posted.status).toBe(202);
    const {
      recorded,
    } = await eventually('enough is recorded', 300_000, () => scope.get<Target>('/targets/vm'), (target) => (
      target.recorded !== null && target.recorded.end - target.recorded.start >= RECORD_SECONDS
    ), 1000);
    expect(recorded).not.toBeNull();
    await eventually(
      'the profile is taken', 60_000, () => scope.get<Capture[]>('/targets/vm/captures'),
      ([capture]) => capture?.state === 'done'
    );
    expect(lab.rowsSent()).toBeGreaterThan(200_000);
    expect(await scope.get<Target>('/targets/vm')).toMatchObject({ kind: 'victoriametrics', blockRangeSeconds: null });
  });

  it('names its queries by what it says of them, at one GET a minute for each list', async () => {
    const query = 'sum(sum_over_time(load[1m])) by (series)';
    const ask = (): Promise<Response> => fetch(`${lab.url}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { top, requests, failed } = await eventually('the query is listed', 150_000, async () => {
      expect((await ask()).ok).toBe(true);
      return scope.get<TargetQueryLists>('/targets/vm/queries');
    }, (lists) => lists.top.some(({ text, count }) => text === query && count > 1), 1000);
    expect(top.find(({ text }) => text === query)?.sumSeconds).toBeGreaterThan(0);
    expect(requests).toBeGreaterThanOrEqual(2);
    expect(failed).toBe(0);
    expect((await scope.get<SelfStatus>('/self')).readings.mostPerMinute).toBeLessThanOrEqual(2);
  }, 180_000);

  it('claims no clock over 20 seeded windows, and says what it merges', async () => {
    const random = seededRandom(20);
    const { recorded } = await scope.get<Target>('/targets/vm');
    const { start, end } = recorded ?? { start: NaN, end: NaN };
    for (let i = 0; i < 20; i++) {
      const length = 20 + random() * (end - start - 25);
      const from = start + random() * (end - start - length);
      const panel = await scope.get<CompactionPanel>(
        `/targets/vm/panels/compaction?start=${from.toFixed(3)}&end=${(from + length).toFixed(3)}`
      );
      expect(panel).toMatchObject({
        blockRangeSeconds: null, phaseSeconds: null, next: null, compactions: [],
        alignment: { aligned: false, count: 0 }, fold: { periodSeconds: null },
      });
      expect(panel.merges?.engine).toBe('victoriametrics');
      expect(panel.merges?.periods.filter(({ aligned }) => aligned)).toEqual([]);
      expect(panel.finding.code).toBe('merges-continuous');
    }
    const panel = await scope.get<CompactionPanel>('/targets/vm/panels/compaction');
    expect(panel.merges?.mergesPerSecond).toBeGreaterThan(0);
    expect(panel.merges?.rowsPerSecond).toBeGreaterThan(0);
    expect(panel.missing.flatMap(({ names }) => names)).not.toContain('process_io_storage_written_bytes_total');
  });

  it('assigns no CPU to single cycles at several per second, and says so; E1 and E4 overlap', async () => {
    const panel = await scope.get<GcCpuPanel>('/targets/vm/panels/gc-cpu');
    const estimate = (name: string) => panel.estimates.find(({ estimator }) => estimator === name);
    expect(panel.cyclesWithoutTime).toBeGreaterThan(20);
    expect(estimate('E2'))
      .toMatchObject({ cores: null, note: expect.stringMatching(/^cannot be estimated: /) as string });
    const [e1, e4] = [estimate('E1'), estimate('E4')];
    expect(e1?.cores, e1?.note).not.toBeNull();
    expect(e4?.cores, e4?.note).not.toBeNull();
    const both = JSON.stringify([e1, e4]);
    expect(e4?.highCores, both).toBeGreaterThanOrEqual(e1?.lowCores ?? NaN);
    // Go's fraction counts the wall time of its workers: where others take their CPU it is an upper bound and no more.
    await relyingOn(
      () => ((loadavg()[0] ?? 0) < cpus().length ? null : 'Others took CPU from the workers.'),
      () => { expect(e4?.lowCores, both).toBeLessThanOrEqual(e1?.highCores ?? NaN); }
    );
  });

  it('correlates GC with CPU as the trace and the kernel do, though its intervals are one second or two', async () => {
    // On a machine that is full many scrapes are skipped.
    const { correlation, series } = await eventually(
      'enough intervals', 300_000, () => scope.get<GcCpuPanel>('/targets/vm/panels/gc-cpu'),
      (panel) => panel.correlation.sampleSize >= MIN_INTERVALS, 1000
    );
    const ends = lab.cycleEndsMs();
    const [cycles, cores]: [number[], number[]] = [[], []];
    // Points where a scrape was answered; a hole has none.
    const scraped = series.time.flatMap((time, i) => (
      series.heapInuseBytes[i] === null ? [] : [{ time, isRate: series.cpuCores[i] !== null }]
    ));
    // Lags are a step apart, and a second at least.
    const [first, second] = correlation.lags;
    const longestSeconds = LONGEST_INTERVAL_STEPS * ((second?.lagSeconds ?? NaN) - (first?.lagSeconds ?? NaN));
    let intervals = 0;
    for (const [i, { time: to, isRate }] of scraped.entries()) {
      const from = scraped[i - 1]?.time ?? -Infinity;
      if (!isRate || to - from > longestSeconds) continue;
      intervals++;
      const used = kernel.secondsAt(1000 * to) - kernel.secondsAt(1000 * from);
      if (Number.isNaN(used)) continue;
      cycles.push(ends.filter((end) => end > 1000 * from && end <= 1000 * to).length / (to - from));
      cores.push(used / (to - from));
    }
    const truth = pearson(Float64Array.from(cycles), Float64Array.from(cores)) ?? NaN;
    const said = `r = ${correlation.pearson} of ${correlation.sampleSize}; by kernel and trace ${truth} of ${
      cores.length} of ${intervals} intervals of up to ${longestSeconds} s`;
    console.log(said);
    // Intervals that the sampler of the kernel missed make the two of different samples.
    await relyingOn(() => (cores.length === intervals ? null : `The sampler of the kernel was late: ${said}.`), () => {
      againstOracle(said, () => {
        expect(intervals).toBe(correlation.sampleSize);
        expect(Math.abs((correlation.pearson ?? NaN) - truth)).toBeLessThanOrEqual(0.1);
      });
    });
  });

  it('repeats its body for about a second: those are dropped before rates', async () => {
    const own = newDataDir();
    const opened = await openLocalDataStore({ dataDir: own.dataDir, retentionMs: 3_600_000, retentionBytes: 2 ** 30 });
    if (!opened.ok) throw new Error(opened.error.message);
    const data = opened.value;
    await data.putTarget({ name: 'vm', url: lab.url, recording: false, labels: {} });
    const bodies: string[] = [];
    const startMs = Date.now();
    let lastMs = 0;
    const repeated = (): number => bodies.filter((body, i) => body === bodies[i - 1]).length;
    // On a machine that is full some come so late that nothing is repeated.
    for (let i = 0; i < 40 || (repeated() < 9 && i < 200); i++) {
      await new Promise((resume) => setTimeout(resume, Math.max(0, 400 - (Date.now() - lastMs))));
      lastMs = Date.now();
      const sentMs = Date.now();
      const answer = await fetch(`${lab.url}/metrics`);
      const body = new Uint8Array(await answer.arrayBuffer());
      bodies.push(createHash('sha1').update(body).digest('hex'));
      await data.record(
        'vm',
        {
          startMs: sentMs, durationSeconds: (Date.now() - sentMs) / 1000, status: 200, body,
          contentType: answer.headers.get('content-type') ?? '', error: null, extras: {},
        }
      );
    }
    const distinct = bodies.length - repeated();
    expect(repeated()).toBeGreaterThanOrEqual(9);
    const panel = await data.panel('compaction', {
      target: 'vm', startMs: startMs - 1, endMs: Date.now() + 1, stepMs: null, timeoutSeconds: 1, intervalSeconds: 0.4,
      nowMs: Date.now(),
      inputs: NO_INPUTS,
    });
    await data.close();
    own.remove();
    if (!panel.ok) throw new Error(panel.error.message);
    const rates = panel.value.series.cpuCores.filter((cores) => cores !== null);
    expect(rates.length).toBeLessThan(distinct);
    expect(rates.length).toBeGreaterThan(distinct / 2);
    // Kept, each repeated body would be a rate of 0 with a double one after it.
    expect(rates.filter((cores) => cores === 0)).toEqual([]);
  });

  it('plays these roles, and lacks those', async () => {
    const answer = await fetch(`${lab.url}/metrics`);
    const { samples } = parseExposition(new Uint8Array(await answer.arrayBuffer()), 'text/plain');
    expect(detectTarget(samples).kind).toBe('victoriametrics');
    const has = (role: Role): boolean => roleValues([role], 'victoriametrics', samples, 0)[role] !== undefined;
    for (const role of [
      'cpuSeconds', 'residentBytes', 'processStartSeconds', 'diskReadBytes', 'diskWrittenBytes', 'gcCycles',
      'lastGcSeconds', 'gcPauseSeconds', 'gcCpuFraction', 'heapInuseBytes', 'heapGoalBytes',
      'allocBytes', 'gogcPercent', 'maxProcs', 'samplesAppended', 'headSeries', 'seriesCreated', 'compactions',
      'compactionRunning', 'blocksLoaded', 'blocksBytes', 'rowsMerged', 'rowsPending', 'residentFileBytes',
    ] as const) expect({ role, has: has(role) }).toEqual({ role, has: true });
    const absent = (Object.keys(ROLE_TABLE) as Role[]).filter((role) => !has(role));
    // Of 1.79; later versions have gcCpuSeconds, memoryLimitBytes and cpuWaitSeconds.
    expect(absent).toEqual(
      expect.arrayContaining(
        [
          'compactionSeconds', 'headTruncations', 'headMinTimeMs', 'headChunks', 'walSegmentCurrent', 'ready',
          'seriesRemoved',
        ] satisfies Role[]
      )
    );
  });
});
