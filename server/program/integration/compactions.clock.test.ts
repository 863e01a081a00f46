import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompactionHerd, CompactionLog, CompactionPanel, Target } from '../../../core/contract/contract.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

/** Shows three compactions on the clock in some two minutes, meanwhile the other has its blocks of two minutes. */
const SHORT_SECONDS = 30;
const SHORT_LIMIT_MS = 170_000;
/**
 * The first head after an empty start is cut after 1.5 ranges (on the clock only by chance), the second at the next
 * instant of the clock: at most 2.5 ranges in all.
 */
const LONG_SECONDS = 120;
const LONG_LIMIT_MS = 310_000;

describe('two real Prometheus, with blocks of 30 s and of 2 min', () => {
  const { dataDir, remove } = newDataDir();
  let lab: PrometheusLab;
  let scope: Tsdbscope;
  const running: { labs: PrometheusLab[]; scope?: Tsdbscope } = { labs: [] };
  const panelOf = (target: string): Promise<CompactionPanel> =>
    scope.get<CompactionPanel>(`/targets/${target}/panels/compaction`);

  beforeAll(async () => {
    const start = (seconds: number): Promise<PrometheusLab> => startPrometheus({
      targets: 2, seriesPerTarget: 3000, blockDuration: `${seconds}s`, maxBlockDuration: `${9 * seconds}s`,
      maxSeconds: 900,
    });
    const long = await start(LONG_SECONDS);
    running.labs.push(long);
    lab = await start(SHORT_SECONDS);
    running.labs.push(lab);
    const config = join(dataDir, 'config.yml');
    writeFileSync(config, `targets:\n  - {name: short, url: '${lab.url}'}\n  - {name: long, url: '${long.url}'}\n`);
    scope = running.scope = await startTsdbscope(['--config', config], join(dataDir, 'data'));
    await eventually(
      'both are up', 60_000, () => scope.get<Target[]>('/targets'),
      (targets) => targets.length === 2 && targets.every(({ state }) => state === 'up')
    );
  }, 240_000);
  afterAll(async () => {
    await Promise.all([running.scope?.stop(), ...running.labs.map((one) => one.stop())]);
    remove();
  });

  it('compactions appear in time, on the clock, at half range', async () => {
    const panel = await eventually(
      'three head compactions on the clock', SHORT_LIMIT_MS, () => panelOf('short'),
      ({ alignment }) => alignment.count >= 3, 1000
    );
    expect(panel).toMatchObject(
      { blockRangeSeconds: SHORT_SECONDS, expectedPhaseSeconds: SHORT_SECONDS / 2, alignment: { aligned: true } }
    );
    expect(Math.abs(panel.phaseErrorSeconds ?? NaN)).toBeLessThan(0.1 * SHORT_SECONDS);
    expect(panel.blockRangeSource).toMatch(/^(flags|cmdline)$/);
    expect(['keeping-up', 'busy']).toContain(panel.keepingUp.verdict);
    expect(panel.series.blocksLoaded.some((blocks) => (blocks ?? 0) > 0)).toBe(true);
  });

  it('its own log, opened for it, joins the same episodes to the second', async () => {
    const before = await panelOf('short');
    const answer = await scope.fetch('/api/v1/logs/compaction?target=short', { method: 'POST', body: lab.log() });
    const { data } = (await answer.json()) as { data: CompactionLog };
    expect(data.compactions.length).toBeGreaterThanOrEqual(3);
    expect(data).toMatchObject({ target: 'short', blockRangeSeconds: SHORT_SECONDS });
    expect(Math.abs(data.phaseErrorSeconds ?? NaN)).toBeLessThan(0.1 * SHORT_SECONDS);
    const panel = await panelOf('short');
    const told = panel.compactions.filter(({ sources }) => sources.includes('log') && sources.includes('counters'));
    expect(told.length).toBeGreaterThanOrEqual(Math.min(3, before.compactions.length));
    for (const { steps, level } of told) {
      expect(steps.length).toBeGreaterThan(0);
      expect(level).toBeGreaterThanOrEqual(1);
    }
    // A compaction is known to the spacing of the scrapes around it; one of them may be late on a machine that is full.
    expect(
      told.map(({ startErrorSeconds }) => startErrorSeconds).sort((a, b) => a - b)[Math.floor((told.length - 1) / 2)]
    ).toBeLessThan(2);
    expect(panel.blocks.length).toBeGreaterThanOrEqual(3);
    expect(panel.notes.map(({ sentence }) => sentence).join(' ')).not.toContain('another server');
  });

  it('with blocks of 2 minutes the first comes when the rule says, off the clock, and the second on it', async () => {
    const foretold = await panelOf('long');
    const panel = await eventually(
      'two head compactions, one on the clock', LONG_LIMIT_MS, () => panelOf('long'),
      ({ alignment, compactions }) => alignment.count >= 1 && compactions.length >= 2, 1000
    );
    expect(panel.blockRangeSeconds).toBe(LONG_SECONDS);
    expect(Math.abs(panel.phaseErrorSeconds ?? NaN)).toBeLessThan(0.05 * LONG_SECONDS);
    // Still to come when it was asked, unless the short blocks took their time.
    if (foretold.next !== null && foretold.compactions.length < panel.compactions.length) {
      const { time, errorSeconds } = foretold.next;
      // Each start is known to the spacing of the scrapes around it.
      const apart = panel.compactions.map(({ start, startErrorSeconds }) => Math.abs(start - time) - startErrorSeconds);
      expect(Math.min(...apart)).toBeLessThan(2 + errorSeconds);
    }
    expect(panel.compactions.length).toBeGreaterThanOrEqual(2);
    expect(panel.next).not.toBeNull();
  }, LONG_LIMIT_MS + 10_000);

  it('both lie on one axis', async () => {
    const herd = await scope.get<CompactionHerd>('/herd/compaction');
    expect(herd)
      .toMatchObject({ periodSeconds: LONG_SECONDS, offsetSeconds: { length: 120 }, totalCpuCores: { length: 120 } });
    const by = (name: string) => herd.targets.find(({ target }) => target === name);
    expect(by('short')).toMatchObject({ blockRangeSeconds: SHORT_SECONDS, aligned: true, reason: null });
    expect(by('long')).toMatchObject({ blockRangeSeconds: LONG_SECONDS, reason: null });
    expect(by('short')?.startOffsetsSeconds.length).toBeGreaterThanOrEqual(4);
    expect(by('long')?.cpuCores.some((cores) => cores !== null)).toBe(true);
    // Half of 30 s past every 30 s, and half of 2 min past every 2 min: 15 s apart, each as late as is allowed above.
    const [, apart = NaN] = herd.finding.claim.flatMap((part) => ('quantity' in part ? [part.quantity] : []));
    expect(Math.abs(apart - SHORT_SECONDS / 2)).toBeLessThan(0.1 * SHORT_SECONDS + 0.05 * LONG_SECONDS);
  });

  it('says in a sentence what is wrong with a log, a target or a list', async () => {
    const asked = async (path: string, init?: RequestInit): Promise<[number, string]> => {
      const answer = await scope.fetch(`/api/v1${path}`, init);
      return [answer.status, ((await answer.json()) as { error: string }).error];
    };
    const post = (body: BodyInit, path = '/logs/compaction'): Promise<[number, string]> =>
      asked(path, { method: 'POST', body });
    expect(await post('<html>nope</html>'))
      .toEqual([400, expect.stringContaining('None of its 1 lines has a time and a message') as string]);
    expect(await post('')).toEqual([400, expect.stringContaining('empty') as string]);
    expect(await post(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])))
      .toEqual([400, expect.stringContaining('cannot be unpacked') as string]);
    expect(await post('x', '/logs/compaction?target=nobody'))
      .toEqual([404, expect.stringContaining('There is no target "nobody"') as string]);
    expect(await asked('/herd/compaction?targets=nobody'))
      .toEqual([404, expect.stringContaining('"nobody"') as string]);
    expect(await asked(`/herd/compaction?targets=${Array.from({ length: 30 }, (_, i) => i).join(',')}`))
      .toEqual([400, expect.stringContaining('at most 24') as string]);
  });
});
