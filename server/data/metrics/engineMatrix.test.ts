import { expect, it } from 'vitest';
import { readEngineWindow } from './engineMatrix.ts';

const T = 1_795_000_000;

function answer(all: Record<string, number[]>): Uint8Array {
  const result = Object.entries(all).map(([labels, values]) => ({
    metric: JSON.parse(labels) as unknown, values: values.map((value, i) => [T + i, String(value)]),
  }));
  return new TextEncoder().encode(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }));
}
// Thanos adds such a label to everything.
const metric = (name: string, labels = {}): string => JSON.stringify({ __name__: name, tenant_id: 'a', ...labels });

it("tells a scrape's own records from a target's series of these names", () => {
  const window = readEngineWindow([answer({
    [metric('up')]: [1, 0], [metric('up', { job: 'federated' })]: [0, 0],
    [metric('scrape_duration_seconds')]: [0.1, 0.2], [metric('scrape_duration_seconds', { job: 'federated' })]: [7, 7],
    [metric('tsdbscope_scrape_status_code')]: [200, 0],
    [metric('tsdbscope_scrape_failed', { kind: 'timeout', instance: 'federated' })]: [1, 1],
    // Of the target at the first, which answered; a record at the second.
    [metric('tsdbscope_scrape_failed', { kind: 'refused' })]: [1, 1],
  })], (labels) => labels);
  if (typeof window === 'string') throw new Error(window);
  const { scrapes, series } = window;
  expect([...scrapes.durationSeconds]).toEqual([0.1, 0.2]);
  expect([...scrapes.status]).toEqual([200, 0]);
  expect(scrapes.error.map((error) => error?.kind ?? null)).toEqual([null, 'refused']);
  expect(series.map(({ name, labels }) => [name, Object.keys(labels).slice(1)])).toEqual([
    ['up', ['job']], ['scrape_duration_seconds', ['job']], ['tsdbscope_scrape_failed', ['kind', 'instance']],
  ]);
});

it('a staleness mark, which an engine may answer as NaN, is no value; other NaN are', () => {
  const window = readEngineWindow([answer({
    [metric('up')]: [1, 1, 1, 0, 1], [metric('tsdbscope_scrape_failed', { kind: 'timeout' })]: [NaN, NaN, NaN, 1],
    [metric('ended')]: [5, NaN], [metric('quantile')]: [NaN, NaN, 2, NaN, NaN],
  })], (labels) => labels);
  if (typeof window === 'string') throw new Error(window);
  expect(window.series.map(({ name, present }) => [name, [...present]])).toEqual([
    ['ended', [1, 0, 0, 0, 0]], ['quantile', [1, 1, 1, 0, 1]],
  ]);
});
