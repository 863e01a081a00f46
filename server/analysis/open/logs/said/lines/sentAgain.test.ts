/** Tests requests that are refused: the ring is reported by them first, and one batch that is sent again. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const push = (second: number, size: number): string => [
  `level=warn ts=2026-01-02T03:04:0${second}Z caller=logging.go:71 traceID=7ac1 msg="POST /loki/api/v1/push (500)`,
  String.raw`3.9ms Response: \"at least 1 live replicas required, could only find 0\\n\" ws: false;`,
  `Content-Length: ${size}; Content-Type: application/x-protobuf; User-Agent: promtail/2.1.0; "`,
].join(' ');
const STALE = [1, 2].map((n) => `level=error ts=2026-01-02T03:04:08.${n}Z caller=pool.go:161 msg="error removing stale `
  + 'clients" err="too many failed ingesters"');

it('a refused push comes before what the pool says of the same ring', () => {
  const said = of(push(1, 1234), push(5, 1234), ...STALE);
  expect(said).toMatch(/^The warning "POST \/loki\/api\/v1\/push \(500\) .*ring.*The error "error removing stale cli/);
  expect(said).toContain('Both refused requests have 1,234 bytes: promtail/2.1.0 seems to send one batch again.');
});

it('batches of other sizes are not the same', () => {
  expect(of(push(1, 1234), push(5, 1235), ...STALE)).not.toContain('one batch');
  expect(of(push(1, 1234), ...STALE)).not.toContain('one batch');
});

it('all pods of the text at once point at what they share', () => {
  expect(of('The error appears once a month on our cluster.', 'In the logs we see on all 3 pods of it these lines:',
    '```', push(1, 1234), ...STALE, '```')).toContain('It is so on all 3 pods at once, and the ring has no healthy');
});
