import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { joinedCase, type CaseFile, type JoinedCase } from './joinedCase.ts';

const line = (clock: string, fields: object): string => JSON.stringify({ ...fields, ts: `2026-03-04T${clock}Z` });
function file(name: string, lines: readonly string[]): CaseFile {
  const text = `${lines.join('\n')}\n`;
  const { format, door, program } = recognize(new TextEncoder().encode(text), name);
  return { name, format, text, isLog: door === 'log', program };
}
const receiver = (address: string): CaseFile => file('receive.log', ['05:00:00.1', '05:00:04.2', '05:02:10.3']
  .map((clock) => line(clock, {
    caller: 'handler.go:307', component: 'receive-handler', level: 'error', msg: 'storing locally',
    endpoint: `http://${address}/api/v1/receive`, err: 'failed to non-fast add: out of order sample',
  })));
const scrape = (clock: string): string => line(clock, {
  caller: 'scrape.go:1164', component: 'scrape manager', level: 'warn', msg: 'Error on ingesting out-of-order samples',
  num_dropped: 12, scrape_pool: 'plc', target: 'http://10.0.0.7:9122/metrics',
});
const dropped = (clock: string): string => line(clock, {
  caller: 'queue_manager.go:716', component: 'remote', level: 'error', msg: 'non-recoverable error', count: 100,
  queue: '0:http://10.0.0.9:19291/api/v1/receive', err: 'context canceled',
});
const sender = (...lines: string[]): CaseFile =>
  file('prom.log', [...lines, dropped('05:10:10.4'), dropped('05:10:10.5')]);
const said = (told: JoinedCase | null): string => told?.said ?? '';

it('a refused request is put together with its sender and the target of the samples', () => {
  const told = joinedCase(receiver('10.0.0.9:19291'), sender(scrape('05:00:01.0'), scrape('05:01:01.0')));
  expect(told?.name).toBe('prom.log');
  expect(said(told)).toContain('prom.log sends to http://10.0.0.9:19291/api/v1/receive, where receive.log refuses 3 '
    + 'requests from 05:00:00 to 05:02:10 UTC with "failed to non-fast add: out of order sample". The source is '
    + 'probably the target http://10.0.0.7:9122/metrics: of its scrapes the sender itself dropped 24 such samples (2 '
    + 'warnings, from 05:00:01 to 05:01:01 UTC), so it exposes timestamps that go back. Set honor_timestamps: false '
    + 'for its job (plc)');
  expect(said(told)).toContain('The 200 samples that the sender dropped at 05:10:10 UTC, 8m after the last refusal, '
    + 'ended with "context canceled"');
  expect(told?.ofOther).toMatchObject({
    name: 'receive.log', said: 'prom.log sends what is refused here: the report on it has the source.',
  });
});

it('without such a target another sender is possible, and another address ties nothing', () => {
  const told = joinedCase(sender(), receiver('10.0.0.9:19291'));
  expect(said(told)).toContain('see whether another sender writes the same series');
  expect(said(joinedCase(sender(), receiver('10.0.0.8:19291')))).not.toContain('sends to');
});

it('failures of a sender in the time of errors of the log that its address names are told with them', () => {
  const failed = (clock: string): string => line(clock, {
    caller: 'dedupe.go:112', component: 'remote', level: 'warn', msg: 'Failed to send batch, retrying',
    url: 'http://ingest-gateway.mon.svc:8080/push', err: 'server returned HTTP status 500 Internal Server Error',
  });
  const gateway = (hour: string): CaseFile => file('ingest-gateway.log', ['00:10.1', '00:40.2', '01:10.3']
    .map((clock) => line(`${hour}:${clock}`, {
      caller: 'push.go:1', level: 'error', msg: 'push failed', err: 'no ingester is ready',
    })));
  const own = file('prom.log', ['05:00:12.0', '05:00:44.0', '05:01:12.0'].map(failed));
  const told = said(joinedCase(own, gateway('05')));
  expect(told).toContain('ingest-gateway');
  expect(told).toMatch(/push failed|no ingester is ready/);
  expect(said(joinedCase(own, gateway('09')))).not.toContain('come in the time of');
});
