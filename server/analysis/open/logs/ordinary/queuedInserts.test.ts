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

it('sends that fail lead over the inserts that wait for them', () => {
  const of = (second: number, level: string, rest: string): string =>
    `2026-01-02T03:05:0${second}.000Z\t${level}\tVictoriaMetrics/app/vminsert/netstorage/netstorage.go:281\t${rest}`;
  const sends = [1, 3, 5, 7].flatMap((second) => [
    of(second, 'warn', `cannot send ${second}000 bytes with 40 rows to -storageNode="store-2:8400": cannot write data `
      + `with size ${second}000: cannot write data in 3 seconds: write tcp4 10.0.0.1:4501${second}->10.0.0.2:8400: `
      + 'write: connection timed out; closing the connection to storageNode and re-routing this data to healthy '
      + 'storage nodes'),
    of(second + 1, 'info', 'successfully dialed -storageNode="store-2:8400"'),
  ]);
  const lines = [line(1, full), ...sends];
  for (const facts of [said(...lines), said(...lines.toReversed())]) {
    expect(facts).toMatch(/^It connects to store-2:8400 \(4 times\), but its writes there time out \(4 times\)/);
    expect(facts).toContain('in the latest line "cannot write data with size 7000');
    expect(facts).toContain('The 160 rows of these sends are re-routed to the other storage nodes');
    expect(facts).toContain('Its sends to store-2:8400 fail: mend that first');
    expect(facts).not.toContain('Raise that flag');
  }
});
