/** Tests what is told of disks, replicas, settings and starts from several lines together. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const whatOf = (...lines: string[]) => recognize(new TextEncoder().encode(lines.join('\n')));
const of = (...lines: string[]): string => whatOf(...lines).interest ?? '';

describe('messages of the kernel on disks', () => {
  it('tell the file system that is read-only before a single error', () => {
    const { program, interest } = whatOf('[100.000001] sd 1:0:0:1: rejecting I/O to offline device',
      '[100.000002] Buffer I/O error on dev sdq, logical block 7, lost sync page write',
      '[100.000003] EXT4-fs error (device sdq): ext4_journal_check_start:61: Detected aborted journal',
      '[100.000004] EXT4-fs (sdq): Remounting filesystem read-only',
      '[200.000001] sd 2:0:0:1: [sdr] tag#1 Sense Key : Medium Error [current]');
    expect(program).toBe('the kernel');
    expect(interest).toContain('The kernel made the file system on sdq read-only, after a device went offline and its '
      + 'journal was aborted: writes to it fail.');
    expect(interest).toContain('sdr is another device');
  });

  it('tell an error of a disk without one', () => {
    const { program, interest } = whatOf('[100.000001] Buffer I/O error on dev sdq, logical block 7, async page read',
      '[100.000002] sd 1:0:0:1: [sdq] tag#1 FAILED Result: hostbyte=DID_OK');
    expect(program).toBe('the kernel');
    expect(interest).toContain('The disk or its connection reports errors');
    expect(interest).not.toContain('read-only');
  });
});

describe('a start that left no process', () => {
  const status = (active: string): string[] => ['● prometheus.service - LSB: monitoring', `   Active: ${active}`,
    '  Process: 21 ExecStop=/etc/init.d/prometheus stop (code=exited, status=1/FAILURE)',
    '  Process: 22 ExecStart=/etc/init.d/prometheus start (code=exited, status=0/SUCCESS)', ''];

  it('is no failure of the stop command; the script says what it lacks', () => {
    const said = of(...status('active (exited) since Mon 2020-01-06 07:08:09 UTC; 1min ago'),
      'Jan 06 07:08:09 h prometheus[22]: Please configure prometheus and then edit /etc/default/prometheus',
      'Jan 06 07:08:09 h prometheus[22]: and set the "START" variable to "yes" in order to allow',
      'Jan 06 07:08:09 h prometheus[22]: prometheus to start.');
    expect(said).toContain('prometheus is active (exited) since Mon 2020-01-06 07:08:09 UTC');
    expect(said).toContain('set START=yes in /etc/default/prometheus');
    expect(said).not.toContain('FAILURE');
  });
});

describe('several lines together', () => {
  it('name all receivers that failed', () => {
    const error = (...ids: number[]): string => `level=error ts=2021-01-02T03:04:05.${ids.join('')}Z `
      + `caller=handler.go:299 component=receive err="${ids.length > 1 ? `${ids.length} errors: ` : ''}${ids.map((id) =>
        `replicate write request, endpoint rec-${id}.ns.svc:10901: replicate: context deadline exceeded`).join('; ')}" `
      + 'msg="internal server error"';
    expect(of(error(1), error(2), error(0, 1, 2)))
      .toContain('3 receivers failed (rec-0, rec-1, rec-2), for one request all 3 of them: it is not one replica '
        + 'alone.');
    expect(of(error(1), error(1))).not.toContain('receivers failed');
  });

  it('tell that two blocks were made together, and not that one was made again', () => {
    const overlap = (other: string): string => of('level=warn ts=2022-01-02T03:04:05Z caller=intrumentation.go:67 '
      + 'msg="changing probe status" status=not-ready reason="compaction: group 0@7: pre compaction overlap check: '
      + 'overlaps found while gathering blocks. [mint: 1641081600000, maxt: 1641088800000, range: 2h0m0s, blocks: 2]: '
      + '<ulid: 01FRCZ0000AAAAAAAAAAAAAAAA, mint: 1641081600000, maxt: 1641088800000, range: 2h0m0s>, '
      + `<ulid: ${other}, mint: 1641081600000, maxt: 1641088800000, range: 2h0m0s>"`);
    expect(overlap('01FRCZ01Z8BBBBBBBBBBBBBBBB')).toContain('the two blocks were made 2.02 s apart');
    expect(overlap('01FRCZ9900BBBBBBBBBBBBBBBB')).not.toContain('apart');
  });

  it('give the soft limit of a memory limiter from its settings, and pair no readings far apart', () => {
    const line = (clock: string, text: string, fields: string): string => `2024-01-02T03:${clock}.000Z info `
      + `memorylimiterprocessor@v0.90.1/memorylimiter.go:1 ${text} {"kind": "processor", ${fields}}`;
    const said = of(line('00:00', 'Memory limiter configured', '"limit_mib": 1000, "spike_limit_mib": 700'),
      line('01:00', 'Memory usage is above soft limit. Forcing a GC.', '"cur_mem_mib": 320'),
      line('09:00', 'Memory usage after GC.', '"cur_mem_mib": 150'));
    expect(said).toContain('300 MiB (limit_mib 1000 less spike_limit_mib 700)');
    expect(said).not.toContain('is garbage');
  });

  it('tell that a WAL from segment 0 on has made no block yet', () => {
    const list = (first: number): string => of('$ ls -l', 'total 400', ...[0, 1, 2, 3].map((i) =>
      `-rw-r--r-- 1 a b 134217728 Mar 13 0${3 + Math.floor(i / 2)}:${10 + i} 0000000${first + i}`));
    expect(list(0)).toContain('no block was written yet');
    expect(list(4)).not.toContain('no block was written yet');
  });

  it('tell how full the buffer of Telegraf is beside an error', () => {
    const said = of('2020-01-02T03:04:05Z E! [outputs.influxdb] When writing to [http://a]: 403 Site Disabled',
      '2020-01-02T03:04:05Z D! [outputs.influxdb] Buffer fullness: 300 / 1000 metrics');
    expect(said).toContain('A web app before the database is stopped');
    expect(said).toContain('The highest reading of its buffer in these lines is 300 of 1,000 metrics (30 %).');
  });

  it('add up what Telegraf dropped, and call no buffer not full that overflowed', () => {
    const line = (second: number, text: string): string => `2020-01-02T03:04:0${second}Z ${text}`;
    const lines = [line(1, 'D! [outputs.influxdb] Wrote batch of 1000 metrics in 1.5s'),
      line(1, 'W! [outputs.influxdb] Metric buffer overflow; 1200 metrics have been dropped'),
      line(2, 'W! [outputs.influxdb] Metric buffer overflow; 34 metrics have been dropped'),
      line(3, 'D! [outputs.influxdb] Buffer fullness: 9990 / 10000 metrics')];
    const said = of(...lines);
    expect(said).toContain('It dropped 1,234 metrics in all, by 2 lines. Its writes succeed (1 batch in these lines), '
      + 'but are slower than what comes in');
    expect(said).toContain('9,990 of 10,000 metrics (99 %).');
    expect(said).toContain('overflow; 1200 metrics have been dropped" (1200, then 34 metrics) occurs');
    expect(said).not.toContain('not full');
    expect(of(...lines, line(4, 'E! [outputs.influxdb] When writing to [http://a]: 500'))).not.toContain('succeed');
  });

  it('name the program of a lone error of a ring by the words around it', () => {
    const text = ['Our new Mimir shows this on all dashboards:', '', '```',
      'rpc error: code = Code(500) desc = expanding series: too many unhealthy instances in the ring', '```'];
    expect(whatOf(...text).program).toBe('Mimir');
    expect(whatOf(...text, '', 'Loki works.').program).not.toBe('Mimir');
  });
});
