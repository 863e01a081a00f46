/** Tests what is told of inserts that waited too long in VictoriaMetrics. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const line = (second: number, rest: string): string => `2026-01-02T03:04:0${second}.000Z\twarn\tVictoriaMetrics/app/`
  + `vmagent/main.go:291\tremoteAddr: "10.0.0.1:6000${second}"; requestURI: /api/v1/write; cannot read compressed `
  + `request in 30 seconds: ${rest}`;
const full = 'cannot process insert request for 30.000 seconds because 4 concurrent insert requests are executed. '
  + 'Possible solutions: to reduce workload; to increase compute resources at the server; to increase '
  + '-insert.maxQueueDuration; to increase -maxConcurrentInserts';
const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('how long it waited, and how many ran', () => {
  expect(said(line(1, full))).toContain('It turned away an insert that had waited 30 s (-insert.maxQueueDuration) at '
    + '2026-01-02T03:04:01Z, because 4 ran already, as many as -maxConcurrentInserts allows. Raise that flag if');
  expect(said(line(1, full), line(2, full))).toMatch(/^It turned away 2 inserts, the first of which had waited 30 s/);
});

it('that the command line of the text sets the limit', () => {
  expect(said('./vmagent -maxConcurrentInserts=4 -remoteWrite.url=http://a:8428/api/v1/write', line(1, full)))
    .toContain('allows: the text sets it to 4. Raise that flag or leave it out');
  expect(said('./vmagent -maxConcurrentInserts=8 -remoteWrite.url=http://a:8428/api/v1/write', line(1, full)))
    .not.toContain('the text sets it');
});

it('a request whose sender left is another matter', () => {
  const facts = said(line(1, 'unexpected EOF'), line(2, full));
  expect(facts).toMatch(/^It turned away an insert/);
  expect(facts).toContain('A request ended before all of it had arrived');
});
