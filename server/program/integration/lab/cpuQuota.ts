/** A quota of CPU on a running process, by a control group of its own; needs Linux and the right to make one. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
const PERIOD_MICROSECONDS = 100_000;

/** Counters of the control group since the start. */
export interface QuotaCounters { periods: number; throttledPeriods: number; throttledSeconds: number }

export interface CpuQuota {
  cores: number;
  counters(): QuotaCounters;
  /** Back where it was, without a quota. */
  lift(): void;
}

/** Holds the process to so many cores. Throws where this is not allowed. */
export function holdTo(pid: number, cores: number): CpuQuota {
  const isFirst = existsSync(join(ROOT, 'cpu', 'cpu.shares'));
  const parent = isFirst ? join(ROOT, 'cpu') : ROOT;
  const folder = join(parent, `tsdbscope-quota-${pid}`);
  const line = readFileSync(`/proc/${pid}/cgroup`, 'utf8').split('\n')
    .find((one) => (isFirst ? /^\d+:([^:]*,)?cpu(,[^:]*)?:/.test(one) : one.startsWith('0::'))) ?? '';
  const before = join(parent, line.slice(line.indexOf('/')));
  const quota = Math.round(cores * PERIOD_MICROSECONDS);
  mkdirSync(folder);
  if (isFirst) {
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_MICROSECONDS));
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota));
  } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD_MICROSECONDS}`);
  writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  return {
    cores,
    counters: () => {
      const text = readFileSync(join(folder, 'cpu.stat'), 'utf8');
      const stat = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? NaN);
      return {
        periods: stat('nr_periods'), throttledPeriods: stat('nr_throttled'),
        throttledSeconds: isFirst ? stat('throttled_time') / 1e9 : stat('throttled_usec') / 1e6,
      };
    },
    lift: () => {
      writeFileSync(join(before, 'cgroup.procs'), String(pid));
      rmdirSync(folder);
    },
  };
}
