import { expect, it } from 'vitest';
import { readRequest1, readRequest2 } from '../../../testdata/writeRequests.ts';
import { engineLabels, targetLabels } from './engineLabels.ts';
import { encodeLabels, writeRequest1, writeRequest2, type WireSamples, type WireSeries } from './writeRequest.ts';

const seriesOf = (labels: [string, string][]): WireSeries => ({ labels, encoded: encodeLabels(labels) });
const NOW = 1_795_000_000_123;

const ALL: WireSamples[] = [
  {
    series: seriesOf([['__name__', 'up'], ['instance', 'prom-eu-1'], ['job', 'tsdbscope']]),
    times: [NOW, NOW + 1000, NOW + 2000], values: [0.1, -0, Infinity],
  },
  {
    series: seriesOf([['__name__', 'büchse'], ['le', '😀'.repeat(100)]]), times: [NOW, NOW + 1, 0],
    values: [NaN, NaN, 5e-324], stale: new Set([1]),
  },
];

it.each([['1.0', writeRequest1, readRequest1], ['2.0', writeRequest2, readRequest2]] as const)(
  'version %s is read as it was meant: labels, times, bits of values, staleness marks', (_, write, read) => {
    expect(read(write(ALL))).toEqual([
      {
        labels: ALL[0]?.series.labels,
        samples: [[NOW, 0.1], [NOW + 1000, -0], [NOW + 2000, Infinity]]
          .map(([time, value]) => ({ time, value, isStale: false })),
      },
      {
        labels: ALL[1]?.series.labels,
        samples: [
          { time: NOW, value: NaN, isStale: false }, { time: NOW + 1, value: NaN, isStale: true },
          { time: 0, value: 5e-324, isStale: false },
        ],
      },
    ]);
    expect(read(write([]))).toEqual([]);
  }
);

it('writes a text once in version 2.0', () => {
  const many = Array.from({ length: 100 }, (_, i) => ({
    series: seriesOf([['__name__', 'up'], ['instance', 'a-long-name-of-an-instance'], ['n', String(i)]]),
    times: [NOW], values: [i],
  }));
  const text = Buffer.from(writeRequest2(many)).toString('latin1');
  expect(text.split('a-long-name-of-an-instance')).toHaveLength(2);
});

it('sets labels as a Prometheus does: the target goes first, an external label fills what is not there', () => {
  const target = targetLabels('prom-eu-1', { region: 'eu' });
  const external = { cluster: 'a', region: 'us', zone: 'z' };
  expect(engineLabels({ name: 'up', labels: {} }, target, external)).toEqual([
    ['__name__', 'up'], ['cluster', 'a'], ['instance', 'prom-eu-1'], ['job', 'tsdbscope'], ['region', 'eu'],
    ['zone', 'z'],
  ]);
  expect(Object.fromEntries(engineLabels(
    { name: 'x', labels: { instance: 'own', exported_instance: 'older', zone: 'mine', region: '' } }, target, external
  ))).toEqual({
    __name__: 'x', cluster: 'a', instance: 'prom-eu-1', exported_exported_instance: 'own', exported_instance: 'older',
    job: 'tsdbscope', region: 'eu', zone: 'mine',
  });
  expect(targetLabels('a', { job: 'prometheus' })).toEqual({ job: 'prometheus', instance: 'a' });
});
