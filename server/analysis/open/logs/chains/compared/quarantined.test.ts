/** Tests what is said of the series that Prometheus 1 set aside. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { quarantinedSeries } from './quarantined.ts';

const line = (hour: number, job: string, reason: string): string => `time="2017-01-02T0${hour}:04:05Z" level=warning `
  + `msg="Series quarantined." fingerprint=82c327941de615a${hour} metric="last_run_seconds{instance=\\"a:1\\", `
  + `job=\\"${job}\\"}" reason="${reason}" source="storage.go:1663"`;
const SPARSE = 'dropped more chunks from persistence than from memory';
const START = [
  'time="2017-01-02T00:00:11Z" level=info msg="Starting prometheus (version=1.4.1, branch=master, revision=2a)" '
    + 'source="main.go:77"',
  'time="2017-01-02T00:00:52Z" level=info msg="21844 series loaded." source="storage.go:378"',
];

it('counts them, and names what they have in common', () => {
  const said = recognize(new TextEncoder().encode([...START, line(1, 'a', SPARSE), line(2, 'b', SPARSE)].join('\n')))
    .interest ?? '';
  expect(said).toContain('moved its file to the folder orphaned; other series are not concerned');
  expect(said).toContain('It set 2 series aside, of 21,844 that it loaded at its start: all of last_run_seconds '
    + '(job a, b). Prometheus 1 gives that reason for series of few samples, too');
});

it('of one series and another reason', () => {
  expect(quarantinedSeries([line(1, 'a', 'unexpected EOF')]))
    .toBe('It set 1 series aside: one of last_run_seconds.');
  expect(quarantinedSeries(START)).toBeNull();
});
