/** Tests that advice on a ring fits what the text says of its members. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { allUnhealthy, ringMembers } from './rings.ts';

const ERROR = 'ts=2026-01-02T03:04:05Z caller=logging.go:8 level=warn msg="POST /api/v1/push (500) 2ms Response: '
  + String.raw`\"at least 2 live replicas required, could only find 1\""`;
const said = (...prose: string[]): string =>
  recognize(new TextEncoder().encode([...prose, '', ERROR, ''].join('\n'))).interest ?? '';

it('members of one zone count once', () => {
  expect(said('It began at noon, and all our ingesters run in one availability zone.')).toContain('The text says "all '
    + 'our ingesters run in one availability zone": with zone awareness, the ring counts one member per zone');
});

it('one instance alone needs a replication factor of 1', () => {
  expect(said('We run Loki as a single binary on this machine.')).toContain('set replication_factor: 1');
  expect(said('common:', '  ring:', '    kvstore:', '      store: inmemory')).toContain('set replication_factor: 1');
});

it.each([
  ['no word of its members', 'It began at noon, after some quiet days.'],
  ['one instance of another program', 'All metrics come from a single Prometheus instance of ours.'],
  ['zones of their own', 'All our ingesters run in three availability zones since March.'],
])('neither with %s', (_, prose) => {
  const facts = said(prose);
  expect(facts).toContain('see the ring page for members that are not ACTIVE');
  expect(facts).not.toMatch(/replication_factor|one member per zone|forget/);
});

it('what failed is reported for queries', () => {
  const { interest } = recognize(new TextEncoder().encode(
    'The dashboards show this:\n```\n{"error":"expanding series: too many unhealthy instances in the ring"}\n```\n'
  ));
  expect(interest).toContain('Queries fail, because the ring has too few healthy members');
});

it('other facts have no such words', () => {
  expect(ringMembers('The disk is full.', 'All our ingesters run in one zone.')).toBeNull();
});

it('all members at once point at what they share', () => {
  const error = (members: string): string => ERROR.replace('find 1', `find 0 - unhealthy instances: ${members}`);
  expect(said('We see these lines on all 3 pods of the cluster since noon.'))
    .not.toContain('so look first at what they share');
  const facts = 'The ring has too few healthy members for its replication factor.';
  expect(allUnhealthy(facts, `We see these lines on all 3 pods since noon.\n\n${ERROR.replace('find 1', 'find 0')}`))
    .toContain('It is so on all 3 pods at once, and the ring has no healthy member, so look first at what they share');
  expect(recognize(new TextEncoder().encode(error('10.0.0.1:9095,10.0.0.2:9095,10.0.0.3:9095'))).interest)
    .toContain('All 3 members that it names are unhealthy at once');
  expect(allUnhealthy(facts, error('10.0.0.1:9095'))).toBeNull();
  expect(allUnhealthy(facts, ERROR)).toBeNull();
});
