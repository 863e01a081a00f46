import { expect, it } from 'vitest';
import { render } from '../../../../../core/text/parts.ts';
import { analyse, only } from '../../../../../testdata/measuredLog.ts';
import { unfinishedOf } from './unfinishedQueries.ts';

const QUERIES = JSON.stringify([
  { query: 'sum(rate(a{job="x"}[1h]))', timestamp_sec: 1795775990 }, { query: 'up', timestamp_sec: 1795775400 },
]);

function start(form: '2.x' | '3.x', time: string, queries = QUERIES): string {
  const line = (second: string, message: string, fields = ''): string => (form === '2.x'
    ? `level=info ts=2026-11-27T${time}:${second}.000Z caller=main.go:1 msg=${JSON.stringify(message)}${fields}`
    : `time=2026-11-27T${time}:${second}.000Z level=INFO source=main.go:1 msg=${JSON.stringify(message)}${fields}`);
  return [
    line('00', 'Starting Prometheus Server', ' version="(version=2.42.0, branch=x, revision=x)"'),
    line('00', "These queries didn't finish in prometheus' last run:", ` queries=${JSON.stringify(queries)}`),
    line('01', 'Starting TSDB ...'), line('03', 'TSDB started'), line('04', 'Server is ready to receive web requests.'),
  ].join('\n');
}

const said = (text: string): string[] => only(text).finding.evidence.map((one) => render(one));

it.each(['2.x', '3.x'] as const)('names queries of the process before, oldest first, with their age (%s)', (form) => {
  const evidence = said(start(form, '10:40'));
  expect(evidence).toContain('2 queries ran when the process before ended: `up`, begun 10m before this start; '
    + '`sum(rate(a{job="x"}[1h]))`, begun 10 s before this start.');
  expect(only(start(form, '10:40')).notes.join()).toContain('2 queries ran when the process before ended');
});

it('says which query ran at the end of several processes', () => {
  const { finding } = analyse(`${start('2.x', '10:40')}\n${start('2.x', '10:50')}`);
  expect(finding.evidence.map((one) => render(one)).join()).toMatch(/ran at the end of 2 processes/);
});

it.each([
  ['nothing', undefined], ['no entry', '[]'], ['no list', 'up'],
  ['a broken text', '[{"query":"\\x","timestamp_sec":1567002604}]'],
])('reads %s as no query', (_, field) => {
  expect(unfinishedOf(field)).toEqual([]);
});

it('reads what is whole of a list that is cut off', () => {
  expect(unfinishedOf(QUERIES.slice(0, -5))).toEqual([{ text: 'sum(rate(a{job="x"}[1h]))', startMs: 1795775990000 }]);
});
