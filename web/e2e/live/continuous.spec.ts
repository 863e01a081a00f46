/**
 * Continuous profiles of a real Prometheus on the page: an hour that the running program rolls up, next to one pinned
 * by a note; and a span compared with its quiet profile.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { ProfileInfo, Profiling, SpanProfile, Target, TopTable } from '../../../core/contract/contract.ts';
import { spanId } from '../../../core/profileSpan.ts';
import { endedCapture, orderCapture } from '../../../server/program/integration/lab/captureOrders.ts';
import { startPrometheus, type PrometheusLab } from '../../../server/program/integration/lab/prometheusLab.ts';
import {
  eventually, newDataDir, startTsdbscope, type Tsdbscope,
} from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { decode } from '../../../server/profile/decode/decode.ts';
import { encode } from '../../../server/profile/decode/encode.ts';
import { openProfileClient } from '../../../server/program/worker/profile/profileClient.ts';
import { broken } from '../accessibility.ts';
import { settled, watch } from '../scopeTest.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const RECORDED = join(ROOT, 'testdata', 'profiles', 'span', 'lab');
const HOUR = 3600;
const COUNT = 20;
const EVERY_SECONDS = 150;
const PINNED = 5;
const QUIET_SECONDS = 3;

const { dataDir, remove } = newDataDir();
const data = join(dataDir, 'data');
const config = join(dataDir, 'config.yml');
/** The last whole hour but one: it ended an hour ago. */
const hour = (Math.floor(Date.now() / 1000 / HOUR) - 2) * HOUR;
const span = { target: 'prom', kind: 'cpu', start: hour, end: hour + HOUR };
let lab: PrometheusLab;
let scope: Tsdbscope;
let pinned: string;
/** CPU of all of them, and of those not pinned, in ns. */
let totals: { all: number; rolledUp: number };

/** Stores the continuous profiles of an hour: recorded ones with other times. */
async function storeProfiles(): Promise<void> {
  const opened = await openProfileClient({
    dataDir: data, workerUrl: pathToFileURL(join(ROOT, 'dist', 'server', 'profileWorker.js')),
  });
  if (!opened.ok) throw new Error(opened.error.message);
  for (const [i, file] of readdirSync(RECORDED).sort().slice(0, COUNT).entries()) {
    const recorded = await decode(readFileSync(join(RECORDED, file)));
    if (!recorded.ok) throw new Error(recorded.error.message);
    const timeNanos = BigInt(hour + 60 + i * EVERY_SECONDS) * 1_000_000_000n;
    const added = await opened.value.add({
      bytes: new Uint8Array(gzipSync(encode({ ...recorded.value.profile, timeNanos }))), name: `prom cpu ${i}`,
      kind: 'cpu', source: {
        how: 'capture', target: 'prom', captureId: `${i}`, reason: { how: 'continuous', sentence: null },
      },
    });
    if (!added.ok) throw new Error(added.error.message);
  }
  // Taken a moment ago from the running process, so it is its quiet profile after the start.
  const begun = /^process_start_time_seconds (\S+)$/m.exec(await (await fetch(`${lab.url}/metrics`)).text())?.[1];
  const quiet = await fetch(`${lab.url}/debug/pprof/profile?seconds=${QUIET_SECONDS}`);
  const added = await opened.value.add({
    bytes: new Uint8Array(await quiet.arrayBuffer()), name: 'prom quiet cpu', kind: 'cpu',
    targetFacts: { uptimeSeconds: Date.now() / 1000 - Number(begun) },
    source: { how: 'capture', target: 'prom', captureId: 'quiet', reason: { how: 'baseline', sentence: 'Quiet.' } },
  });
  if (!added.ok) throw new Error(added.error.message);
  await opened.value.close();
}

async function start(rollUp: string): Promise<void> {
  writeFileSync(
    config, `profiling: {enabled: false, rollup: ${rollUp}}\ntargets: [{name: prom, url: '${lab.url}'}]\n`
  );
  scope = await startTsdbscope(['--config', config], data);
}

const totalOf = async (id: string): Promise<number> =>
  (await scope.get<TopTable>(`/profiles/${encodeURIComponent(id)}/top?sampleType=cpu&limit=1`)).total;

test.beforeAll(async () => {
  lab = await startPrometheus({ targets: 0 });
  await storeProfiles();
  await start('24h');
  const taken = (await scope.get<ProfileInfo[]>('/profiles')).filter(({ source }) => source.target === 'prom');
  pinned = taken.find(({ name }) => name === `prom cpu ${PINNED}`)?.id ?? '';
  const all = await totalOf(spanId(span));
  totals = { all, rolledUp: all - await totalOf(pinned) };
  const noted = await scope.fetch('/api/v1/targets/prom/notes', {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ time: hour, text: `What it did: ${scope.url}/profiles?profile=${pinned}` }),
  });
  expect(noted.ok).toBe(true);
  await scope.stop();
  await start('1h');
  await eventually(
    'it is rolled up', 90_000, () => scope.get<Profiling>('/targets/prom/profiling'), ({ kept }) => kept.profiles === 3
  );
});
test.afterAll(async () => {
  await scope.stop();
  await lab.stop();
  remove();
});

