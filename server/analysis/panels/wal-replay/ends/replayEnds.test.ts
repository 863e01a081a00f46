import { elementAt } from '../../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import { expectGolden } from '../../../../../testdata/goldenFindings.ts';
import { analyse, only } from '../../../../../testdata/measuredLog.ts';
import { part, later, restartLog } from '../../../../../testdata/logs/replayLogs.ts';

const START = Date.UTC(2026, 10, 20, 10);
const stamp = (second: number): string => new Date(START + second * 1000).toISOString();
const line = (second: number, rest: string): string => `ts=${stamp(second)} caller=main.go:1 level=info ${rest}`;
const segment = (second: number, number: number, max: number): string =>
  line(second, `component=tsdb msg="WAL segment loaded" segment=${number} maxSegment=${max}`);
const begun = (second: number): string[] => [
  line(second, 'msg="Starting Prometheus Server" version="(version=2.53.0, branch=HEAD)"'),
  line(second + 0.1, 'msg="Starting TSDB ..."'),
  line(second + 1, 'component=tsdb msg="Replaying WAL, this may take a while"'),
];
/** Returns the lines of a start that is ready after 14 s. */
const ready = (second: number): string[] => [
  ...begun(second), segment(second + 5, 7, 8), segment(second + 10, 8, 8),
  line(second + 10.1, 'component=tsdb msg="WAL replay completed" total_replay_duration=9.1s'),
  line(second + 14, 'msg="Server is ready to receive web requests."'),
];
/** Returns the lines of a start that loads 4 of 205 segments, 10 s each. */
const slow = (second: number): string[] =>
  [...begun(second), ...[0, 1, 2, 3].map((number) => segment(second + 15 + 10 * number, number, 204))];
const text = (...lines: (string | string[])[]): string => lines.flat().join('\n');

