import { expect, test } from 'vitest';
import { readHistory } from '../queryMatrix.ts';
import { newestOfNode, withNode } from './nodeMatrix.ts';

function answer(series: [string, Record<string, string>, [number, string][]][]): Uint8Array {
  const result = series.map(([name, labels, values]) => ({ metric: { __name__: name, ...labels }, values }));
  return new TextEncoder().encode(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }));
}

const OWN = { instance: 'prom:9090', job: 'prometheus' };
const NODE = { instance: 'prom:9100', job: 'node' };
const SECONDS = [100, 101, 102, 103, 104, 105, 120];

function history(offsetMs = 250) {
  const read = readHistory([answer([
    ['up', OWN, SECONDS.map((at) => [at, '1'])], ['scrape_duration_seconds', OWN, SECONDS.map((at) => [at, '0.01'])],
  ])], Object.keys(OWN), offsetMs);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

test('each sample is at the first row at or after it, under the name that recorded ones have', () => {
  const read = withNode(history(), {
    answers: [answer([
      ['up', NODE, [[100.4, '1'], [105, '0']]],
      ['node_cpu_seconds_total', { ...NODE, cpu: '0', mode: 'idle' }, [[100.4, '7']]],
    ])], ownLabels: Object.keys(NODE),
  }, 250);
  if (typeof read === 'string') throw new Error(read);
  expect(read.series.map(({ name, labels }) => [name, labels])).toEqual([
    ['node_exporter:up', {}], ['node_exporter:node_cpu_seconds_total', { cpu: '0', mode: 'idle' }],
  ]);
  expect(read.series.map(({ present }) => [...present])).toEqual([[0, 1, 0, 0, 0, 1, 0], [0, 1, 0, 0, 0, 0, 0]]);
  expect(read.series[1]?.values[1]).toBe(7);
});

test('of several samples before a row the newest; one long before the next row has none', () => {
  const read = withNode(history(), {
    answers: [answer([['node_load1', NODE, [[101.2, '1'], [101.8, '2'], [106, '3'], [500, '4']]]])],
    ownLabels: Object.keys(NODE),
  }, 250);
  if (typeof read === 'string') throw new Error(read);
  expect([...(read.series[0]?.present ?? [])]).toEqual([0, 0, 1, 0, 0, 0, 0]);
  expect(read.series[0]?.values[2]).toBe(2);
});

test('what is no answer is said', () => {
  expect(withNode(history(), { answers: [new TextEncoder().encode('<html>')], ownLabels: [] }, 0))
    .toBe('the answer is not JSON');
});

test('the newest scrape has the samples of its own time, as exposition text', () => {
  const answers = [answer([
    ['up', NODE, [[100, '1'], [115, '1']]],
    ['node_load1', NODE, [[100, '3'], [115, '4']]],
    ['node_cpu_seconds_total', { ...NODE, cpu: '0', mode: 'idle', exported_job: 'x' }, [[115, '7.5']]],
    ['node_load1', { ...NODE, gone: 'yes' }, [[100, '1']]],
  ])];
  const [ownLabels, timeMs] = [Object.keys(NODE), 115_000];
  expect(newestOfNode({ answers, ownLabels }, 100_000)).toEqual({
    timeMs, everyMs: 15_000, body: 'node_load1 4\nnode_cpu_seconds_total{cpu="0",mode="idle",job="x"} 7.5\n',
  });
  expect(newestOfNode({ answers, ownLabels }, timeMs)).toBeNull();
  expect(newestOfNode({ answers: [answer([])], ownLabels }, 0)).toBeNull();
  expect(newestOfNode({ answers: [answer([['up', NODE, [[115, '0']]]])], ownLabels }, 0))
    .toEqual({ timeMs, everyMs: null, body: null });
});
