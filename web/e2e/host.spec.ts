import { expect, settled, test } from './scopeTest.ts';

const START_MS = Date.UTC(2026, 10, 20, 12);

/** Returns a minute of a target with a node_exporter: core 0 full in the second half, with 10 MB/s written. */
function recording(): string {
  const late = (second: number): number => Math.max(0, second - 30);
  return Array.from({ length: 60 }, (_, second) => JSON.stringify({
    path: '/metrics', t: START_MS + 1000 * second, dur_ms: 5, status: 200, ct: 'text/plain; version=0.0.4',
    body: `process_cpu_seconds_total ${second / 10}\nprocess_start_time_seconds 1000\n`,
    node: [
      `node_cpu_seconds_total{cpu="0",mode="idle"} ${second - late(second)}`,
      `node_cpu_seconds_total{cpu="0",mode="user"} ${late(second)}`,
      `node_cpu_seconds_total{cpu="1",mode="idle"} ${second}`, `node_cpu_seconds_total{cpu="1",mode="user"} 0`,
      `node_disk_written_bytes_total{device="vda"} ${1e7 * late(second)}`, 'node_disk_read_bytes_total{device="vda"} 0',
      `node_disk_io_time_seconds_total{device="vda"} ${late(second) / 2}`,
      `node_memory_Cached_bytes ${4e9 - 1e7 * late(second)}`, 'node_memory_MemFree_bytes 2e9',
      'node_memory_MemAvailable_bytes 5e9', 'node_memory_SwapTotal_bytes 0', 'node_memory_SwapFree_bytes 0',
      `node_pressure_cpu_waiting_seconds_total ${late(second) / 4}`, `node_time_seconds ${START_MS / 1000 + second}`,
      '',
    ].join('\n'),
  })).join('\n');
}

test('each page shows what node_exporter reports of the host; without it, how to get it', async ({ page, scope }) => {
  const posted = await scope.fetch('/api/v1/recordings?name=with-host', { method: 'POST', body: recording() });
  expect(posted.status).toBe(201);

  await page.goto(`${scope.url}/gc-cpu?target=with-host&open=host-cores`);
  await settled(page);
  const cores = page.getByRole('region', { name: 'Host cores' });
  await expect(cores).toContainText(
    /The host used 0\.\d+ of 2 cores on average; at least one was saturated .* for (49|50|51) % of the time\./
  );
  await expect(cores.getByRole('img', { name: /^Core 0: busy (49|50|51)/ })).toBeVisible();
  await expect(cores.getByRole('img', { name: /^Core 1: busy 0/ })).toBeVisible();
  await cores.getByText('Host figures').click();
  await expect(cores.getByRole('row', { name: /Host, disks written/ })).toBeVisible();

  await page.goto(`${scope.url}/compaction?target=with-host&open=host-disks`);
  await expect(page.getByRole('region', { name: 'Host disks' })).toContainText('Disk: vda');
  await page.goto(`${scope.url}/memory?target=with-host&open=host-memory`);
  await expect(page.getByRole('region', { name: 'Host memory' })).toContainText(/page cache\s*3\.46 GiB/);
  await page.goto(`${scope.url}/scrapes?target=with-host`);
  await expect(page.getByRole('region', { name: 'Host pressure' })).toContainText('25 %');

  await page.goto(`${scope.url}/gc-cpu?target=demo-incident&open=host-cores`);
  await expect(page.getByText('This recording has no host metrics')).toBeVisible();
  await page.goto(`${scope.url}/memory?target=demo-incident`);
  await expect(page.getByText('node_exporter: http://HOST:9100, or auto').first()).toBeVisible();
});