describe('a start that does not become ready', () => {
  it.each<[string, string[], string, RegExp]>([
    [
      'Go runs out of memory, 3 s after its last segment',
      [line(48, 'msg="Deleting obsolete block"'), 'fatal error: runtime: out of memory', '', 'runtime stack:'],
      'failed',
      /^The start ran out of memory after 48 s, at segment 3 of 204\. .*It read 4 of 205 segments.*10 s each/,
    ],
    [
      'a startup probe and SIGTERM',
      [
        line(49, 'msg="Received SIGTERM, exiting gracefully..."'),
        '  Warning  Unhealthy  9s (x2 over 24s)  kubelet  Startup probe failed: HTTP probe failed with statuscode: 503',
      ],
      'stopped',
      /^A probe ended the start after 49 s, at segment 3 of 204\. .*201 need about 34m\. .*allow 40m or more/,
    ],
    [
      'the kernel', ['Out of memory: Killed process 812 (prometheus) total-vm:1kB, anon-rss:1kB'], 'killed',
      /^The start was killed for its memory \(OOM kill\) after 45 s, at segment 3 of 204\./,
    ],
    [
      'SIGKILL as systemd reports it',
      ['prometheus.service: Main process exited, code=killed, status=9/KILL'], 'killed',
      /^The start was killed \(SIGKILL\) after 45 s.*An OOM kill, a probe after its grace period, or a person/,
    ],
    [
      'a memory fault of Go',
      ['unexpected fault address 0x7f1622', 'fatal error: fault', '[signal SIGBUS: bus error code=0x2]'],
      'failed', /^The start crashed after 45 s, .*: SIGBUS\. .*a full disk, a network file system/,
    ],
    [
      'a crash whose text is lost', ['goroutine 1 [running]:', 'main.main()'], 'failed',
      /^The start crashed after 45 s, .*: a Go crash\. .*its reason is not in the log/,
    ],
    [
      'an exit status alone', ['prometheus.service: Main process exited, code=exited, status=1/FAILURE'], 'failed',
      /^The start exited with an error after 45 s/,
    ],
    [
      'its lock, 2.x', [line(49, 'err="opening storage failed: lock DB directory: resource temporarily unavailable"')],
      'failed', /^The server gave up after 49 s: another process holds the lock of its data\./,
    ],
    [
      'a full disk, 3.x', [line(49, 'msg="Fatal error" err="opening storage failed: /data: no space left on device"')],
      'failed', /^The server gave up after 49 s: its disk is full\. It logged: Fatal error: opening storage failed/,
    ],
    [
      'itself, of which only its parts tell', [line(48, 'msg="Stopping scrape discovery manager..."')],
      'stopped', /^The server shut down after 48 s, .*before it was ready\. .*Why is not in the log/,
    ],
    [
      'Thanos, whose error has its stack', [
        line(48, 'msg="Stopping scrape manager..."'),
        line(49, 'err="repair corrupted WAL: no such file\\nopening storage\\nm.f\\n\\t/a.go:1\\nrun command failed"'),
      ], 'failed', /^The server gave up after 49 s: its data is corrupt\. .*no such file; opening storage; run command/,
    ],
  ])('ended by %s', (name, lines, outcome, ending) => {
    const replay = only(text(slow(0), lines));
    expect(replay.outcome).toBe(outcome);
    expect(replay.ending).toMatch(ending);
    expectGolden('wal-replay', `log: ended by ${name}`, replay.finding);
  });

  it('gave up after a repair', () => {
    const replay = only(text(
      begun(0), segment(5, 7, 9),
      line(6, 'component=tsdb msg="Encountered WAL read error, attempting repair" err="corruption in segment 8"'),
      line(6, 'component=tsdb msg="Starting corruption repair" segment=8 offset=1'),
      line(7, 'msg="Fatal error" err="opening storage failed: repair corrupted WAL: cannot handle error"')
    ));
    expect(replay).toMatchObject({ outcome: 'failed', finding: { code: 'start-failed' } });
    expect(replay.ending).toMatch(/^The server gave up after 7 s: its data is corrupt\..*tried to repair its WAL/);
  });

  it('whose pod was described before the log', () => {
    const replay = only(text(
      line(-1, 'msg="Completed loading of configuration file"'),
      ['    Last State:  Terminated', '      Reason:    OOMKilled', '      Exit Code: 137'], slow(0)
    ));
    expect(replay).toMatchObject({ outcome: 'killed' });
    expect(replay.ending).toMatch(/^The start was killed for its memory/);
  });

  it('is not ended by a probe that fails meanwhile, or by what ended the process before', () => {
    const probe = '  Warning  Unhealthy  9s (x2 over 24s)  kubelet  Startup probe failed: HTTP probe failed: 503';
    expect(only(text(slow(0), [probe]))).toMatchObject({ outcome: 'unknown' });
    const [first, second, ...rest] = ready(0);
    expect(only(text([first ?? '', 'prometheus.service: Scheduled restart job, restart counter is at 5.', second ?? '',
      probe, ...rest]))).toMatchObject({ outcome: 'finished', finding: { code: 'start-finished', severity: 'info' } });
  });

  it('says no rate of one segment, and none where all were read', () => {
    expect(only(text(begun(0), segment(5, 0, 9))).ending).not.toContain('segments (');
    expect(only(text(begun(0), [0, 1, 2, 3].map((number) => segment(5 + number, number, 3)))).ending)
      .not.toContain('need about');
  });
});

