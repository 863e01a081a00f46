// Takes the README's screenshots of the demo again, in the machine's own Chromium: npm run screenshots
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { chromium } from '@playwright/test';
import { ensureBuilt, root } from './freshness.mjs';

const images = join(root, 'docs', 'images');
const dataDir = mkdtempSync(join(tmpdir(), 'tsdbscope-shots-'));
mkdirSync(images, { recursive: true });
ensureBuilt();

// The runbook is on another origin, as runbooks do.
let runbook = '';
const site = createServer(
  (_request, response) => { response.setHeader('Content-Type', 'text/html; charset=utf-8').end(runbook); }
);
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const siteUrl = `http://localhost:${site.address().port}`;
const config = join(dataDir, 'tsdbscope.yml');
writeFileSync(config, `embed: {frame_ancestors: ["${siteUrl}"]}\n`);

const server = spawn(
  process.execPath,
  [
    join(root, 'dist/server/main.js'), '--demo', '--config', config, '--listen', '127.0.0.1:0', '--data',
    join(dataDir, 'data'),
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] }
);
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

const EMBEDS = [
  ['1. Is it a compaction? Compare the next spike with this:', 310, { panel: 'compaction', target: 'demo-incident' }],
  [
    '2. Scrapes that failed in the incident of 20 November, kept as they were:', 310,
    { panel: 'scrapes', target: 'demo-incident', frozen: true },
  ],
  [
    '3. What the new version changed in loading the WAL:', 380,
    { panel: 'diff', diff: { before: [side('before')], after: [side('after')] } },
  ],
];
const parts = await Promise.all(EMBEDS.map(async ([words, height, body]) => {
  const made = await fetch(`${url}/api/v1/embeds`, { method: 'POST', body: JSON.stringify(body) });
  const { iframe } = (await made.json()).data;
  return `<p>${words}</p>${iframe.replace(/height="\d+"/, `height="${height}"`)}`;
}));
runbook = '<!doctype html><title>Runbook</title><body style="margin:20px;font-family:serif"><h2>Runbook: '
  + `Prometheus is slow every two hours</h2>${parts.join('')}`;

/** Name, page, colours, height. */
const SHOTS = [
  ['overview-light', '/?target=demo-incident', 'light', 900],
  ['gc-cpu-light', '/gc-cpu?target=demo-incident', 'light', 900],
  ['gc-cpu-dark', '/gc-cpu?target=demo-incident', 'dark', 900],
  ['memory-light', '/memory?target=demo-incident', 'light', 1000],
  ['compaction-light', '/compaction?target=demo-incident', 'light', 1100],
  ['wal-replay-light', '/wal-replay?target=demo-wal-replay', 'light', 1000],
  ['diff-light', `/diff?before=${side('before')}&after=${side('after')}`, 'light', 1000],
  ['runbook-light', siteUrl, 'light', 1270],
];
process.once('exit', () => server.kill('SIGTERM'));
const browser = await chromium.launch(
  { executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] }
);
for (const [name, path, colorScheme, height] of SHOTS) {
  const isRunbook = path === siteUrl;
  const page = await browser.newPage(
    { viewport: { width: isRunbook ? 1040 : 1280, height }, colorScheme, timezoneId: 'UTC', reducedMotion: 'reduce' }
  );
  await page.goto(isRunbook ? path : url + path);
  // The last frame loads as it comes into view.
  const drawing = isRunbook ? page.frameLocator('iframe').last() : page;
  await drawing.locator('canvas, svg.d3-flame-graph').first().waitFor();
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(images, `${name}.png`) });
  await page.close();
}
await browser.close();
site.close();
server.kill('SIGTERM');
await new Promise((resolve) => server.once('close', resolve));
rmSync(dataDir, { recursive: true, force: true });
