/** Tests what is said of a restart while the receiver of remote write is not reached. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { unsentOutage } from './unsentOutage.ts';

const at = (time: string, rest: string): string => `ts=2026-01-02T${time}Z caller=x.go:1 level=info ${rest}`;
const failed = (time: string): string => at(time, 'component=remote url=http://r/w msg="Failed to send batch, '
  + 'retrying" err="dial tcp 10.0.0.1:443: connect: no route to host"');
const stop = (time: string): string => at(time, 'msg="Received SIGTERM, exiting gracefully..."');
const start = (time: string, mode: string): string => at(time, `msg="Starting Prometheus Server" mode=${mode} `
  + 'version="(version=2.49.0, branch=HEAD, revision=8)"');
const flush = (time: string): string =>
  at(time, 'component=remote url=http://r/w msg="Failed to flush all samples on shutdown" count=200');

describe('a restart', () => {
  it('of an agent leaves unsent what waited', () => {
    const lines = [
      failed('03:00:00'), failed('03:01:00'), stop('03:02:00'), flush('03:03:00'), start('03:03:05', 'agent'),
    ];
    const said = unsentOutage(lines) ?? '';
    expect(said).toContain('from 2026-01-02T03:00:00Z until the restart at 2026-01-02T03:03:05Z; what was not sent');
    expect(said).toContain('No failed send is logged after it');
    expect(said).toContain('an agent keeps no blocks');
    expect(recognize(new TextEncoder().encode(lines.join('\n'))).interest).toContain(said);
  });

  it('of a server after which sends fail again', () => {
    const said = unsentOutage([failed('03:00:00'), start('03:01:30', 'server'), failed('03:03:00')]) ?? '';
    expect(said).toContain('Sends fail after it, too');
    expect(said).toContain('its own blocks, which have them');
  });

  it.each([
    ['long after the last failure', [failed('03:00:00'), stop('04:00:00'), start('04:00:05', 'server')]],
    ['before the failures', [start('02:00:05', 'server'), failed('03:00:00')]], ['none', [failed('03:00:00')]],
  ])('%s leaves nothing', (_, lines) => { expect(unsentOutage(lines)).toBeNull(); });
});
