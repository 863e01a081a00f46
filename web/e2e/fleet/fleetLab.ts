import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '../../../core/contract/contract.ts';
import {
  eventually, newDataDir, startTsdbscope, type Tsdbscope,
} from '../../../server/program/integration/lab/tsdbscopeProcess.ts';

/** Number of targets, the first ones, that do not answer and share a label. */
export const DOWN = 6;

export interface FleetLab { scope: Tsdbscope; count: number; stop: () => Promise<void> }

/** Starts the program with `count` targets, all served by one server here; each responds like a small Prometheus. */
export async function startFleet(count: number, scrapeInterval = '10s'): Promise<FleetLab> {
  const { dataDir, remove } = newDataDir();
  const server = createServer((request, response) => {
    const [, number = '', path = ''] = /^\/t(\d+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const isDown = Number(number) < DOWN;
    if (isDown || path !== '/metrics') response.writeHead(isDown ? 500 : 404).end();
    else response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(metricsOf(Number(number)));
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo;
  const groups = Array.from({ length: count }, (_, i) => ({
    targets: [`127.0.0.1:${port}`],
    labels: {
      __metrics_path__: `/t${i}/metrics`, instance: `prom-${String(i).padStart(3, '0')}`, region: i % 3 ? 'eu' : 'us',
      ...(i < DOWN ? { pool: 'old <b>' } : { pool: 'new' }),
    },
  }));
  writeFileSync(join(dataDir, 'targets.json'), JSON.stringify(groups));
  const config = join(dataDir, 'config.yml');
  writeFileSync(config, `scrape_interval: ${scrapeInterval}\nfile_sd_configs: [{files: [targets.json]}]\n`);
  const scope = await startTsdbscope(['--config', config], join(dataDir, 'data'));
  await eventually('every target was scraped twice', 200_000, () => scope.get<Target[]>('/targets'), (targets) => (
    targets.length === count && targets.every(({ recorded, state }) => (
      state === 'down' || (recorded !== null && recorded.end > recorded.start)
    ))
  ), 1000);
  return { scope, count, stop: async () => { await scope.stop(); await closed(server); remove(); } };
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => { server.close(() => { resolve(); }); });
}

function metricsOf(number: number): string {
  const seconds = Date.now() / 1000;
  return `prometheus_build_info{version="2.${number % 2 ? 53 : 42}.0",goversion="go1.22.1"} 1
process_start_time_seconds 1700000000
process_cpu_seconds_total ${(seconds * (0.2 + number % 7 / 10)).toFixed(2)}
process_resident_memory_bytes ${200e6 + number * 1e6}
go_gc_duration_seconds_count ${Math.floor(seconds / 5)}
go_gomaxprocs 4
prometheus_tsdb_compactions_total 3
prometheus_tsdb_head_series ${1000 + number}
`;
}
