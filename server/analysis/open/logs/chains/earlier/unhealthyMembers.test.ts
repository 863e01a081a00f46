/** Tests what is reported of an unhealthy member of a ring before requests failed because of it. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const at = (second: number): string => `2024-03-04T05:06:${second}.123Z`;
const good = (second: number): string =>
  `level=debug ts=${at(second)} caller=logging.go:66 traceID=0a${second} msg="POST /api/v1/push (200) 4.1${second}ms"`;
const bad = (second: number): string => `level=warn ts=${at(second)} caller=logging.go:86 traceID=0b${second} `
  + String.raw`msg="POST /api/v1/push (500) 4${second}.5µs Response: \"at least 2 live replicas required, could only `
  + String.raw`find 1 - unhealthy instances: 10.4.0.7:9095\\n\" ws: false; "`;
const HEALTH = `level=warn ts=${at(12)} caller=pool.go:184 msg="removing ingester failing healthcheck" `
  + 'addr=10.4.0.7:9095 reason="rpc error: code = DeadlineExceeded desc = context deadline exceeded"';
const GOSSIP = `level=info ts=${at(11)} caller=memberlist_logger.go:74 msg="Marking ingester-7 as failed, suspect `
  + 'timeout reached (2 peer confirmations)"';
const said = (...lines: readonly string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('the member and when it failed, what part of the requests failed, and no time of one request', () => {
  const facts = said(GOSSIP, HEALTH, good(20), bad(21), good(22), bad(23), good(24), good(25));
  expect(facts).toContain('2 of 6 POST /api/v1/push requests in these lines failed (33 %), 4 succeeded. Before that, '
    + '10.4.0.7:9095 failed its health check at 2024-03-04T05:06:12Z ("rpc error: code = DeadlineExceeded desc = '
    + 'context deadline exceeded"), and memberlist marked ingester-7 as failed at 2024-03-04T05:06:11Z.');
  expect(facts).toContain('see why 10.4.0.7:9095 does not answer, and if it is gone for good, forget it on the ring');
  expect(facts).not.toContain('µs');
});

it('without earlier lines, the ring page', () => {
  const facts = said(bad(21), bad(22), bad(23));
  expect(facts).toContain('see the ring page for members that are not ACTIVE');
  expect(facts).not.toMatch(/Before that|requests in these lines/);
});

it('the health check of another member says nothing of this one', () => {
  expect(said(HEALTH.replace('10.4.0.7', '10.4.0.9'), bad(21), bad(22))).not.toContain('Before that');
});