describe('a process that became ready', () => {
  const panic = ['panic: sync: negative WaitGroup counter', 'goroutine 221 [running]:'];

  it('and crashed, again and again, is a crash loop', () => {
    const once = (second: number): string => text(ready(second), line(second + 16, 'msg="write block"'), panic);
    const { finding, replays } = analyse(text(once(0), once(20), once(40)));
    expect(replays.map(({ outcome }) => outcome)).toEqual(['finished', 'finished', 'finished']);
    expect(finding).toMatchObject({
      code: 'log-crash-loop', severity: 'critical',
      sentence: '3 starts became ready and crashed 2 s later: panic: sync: negative WaitGroup counter.',
    });
    expectGolden('wal-replay', 'log: a crash loop of starts that became ready', finding);
  });

  it('once', () => {
    const replay = only(text(ready(0), line(16, 'component=tsdb msg="Head GC completed" duration=1s'), panic));
    expect(replay.finding).toMatchObject({ code: 'start-ended-later', severity: 'warning' });
    expect(replay.finding.sentence).toMatch(/^It became ready and crashed(?: 2 s later)?: panic: sync: negative/);
    expect(replay.ending).toMatch(/^Ready after 14 s\. It became ready and crashed/);
    expectGolden('wal-replay', 'log: ready, then a panic', replay.finding);
  });

  it('and is gone before the next start, every half an hour', () => {
    const { finding } = analyse(text(ready(0), ready(1800), ready(3600)));
    expect(finding).toMatchObject({ code: 'log-crash-loop', severity: 'critical' });
    expect(finding.sentence).toBe('2 of 3 starts became ready and ended at most 29m 46s later without a log line.');
    expectGolden('wal-replay', 'log: gone every half an hour', finding);
  });

  it('and is told to stop every half an hour', () => {
    const once = (second: number): string =>
      text(ready(second), line(second + 1714, 'msg="Received SIGTERM, exiting gracefully..."'));
    const { finding } = analyse(text(once(0), once(1800)));
    expect(finding).toMatchObject({ code: 'log-restarts', severity: 'warning' });
    expect(finding.sentence).toBe('2 starts in the log: 2 became ready and were told to stop 28m 20s later.');
    expectGolden('wal-replay', 'log: told to stop every half an hour', finding);
  });

  it('and is restarted once, as for an update, is fine', () => {
    const stop = line(90_000, 'msg="Received SIGTERM, exiting gracefully..."');
    const { finding } = analyse(text(ready(0), stop, line(90_001, 'msg="See you next time!"'), ready(90_010)));
    expect(finding).toMatchObject({ code: 'log-starts', severity: 'info' });
  });

  it('and drops samples because its disk is full', () => {
    const dropped = (second: number): string => line(
      second, 'msg="Scrape commit failed" err="write to WAL: log samples: write data/wal/1: no space left on device"'
    );
    const { finding } = only(text(ready(0), dropped(60), dropped(75)));
    expect(finding.sentence).toMatch(/^It became ready, and drops samples since .*: its disk is full\.$/);
    expectGolden('wal-replay', 'log: ready, then a full disk', finding);
  });

  it('and is told to stop later: said with how the start went', () => {
    const replay = only(text(ready(0), line(1814, 'msg="Received SIGTERM, exiting gracefully..."')));
    expect(replay.finding).toMatchObject({ code: 'start-finished', severity: 'info' });
    expect(replay.ending).toBe('Ready after 14 s. It was told to stop 30m later.');
  });

  it('and crashes while it stops: it was told to', () => {
    const stop = line(1814, 'msg="Received SIGTERM, exiting gracefully..."');
    expect(only(text(ready(0), stop, 'panic: close of closed channel')).ending)
      .toBe('Ready after 14 s. It was told to stop 30m later.');
  });

  it('survives a request that panics', () => {
    const { finding } = only(text(ready(0), ['http: panic serving 10.0.0.1:512: EOF', 'goroutine 41 [running]:'],
      line(600, 'msg="Completed loading of configuration file"')));
    expect(finding).toMatchObject({ code: 'start-finished', severity: 'info' });
  });
});

describe('starts one after the other, none of which becomes ready', () => {
  it('share a reason, and the last says what it needed', () => {
    const stop = (second: number): string => line(second, 'msg="Received SIGTERM, exiting gracefully..."');
    const { finding } = analyse(text(slow(0), stop(60), slow(120), stop(180)));
    expect(finding).toMatchObject({
      code: 'log-starts', severity: 'critical', sentence: '2 starts in the log: none became ready, 2 ended before.',
    });
    expectGolden('wal-replay', 'log: told to stop before it is ready, twice', finding);
  });

  it('crash on a full disk, which they do not name', () => {
    const crash = [
      'unexpected fault address 0x7f15db', 'fatal error: fault', '[signal SIGBUS: bus error code=0x2 addr=0x7f15db]',
      'goroutine 1 [running]:', 'github.com/prometheus/prometheus/promql.NewActiveQueryTracker(0x7ffd, 0xb)',
    ];
    const starting = (second: number): string => line(second, 'msg="Starting Prometheus" version="(version=2.20.1)"');
    const { finding, replays } = analyse(text(starting(0), crash, starting(300), crash));
    expect(finding.sentence)
      .toBe('2 starts in the log: none became ready, 2 ended before: SIGBUS at queries.active, as on a full disk.');
    expect(elementAt(replays, 1).ending)
      .toMatch(/^The start crashed right away: .*as Prometheus does on a full disk\.$/);
    expectGolden('wal-replay', 'log: crashes on a full disk', elementAt(replays, 1).finding);
  });
});

