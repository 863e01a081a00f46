import { describe, expect, it } from 'vitest';
import { readTsdbStatus, statusRequest } from './tsdbStatus.ts';

const ASKED = { time: 1_795_435_288, tookSeconds: 0.01, processStart: 1_795_435_260 };
const body = (data: unknown): Uint8Array => Buffer.from(JSON.stringify({ status: 'success', data }));

/** As Prometheus 2.42 answers limit=50, its longest lists shortened; 3.15 has the same fields. */
const PROMETHEUS = {
  headStats: { numSeries: 336, numLabelPairs: 316, chunkCount: 336, minTime: 1_795_435_263_687, maxTime: 1 },
  seriesCountByMetricName: [
    { name: 'prometheus_tsdb_compaction_duration_seconds_bucket', value: 15 },
    { name: 'prometheus_engine_query_duration_seconds', value: 12 },
  ],
  labelValueCountByLabelName: [{ name: '__name__', value: 206 }, { name: 'le', value: 70 }],
  memoryInBytesByLabelName: [{ name: '__name__', value: 7918 }, { name: 'le', value: 323 }],
  seriesCountByLabelValuePair: [{ name: 'job=self', value: 336 }, { name: 'handler=/metrics', value: 24 }],
};
/** As VictoriaMetrics 1.79.5 answers topN=50. */
const VICTORIA = {
  totalSeries: 311, totalLabelValuePairs: 1129,
  seriesCountByMetricName: [{ name: 'prometheus_engine_query_duration_seconds', value: 12 }],
  seriesCountByLabelName: [{ name: '__name__', value: 311 }], seriesCountByFocusLabelValue: [],
  seriesCountByLabelValuePair: [{ name: 'job=self', value: 311 }],
  labelValueCountByLabelName: [{ name: '__name__', value: 202 }],
};

describe('the status of a TSDB', () => {
  it.each([
    ['prometheus', '2.42.0', { path: '/api/v1/status/tsdb?limit=50' }],
    ['prometheus', '3.15.0', { path: '/api/v1/status/tsdb?limit=50' }],
    ['prometheus', '', { path: '/api/v1/status/tsdb?limit=50' }],
    ['prometheus', '2.14.0', { reason: 'Prometheus answers this since 2.15; this is 2.14.0.' }],
    ['prometheus', '1.8.2', { reason: 'Prometheus answers this since 2.15; this is 1.8.2.' }],
    ['victoriametrics', '1.79.5', { path: '/api/v1/status/tsdb?topN=50' }],
  ] as const)('of %s %s is asked where it answers', (kind, version, request) => {
    expect(statusRequest(kind, version)).toEqual(request);
  });

  it.each(['prometheus-agent', 'thanos', 'mimir', 'otel-collector', 'go', 'unknown'] as const)(
    'of %s is not asked, and the reason is given', (kind) => {
      expect(statusRequest(kind, '1.0.0')).toEqual({ reason: expect.stringMatching(/\.$/) as string });
    }
  );

  it('is read from Prometheus', () => {
    expect(readTsdbStatus('prometheus', body(PROMETHEUS), ASKED)).toEqual({
      ...ASKED, sizeBytes: body(PROMETHEUS).length, isDaily: false, series: 336, labelPairs: 316, chunks: 336,
      lists: {
        metrics: {
          isWhole: true, rows: [
            { name: 'prometheus_tsdb_compaction_duration_seconds_bucket', count: 15 },
            { name: 'prometheus_engine_query_duration_seconds', count: 12 },
          ],
        },
        labelValues: { isWhole: true, rows: [{ name: '__name__', count: 206 }, { name: 'le', count: 70 }] },
        labelBytes: { isWhole: true, rows: [{ name: '__name__', count: 7918 }, { name: 'le', count: 323 }] },
        labelPairs: {
          isWhole: true, rows: [{ name: 'job=self', count: 336 }, { name: 'handler=/metrics', count: 24 }],
        },
      },
    });
  });

  it('is read from VictoriaMetrics, which has no head and no memory by label', () => {
    const reading = readTsdbStatus('victoriametrics', body(VICTORIA), ASKED);
    expect(reading).toMatchObject({ isDaily: true, series: 311, labelPairs: 1129, chunks: null });
    expect(reading?.lists.labelBytes).toBeNull();
    expect(reading?.lists.labelPairs?.rows).toEqual([{ name: 'job=self', count: 311 }]);
  });

  it('a list of ten or of fifty is cut off: 2.42 gives ten whatever it is asked', () => {
    const many = (length: number): { name: string; value: number }[] =>
      Array.from({ length }, (_, i) => ({ name: `m${i}`, value: i }));
    for (const [length, isWhole] of [[9, true], [10, false], [11, true], [50, false], [4000, false]] as const) {
      const reading = readTsdbStatus(
        'prometheus', body({ ...PROMETHEUS, seriesCountByMetricName: many(length) }), ASKED
      );
      expect(reading?.lists.metrics).toMatchObject({ isWhole });
      expect(reading?.lists.metrics?.rows.length).toBeLessThanOrEqual(50);
    }
  });

  it.each([
    ['no JSON', Buffer.from('<html>')], ['an error', Buffer.from('{"status":"error"}')], ['no totals', body({})],
    ['totals that are no numbers', body({ headStats: { numSeries: 'many' } })], ['a list', body([])],
    ['negative totals', body({ headStats: { numSeries: -5 } })],
  ])('%s is no reading', (_, bytes) => {
    expect(readTsdbStatus('prometheus', bytes, ASKED)).toBeNull();
  });

  it('rows that are none are dropped, long names cut', () => {
    const seriesCountByMetricName = [
      null, 7, {}, { name: 7, value: 7 }, { name: 'a', value: -1 }, { name: '', value: 1 },
      { name: 'x'.repeat(5000), value: 2 }, { name: '__proto__', value: 3 },
    ];
    const reading = readTsdbStatus('prometheus', body({ ...PROMETHEUS, seriesCountByMetricName }), ASKED);
    expect(reading?.lists.metrics?.rows).toEqual([
      { name: '__proto__', count: 3 }, { name: 'x'.repeat(300), count: 2 },
    ]);
  });
});
