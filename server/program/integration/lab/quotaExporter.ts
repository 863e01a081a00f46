/** What a cAdvisor exports of a container under a quota, read from its control group at each scrape. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CpuQuota } from './cpuQuota.ts';

const PERIOD_MICROSECONDS = 100_000;

export interface QuotaExporter {
  /** `HOST:PORT`. */
  address: string;
  /** Until then it exports nothing. */
  exports(quota: CpuQuota, labels: string): void;
  close(): void;
}

export async function startQuotaExporter(): Promise<QuotaExporter> {
  let text = (): string => '';
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text());
  });
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done); });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports: (quota, labels) => {
      text = () => {
        const { periods, throttledPeriods, throttledSeconds } = quota.counters();
        return Object.entries({
          container_cpu_cfs_periods_total: periods, container_cpu_cfs_throttled_periods_total: throttledPeriods,
          container_cpu_cfs_throttled_seconds_total: throttledSeconds,
          container_spec_cpu_quota: quota.cores * PERIOD_MICROSECONDS, container_spec_cpu_period: PERIOD_MICROSECONDS,
          container_spec_memory_limit_bytes: 2 ** 31,
        }).map(([name, value]) => `${name}{${labels}} ${value}\n`).join('');
      };
    },
    close: () => { server.close(); server.closeAllConnections(); },
  };
}
