/** Tests why exports failed before a sending queue was full, in the lines of the console. */
import { expect, it } from 'vitest';
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
