/**
 * A real Prometheus that takes out-of-order samples, while queries keep its head compaction waiting: Debian's version
 * has the known issue 19013, by which queries that begin during the wait prolong it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capture, CompactionPanel, PanelFinding } from '../../../../core/contract/contract.ts';
import { render } from '../../../../core/text/parts.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { querySpike } from '../lab/querySpike.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;

beforeAll(async () => {
  lab = await startPrometheus({
    targets: 4, seriesPerTarget: 400, outOfOrder: { targets: 2, seconds: 20 }, blockDuration: '10s',
    maxBlockDuration: '90s', maxSeconds: 600,
  });
  const file = join(dataDir, 'waits.yml');
  writeFileSync(file, `profiling: {heap: {every: 1h}}\ntargets: [{url: '${lab.url}', name: prom}]\n`);
  scope = await startTsdbscope(['--config', file], dataDir);
}, 120_000);

afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

describe('a head compaction that queries keep waiting', () => {
  it('is named with its age and the known issue, by a dump that is taken by itself', async () => {
    await eventually(
      'a head compaction is seen', 120_000, () => scope.get<CompactionPanel>('/targets/prom/panels/compaction'),
      ({ compactions }) => compactions.some(({ kind }) => kind.startsWith('head')), 1000
    );
    const queries = querySpike(lab.url, 60, 3);
    const found = await eventually(
      'the known issue is named', 120_000, () => scope.get<PanelFinding[]>('/targets/prom/findings'),
      (all) => all.some(({ code }) => code === 'known-issue'), 1000
    );
    const said = new Map(found.map(({ code, panel, claim }) => [code, `${panel}: ${render(claim)}`]));
    expect(said.get('known-issue')).toMatch(
      /^compaction: This is probably prometheus 19013 \(.*\); fixed in 3\.13\.3, you run 2\.\d+\.\d+\.$/
    );
    expect(said.get('head-compaction-waits'))
      .toMatch(/^compaction: Head compaction has waited [\d.]+ (?:s|m \d+ s) for queries to end\.$/);
    const captures = await scope.get<Capture[]>('/targets/prom/captures');
    expect(captures.filter(({ kind }) => kind === 'goroutine').map(({ reason }) => reason)).toMatchObject([
      { how: 'triggered', rule: 'stacks', sentence: expect.stringMatching(/a block was written .* ago/) as string },
    ]);
    await queries;
    await eventually(
      'the head is truncated once no query runs', 60_000, () => scope.get<PanelFinding[]>('/targets/prom/findings'),
      (all) => !all.some(({ code, confidence }) => code === 'known-issue' && confidence === 'likely'), 1000
    );
  });
});
