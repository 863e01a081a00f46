import { expect, test } from 'vitest';
import { containerSelectors, readContainer } from './containerMatrix.ts';
import type { MatrixSeries } from './queryMatrix.ts';

const KUBE = { namespace: 'mon', pod: 'prom-0', container: 'prometheus', id: '/a', name: 'k8s_a' };

function counters(labels: Record<string, string>, times: number[], factor = 1): MatrixSeries[] {
  const of = (name: string, by: number): MatrixSeries => (
    { name: `container_cpu_cfs_${name}_total`, labels, times, values: times.map((_, i) => factor * by * i) }
  );
  return [of('periods', 10), of('throttled_periods', 3), of('throttled_seconds', 0.2)];
}

const gauge = (labels: Record<string, string>, name: string, value: number): MatrixSeries => (
  { name: `container_spec_${name}`, labels, times: [3000], values: [value] }
);

test('the configuration names it alone; else the pod; else the host name of the instance', () => {
  const own = { pod: 'prom-0', namespace: 'mon', container: 'prometheus', instance: '10.0.0.1:9090' };
  expect(containerSelectors(own, { name: 'x' }).map(({ labels }) => labels)).toEqual([{ name: 'x' }]);
  expect(containerSelectors(own, undefined).map(({ labels }) => labels))
    .toEqual([{ pod: 'prom-0', namespace: 'mon', container: 'prometheus' }]);
  expect(containerSelectors({ kubernetes_pod_name: 'p' }, undefined).map(({ labels }) => labels))
    .toEqual([{ pod: 'p' }]);
  expect(containerSelectors({ instance: 'prometheus:9090' }, undefined).map(({ labels }) => labels)).toEqual([
    { name: 'prometheus' }, { container_label_com_docker_compose_service: 'prometheus' },
  ]);
});

test.each([['localhost:9090'], ['127.0.0.1:9090'], ['[::1]:9090'], ['']])(
  'an address (%s) names no container', (instance) => {
    expect(containerSelectors({ instance }, undefined)).toEqual([]);
  }
);

test('its counters and limits; a container that starts again is a run of its own, twice scraped it is one', () => {
  const later = { ...KUBE, id: '/b', name: 'k8s_b' };
  const read = readContainer([
    ...counters(KUBE, [1000, 2000, 3000]), ...counters({ ...KUBE, job: 'second' }, [1500, 2500]),
    ...counters(later, [5000, 6000]),
    gauge(later, 'cpu_quota', 50_000), gauge(later, 'cpu_period', 100_000), gauge(later, 'memory_limit_bytes', 2e9),
  ], 'found');
  expect(read?.runs.map(({ timeMs }) => timeMs)).toEqual([[1000, 2000, 3000], [5000, 6000]]);
  expect(read?.runs[0]).toMatchObject({ periods: [0, 10, 20], throttledPeriods: [0, 3, 6] });
  expect(read).toMatchObject({ sentence: 'Container mon/prom-0/prometheus, found.', limitCores: 0.5 });
  expect(read?.memoryLimitBytes).toBe(2e9);
});

test('no quota and unlimited memory mean no limit', () => {
  const read = readContainer([
    gauge(KUBE, 'cpu_quota', -1), gauge(KUBE, 'cpu_period', 100_000), gauge(KUBE, 'memory_limit_bytes', 2 ** 63),
  ], 'found');
  expect(read).toMatchObject({ runs: [], limitCores: null, memoryLimitBytes: null });
});

test('the cgroup of the pod and its sandbox are no containers; several containers are none', () => {
  const pod = { namespace: 'mon', pod: 'prom-0', id: '/pod' };
  const sandbox = { ...KUBE, container: 'POD', id: '/s' };
  const own = readContainer([...counters(pod, [1, 2]), ...counters(sandbox, [1, 2]), ...counters(KUBE, [1, 2])], 'x');
  expect(own?.labels).toEqual(KUBE);
  expect(readContainer(counters(pod, [1, 2]), 'x')?.labels).toEqual(pod);
  const two = readContainer([...counters(KUBE, [1]), ...counters({ ...KUBE, container: 'sidecar' }, [1])], 'x');
  expect(two).toMatchObject({ labels: null, runs: [] });
  expect(two?.sentence).toContain('2 containers match (mon/prom-0/prometheus, mon/prom-0/sidecar)');
  expect(readContainer([], 'x')).toBeNull();
});

test('a reading that lacks a counter, or holds NaN, is none', () => {
  const [periods, throttled, seconds] = counters(KUBE, [1000, 2000, 3000]);
  if (periods === undefined || throttled === undefined || seconds === undefined) throw new Error('three');
  const read = readContainer([
    periods, { ...throttled, times: [1000, 3000], values: [0, 6] }, { ...seconds, values: [0, 1, NaN] },
  ], 'x');
  expect(read?.runs.map(({ timeMs }) => timeMs)).toEqual([[1000]]);
});
