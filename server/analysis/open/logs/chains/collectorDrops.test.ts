/** Tests what is told of the items that exporters of a Collector drop. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { collectorDrops } from './collectorDrops.ts';

const line = (name: string, items: number, signal = 'logs'): string => '2026-01-02T03:04:05.092Z\terror\t'
  + 'exporterhelper/queue_sender.go:184\tDropping data because sending_queue is full. Try increasing queue_size.\t'
  + `{"kind": "exporter", "data_type": "${signal}", "name": "${name}", "dropped_items": ${items}}`;

it('adds up the items of each exporter', () => {
  expect(recognize(new TextEncoder().encode(line('otlp/backend', 25))).interest)
    .toContain('By this line, it lost 25 items of the exporter otlp/backend (logs).');
  expect(collectorDrops([line('otlp', 25), line('otlp', 2000), line('loki', 1, 'traces')]))
    .toBe('By 3 lines, it lost 2,025 items of the exporter otlp (logs), 1 item of the exporter loki (traces).');
});

it('tells the loss once, with its number', () => {
  const facts = recognize(new TextEncoder().encode('2026-01-02T03:04:05.092Z\terror\tinternal/queue_sender.go:51\t'
    + 'Exporting failed. Dropping data.\t{"otelcol.component.id": "prometheusremotewrite", "otelcol.component.kind": '
    + '"exporter", "otelcol.signal": "metrics", "error": "Permanent error: remote write returned HTTP status 400 Bad '
    + 'Request: duplicate sample for timestamp 1767323045000", "dropped_items": 31}')).interest ?? '';
  expect(facts).toContain('it lost 31 items');
  expect(facts).toContain('two values for one time');
  expect(facts).not.toMatch(/dropped data that|is lost/);
});

it('reads the names of newer versions', () => {
  expect(collectorDrops(['error exporterhelper/base.go:1 Exporting failed. Dropping data. {"otelcol.component.id": '
    + '"otlphttp", "otelcol.component.kind": "exporter", "otelcol.signal": "metrics", "dropped_items": 7}']))
    .toContain('7 items of the exporter otlphttp (metrics)');
});

it.each([
  line('otlp', 0), '{"kind": "receiver", "name": "otlp", "dropped_items": 7}', 'dropped_items of the exporter',
])('says nothing of others: %s', (text) => { expect(collectorDrops([text])).toBeNull(); });

it('names why exports failed before the queue was full, although those lines are at level info', () => {
  const json = (ts: number, level: string, msg: string, more: object): string =>
    JSON.stringify({ level, ts, caller: 'exporterhelper/queued_retry.go:1', msg, component_kind: 'exporter', ...more });
  const retry = (ts: number): string => json(ts, 'info', 'Exporting failed. Will retry the request after interval.', {
    error: 'failed to push: Post "http://otel.test:4318/v1": dial tcp 10.0.0.7:4318: connect: connection refused',
  });
  const full = (ts: number): string => json(
    ts, 'error', 'Dropping data because sending_queue is full. Try increasing queue_size.', { dropped_items: 5 }
  );
  const said = recognize(new TextEncoder().encode([
    retry(1_600_000_000.5), retry(1_600_000_010.5), full(1_600_000_040.5), full(1_600_000_041.5),
  ].join('\n'))).interest ?? '';
  expect(said).toMatch(/^Exports have failed since 2020-09-13T12:26:40Z \(2 lines: "dial tcp 10\.0\.0\.7:4318: /);
  expect(said).toContain('and 40 s later the sending queue was full: see to that address first.');
});
