/** Tests lines of shell tools within logs in which nothing else failed. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { isToolFailure, toolFailures } from './toolLines.ts';

describe('a line of a shell tool', () => {
  it.each([
    'grep: /etc/influxdb/influxdb.conf: No such file or directory',
    'mkdir: cannot create directory \'/prometheus/wal\': Permission denied',
    'mkdir: can\'t create directory \'/data\': Read-only file system',
    'chown: changing ownership of \'/var/lib/grafana\': Operation not permitted',
    '/entrypoint.sh: line 12: /etc/loki/run.env: No such file or directory', '/bin/sh: 1: influxd: not found',
    '/docker-entrypoint.sh: 32: exec: telegraf: not found',
    'cat: can\'t open \'/run/secrets/a\': No such file or directory',
    'exec /usr/local/bin/run.sh: exec format error',
  ])('says that it failed: %s', (line) => { expect(isToolFailure(line)).toBe(true); });

  it.each([
    'level=info msg="opened file" path=/a', 'sh: started', 'find: 12 files', 'cp: a -> b',
    'level=info msg="grep: /a: No such file or directory" n=1',
  ])('does not: %s', (line) => { expect(isToolFailure(line)).toBe(false); });

  it('counts once', () => {
    expect(toolFailures(['cat: /a: Permission denied', 'cat: /a: Permission denied', 'ls']))
      .toBe('A command failed: "cat: /a: Permission denied".');
    expect(toolFailures(['a'])).toBeNull();
  });

  it('is told before that no other line is an error', () => {
    const line = (second: string, message: string): string =>
      `ts=2026-01-02T03:04:${second}Z lvl=info msg="${message}" log_id=0abc version=1.8.6`;
    const text = ['grep: /etc/influxdb/influxdb.conf: No such file or directory', line('05.1', 'InfluxDB starting'),
      line('05.2', 'Go runtime'), line('06.3', 'Listening on HTTP')].join('\n');
    expect(recognize(new TextEncoder().encode(text)).interest).toContain('A command failed: "grep: '
      + '/etc/influxdb/influxdb.conf: No such file or directory". No error or warning is among its 3 '
      + 'other lines, from ');
  });

  it('is told of VictoriaMetrics, too', () => {
    const line = (message: string): string => `2026-01-02T03:04:05.000Z\tinfo\tVictoriaMetrics/lib/a.go:1\t${message}`;
    expect(recognize(new TextEncoder().encode(['cp: can\'t stat \'/a.yml\': No such file or directory',
      line('started VictoriaMetrics in 0.050 seconds'), line('starting server at http://127.0.0.1:8428/')].join('\n')))
      .interest).toContain('A command failed: "cp: can\'t stat \'/a.yml\': No such file or directory". No error or ');
  });
});

it('a document whose headings are links has only the lines of its log counted', () => {
  const line = (second: number, message: string): string => '    {"ts":"2026-01-02T03:04:0'
    + `${second}.1Z","level":"info","caller":"VictoriaMetrics/app/vmselect/main.go:74","msg":"${message}"}`;
  expect(recognize(new TextEncoder().encode(['#### [](#vmselect "vmselect")vmselect', '', 'It answers queries.', '',
    'It has no state.', '', 'It needs little.', '', 'Create it', '', '    $ kubectl logs -l app=vmselect',
    line(1, 'started netstorage in 0.000 seconds'), line(2, 'starting http server at http://127.0.0.1:8481/'),
  ].join('\n'))).interest).toContain('No error or warning is among its 2 lines');
});
