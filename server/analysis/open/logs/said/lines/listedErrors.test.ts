import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const AT = '2026-01-02T03:04:05.641Z\terror\tapp/vmalert/rule/group.go:9\t';

it('errors below the message that announces them are read one by one', () => {
  const said = of(
    `${AT}group "disks": errors(2): `,
    'rule "usage": notifier failure: failed to send alerts to addr "http://am-0:9093/api/v2/alerts": invalid SC 502 '
      + 'from "http://am-0:9093/api/v2/alerts"; response body: ',
    'rule "usage": remote write failure: failed to push timeseries - queue is full (50 entries). Queue size is '
      + 'controlled by -remoteWrite.maxQueueSize flag',
  );
  expect(said).toContain('It logged the error "rule "usage": remote write failure: failed to push timeseries - queue '
    + 'is full (50 entries)');
  expect(said).toContain('(group=disks)');
  expect(said).toContain('failed to send alerts to addr "http://am-0:9093/api/v2/alerts"');
  expect(said).toContain('The cause given is "invalid SC 502".');
  expect(said).not.toContain('errors(2)');
});

it('one that announces errors which are not in the text is reported only by itself', () => {
  const next = '2026-01-02T03:04:06.641Z\tinfo\tapp/vmalert/main.go:9\tthe rest is fine';
  expect(of(`${AT}group "disks": errors(2): `, next)).toContain('the error "group "disks": errors(2):"');
  const said = of(`${AT}group "a": errors(1): `, 'rule "r": failed to execute: connection refused', `${AT}group "b": `
    + 'errors(2): ', next);
  expect(said).toContain('rule "r": failed to execute');
  expect(said).not.toContain('group "b"');
});
