import { expect, it } from 'vitest';
import { tableFacts } from '../tables/tableFacts.ts';

type Row = readonly [flat: string, share: number, cum: string, cumShare: number, name: string];

const table = (...rows: Row[]): string => [
  'Type: cpu', 'Showing nodes accounting for 8s, 80% of 10s total', '      flat  flat%   sum%        cum   cum%',
  ...rows.map(([flat, share, cum, cumShare, name]) => `    ${flat} ${share}% ${share}%   ${cum} ${cumShare}%  ${name}`),
].join('\n');
const VM = 'github.com/VictoriaMetrics/VictoriaMetrics/lib/';
const OTEL = 'github.com/open-telemetry/opentelemetry-collector-contrib/';

it('names the largest function of a known program, and what it is part of', () => {
  expect(tableFacts(table(
    ['3s', 30, '3s', 30, 'runtime.memmove'], ['1s', 10, '2s', 20, 'main.parse'],
    ['0.10s', 1, '6s', 60, `${OTEL}processor/tailsamplingprocessor.(*tsp).tick`]
  ))).toContain('tailsamplingprocessor.(*tsp).tick is part of tailsamplingprocessor of the OpenTelemetry Collector.');
});

it('names several tasks by the largest function of each', () => {
  expect(tableFacts(table(
    ['3s', 30, '3s', 30, 'runtime.memmove'], ['1s', 10, '5s', 50, `${VM}storage.(*indexSearch).searchMetricIDs`],
    ['0.50s', 5, '4s', 40, `${VM}storage.(*indexSearch).getMetricIDs`], ['1s', 10, '2s', 20, `${VM}promscrape.parse`]
  ))).toContain('By what they are part of, with what they call: the index of series (indexdb) 5s (50%, '
    + 'storage.(*indexSearch).searchMetricIDs); scraping 2s (20%, promscrape.parse).');
});

it('says nothing of another program, nor of a small part', () => {
  expect(tableFacts(table(
    ['3s', 30, '6s', 60, 'example.com/shop.Run'], ['0.1s', 1, '0.2s', 2, `${VM}promscrape.parse`]
  ))).not.toContain('part of');
});