test('a rolled up hour and a pinned profile: in the list, as flame graphs, in a span', async ({ page }) => {
  const complaints: string[] = [];
  watch(page, complaints);
  await page.goto(`${scope.url}/profiles?target=prom&zone=utc`);
  await settled(page);
  const card = page.getByRole('region', { name: 'Continuous profiling' });
  await expect(card).toContainText(/3 captured profiles, .* of 256 MiB, 1 merged by the hour, 1 pinned\./);
  await page.getByLabel('Show 3 from continuous profiling').check();
  const list = page.getByRole('table', { name: 'Stored profiles' });
  await expect(list.getByRole('row')).toHaveCount(4);
  const merged = list.getByRole('row').filter({ hasText: 'prom, merged by the hour' });
  await expect(merged).toContainText('prom cpu, 19 profiles');
  await expect(merged).not.toContainText('pinned');
  await expect(list.getByRole('row').filter({ hasText: `prom cpu ${PINNED}` })).toContainText('pinned');
  expect(await broken(page)).toEqual([]);

  await merged.getByText('prom cpu, 19 profiles').click();
  await settled(page);
  const rolledUp = new URL(page.url()).searchParams.get('profile') ?? '';
  expect(rolledUp).toMatch(/^[0-9a-f]{64}$/);
  expect(await totalOf(rolledUp)).toBe(totals.rolledUp);
  const tree = page.getByRole('tree');
  await expect(tree.getByRole('treeitem').filter({ hasText: /scrapeLoop|runtime\./ }).first()).toBeVisible();
  await expect(page.getByRole('group', { name: 'By subsystem' })).toBeVisible();

  // The whole hour: merged profiles and the others, each once.
  await page.goto(`${scope.url}/profiles?target=prom&zone=utc&profile=${encodeURIComponent(spanId(span))}`);
  await settled(page);
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  expect(await totalOf(spanId(span))).toBe(totals.all);
  const { ids } = await scope.get<SpanProfile>(
    `/targets/prom/profile?kind=cpu&start=${span.start}&end=${span.end}`
  );
  expect(ids.sort()).toEqual([rolledUp, pinned].sort());
  expect(complaints).toEqual([]);
});

interface Taken { start: number; end: number; id: string }

/** Returns a profile of the server under load; repeats if a busy machine left it idle. */
async function busyCapture(): Promise<Taken> {
  const taken = await captureAtWork();
  return await totalOf(taken.id) > 0 ? taken : captureAtWork();
}

async function captureAtWork(): Promise<Taken> {
  const over = { is: false };
  const work = async (): Promise<void> => {
    while (!over.is) await (await fetch(`${lab.url}/metrics`)).arrayBuffer();
  };
  const working = [work(), work()];
  try {
    const taken = await endedCapture(scope, await orderCapture(scope, 'prom', { kind: 'cpu', seconds: 5 }));
    expect(taken.error).toBeNull();
    return { start: taken.startTime ?? NaN, end: taken.endTime ?? NaN, id: taken.profileId ?? '' };
  } finally {
    over.is = true;
    await Promise.all(working);
  }
}

test('a span that is dragged over, compared with quiet, and the way back', async ({ page }) => {
  const complaints: string[] = [];
  watch(page, complaints);
  const { baseline } = await eventually(
    'the quiet profile', 60_000, () => scope.get<Profiling>('/targets/prom/profiling'), (now) => now.baseline !== null
  );
  const taken = await busyCapture();
  await eventually(
    'scrapes after it', 60_000, () => scope.get<Target>('/targets/prom'),
    ({ lastScrape }) => (lastScrape?.time ?? 0) > taken.end + 2
  );
  const [from, to] = [Math.floor(taken.start) - 15, Math.ceil(taken.end) + 3];
  const iso = (time: number): string => new Date(time * 1000).toISOString();
  await page.goto(`${scope.url}/gc-cpu?target=prom&zone=utc&start=${iso(from)}&end=${iso(to)}`);
  await settled(page);
  const drag = async (): Promise<void> => {
    const box = await page.locator('.u-over').first().boundingBox();
    if (box === null) throw new Error('The chart has no box.');
    const at = (time: number): number => box.x + box.width * (time - from) / (to - from);
    const y = box.y + box.height / 2;
    await page.mouse.move(at(taken.start - 1), y);
    await page.mouse.down();
    await page.mouse.move(at(taken.end + 1), y, { steps: 6 });
    await page.mouse.up();
  };
  const menu = page.getByRole('dialog', { name: /^Selected: / });
  await drag();
  await menu.getByRole('link', { name: 'Compare with quiet' }).click();
  await expect(page).toHaveURL(new RegExp(`/diff\\?.*before=${baseline?.profileId ?? ''}.*after=span:prom:cpu:`));
  await expect(page).toHaveURL(/normalize=duration/);
  await settled(page);
  await expect(page.getByTestId('finding')).toContainText('CPU');
  await expect(page.getByRole('tree').getByRole('treeitem').first()).toBeVisible();
  const after = new URL(page.url()).searchParams.get('after') ?? '';
  expect(await totalOf(after)).toBe(await totalOf(taken.id));
  await page.goBack();
  await expect(page).toHaveURL(/gc-cpu/);
  await settled(page);
  await expect(page.locator('.u-over').first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('at the width of a phone, over a restart', async ({ page }) => {
  await scope.stop();
  await start('1h');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${scope.url}/profiles?target=prom&zone=utc&open=continuous`);
  await settled(page);
  const merged = page.getByRole('row').filter({ hasText: 'merged by the hour' });
  await expect(merged).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'pinned' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await merged.press('Enter');
  await expect(page).toHaveURL(/profile=[0-9a-f]{64}/);
  await settled(page);
  await expect(page.getByRole('tree').getByRole('treeitem').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
