// Takes the README's pictures anew from the demo, in the machine's own Chromium: npm run screenshots
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { chromium } from '@playwright/test';
import { ensureBuilt, root } from './freshness.mjs';

const images = join(root, 'docs', 'images');
const dataDir = mkdtempSync(join(tmpdir(), 'tsdbscope-shots-'));
mkdirSync(images, { recursive: true });
ensureBuilt();

const server = spawn(process.execPath, [join(root, 'dist/server/main.js'), '--demo', '--listen', '127.0.0.1:0', '--data', dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((resolve) => {
  server.stdout.on('data', (chunk) => {
    const found = /tsdbscope is at (\S+)/.exec(String(chunk));
    if (found) resolve(found[1]);
  });
});
const get = async (path) => (await (await fetch(`${url}/api/v1${path}`)).json()).data;
for (;;) {
  const [targets, profiles] = await Promise.all([get('/targets'), get('/profiles')]);
  if (targets.filter(({ recorded }) => recorded).length === 2 && profiles.length === 4) break;
  await new Promise((resume) => setTimeout(resume, 300));
}
const profiles = await get('/profiles');
const side = (name) => profiles.find(({ pair }) => pair?.side === name && pair.label.includes('WAL')).id;

const SHOTS = [
  ['gc-cpu-light', '/gc-cpu?target=demo-incident', 'light', 900],
  ['gc-cpu-dark', '/gc-cpu?target=demo-incident', 'dark', 900],
  ['memory-light', '/memory?target=demo-incident', 'light', 1000],
  ['compaction-light', '/compaction?target=demo-incident', 'light', 1100],
  ['wal-replay-light', '/wal-replay?target=demo-wal-replay', 'light', 1000],
  ['diff-light', `/diff?before=${side('before')}&after=${side('after')}`, 'light', 1000],
];
process.once('exit', () => server.kill('SIGTERM'));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
for (const [name, path, colorScheme, height] of SHOTS) {
  const page = await browser.newPage({ viewport: { width: 1280, height }, colorScheme, timezoneId: 'UTC', reducedMotion: 'reduce' });
  await page.goto(url + path);
  await page.locator('canvas, svg.d3-flame-graph').first().waitFor();
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(images, `${name}.png`) });
  await page.close();
}
await browser.close();
server.kill('SIGTERM');
await new Promise((resolve) => server.once('close', resolve));
rmSync(dataDir, { recursive: true, force: true });
