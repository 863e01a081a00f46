/** Counters of one container from the series of a cAdvisor (of the kubelet, or on its own); pure. */
import { noContainer, type ContainerRun, type ContainerSamples } from '../../../core/containerSamples.ts';
import type { Labels } from '../../../core/contract/terms/targetKind.ts';
import type { MatrixSeries } from './queryMatrix.ts';
import { canonicalKey } from './seriesKey.ts';

const PERIODS = 'container_cpu_cfs_periods_total';
const THROTTLED = 'container_cpu_cfs_throttled_periods_total';
const THROTTLED_SECONDS = 'container_cpu_cfs_throttled_seconds_total';
const QUOTA = 'container_spec_cpu_quota';
const PERIOD = 'container_spec_cpu_period';
const MEMORY_LIMIT = 'container_spec_memory_limit_bytes';

export const CONTAINER_NAMES = [PERIODS, THROTTLED, THROTTLED_SECONDS, QUOTA, PERIOD, MEMORY_LIMIT] as const;

/** Without a limit, some report 0, some the largest number of pages. */
const UNLIMITED_BYTES = 2 ** 60;
/** Container name of a pod's sandbox. */
const SANDBOX = 'POD';
const MAX_NAMED = 4;

/** Labels of the series to query, and in words why these. */
export interface ContainerSelector { labels: Labels; how: string }

/**
 * Returns selectors of the container, to be tried in this order: only the configuration; else the labels of its pod,
 * which Kubernetes adds to the target's scrape too; else the host name in `instance`, which in Docker names the
 * container or its compose service.
 */
export function containerSelectors(own: Labels, configured: Labels | undefined): ContainerSelector[] {
  if (configured !== undefined) return [{ labels: configured, how: 'named by container: of the configuration' }];
  const pod = own['pod'] ?? own['kubernetes_pod_name'];
  const namespace = own['namespace'] ?? own['kubernetes_namespace'];
  if (pod !== undefined) {
    const { container } = own;
    const labels = {
      pod, ...(namespace === undefined ? {} : { namespace }), ...(container === undefined ? {} : { container }),
    };
    return [{ labels, how: `found by ${labelWords(Object.keys(labels))} of its scrape` }];
  }
  const host = (own['instance'] ?? '').replace(/:\d+$/, '');
  if (host === '' || host === 'localhost' || /^[\d.]+$|[[:]/.test(host)) return [];
  return [
    { labels: { name: host }, how: 'found by the host name in the label instance of its scrape' },
    {
      labels: { container_label_com_docker_compose_service: host },
      how: 'found as the compose service in the label instance of its scrape',
    },
  ];
}

function labelWords(names: readonly string[]): string {
  return `the label${names.length === 1 ? '' : 's'} ${names.join(', ')}`;
}

interface Group { labels: Labels; byName: Map<string, MatrixSeries> }

/**
 * Reads the samples of a container; none if several match: `sentence` names them. `how`: how it was found. Times in ms,
 * unchanged.
 */
export function readContainer(series: readonly MatrixSeries[], how: string): ContainerSamples | null {
  const groups = new Map<string, Group>();
  for (const one of series) {
    const key = canonicalKey('', one.labels);
    const group = groups.get(key) ?? { labels: one.labels, byName: new Map<string, MatrixSeries>() };
    groups.set(key, group.byName.has(one.name) ? group : { ...group, byName: group.byName.set(one.name, one) });
  }
  const all = [...groups.values()].filter(({ labels }) => labels['container'] !== SANDBOX);
  // Besides its containers, a pod has a cgroup of its own, which has neither name.
  const named = all.filter(({ labels }) => (labels['container'] ?? '') !== '' || (labels['name'] ?? '') !== '');
  const found = named.length > 0 ? named : all;
  const [newest] = found.toSorted((a, b) => lastMs(b) - lastMs(a));
  if (newest === undefined) return null;
  const names = [...new Set(found.map(({ labels }) => nameOf(labels)))];
  if (names.length > 1) {
    const more = names.length > MAX_NAMED ? ', …' : '';
    return noContainer(`${names.length} containers match (${names.slice(0, MAX_NAMED).join(', ')}${more}); `
      + 'name one by container: of the target in the configuration.');
  }
  return {
    sentence: `Container ${nameOf(newest.labels)}, ${how}.`, labels: newest.labels, runs: runsOf(found),
    limitCores: limitCores(newest), memoryLimitBytes: memoryLimit(newest),
  };
}

function nameOf(labels: Labels): string {
  const container = (labels['container'] ?? '') === '' ? labels['name'] ?? labels['id'] ?? '' : labels['container'];
  return [labels['namespace'], labels['pod'], container].filter((part) => part !== undefined && part !== '').join('/');
}

function lastMs({ byName }: Group): number {
  return Math.max(...[...byName.values()].map(({ times }) => times.at(-1) ?? -Infinity));
}

function last({ byName }: Group, name: string): number | null {
  return byName.get(name)?.values.at(-1) ?? null;
}

function limitCores(group: Group): number | null {
  const [quota, period] = [last(group, QUOTA), last(group, PERIOD)];
  return quota !== null && period !== null && quota > 0 && period > 0 ? quota / period : null;
}

function memoryLimit(group: Group): number | null {
  const bytes = last(group, MEMORY_LIMIT);
  return bytes !== null && bytes > 0 && bytes < UNLIMITED_BYTES ? bytes : null;
}

/** Returns one run per group, ascending; of two that overlap (scraped twice) the one with more readings. */
function runsOf(groups: readonly Group[]): ContainerRun[] {
  const runs = groups.map(runOf).filter(({ timeMs }) => timeMs.length > 0)
    .sort((a, b) => b.timeMs.length - a.timeMs.length);
  const kept: ContainerRun[] = [];
  const [start, end] = [(run: ContainerRun) => run.timeMs[0] ?? 0, (run: ContainerRun) => run.timeMs.at(-1) ?? 0];
  for (const run of runs)
    if (kept.every((other) => start(run) > end(other) || end(run) < start(other))) kept.push(run);
  return kept.sort((a, b) => start(a) - start(b));
}

/** Returns the readings that have all three counters: a cAdvisor reads them together. */
function runOf({ byName }: Group): ContainerRun {
  const run: ContainerRun = { timeMs: [], periods: [], throttledPeriods: [], throttledSeconds: [] };
  const [periods, throttled, seconds] = [byName.get(PERIODS), byName.get(THROTTLED), byName.get(THROTTLED_SECONDS)];
  const at = (series: MatrixSeries | undefined): Map<number, number> =>
    new Map(series?.times.map((time, i) => [time, series.values[i] ?? NaN]));
  const [throttledAt, secondsAt] = [at(throttled), at(seconds)];
  periods?.times.forEach((time, i) => {
    const reading = [periods.values[i] ?? NaN, throttledAt.get(time) ?? NaN, secondsAt.get(time) ?? NaN] as const;
    if (!reading.every(Number.isFinite)) return;
    run.timeMs.push(time);
    run.periods.push(reading[0]);
    run.throttledPeriods.push(reading[1]);
    run.throttledSeconds.push(reading[2]);
  });
  return run;
}
