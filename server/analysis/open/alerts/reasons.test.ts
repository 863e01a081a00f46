/** Tests what the reason of an alert adds to it. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (name: string, labels: readonly string[], description: string): string =>
  recognize(new TextEncoder().encode(['Alerts Firing:', 'Labels:', ` - alertname = ${name}`,
    ...labels.map((label) => ` - ${label}`), 'Annotations:', ` - description = ${description}`, '',
  ].join('\n'))).interest ?? '';

describe('the reason of an alert', () => {
  it.each([
    ['contextDeadlineExceeded', 'answer in time'], ['clientError', 'with a status 4xx'],
    ['serverError', 'with a status 5xx'],
  ])('for which notifications fail: %s', (reason, words) => {
    expect(told('AlertmanagerFailedToSendAlerts', ['integration = email', `reason = ${reason}`], '12.5% fail.'))
      .toMatch(new RegExp(`12\\.5% fail\\. Its reason is ${reason}: the receiver .*${words}.*\\. More than 1 % of `
        + 'the notifications'));
  });

  it('of another alert is told as it is', () => {
    expect(told('DiskBroken', ['reason = SmartFailed'], 'A disk fails.')).toContain(' Its reason is SmartFailed.');
  });

  it.each([
    ['that it says itself', ['reason = SmartFailed'], 'A disk fails (SmartFailed).'],
    ['that it does not have', ['severity = page'], 'A disk fails.'],
  ])('%s is not added', (_, labels, description) => {
    expect(told('DiskBroken', labels, description)).not.toContain('Its reason');
  });
});
