import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

it('a ring page below the error takes the place of the advice to look at it', () => {
  const error = (second: number): string => `{"caller":"retry.go:107","component":"frontend","level":"error",`
    + `"msg":"error processing request","err":"rpc error: code = Code(500) desc = too many unhealthy instances in the `
    + `ring","ts":"2026-03-04T05:00:0${second}Z","org_id":"fake","query":"{app=\\"a\\"}","try":1}`;
  const text = [
    error(1), error(2), error(3), '', '$ curl -s localhost:3100/ring',
    'Instance ID   Availability Zone  State      Address        Registered At   Last Heartbeat   Tokens',
    'ing-0                           ACTIVE     10.0.0.1:9095  2026-01-02T03:04:05Z  2s ago (03:09:01)  128',
    'ing-1                           UNHEALTHY  10.0.0.2:9095  2026-01-02T03:04:05Z  5m3s ago (03:04:00)  128',
    'ing-2                           UNHEALTHY  10.0.0.3:9095  2026-01-02T03:04:05Z  5m1s ago (03:04:02)  128',
  ].join('\n');
  const { interest } = recognize(new TextEncoder().encode(text));
  expect(interest).toContain('The text shows that ring: 2 of its 3 members are not active (ing-1, last heartbeat 5m3s');
  expect(interest).not.toContain('see the ring page');
});

it('members of two systems in one ring come first, and are neither too few nor whole again', () => {
  const row = (id: string): string => `| ${id} |  | ACTIVE | 10.0.0.1:9095 | 3s ago |`;
  const text = [
    'level=error ts=2026-01-02T03:04:05Z caller=manager.go:49 component=distributor msg="write operation failed" '
      + 'details="at least 2 live replicas required, could only find 1 - unhealthy instances: 10.0.0.1:9095"', '',
    'The ring page:', '', '| Instance ID | Availability Zone | State | Address | Last Heartbeat |',
    '|---|---|---|---|---|', row('loki-ingester-0'), row('loki-ingester-1'), row('mimir-ingester-0'),
  ].join('\n');
  const { interest } = recognize(new TextEncoder().encode(text));
  expect(interest?.startsWith('The text shows members of several systems in one ring: 2 of Loki (loki-ingester-0 and 1 '
    + 'more) and 1 of Mimir (mimir-ingester-0). Their memberlist clusters have merged')).toBe(true);
  expect(interest).not.toMatch(/too few healthy|whole again/);
});
