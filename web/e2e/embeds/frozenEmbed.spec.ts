import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Embed, Target } from '../../../core/contract/contract.ts';
import {
  newDataDir, startTsdbscope, type Tsdbscope,
} from '../../../server/program/integration/lab/tsdbscopeProcess.ts';
import { SampleStore } from '../../../server/data/store/samples/sampleStore.ts';
import { recordingStoreOf } from '../../../server/program/worker/data/recordingStore.ts';
import { htmlPage, serveRunbooks } from './runbookSite.ts';

const HOUR_MS = 3_600_000;
const SCRAPES = 120;

/** Records two minutes, five hours ago. */
async function recordOld(dataDir: string, startMs: number): Promise<void> {
  const opened = await SampleStore.open({ dataDir, retentionMs: 30 * 24 * HOUR_MS, retentionBytes: 2 ** 30 });
  if (!opened.ok) throw new Error(opened.error.message);
  const store = recordingStoreOf(opened.value);
  await store.putTarget({ name: 'old', url: 'http://127.0.0.1:1', recording: false, labels: {} });
  for (let i = 0; i < SCRAPES; i++) {
    const body = new TextEncoder().encode(
      `# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total `
        + `${i / 10}\n# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes ${1e8 + i * 1e4}\n`
    );
    await store.record(
      'old',
      {
        startMs: startMs + i * 1000, durationSeconds: 0.01 + (i % 7) / 1000, status: 200, body,
        contentType: 'text/plain; version=0.0.4', error: null, extras: {},
      }
    );
  }
  await opened.value.close();
}

test('a frozen embed still shows its chart in a runbook after the retention removed its window', async ({ page }) => {
  const { dataDir, remove } = newDataDir();
  const site = await serveRunbooks();
  const config = join(dataDir, 'tsdbscope.yml');
  const data = join(dataDir, 'data');
  const startMs = Math.floor((Date.now() - 5 * HOUR_MS) / 1000) * 1000;
  const start = (retention: string): Promise<Tsdbscope> => {
    writeFileSync(
      config,
      `embed: {frame_ancestors: ["http://localhost:${site.port}"]}\n${retention}`
        + 'targets: [{name: other, url: "http://127.0.0.1:1"}]\n'
    );
    return startTsdbscope(['--config', config], data);
  };
  await recordOld(data, startMs);
  let scope = await start('');
  const answer = await scope.fetch('/api/v1/embeds', {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      panel: 'scrapes', target: 'old', range: { start: startMs / 1000, end: startMs / 1000 + SCRAPES }, frozen: true,
    }),
  });
  const { data: embed, error } = (await answer.json()) as { data: Embed; error?: string };
  expect(error).toBeUndefined();
  await scope.stop();

  scope = await start('retention: {time: 1h}\n');
  await expect.poll(async () => {
    const { data: targets } = (await (await scope.fetch('/api/v1/targets')).json()) as { data: Target[] };
    return targets.find(({ name }) => name === 'old')?.recorded ?? null;
  }).toBeNull();
  site.put(
    '/frozen', htmlPage(`<iframe src="${scope.url}${new URL(embed.url).pathname}" width="800" height="400"></iframe>`)
  );
  await page.goto(`http://localhost:${site.port}/frozen`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByTestId('finding')).toContainText(`${SCRAPES} scrapes`);
  await expect(frame.getByTestId('age')).toContainText('Frozen at');
  await expect(frame.locator('canvas').first()).toBeVisible();
  await scope.stop();
  site.close();
  remove();
});
