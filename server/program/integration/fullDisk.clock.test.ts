/** A real Prometheus whose disk fills up, and has room again. Only root may mount the small disk. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PanelFinding } from '../../../core/contract/contract.ts';
import { mountSmall, noMount, unmount } from '../../../testdata/mounts.ts';
import { freePort, startKept, waitFor } from './lab/childProcess.ts';
import { newDataDir, startTsdbscope } from './lab/tsdbscopeProcess.ts';

const PATIENCE_MS = 60_000;
/** Where nothing is appended after the last failure, the state ends 90 s after it. */
const OVER_MS = 120_000;
const DISK_KIB = 6 * 1024;
const QUERY_PLACES = 20;

it.skipIf(noMount !== null)('a full disk is the headline while samples are lost, and no longer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-disk-'));
  const disk = join(folder, 'disk');
  const { dataDir, remove } = newDataDir();
  mountSmall(disk, DISK_KIB);
  const port = await freePort();
  const name = `127.0.0.1:${port}`;
  const scraped = `{job_name: p, scrape_interval: 1s, static_configs: [{targets: ['${name}']}]}`;
  writeFileSync(join(folder, 'prometheus.yml'), `scrape_configs: [${scraped}]\n`);
  const prometheus = await startKept([
    'prometheus', `--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(disk, 'data')}`,
    '--storage.tsdb.wal-segment-size=10MB', `--web.listen-address=${name}`,
  ], { cwd: folder, logFile: join(folder, 'prometheus.log') });
  const scope = await startTsdbscope([`http://${name}`], dataDir);
  const states = async (): Promise<string[]> =>
    (await scope.get<PanelFinding[]>(`/targets/${name}/findings?start=${Date.now() / 1000 - 300}`))
      .filter(({ isState }) => isState === true).map(({ code }) => code);
  try {
    await waitFor('samples are stored', PATIENCE_MS, async () =>
      /head_samples_appended_total\{type="float"\} [1-9]/.test(await (await fetch(`http://${name}/metrics`)).text()));
    await expect.poll(states, { timeout: PATIENCE_MS }).toEqual([]);
    // Prometheus notes running queries in a file that it maps (queries.active, 20 places taken in turn). A page of it
    // that is first written when the disk is full ends the server by SIGBUS.
    for (let query = 0; query < 2 * QUERY_PLACES; query += 1)
      expect((await fetch(`http://${name}/api/v1/query?query=up`)).status).toBe(200);
    fill(join(disk, 'others'));
    await expect.poll(states, { timeout: PATIENCE_MS }).toEqual(['writes-failing']);
    rmSync(join(disk, 'others'));
    await expect.poll(states, { timeout: OVER_MS }).toEqual([]);
  } finally {
    await scope.stop();
    await prometheus.kill();
    unmount(disk);
    rmSync(folder, { recursive: true, force: true });
    remove();
  }
});

/** Writes to `file` until its disk has no room. The server writes beside it, so free room read before is too much. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  const page = new Uint8Array(4096);
  try {
    for (let written = 0; written <= DISK_KIB * 1024; written += page.length) writeSync(handle, page);
    throw new Error(`${file}: the disk never filled up.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
}
