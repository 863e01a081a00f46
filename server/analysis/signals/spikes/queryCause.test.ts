import { describe, expect, it } from 'vitest';
import type { LoggedQuery, SpikeAttribution } from '../../../../core/contract/contract.ts';
import type { TargetKind } from '../../../../core/contract/terms/targetKind.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { attributionOf } from '../../../../testdata/spikeTruth.ts';
import type { SpanMs } from '../windowFrame.ts';

const START = 1_800_000_000;

/** Returns a window with a level of 0.2 cores and bursts of 1.2, each `[from, until]`. */
function window(bursts: readonly [number, number][], kind: TargetKind = 'prometheus') {
  const random = seededRandom(7);
  let total = 0;
  const cpuSeconds = Array.from({ length: 600 }, (_, second) => {
    const isIn = bursts.some(([from, until]) => second > from && second <= until);
    total += second === 0 ? 0 : 0.2 * (0.9 + 0.2 * random()) + (isIn ? 1 : 0);
    return Math.floor(total * 100) / 100;
  });
  return handMadeWindow({ kind, durationSeconds: cpuSeconds.map(() => 0), roles: { cpuSeconds } });
}

function query(from: number, until: number, more: Partial<LoggedQuery> = {}): LoggedQuery {
  return {
    text: 'sum(rate(a{job="x"}[5m]))', start: START + from, end: START + until, evalSeconds: until - from,
    queueSeconds: 0, samples: 41_000_000, peakSamples: null, rangeSeconds: 0, error: null,
    origin: { kind: 'http', client: '10.0.0.1', path: '/api/v1/query_range' }, ...more,
  };
}

function spikesWith(
  bursts: readonly [number, number][], queries: readonly LoggedQuery[], compactions: readonly SpanMs[] = []
): SpikeAttribution {
  return attributionOf(window(bursts), [], compactions, { queries });
}

const BURSTS: [number, number][] = [[100, 104], [200, 204], [300, 304], [400, 404], [500, 504]];

describe('a spike', () => {
  it('is that of the query that was evaluated in it, by name', () => {
    const found = spikesWith(BURSTS, [query(100, 104), query(300.2, 303.9), query(250, 252, { text: 'elsewhere' })]);
    expect(found.spikes.map(({ cause }) => cause))
      .toEqual(['query', 'unexplained', 'query', 'unexplained', 'unexplained']);
    expect(found.spikes[0]?.evidence).toContain(
      'falls in query `sum(rate(a{job="x"}[5m]))` by 10.0.0.1 /api/v1/query_range (4 s, 41 M samples)'
    );
    expect(found.queries).toMatchObject([
      { text: 'sum(rate(a{job="…"}[5m]))', by: '10.0.0.1 /api/v1/query_range', count: 2 },
    ]);
  });

  it('names evaluations of one text together, with their sum', () => {
    const found = spikesWith(BURSTS, [query(100, 102), query(102, 104)]);
    expect(found.spikes[0]?.evidence).toContain('(2 times, 4 s, 82 M samples)');
  });

  it('is that of two queries together where they ran for about as long, never one of them', () => {
    const other = { text: 'up', origin: { kind: 'rule', group: 'node', file: 'r.yml' } } as const;
    const found = spikesWith(BURSTS, [query(100, 103), query(101, 104, other), query(102, 102.2, { text: 'short' })]);
    expect(found.spikes[0]?.queries?.named.map(({ text }) => text)).toEqual(['sum(rate(a{job="x"}[5m]))', 'up']);
    expect(found.spikes[0]?.queries?.others).toBe(1);
    expect(found.queries?.[0]?.text).toBe('sum(rate(a{job="…"}[5m])) and up');
  });

  it('is not that of a query too short for it', () => {
    expect(spikesWith(BURSTS, [query(101, 102.2)]).spikes[0]?.cause).toBe('unexplained');
  });

  it('is that of a short query where the server evaluates one on all cores', () => {
    const burst = window(BURSTS, 'victoriametrics');
    const found = attributionOf(burst, [], [], { queries: [query(101, 102.8)], maxProcs: 4 });
    expect(found.spikes[0]?.cause).toBe('query');
    expect(attributionOf(window(BURSTS), [], [], { queries: [query(101, 102.2)], maxProcs: 4 }).spikes[0]?.cause)
      .toBe('unexplained');
  });

  it('is not that of queries that run all the time', () => {
    const steady = Array.from({ length: 1100 }, (_, i) => query(i / 2, i / 2 + 0.45));
    expect(spikesWith(BURSTS, steady).spikes.map(({ cause }) => cause)).not.toContain('query');
  });

  it('stays that of a compaction that covers it as well', () => {
    const compaction = { startMs: 1000 * (START + 100), endMs: 1000 * (START + 104) };
    expect(spikesWith(BURSTS, [query(100, 104)], [compaction]).spikes[0]?.cause).toBe('compaction');
  });

  it('is as it is without a query log where there is none', () => {
    const { queries, ...found } = spikesWith(BURSTS, []);
    expect(queries).toEqual([]);
    expect(found.spikes.every((spike) => spike.queries === undefined)).toBe(true);
  });
});
