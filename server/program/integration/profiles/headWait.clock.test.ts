/**
 * A real Prometheus that takes out-of-order samples, and whose head compaction waits for one long query. Debian's
 * version has not the known issue 19013 (2.55 to 3.13.2), by which later queries prolong the wait.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capture, CompactionPanel, PanelFinding } from '../../../../core/contract/contract.ts';
import { render } from '../../../../core/text/parts.ts';
import { startPrometheus, type PrometheusLab } from '../lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from '../lab/tsdbscopeProcess.ts';

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;

beforeAll(async () => {
  lab = await startPrometheus({
    targets: 4, seriesPerTarget: 400, outOfOrder: { targets: 2, seconds: 20 }, blockDuration: '10s',
    maxBlockDuration: '90s', maxSeconds: 600, flags: ['--query.timeout=10m'],
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

/** Counts all series at each of 6,000 steps, 600 times: minutes of one core, until it is cancelled. */
async function longQuery(signal: AbortSignal): Promise<string> {
  const now = Date.now() / 1000;
  const query = new URLSearchParams({
    query: Array.from({ length: 600 }, () => 'count by (path) ({__name__=~"load.+"})').join(' + '),
    start: String(now - 300), end: String(now), step: '0.05',
  });
  try {
    const answer = await fetch(`${lab.url}/api/v1/query_range`, { method: 'POST', body: query, signal });
    return `ended with ${answer.status}`;
  } catch (error) {
    if (signal.aborted) return 'cancelled';
    throw error;
  }
}

const findings = (): Promise<PanelFinding[]> => scope.get<PanelFinding[]>('/targets/prom/findings');

describe('a head compaction that waits for a query', () => {
  it('is named with its age, by a dump that is taken by itself, and as no known issue', async () => {
    await eventually(
      'a head compaction is seen', 120_000, () => scope.get<CompactionPanel>('/targets/prom/panels/compaction'),
      ({ compactions }) => compactions.some(({ kind }) => kind.startsWith('head')), 1000
    );
    const cancel = new AbortController();
    const query = longQuery(cancel.signal);
    const found = await eventually(
      'the wait is named', 120_000, findings, (all) => all.some(({ code }) => code === 'head-compaction-waits'), 1000
    );
    const waits = found.find(({ code }) => code === 'head-compaction-waits');
    expect(`${waits?.panel}: ${render(waits?.claim ?? [])}`)
      .toMatch(/^compaction: Head compaction has waited [\d.]+ (?:s|m \d+ s) for queries to end\.$/);
    expect(waits?.evidence.map((one) => render(one)).join(' ')).toContain('Its block was counted at');
    const captures = await scope.get<Capture[]>('/targets/prom/captures');
    const taken = captures.find(({ reason: { rule } }) => rule === 'head-wait');
    expect(taken).toMatchObject({ kind: 'goroutine', waits: true, state: 'done' });
    expect(taken?.reason.sentence).toMatch(/^A block was written .* ago/);
    expect(found.map(({ code }) => code)).not.toContain('known-issue');
    cancel.abort();
    expect(await query).toBe('cancelled');
    await eventually(
      'the wait is over', 60_000, findings, (all) => all.some(({ code, claim }) => (
        code === 'head-compaction-waits' && / compaction waited /.test(render(claim)))), 1000
    );
  });
});
