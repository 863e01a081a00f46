/** Tests which process is named as the holder of a lock that starts met. */
import { expect, it } from 'vitest';
import { statements } from '../../../../../core/finding.ts';
import { analyse } from '../../../../../testdata/measuredLog.ts';

const line = (time: string, process: number, rest: string): string =>
  `<30>1 2026-11-20T${time}Z host-b prometheus ${process} - - level=info ts=2026-11-20T${time}Z caller=a.go:1 ${rest}`;
const tried = (minute: string, process: number): string[] => [
  line(`10:${minute}:00.100`, process, 'msg="Starting Prometheus" version="(version=2.2.1)"'),
  line(`10:${minute}:00.200`, process, 'msg="Starting TSDB ..."'),
  line(`10:${minute}:00.300`, process, 'err="Opening storage failed open DB in /data: Locked by other process"'),
];
const runs = (time: string): string => line(time, 23, 'component=tsdb msg="head GC completed" duration=61ms');
const said = (...lines: string[]): string => statements(analyse(lines.join('\n')).finding).join(' ');

it('the process that logs before and after the starts that met its lock', () => {
  expect(said(runs('09:00:00'), ...tried('10', 41), ...tried('11', 52), runs('11:00:00')))
    .toContain('prometheus[23] logs before and after that, so it runs and may hold the lock: two must not use');
});

it('no process that only came later, and none without a lock', () => {
  expect(said(...tried('10', 41), runs('11:00:00'), ...tried('20', 41))).not.toContain('prometheus[23]');
  const other = [...tried('10', 41), ...tried('11', 52)].map((text) => text.replace(/Locked by.*"/, 'no such file"'));
  expect(said(runs('09:00:00'), ...other, runs('11:00:00'))).not.toContain('may hold the lock');
});
