/** A recording whose rule group makes the CPU spikes: claim, card, causes, fold, flame graph and its row. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GcCpuPanel, GcProfile, OpenedFiles, TargetSpikes } from '../../../core/contract/contract.ts';
import {
  demoOpened, newDataDir, startTsdbscope, type Tsdbscope,
} from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { writePlantedRules } from '../../../testdata/plantedRules.ts';
import { demoPair, expect, settled, test } from '../scopeTest.ts';

const { dataDir, remove } = newDataDir();
let own: Tsdbscope;
let target = '';

// A process of its own, because others of this run count its targets.
test.beforeAll(async () => {
  test.setTimeout(240_000);
  own = await startTsdbscope(['--demo'], dataDir);
  await demoOpened(own);
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  const body = readFileSync(await writePlantedRules(folder, { hasOtherCosts: true }));
  rmSync(folder, { recursive: true });
  const answer = await own.fetch('/api/v1/open?name=planted.ndjson', { method: 'POST', body });
  const { data } = await answer.json() as { data: OpenedFiles };
  target = data.files[0]?.target ?? '';
  expect(target).not.toBe('');
});
test.afterAll(async () => {
  await own.stop();
  remove();
});

test('the page names the group, its card states what an evaluation costs, and its name leads to the fold', async (
  { page }
) => {
  const { trains = [], spikes } = await own.get<TargetSpikes>(`/targets/${target}/spikes`);
  expect(trains[0]).toMatchObject({ names: ['planted'], verdict: 'named', spikes: spikes.length });
  await page.goto(`${own.url}/?target=${target}`);
  await settled(page);
  await expect(page.getByText(/rule group planted makes (all|\d+ of) \d+ (CPU )?spikes/i).first()).toBeVisible();

  await page.goto(`${own.url}/gc-cpu?target=${target}`);
  await settled(page);
  const plot = page.locator('.u-over').first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('no plot');
  const texts: string[] = [];
  for (let x = 4; x < box.width - 4; x += 4) {
    await page.mouse.move(box.x + x, box.y + box.height / 2);
    texts.push((await page.getByTestId('hover-card').textContent()) ?? '');
  }
  const card = texts.find((text) => text.includes('rule group planted: each adds')) ?? '';
  expect(card).toMatch(/CPU spike [^,]+, rule group planted, [\d.]+ core-s above quiet/);
  expect(card).toMatch(/each allocates [\d.]+ MiB \(/);
  expect(card).toMatch(/each reads and writes [\d.]+ MiB \(/);
  expect(card).toMatch(/a scrape during one takes 1\d\d ms \(1\d\d ms to 1\d\d ms\) longer/);

  await page.goto(`${own.url}/?target=${target}`);
  await settled(page);
  await page.getByRole('table', { name: 'Causes of CPU spikes' })
    .getByRole('link', { name: 'rule group planted', exact: true }).click();
  await expect(page.getByText('CPU folded at rule group planted', { exact: false }).first()).toBeVisible();
  await expect(page.getByText(/^One evaluation adds 2\.\d+ core-s .* longer\.$/)).toBeVisible();
});

test('the table of rule groups has the same costs, the heavy group first', async ({ page }) => {
  const { trains = [] } = await own.get<TargetSpikes>(`/targets/${target}/spikes`);
  const milliseconds = Math.round(1000 * (trains[0]?.delaySeconds ?? NaN));
  await page.goto(`${own.url}/scrapes?target=${target}&open=rules`);
  await settled(page);
  const table = page.getByRole('table', { name: 'Rule groups' });
  await expect(table).toBeVisible();
  const row = table.getByRole('row').nth(1);
  await expect(row).toContainText('planted');
  await expect(row).toContainText(/2\.\d+ core-s/);
  await expect(row).toContainText(`${milliseconds} ms`);
  await expect(table.getByRole('columnheader', { name: 'reads and writes' })).toBeVisible();
  await expect(table.getByRole('row', { name: /light/ })).toContainText('too short');
});

test('a profile over an evaluation is the flame graph of the group', async ({ page }) => {
  const { after } = await demoPair(own);
  await page.route(new RegExp(`/targets/${target}/panels/gc-cpu`), async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: GcCpuPanel };
    const start = (data.spikes.trains?.[0]?.lastStart ?? NaN) - 0.2;
    const profile: GcProfile = {
      id: after, name: 'booked', start, durationSeconds: 3, cpuSeconds: 3, gcCpuSeconds: 0.2, idleGcCpuSeconds: null,
      samples: 300, gcSamples: 20, onOurClock: true,
    };
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, profiles: [profile] } } });
  });
  await page.goto(`${own.url}/gc-cpu?target=${target}&open=trains`);
  await settled(page);
  await page.getByRole('link', { name: 'Flame graph', exact: true }).first().click();
  await expect.poll(() => new URL(page.url()).searchParams.get('profile')).toBe(after);
  await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
