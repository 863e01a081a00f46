import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const line = (second: number, message: string, lines: number, bytes: number): string => [
  `level=${message.startsWith('final') ? 'error' : 'warn'} ts=2023-04-05T06:07:${String(second).padStart(2, '0')}.1Z`,
  'caller=client.go:344 component=client host=loki:3100', `msg="${message}" status=429`,
  'error="server returned HTTP status 429 Too Many Requests (429): Ingestion rate limit exceeded (limit: 2097152',
  `bytes/sec) while attempting to ingest '${lines}' lines totaling '${bytes}' bytes, reduce log volume or contact your`,
  'Loki administrator"',
].join(' ');
const said = (...lines: readonly string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const AGAIN = 'error sending batch, will retry';
const FINAL = 'final error sending batch';

it('the batches that were given up are added up, and those that were only refused are not', () => {
  const facts = said(line(1, AGAIN, 900, 1_048_576), line(2, AGAIN, 900, 1_048_576), line(9, FINAL, 900, 1_048_576),
    line(11, AGAIN, 40, 9000), line(12, AGAIN, 700, 524_288), line(30, FINAL, 700, 524_288));
  expect(facts).toContain('It gave up 2 batches, whose 1,600 lines (1.5 MiB) were lost from 2023-04-05T06:07:09Z '
    + 'to 2023-04-05T06:07:30Z (76.2 lines per second), after 4 refused tries in the lines. Another batch was refused, '
    + 'too, and not given up in the lines. The limit (2 MiB per second) is one of ');
  expect(facts).toContain('ingestion_rate_mb');
  expect(facts).not.toContain('drops the data of that request');
});

it('batches that are only sent again are not lost', () => {
  expect(said(line(1, AGAIN, 900, 1_048_576), line(2, AGAIN, 900, 1_048_576))).not.toContain('gave up');
});
