/** Tests when a member of a ring is said to be forgotten because the text says that it is gone. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const said = (...prose: string[]): string => recognize(new TextEncoder().encode([
  ...prose, '', 'level=warn ts=2026-01-02T03:04:05.678Z caller=logging.go:86 traceID=0a1b msg="POST /api/v1/push (500) '
    + String.raw`2ms Response: \"at least 2 live replicas required, could only find 1 - unhealthy instances: `
    + String.raw`10.1.2.30:9095\\n\" ws: false; "`, '',
].join('\n'))).interest ?? '';

it('a node that was replaced', () => {
  expect(said('The machine 10.1.2.30 is down and was replaced by a new one 10.1.2.44.')).toContain('The ring has too '
    + 'few healthy members for its replication factor: the text says that 10.1.2.30 is down and was replaced by '
    + '10.1.2.44, so forget 10.1.2.30:9095 on the ring page, and see there whether 10.1.2.44 is ACTIVE.');
});

it('a node that was deleted', () => {
  const facts = said('10.1.2.30 ingester-2 deleted');
  expect(facts).toContain('the text says that 10.1.2.30 was deleted, so forget 10.1.2.30:9095 on the ring page.');
  expect(facts).not.toContain('replication_factor: 1');
});

it.each([
  ['another node', 'The machine 10.1.2.3 is down.'], ['a condition', 'If 10.1.2.30 is down, we replace it.'],
  ['no node', 'It began at noon.'],
])('says nothing with %s', (_, prose) => {
  expect(said(prose)).toContain('see the ring page for members that are not ACTIVE');
});
