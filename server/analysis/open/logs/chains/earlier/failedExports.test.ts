/** Tests why exports failed before a sending queue was full, in the lines of the console. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const DEADLINE = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
const retry = (second: number, name: string, error = DEADLINE): string => `2024-02-03T04:05:${second}.100Z\tinfo\t`
  + 'exporterhelper/retry_sender.go:145\tExporting failed. Will retry the request after interval.\t'
  + `{"kind": "exporter", "data_type": "logs", "name": "${name}", "error": "${error}", "interval": "5s"}`;
const drop = (second: number, name: string): string => `2024-02-03T04:05:${second}.100Z\terror\t`
  + 'exporterhelper/queue_sender.go:184\tDropping data because sending_queue is full. Try increasing queue_size.\t'
  + `{"kind": "exporter", "data_type": "logs", "name": "${name}", "dropped_items": 10}`;
const said = (...lines: readonly string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('a backend that does not answer in time', () => {
  const facts = said(retry(10, 'otlp/far'), retry(15, 'otlp/far'), drop(40, 'otlp/far'), retry(41, 'otlp/far'));
  expect(facts).toMatch(/^Exports of otlp\/far have failed since 2024-02-03T04:05:10Z \(3 lines: "rpc error: /);
  expect(facts).toContain('context deadline exceeded"), and 30 s later the sending queue was full: see first why its '
    + 'backend does not answer in time.');
  expect(facts).toContain('it lost 10 items of the exporter otlp/far');
});

it('another error that the backend answered', () => {
  expect(said(retry(10, 'otlp/far', 'rpc error: code = ResourceExhausted desc = slow down'), drop(40, 'otlp/far')))
    .toContain('the sending queue was full: see to that error first.');
});

it('failures of another exporter, or later ones, are not its cause', () => {
  expect(said(retry(10, 'otlp/near'), drop(40, 'otlp/far'))).not.toContain('have failed since');
  expect(said(drop(40, 'otlp/far'), retry(45, 'otlp/far'))).not.toContain('have failed since');
});

describe('a memory limiter that refuses data', () => {
  const zap = (time: string, level: string, place: string, message: string, fields: string): string =>
    `Mar 04 ${time} gate-0 otelcol ${level}\t${place}\t${message}\t{"kind": ${fields}}`;
  const late = 'failed to make an HTTP request: Post \\"https://far.example:4318/v1/metrics\\": context deadline '
    + 'exceeded (Client.Timeout exceeded while awaiting headers)';
  const failed = (time: string): string => zap(time, 'info', 'exporterhelper/retry_sender.go:129',
    'Exporting failed. Will retry the request after interval.',
    `"exporter", "data_type": "metrics", "name": "otlphttp/far", "error": "${late}", "interval": "9.8s"`);
  const limiter = (time: string, message: string, mib: number): string => zap(time, 'warn',
    'memorylimiter/memorylimiter.go:203', message,
    `"processor", "name": "memory_limiter", "pipeline": "metrics", "cur_mem_mib": ${mib}`);
  const scrape = (time: string, host: string): string => zap(time, 'error', 'scrape/scrape.go:1351',
    'Scrape commit failed', '"receiver", "name": "prometheus", "data_type": "metrics", '
    + `"target": "http://${host}:9100/metrics", "error": "data refused due to high memory usage"`);
  const refusal = [
    limiter('07:20:00', 'Memory usage is above soft limit. Forcing a GC.', 1010),
    limiter('07:20:01', 'Memory usage after GC.', 990),
    limiter('07:20:01', 'Memory usage is above soft limit. Refusing data.', 990),
    scrape('07:20:05', 'a'), scrape('07:20:06', 'b'),
  ];

  it('follows from exports that failed before', () => {
    const facts = said(failed('07:00:00'), failed('07:08:00'), failed('07:19:00'), ...refusal, failed('07:21:00'));
    expect(facts).toMatch(/^Exports of otlphttp\/far have failed since 07:00:00 \(4 lines: "failed to make an HTTP /);
    expect(facts).toContain('), and 20m 1s later the memory limiter refused data, because what cannot be sent waits in '
      + 'memory: see first why its backend does not answer in time. The 2 refused scrapes ("Scrape commit failed") '
      + 'follow from that, and are lost.');
    expect(facts).not.toContain('see what holds so much');
  });

  it.each([
    ['failures that ended long before', [failed('06:00:00'), failed('06:01:00'), failed('06:02:00')]],
    ['a single failure', [failed('07:19:00')]],
    ['later failures', []],
  ])('does not follow from %s', (_, before) => {
    expect(said(...before, ...refusal, failed('07:21:00'), failed('07:22:00'), failed('07:23:00')))
      .not.toContain('have failed since');
  });
});

it('exports of Grafana Alloy that failed before its memory limiter refused data', () => {
  const line = (time: string, level: string, rest: string): string => `ts=2026-03-04T${time}Z level=${level} ${rest}`;
  const failed = (time: string): string => line(time, 'info', 'msg="Exporting failed. Will retry the request after '
    + 'interval." component_path=/ component_id=otelcol.exporter.otlp.far error="rpc error: code = Unavailable desc = '
    + 'connection error: desc = \\"transport: Error while dialing: dial tcp 10.0.0.1:4317: connect: refused\\"" '
    + 'interval=5s');
  const refused = line('10:09:00', 'error', 'msg="Scrape commit failed" component_path=/ '
    + 'component_id=prometheus.scrape.all err="data refused due to high memory usage"');
  const facts = said(failed('10:00:00'), failed('10:04:00'), failed('10:08:00'), refused, failed('10:10:00'));
  expect(facts).toMatch(/^Exports of otelcol\.exporter\.otlp\.far have failed since 2026-03-04T10:00:00Z \(4 lines: /);
  expect(facts).toContain('and 9m later the memory limiter refused data');
  expect(facts).toContain(': see to that address first. The refused scrape follows from that, and is lost.');
});
