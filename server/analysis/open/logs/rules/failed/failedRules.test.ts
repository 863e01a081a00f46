import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { failedRules, refusedAtStart } from './failedRules.ts';

const failed = (alert: string): string => 'time=2026-01-02T03:04:05.844Z level=WARN source=group.go:5 msg="Evaluating '
  + `rule failed" component="rule manager" file=/r.yml group=hosts name=${alert} index=0 rule="alert: ${alert}\\nexpr: `
  + 'a / b < 1\\nannotations:\\n  summary: Host out of memory\\n" err="vector cannot contain metrics with the same '
  + 'labelset"';

it('alerts whose rules failed cannot fire, and do not tell of their hosts', () => {
  const said = recognize(new TextEncoder().encode([failed('HostOutOfMemory'), failed('HostOutOfDiskSpace')].join('\n')))
    .interest;
  expect(said).toContain('The alerts HostOutOfMemory and HostOutOfDiskSpace cannot fire while that fails.');
  expect(said).not.toContain('It names the alert');
});

it('several alerts, one of Prometheus 1, and a recording rule', () => {
  expect(failedRules(['A', 'B', 'C', 'D', 'E'].map(failed))).toContain('The alerts A, B, C and 2 others cannot fire');
  expect(failedRules(['msg="Evaluating rule failed" rule="ALERT Down IF up == 0" err="x"']))
    .toBe('The alert Down cannot fire while that fails.');
  expect(failedRules(['msg="Evaluating rule failed" group=a rule="record: a:b" err="x"']))
    .toBe('Rules failed of the group a (once). The recording rule a:b gets no new samples while that fails.');
});

it('rules as JSON, which has only their names', () => {
  const json = (name: string): string => '{"time":"2026-01-02T03:04:05.844Z","level":"WARN","source":"group.go:544",'
    + `"msg":"Evaluating rule failed","component":"rule manager","file":"/r.yml","group":"quotas","name":"${name}",`
    + '"index":6,"rule":{},"err":"found duplicate series for the match group {} on the right hand-side"}';
  const lines = ['KubeQuotaExceeded', 'KubeQuotaFullyUsed', 'OwnRule'].map(json);
  expect(failedRules(lines)).toBe('Rules failed of the group quotas (3 times). The alerts KubeQuotaExceeded and '
    + 'KubeQuotaFullyUsed cannot fire while that fails. The rule OwnRule gives no result while that fails.');
  expect(recognize(new TextEncoder().encode(lines.join('\n'))).interest).not.toContain('It names the alert');
});

it('a rule that did not end in time, with its range', () => {
  const line = 'level=warn ts=2026-01-02T03:04:05.844Z caller=manager.go:577 component="rule manager" group=slow '
    + 'msg="Evaluating rule failed" rule="record: a:availability30d\\nexpr: sum(increase(a_total[30d])) / '
    + 'sum(rate(b_total[5m]))\\n" err="context deadline exceeded"';
  const said = recognize(new TextEncoder().encode([line, line.replace('03:04', '03:06')].join('\n'))).interest;
  expect(said).toContain('A rule took longer than --query.timeout');
  expect(said).toContain('The recording rule a:availability30d gets no new samples while that fails. A rule that did '
    + 'not end in time reads 30d of its series.');
  expect(said).not.toContain('can be reached');
});

it.each([
  ['at a start', ['msg="TSDB started"', 'msg="loading groups failed"'], true],
  ['at a start that went on', ['msg="TSDB started"', 'msg="loading groups failed"', 'msg="Server is ready to receive '
    + 'web requests."'], false],
  ['at a reload', ['msg="loading groups failed"'], false],
])('rules that were refused %s', (_, lines, ends) => {
  expect(refusedAtStart(lines) !== null).toBe(ends);
});
