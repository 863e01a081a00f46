import { expect, it } from 'vitest';
import { badMembers, foreignMembers, ringMembers } from './ringRows.ts';

const PAGE = [
  'Ring Status', 'Instance ID   Availability Zone  State      Address        Registered At   Last Heartbeat   Tokens',
  'db-0                            ACTIVE     10.0.0.1:9095  2026-01-02T03:04:05Z  2s ago (03:09:01)  128',
  'db-1                            UNHEALTHY  10.0.0.2:9095  2026-01-02T03:04:05Z  5m3s ago (03:04:00)  128',
  'The member db-1 is ACTIVE no more.',
].join('\n');

it('reads members with their heartbeats, and no sentence', () => {
  expect(ringMembers(PAGE)).toEqual([
    { id: 'db-0', state: 'ACTIVE', isActive: true, ago: '2s', clock: '03:09:01' },
    { id: 'db-1', state: 'UNHEALTHY', isActive: false, ago: '5m3s', clock: '03:04:00' },
  ]);
  expect(badMembers(ringMembers(PAGE))).toBe('db-1, last heartbeat 5m3s ago at 03:04:00');
  expect(badMembers(ringMembers(PAGE.replace('UNHEALTHY', 'ACTIVE   ')))).toBeNull();
});

it('counts members of several systems in one ring, and no release that is named after another', () => {
  const of = (...ids: string[]): string | null =>
    foreignMembers(ids.map((id) => ({ id, state: 'ACTIVE', isActive: true, ago: null, clock: null })));
  expect(of('loki-ingester-0', 'loki-ingester-1', 'mimir-ingester-zone-a-0'))
    .toBe('2 of Loki (loki-ingester-0 and 1 more) and 1 of Mimir (mimir-ingester-zone-a-0)');
  expect(of('ingester-0', 'tempo-ingester-0', 'tempo-ingester-1')).toBeNull();
  expect(of('loki-stack-loki-0', 'loki-stack-loki-1')).toBeNull();
  expect(of('loki-tempo-0', 'loki-loki-0')).toBeNull();
});
