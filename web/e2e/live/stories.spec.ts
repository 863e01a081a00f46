/**
 * Incidents of a real server, from opening the address to the right claim and its picture. A freeze, a stop and a
 * replay are in states.spec.ts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { KeptProcess } from '../../../server/program/integration/lab/childProcess.ts';
import { playFullHost, type FullHost } from '../../../server/program/integration/lab/fullHost.ts';
import { startNodeExporter } from '../../../server/program/integration/lab/nodeExporter.ts';
import { startPrometheus, type PrometheusLab } from '../../../server/program/integration/lab/prometheusLab.ts';
import {
  newDataDir, startTsdbscope, type Tsdbscope,
} from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { drop } from '../drop.ts';
import { watchClaims } from '../scopeTest.ts';

/** Head blocks of 20 s: a compaction every 20 s; in between it uses a fraction of a core. */
const LOAD = {
  targets: 4, seriesPerTarget: 4_000, churnSeconds: 20, blockDuration: '20s', maxBlockDuration: '60s', maxSeconds: 900,
};
const PATIENCE_MS = 150_000;

const { dataDir, remove } = newDataDir();
let lab: PrometheusLab;
let scope: Tsdbscope;
let node: KeptProcess;
let host: FullHost;

/** Returns the number of pixels of the first chart in the colour that the page assigns to `--mark-NAME`. */
function pointsDrawn(page: Page, name: string): Promise<number> {
  return page.evaluate((mark) => {
    const canvas = document.querySelector<HTMLCanvasElement>('main .uplot canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return 0;
    const probe = new OffscreenCanvas(1, 1).getContext('2d');
    if (probe === null) return 0;
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(mark);
    probe.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = probe.getImageData(0, 0, 1, 1).data;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let points = 0;
    for (let i = 0; i < data.length; i += 4) {
      const far = Math.abs((data[i] ?? 0) - r) + Math.abs((data[i + 1] ?? 0) - g) + Math.abs((data[i + 2] ?? 0) - b);
      if ((data[i + 3] ?? 0) > 200 && far < 24) points++;
    }
    return points;
  }, `--mark-${name}`);
}

const claims: string[] = [];
test.beforeEach(({ page }) => { watchClaims(page, claims); });
test.afterEach(() => { expect(claims).toEqual([]); });

test.beforeAll(async () => {
  const exporter = await startNodeExporter(dataDir);
  node = exporter.node;
  host = await playFullHost(exporter.url);
  lab = await startPrometheus(LOAD);
  // One server as two targets: a target without host data reports other causes even on a full machine.
  const config = join(dataDir, 'config.yml');
  writeFileSync(config, `targets:
  - {name: prom, url: '${lab.url}'}
  - {name: prom-with-host, url: '${lab.url}', node_exporter: '${host.url}'}
`);
  scope = await startTsdbscope(['--config', config], join(dataDir, 'data'));
});

test.afterAll(async () => {
  await scope.stop();
  await Promise.all([lab.stop(), node.kill(), host.stop()]);
  remove();
});

test('every 20 s it spikes: the claim says compaction, and the chart fills its spikes', async ({ page }) => {
  test.setTimeout(600_000);
  await page.goto(`${scope.url}/?target=prom&range=5m`);
  const causes = page.getByRole('table', { name: 'Causes of CPU spikes' });
  await expect(causes.locator('tr[data-cause="compaction"]')).toBeVisible({ timeout: 300_000 });
  await expect(page.getByTestId('finding'))
    .toHaveAttribute('data-code', /^(cpu-spikes|compaction-spikes|compaction-slows-scrapes)$/, { timeout: 200_000 });
  await expect.poll(() => pointsDrawn(page, 'compaction'), { timeout: 60_000 }).toBeGreaterThan(50);
  // They continue, and are still attributed to the same cause.
  await expect.poll(async () => {
    const end = Date.now() / 1000;
    const { spikes } = await scope.get<{ spikes: { spikes: { cause: string }[] } }>(
      `/targets/prom/panels/gc-cpu?start=${String(end - 300)}&end=${String(end)}`
    );
    return spikes.spikes.filter(({ cause }) => cause === 'compaction').length;
  }, { timeout: 200_000 }).toBeGreaterThanOrEqual(4);
  await expect(causes.locator('tbody tr').first()).toHaveAttribute('data-cause', 'compaction');
});

test('a host that others fill: that is the claim, and it grows more serious with age', async ({ page }) => {
  test.setTimeout(600_000);
  await page.goto(`${scope.url}/?target=prom-with-host&range=15m`);
  host.fill();
  const claim = page.getByTestId('finding');
  await expect(claim).toHaveAttribute('data-code', 'host-out-of-cpu', { timeout: PATIENCE_MS });
  await expect(page.locator('main [data-severity]').first())
    .toHaveAttribute('data-severity', 'critical', { timeout: PATIENCE_MS });
  await expect(claim).toHaveAttribute('data-code', 'host-out-of-cpu');
  await expect(claim).toContainText('The host has been out of CPU for');
  // The picture stays: the target's CPU.
  await expect(page.locator('main .uplot canvas').first()).toBeVisible();
});

test('two CPU profiles of it, before and after, dropped: one claim, and the functions behind it', async ({ page }) => {
  test.setTimeout(600_000);
  const take = async (): Promise<Uint8Array> => {
    const answer = await fetch(`${lab.url}/debug/pprof/profile?seconds=8`);
    expect(answer.status).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const before = await take();
  // The work of a start instead of that of scrapes.
  await lab.kill9();
  await lab.restart();
  await expect.poll(async () => (await fetch(`${lab.url}/-/healthy`).catch(() => null))?.ok, { timeout: 120_000 })
    .toBe(true);
  const after = await take();
  await page.goto(`${scope.url}/profiles`);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
  await drop(page, [{ name: 'before.pb.gz', bytes: before }, { name: 'after.pb.gz', bytes: after }]);
  await expect(page).toHaveURL(/\/diff\?/, { timeout: 120_000 });
  const [one, other] = ['before', 'after'].map((side) => new URL(page.url()).searchParams.get(side) ?? '');
  expect(one).not.toBe(other);
  const { totals } = await scope.get<{ totals: { before: number; after: number } }>(
    `/diff/top?before=${one ?? ''}&after=${other ?? ''}`
  );
  expect(totals.before).toBeGreaterThan(0);
  await expect(page.locator('main [data-code]').first()).toContainText(/CPU/);
  await expect(page.getByRole('tree').locator('[tabindex="0"]')).toBeVisible();
});