describe('ends without a start in the log', () => {
  it.each([
    ['a panic', 'panic: close of closed channel', 'The server crashed: panic: close of closed channel.'],
    ['the kernel', 'Memory cgroup out of memory: Killed process 8 (prometheus)', 'The server was killed: OOM kill.'],
  ])('%s', (_name, said, sentence) => {
    const { finding, replays } = analyse(text(line(0, 'msg="Completed loading of configuration file"'), said));
    expect(replays).toEqual([]);
    expect(finding).toMatchObject({ code: 'log-ended', severity: 'critical', sentence });
  });

  it('a server that gives up each time it is started', () => {
    const refused = (second: number): string =>
      line(second, 'msg="Error loading config (--config.file=x)" err="yaml: bad"');
    const { finding, replays } = analyse(text(refused(0), refused(10), refused(30)));
    expect(replays.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
    expect(finding.sentence).toMatch(/^3 starts in the log: none became ready, 3 ended before/);
    const failed = (second: number): string[] => [
      line(second, 'err="opening storage failed: open data/lock: permission denied"'),
      line(second, 'msg="Error running goroutines from run.Group" err="opening storage failed"'),
    ];
    expect(analyse(text(failed(0), failed(10))).finding.sentence)
      .toBe('2 starts in the log: none became ready, 2 ended before: it may not access its data.');
  });

  it('a server that could not open its storage, and nothing else', () => {
    expect(only(line(0, 'err="opening storage failed: lock DB directory: resource temporarily unavailable"')).finding)
      .toMatchObject({ code: 'start-failed', sentence: expect.stringContaining('holds the lock') as string });
  });
});

describe('other wordings', () => {
  it('a beta of 2.0 has one phase, and a note why', () => {
    const replay = only([
      'time="2017-09-18T14:47:08+08:00" level=info msg="Starting tsdb" source="main.go:224"',
      'time="2017-09-18T14:48:19+08:00" level=info msg="tsdb started" source="main.go:230"',
      'time="2017-09-18T14:48:19+08:00" level=info msg="Listening on :9090" source="web.go:259"',
    ].join('\n'));
    expect(replay)
      .toMatchObject({ outcome: 'finished', totalSeconds: 71, start: Date.UTC(2017, 8, 18, 6, 47, 8) / 1000 });
    expect(replay.notes).toEqual([expect.stringContaining('Prometheus writes them since 2.12') as string]);
  });

  it('Thanos Receive: one end of all its tenants, and no start by the line that it is ready', () => {
    const tenant = (name: string, second: number, rest: string): string =>
      line(second, `component=receive tenant=${name} ${rest}`);
    const { replays } = analyse(text(
      tenant('a', 0, 'msg="Replaying WAL, this may take a while"'),
      tenant('b', 0, 'msg="Replaying WAL, this may take a while"'),
      tenant('a', 3, 'msg="WAL replay completed" total_replay_duration=3s'),
      tenant('b', 4, 'msg="WAL segment loaded" segment=0 maxSegment=9'),
      line(9, 'msg="caught signal. Exiting." signal=terminated'),
    ));
    expect(replays.map(({ outcome }) => outcome)).toEqual(['finished', 'stopped']);
    expect(analyse(text(
      tenant('a', 0, 'msg="Replaying WAL, this may take a while"'),
      tenant('a', 3, 'msg="WAL replay completed" total_replay_duration=3s'),
      line(4, 'component=receive msg="storage started, and server is ready to receive web requests"'),
    )).replays).toHaveLength(1);
    expect(analyse(text(
      line(0, 'component=receive msg="starting receiver"'),
      tenant('a', 1, 'msg="Replaying WAL, this may take a while"'),
      line(9, 'err="opening storage: write receive/a/wal/1: no space left on device" msg="receive command failed"'),
    )).finding).toMatchObject({ code: 'start-failed', sentence: 'The server gave up after 8 s: its disk is full.' });
  });
});

it('an end in one of two pods is not that of the other', () => {
  const pod = (name: string, log: string): string => log.replace(/^/gm, `[pod/${name}/prometheus] `);
  const cut = part(restartLog, null, 'segment=18');
  const { replays } = analyse(text(
    pod('prometheus-0', cut), pod('prometheus-1', later(cut, 1000)),
    '[pod/prometheus-1/prometheus] panic: closed channel'
  ));
  expect(replays.map(({ outcome }) => outcome)).toEqual(['unknown', 'failed']);
  expect(elementAt(replays, 1).ending).toContain('panic: closed channel');
});
