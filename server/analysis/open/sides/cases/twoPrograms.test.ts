/** Tests that of two logs one is told as the cause and the other as the consequence. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { joinedCase, type CaseFile } from './joinedCase.ts';

function file(name: string, ...lines: string[]): CaseFile {
  const text = `${lines.join('\n')}\n`;
  const { format, door, program } = recognize(new TextEncoder().encode(text), name);
  return { name, format, text, isLog: door === 'log', program };
}
const line = (clock: string, level: string, text: string): string =>
  `ts=2026-03-04T${clock}.000Z caller=main.go:1 level=${level} ${text}`;

describe('a reloader and a Prometheus that does not start', () => {
  const refused = (clock: string): string => line(clock, 'error', 'msg="function failed. Retrying in next tick" '
    + 'err="trigger reload: reload request failed: Post \\"http://localhost:9090/-/reload\\": dial tcp 127.0.0.1:9090: '
    + 'connect: connection refused"');
  const ended = (clock: string): string => line(clock, 'error', 'msg="Error loading config '
    + '(--config.file=/etc/prometheus/prometheus.yml)" err="parsing YAML file: line 7: field x not found in type y"');
  const reloader = file('reloader.log', line('10:00:00', 'info', 'msg="Starting prometheus-config-reloader"'),
    refused('10:00:05'), refused('10:00:10'), refused('10:00:15'), refused('10:00:20'));

  it('are cause and consequence', () => {
    const told = joinedCase(reloader, file('prom.log', ended('10:00:01'), ended('10:00:18')));
    expect(told).toMatchObject({ name: 'reloader.log' });
    expect(told?.said).toMatch(/^The 4 refused connections of reloader\.log are only the consequence: prom\.log /);
    expect(told?.said).toContain('2 times from 10:00:01 to 10:00:18 UTC), so nothing listens at port 9090. The cause '
      + 'is in prom.log; reloader.log needs no change.');
  });

  it('are not, if it became ready or ended at another time', () => {
    const ready = line('10:00:02', 'info', 'msg="Server is ready to receive web requests."');
    expect(joinedCase(reloader, file('prom.log', ended('10:00:01'), ready))?.said ?? '').not.toContain('consequence');
    expect(joinedCase(reloader, file('prom.log', ended('05:00:01'), ended('05:00:18')))?.said ?? '')
      .not.toContain('consequence');
  });
});

describe('a sender and a receiver that refuses what it sends', () => {
  const failed = (clock: string, error: string): string => line(clock, 'warn', 'component=remote remote_name=a1 '
    + `url=https://far:9091/api/v1/write msg="Failed to send batch, retrying" err="${error}"`);
  const OLD = 'server returned HTTP status 500 Internal Server Error: too old sample';
  const DOWN = 'Post \\"https://far:9091/api/v1/write\\": dial tcp 10.1.1.1:9091: connect: connection refused';
  const agent = file('agent.log', failed('10:00:00', DOWN), failed('10:01:00', DOWN), failed('10:05:00', OLD),
    failed('10:06:00', OLD), failed('10:07:00', OLD));
  const refusal = (clock: string, error = 'too old sample'): string => line(clock, 'error',
    `component=web msg="Error appending remote write" err="${error}"`);
  const start = line('10:04:00', 'info', 'msg="Starting Prometheus Server" mode=server '
    + 'version="(version=2.45.0, branch=HEAD, revision=1)"');

  it('are told by the words of the answer', () => {
    const told = joinedCase(agent, file('server.log', start, refusal('10:04:50'), refusal('10:05:50')));
    expect(told?.said).toBe('server.log is probably of the receiver of agent.log: it refuses with "too old sample" '
      + 'what agent.log is answered with HTTP 500 (2 and 3 lines, there from 2026-03-04T10:04:50Z on), so it runs and '
      + 'can be reached. Before that, 2 failures from 2026-03-04T10:00:00Z to 2026-03-04T10:01:00Z came of an outage '
      + 'that is over: the receiver started at 2026-03-04T10:04:00Z.');
    expect(told?.ofOther).toMatchObject({ name: 'server.log' });
  });

  it('are not, with other words', () => {
    expect(joinedCase(agent, file('server.log', start, refusal('10:04:50', 'context canceled'),
      refusal('10:05:50', 'context canceled')))?.said ?? '').not.toContain('of the receiver');
  });
});
