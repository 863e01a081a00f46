/** Tests the warnings of a start that are over where its lines end. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const whatOf = (...lines: string[]) => recognize(new TextEncoder().encode(lines.join('\n')));
const line = (clock: string, level: string, rest: string): string =>
  `level=${level} ts=2024-03-04T${clock}.123456789Z caller=${rest}`;
const START = line('05:06:01', 'info', 'main.go:103 msg="Starting Loki" version="(version=2.6.1, branch=HEAD)"');
const SHIPPER = line('05:06:02', 'info', 'shipper.go:124 msg="starting index shipper in RW mode"');
const FAILED = (clock: string): string =>
  line(clock, 'warn', 'memberlist_logger.go:74 msg="Failed to resolve a-memberlist: lookup a-memberlist on '
    + '10.0.0.1:53: no such host"');
const READY = line('05:06:03', 'info', 'loki.go:374 msg="Loki started"');
const JOINED = line('05:06:30', 'info', 'memberlist_client.go:563 msg="joined memberlist cluster" reached_nodes=1');

it('says that they are over, and what was answered after them', () => {
  const { program, version, interest } = whatOf('why can\'t I connect from grafana? $ kubectl logs a-0', START, SHIPPER,
    FAILED('05:06:04'), READY, FAILED('05:06:10'), JOINED,
    line('05:07:00', 'info', 'metrics.go:170 component=frontend org_id=a latency=fast query_type=labels status=200'));
  expect({ program, version }).toEqual({ program: 'Loki', version: '2.6.1' });
  expect(interest).toMatch(/^Nothing is wrong with it where the lines end: it joined its cluster at 2024-03-04T05:0/);
  expect(interest).toContain('the last of 2 warnings such as "Failed to resolve');
  expect(interest).toContain('It answered a request with status 200 at 2024-03-04T05:07:00');
  expect(interest).toContain('Why it cannot be reached is not in its lines');
  expect(interest).not.toContain('look at DNS');
});

it.each([
  ['a failure after it', [START, JOINED, FAILED('05:07:04')]],
  ['another error', [START, FAILED('05:06:04'), JOINED, line('05:07:04', 'error', 'a.go:1 msg="flush failed"')]],
  ['a crash', [START, FAILED('05:06:04'), JOINED, 'panic: runtime error: index out of range [1] with length 1']],
  ['no node that was reached', [START, FAILED('05:06:04'), JOINED.replace('=1', '=0')]],
])('claims nothing with %s', (_with, lines) => {
  expect(whatOf(...lines).interest).not.toContain('Nothing is wrong');
});

it('names Loki by its own files of the name of Thanos', () => {
  expect(whatOf(SHIPPER, line('05:06:03', 'warn', 'memberlist_logger.go:74 msg="x"')).program).not.toBe('Thanos');
});
