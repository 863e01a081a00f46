import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const of = (value: unknown): { format: string; interest: string | null } => {
  const { format, interest } = recognize(new TextEncoder().encode(JSON.stringify(value, null, 2)));
  return { format, interest };
};

it.each([
  ['ready', [{ name: 'a', address: 'b:9094' }, { name: 'c', address: 'd:9094' }], 'Its cluster is ready, with 2 '
    + 'members. Nothing in it names a fault.'],
  ['settling', [{ name: 'a', address: 'b:9094' }], 'Its cluster is settling, with 1 member, which is this one: if '
    + 'several run, they do not see each other, and each sends every notification (--cluster.peer, port 9094).'],
  ['disabled', [], 'It runs alone, without a cluster.'],
])('the state of Alertmanager whose cluster is %s', (status, peers, said) => {
  expect(of({
    cluster: { name: 'x', peers, status }, config: { original: 'route: {}' }, uptime: '2026-01-02T10:00:00.123Z',
    versionInfo: { version: '0.27.0', revision: 'r' },
  })).toEqual({
    format: 'alertmanager-status', interest: `It is Alertmanager 0.27.0, up since 2026-01-02T10:00:00Z. ${said}`,
  });
});

it('its silences that are active', () => {
  const silence = (state: string): object => ({
    id: '1', status: { state }, createdBy: 'ann', comment: 'night work', startsAt: '2026-01-02T10:00:00Z',
    endsAt: '2026-01-02T12:00:00.000Z', updatedAt: '2026-01-02T10:00:00Z', matchers: [
      { name: 'alertname', value: 'TargetDown', isRegex: false, isEqual: true },
      { name: 'job', value: 'a.*', isRegex: true, isEqual: false },
    ],
  });
  expect(of([silence('active'), silence('expired')])).toEqual({
    format: 'silences', interest: '1 silence is active, so that matching alerts send no notifications: '
      + '{alertname="TargetDown", job!~"a.*"} by ann until 2026-01-02T12:00:00Z ("night work").',
  });
  expect(of([silence('expired')]).interest).toBe('It has 1 silence, none of them active.');
});
