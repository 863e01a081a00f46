import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { failedReceivers } from './failedReceivers.ts';

const attempt = (receiver: string, kind: string): string => 'level=debug ts=2026-01-02T03:04:05Z caller=notify.go:6 '
  + `component=dispatcher msg="Notify attempt failed" attempt=1 integration=${kind} receiver=${receiver} err="x"`;
const FAILED = 'level=error ts=2026-01-02T03:04:05Z caller=dispatch.go:1 component=dispatcher msg="Notify for alerts '
  + 'failed" num_alerts=3 err="cancelling notify retry for \\"slack\\" due to unrecoverable error: unexpected status '
  + 'code 404"';

it('the receiver of a notification that failed, and what Slack means with 404', () => {
  const said = recognize(new TextEncoder().encode([attempt('team-a', 'slack'), FAILED].join('\n'))).interest ?? '';
  expect(said).toContain('Slack has no such webhook or channel');
  expect(said).toContain('The notification was for the receiver team-a (slack), which did not get its 3 alerts; '
    + 'Alertmanager tries again after group_interval.');
});

it('several receivers, and attempts alone', () => {
  expect(failedReceivers([attempt('a', 'slack'), attempt('b', 'email'), FAILED], ''))
    .toBe('The notification was for the receivers a (slack), b (email). Alertmanager tries again after '
      + 'group_interval.');
  expect(failedReceivers([attempt('a', 'slack')], '')).toBe('The notification was for the receiver a (slack).');
});

it.each([
  ['no failure', ['level=info msg="Notify success" receiver=a'], null],
  ['a receiver that is told', [FAILED], 'The receiver did not get its 3 alerts; Alertmanager tries again after '
    + 'group_interval.'],
])('%s', (_, lines, said) => { expect(failedReceivers(lines, 'team-a')).toBe(said); });
