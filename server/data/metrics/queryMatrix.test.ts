import { describe, expect, it } from 'vitest';
import { readHistory } from './queryMatrix.ts';

const OWN = ['instance', 'job'];

function answer(result: unknown, extra: Record<string, unknown> = {}): Uint8Array {
  return new TextEncoder().encode(
    JSON.stringify({ status: 'success', data: { resultType: 'matrix', result }, ...extra })
  );
}

function series(name: string, labels: Record<string, string>, values: [number, string][]): unknown {
  return { metric: { __name__: name, instance: 'localhost:9090', job: 'prometheus', ...labels }, values };
}

const ROWS = [
  series('up', {}, [[100.5, '1'], [115.5, '0'], [130.5, '1']]),
  series('scrape_duration_seconds', {}, [[100.5, '0.01'], [115.5, '10'], [130.5, '0.02']]),
];

describe('the history of a target, from its query API', () => {
  it('has a row for each scrape, failed ones too, on our clock', () => {
    const read = readHistory([answer(ROWS)], OWN, 250);
    if (typeof read === 'string') throw new Error(read);
    expect([...read.scrapes.startMs]).toEqual([100_750, 115_750, 130_750]);
    expect([...read.scrapes.durationSeconds]).toEqual([0.01, 10, 0.02]);
    expect(read.scrapes.error.map((error) => error === null)).toEqual([true, false, true]);
    expect(read.series).toEqual([]);
    expect([read.startMs, read.endMs]).toEqual([100_750, 130_751]);
  });

  it('puts series at their rows, gaps staying gaps, without the labels of the job', () => {
    const heap = series('go_memstats_heap_alloc_bytes', {}, [[100.5, '7'], [130.5, '+Inf']]);
    const read = readHistory([answer(ROWS), answer([heap])], OWN, 0);
    if (typeof read === 'string') throw new Error(read);
    expect(read.series).toHaveLength(1);
    const [one] = read.series;
    expect(one).toMatchObject({ name: 'go_memstats_heap_alloc_bytes', labels: {} });
    expect([...(one?.present ?? [])]).toEqual([1, 0, 1]);
    expect(one?.values[0]).toBe(7);
    expect(one?.values[2]).toBe(Infinity);
  });

  it('gives a label back that made room for one of the job', () => {
    const one = series('x', { exported_job: 'mine', exported_other: 'kept', handler: '/a' }, [[100.5, '1']]);
    const read = readHistory([answer([...ROWS, one])], OWN, 0);
    if (typeof read === 'string') throw new Error(read);
    expect(read.series[0]?.labels).toEqual({ job: 'mine', exported_other: 'kept', handler: '/a' });
  });

  it('drops samples that belong to no scrape, and what is not of the form', () => {
    const odd = series('x', {}, [[101, '1'], [100.5, 'abc']]);
    const read = readHistory([answer([...ROWS, odd, 7, { metric: null }])], OWN, 0);
    if (typeof read === 'string') throw new Error(read);
    expect(read.series[0]?.present.includes(1)).toBe(false);
  });

  it('is empty without the two series that every scrape has', () => {
    const read = readHistory([answer([series('x', {}, [[100.5, '1']])])], OWN, 0);
    expect(typeof read === 'string' ? read : read.scrapes.length).toBe(0);
  });

  it.each([
    ['junk', new TextEncoder().encode('<html>'), 'the answer is not JSON'],
    ['an error', answer([], { status: 'error', error: 'query timed out' }), 'the query failed: query timed out'],
    [
      'another type', new TextEncoder().encode('{"status":"success","data":{"resultType":"vector","result":[]}}'),
      'the answer is not a matrix of samples',
    ],
  ])('says what is wrong with %s', (_name, bytes, message) => {
    expect(readHistory([bytes], OWN, 0)).toBe(message);
  });

  it('takes a label named __proto__ for a label', () => {
    const bytes = new TextEncoder().encode(
      '{"status":"success","data":{"resultType":"matrix",'
        + '"result":[{"metric":{"__name__":"x","__proto__":"y"},"values":[]}]}}'
    );
    const read = readHistory([bytes], OWN, 0);
    if (typeof read === 'string') throw new Error(read);
    expect(Object.getPrototypeOf(read.series[0]?.labels)).toBe(Object.prototype);
  });
});
