import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
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
    .toBe('Rules failed of the group a (once).');
});

it.each([
  ['at a start', ['msg="TSDB started"', 'msg="loading groups failed"'], true],
  ['at a start that went on', ['msg="TSDB started"', 'msg="loading groups failed"', 'msg="Server is ready to receive '
    + 'web requests."'], false],
  ['at a reload', ['msg="loading groups failed"'], false],
])('rules that were refused %s', (_, lines, ends) => {
  expect(refusedAtStart(lines) !== null).toBe(ends);
});
