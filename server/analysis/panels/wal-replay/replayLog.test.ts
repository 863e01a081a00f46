import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import { asJson, asPrometheus3, later, part, restartLog } from '../../../../testdata/logs/replayLogs.ts';
import { joined, render } from '../../../../core/text/parts.ts';
import { DAMAGE_NOTE } from './replayRecord.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { analyse, only } from '../../../../testdata/measuredLog.ts';
import { analyseReplayLog } from './replayLogAnswer.ts';

const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`) / 1000;

const prefixes: [string, (text: string) => string][] = [
  ['as written', (text) => text],
  ['behind journald\'s prefix', (text) => text.replace(/^/gm, 'Nov 20 16:53:00 host-1 prometheus[812]: ')],
  ['behind kubectl\'s prefix', (text) => text.replace(/^/gm, '[pod/prometheus-0/prometheus] ')],
  [
    'in Docker\'s JSON file',
    (text) => text.split('\n').map((log) => JSON.stringify({ log, stream: 'stderr', time: '2026-11-20T16:59:00Z' }))
      .join('\n'),
  ],
];
const forms: [string, string][] = [
  ['2.x logfmt', restartLog], ['3.x slog', asPrometheus3(restartLog)], ['JSON', asJson(restartLog)],
];

describe.each(forms)('a restart in %s', (form, text) => {
  it.each(prefixes)('%s: phases, totals and segments are those of the log, to the millisecond', (_how, wrap) => {
    const replay = only(wrap(text));
    expect(replay).toMatchObject({
      version: form === '3.x slog' ? '3.15.0'
        : '2.42.0+ds', outcome: 'finished', startSeen: true, start: at('16:53:00.872'), end: at('16:54:05.574'),
      totalSeconds: 64.702, segments: { min: 0, max: 34, loaded: 35 }, notes: [],
    });
    expect(replay.reportedSeconds).toBeCloseTo(64.163219391, 9);
    expect(replay.stated.segmentsSeconds).toBeCloseTo(63.75069976, 9);
    expect(replay.stated.mmappedChunksSeconds).toBeCloseTo(0.412295539, 9);
    expect(replay.phases.map(({ name, start, end, segments }) => [name, start, end, segments])).toEqual([
      ['opening', at('16:53:00.872'), at('16:53:00.882'), null],
      ['mmapped-chunks', at('16:53:00.882'), at('16:53:01.294'), null],
      ['segments', at('16:53:01.294'), at('16:54:05.045'), 35],
      ['head-gc', at('16:54:05.045'), at('16:54:05.573'), null],
      ['finishing', at('16:54:05.573'), at('16:54:05.574'), null],
    ]);
    expect(replay.phases.find(({ name }) => name === 'segments')?.durationSeconds).toBeCloseTo(63.75069976, 9);
    expect(replay.segmentTimes).toHaveLength(35);
    const exact = form === '3.x slog' ? 0.00025 : 0;
    expect(replay.segmentTimes[0]).toMatchObject({ segment: 0, end: at('16:53:05.693'), count: 1 });
    expect(elementAt(replay.segmentTimes, 0).seconds).toBeCloseTo(4.399 + exact, 6);
    expect(elementAt(replay.segmentTimes, 18).seconds).toBeCloseTo(4.675 + exact, 6);
    expect(replay.segmentTimes.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(63.751 + 35 * exact, 6);
    expect(replay.points.at(-1)).toMatchObject({ progressRatio: 1, segment: 34 });
  });
});

it('the finding has the phases and the server\'s own figure', () => {
  const { finding } = only(restartLog);
  expect(finding)
    .toMatchObject({ code: 'start-finished', severity: 'info', moment: at('16:53:00.872'), time: at('16:53:00.872') });
  const expected = [64.702, 35, 63.75, 64.163, 0.412, 35, 63.75, 0.528];
  expect(quantitiesOf(finding)).toHaveLength(expected.length);
  quantitiesOf(finding).forEach((value, i) => { expect(value).toBeCloseTo(expected[i] ?? NaN, 2); });
  expect(finding.evidence.at(-1)).toEqual([{ text: 'Its version is 2.42.0+ds.' }]);
  expectGolden('wal-replay', 'log of a restart', finding);
});

describe('several starts in one file', () => {
  const killed = part(restartLog, null, 'segment=18');
  it('are told apart; one that another follows without a word was killed', () => {
    const { replays, finding } = analyse([killed, later(killed, 60_000), later(restartLog, 120_000)].join('\n'));
    expect(replays.map(({ outcome, segments }) => [outcome, segments?.loaded]))
      .toEqual([['killed', 18], ['killed', 18], ['finished', 35]]);
    expect(elementAt(replays, 0).finding).toMatchObject({ code: 'start-killed', severity: 'warning' });
    expect(quantitiesOf(elementAt(replays, 0).finding).slice(1, 3)).toEqual([17, 34]);
    expect(quantitiesOf(elementAt(replays, 0).finding)[0]).toBeCloseTo(25.6, 1);
    expectGolden('wal-replay', 'log: killed', elementAt(replays, 0).finding);
    expect(elementAt(replays, 0).end).toBe(at('16:53:26.507'));
    expect(finding).toMatchObject({ code: 'log-starts', severity: 'critical' });
    expect(quantitiesOf(finding).slice(0, 3)).toEqual([3, 1, 2]);
    expect(quantitiesOf(finding)[3]).toBeCloseTo(64.7, 1);
    expectGolden('wal-replay', 'log of three starts', finding);
  });

  it('also where the words "Starting Prometheus" are not among the lines', () => {
    const without = (text: string): string => part(text, 'Starting TSDB', null);
    expect(
      analyse([without(killed), later(without(restartLog), 60_000)].join('\n')).replays.map(({ outcome }) => outcome)
    ).toEqual(['killed', 'finished']);
    const segmentsOnly = killed.split('\n').filter((line) => line.includes('segment=')).join('\n');
    expect(
      analyse(
        [segmentsOnly, later(segmentsOnly, 60_000)].join('\n')
      ).replays.map(({ outcome, startSeen }) => [outcome, startSeen])
    ).toEqual([['killed', false], ['unknown', false]]);
  });

  it('one that an earlier start follows, of another server, was not killed by it', () => {
    const { replays } = analyse([later(killed, 60_000), restartLog].join('\n'));
    expect(replays.map(({ outcome }) => outcome)).toEqual(['unknown', 'finished']);
  });

  it('one that was asked to stop before it was ready says so', () => {
    const asked = `${killed}\nts=2026-11-20T16:53:27.000Z caller=main.go:823 level=warn `
      + 'msg="Received SIGTERM, exiting gracefully..."';
    const stopped = elementAt(analyse([asked, later(restartLog, 60_000)].join('\n')).replays, 0);
    expect(stopped).toMatchObject(
      { outcome: 'stopped', ending: expect.stringContaining('Received SIGTERM, exiting gracefully...') as string }
    );
    expect(quantitiesOf(stopped.finding).slice(1, 3)).toEqual([17, 34]);
    expectGolden('wal-replay', 'log: told to stop', stopped.finding);
  });

  it.each<[string, string, string, RegExp]>([
    [
      'a 2.x whose last line has no message', 'failed',
      'ts=2026-11-20T16:53:27.000Z caller=main.go:1127 level=error err="opening '
        + 'storage failed: migrate WAL: not a directory"',
      /gave up after 26\.1 s\. It logged: opening storage failed: migrate WAL: not a directory\.$/,
    ],
    [
      'one whose port is taken', 'failed',
      'ts=2026-11-20T16:53:27.000Z caller=main.go:802 level=error msg="Unable to start web listener" '
        + 'err="listen tcp 127.0.0.1:9090: bind: address already in use"',
      /gave up .*Unable to start web listener: listen tcp 127\.0\.0\.1:9090: bind/,
    ],
    [
      'one that panics, behind kubectl’s prefix', 'failed',
      '[pod/prometheus-0/prometheus] panic: expected newly cut file to have sequence:offset 4:8, got '
        + '5:8\n[pod/prometheus-0/prometheus] \n[pod/prometheus-0/prometheus] goroutine 490 [running]:',
      /crashed after 25\.6 s, .*It logged: panic: expected newly cut file to have sequence:offset 4:8, got 5:8\./,
    ],
    [
      'Go that runs out of memory', 'failed', 'fatal error: runtime: out of memory',
      /ran out of memory after 25\.6 s, .*It logged: fatal error: runtime: out of memory\./,
    ],
  ])('the last words of %s are told', (who, outcome, line, ending) => {
    const prefix = /^\[pod\S+ /.exec(line)?.[0] ?? '';
    const replay = only(`${killed.replace(/^/gm, prefix)}\n${line}`);
    expect(replay.outcome).toBe(outcome);
    expect(replay.ending).toMatch(ending);
    expectGolden('wal-replay', `log: ${who}`, replay.finding);
  });

  it('a server that could not read its configuration is no log without a start', () => {
    const { replays, finding } = analyse(
      'ts=2026-11-21T03:15:50.985Z caller=main.go:469 level=error msg="Error loading config (--config.file=bad.yml)" '
        + 'file=/etc/bad.yml err="parsing YAML file bad.yml: yaml: line 1: did not find expected node content"'
    );
    expect(replays).toMatchObject([{ outcome: 'failed', segments: null, phases: [] }]);
    expect(finding).toMatchObject({ code: 'start-failed', severity: 'warning' });
    expect(elementAt(replays, 0).ending)
      .toContain('Error loading config (--config.file=bad.yml): parsing YAML file bad.yml');
    expectGolden('wal-replay', 'log: a bad configuration', finding);
  });

  it('reads a log with its newest line first, as log stores export it, and UTF-16, as PowerShell writes it', () => {
    const plain = only(restartLog);
    expect(only(restartLog.split('\n').reverse().join('\n'))).toEqual(plain);
    const answer = analyseReplayLog(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(restartLog, 'utf16le')]));
    expect('replays' in answer && answer.replays).toEqual([plain]);
  });

  it('a panic in a server that is up is no end of a start', () => {
    expect(only(`${restartLog}\npanic: runtime error: index out of range`)).toMatchObject({ outcome: 'finished' });
  });

  it('a damaged log: the start is told as such, with what the server did about it', () => {
    const segments = restartLog.split('\n')
      .filter((line) => !/segment=(?:1[2-9]|[23]\d) |WAL replay completed/.test(line));
    const ready = segments.findIndex((line) => /segment=11 /.test(line)) + 1;
    segments.splice(ready, 0, ...[
      'level=warn component=tsdb msg="Encountered WAL read error, attempting repair" err="read records: corruption '
        + 'in segment data/wal/00000012 at 3014656: unexpected checksum b4e1e0cc, expected 9841bf5d"',
      'level=warn component=tsdb msg="Starting corruption repair" segment=12 offset=3014656',
      'level=warn component=tsdb msg="Deleting all segments newer than corrupted segment" segment=12',
    ].map((line) => `ts=2026-11-20T16:53:40.000Z caller=db.go:825 ${line}`));
    const replay = only(segments.join('\n'));
    expect(replay).toMatchObject({ outcome: 'finished', segments: { min: 0, max: 34, loaded: 12 } });
    expect(replay.finding).toMatchObject({ code: 'start-finished', severity: 'warning' });
    expect(quantitiesOf(replay.finding)).toContain(12);
    expect(replay.finding.evidence[0]).toEqual([{ text: DAMAGE_NOTE }]);
    expectGolden('wal-replay', 'log: damaged', replay.finding);
    expect(replay.notes).toContain('The server said: Deleting all segments newer than corrupted segment.');
  });

  it('one that gave up says why', () => {
    const gaveUp = `${asPrometheus3(killed)}\ntime=2026-11-20T16:53:27.000Z level=ERROR source=main.go:1 `
      + 'msg="Error running goroutines from run.Group" err="opening storage failed: /data: no space left on device"';
    expect(only(gaveUp)).toMatchObject({
      outcome: 'failed',
      ending: expect.stringContaining(
        'Error running goroutines from run.Group: opening storage failed: /data: no space left on device.'
      ) as string,
    });
  });
});

describe('parts that not every start has', () => {
  const line = (
    time: string, rest: string
  ): string => `ts=2026-11-20T${time}Z caller=head.go:1 level=info component=tsdb ${rest}`;
  it('of a replay without a line, as before 2.12, the time before is not said to be that of the blocks', () => {
    const { finding } = only([
      line('10:00:00.000', 'msg="Starting TSDB ..."'), line('10:01:20.000', 'msg="TSDB started"'),
      line('10:01:20.010', 'msg="Server is ready to receive web requests."'),
    ].join('\n'));
    expect(render(joined(finding.evidence, ' '))).toBe('Its phases: 80 s opening blocks and replaying the '
      + 'WAL, which the log does not separate.');
  });

  it('a snapshot, a checkpoint and out-of-order segments; the time of the chunks holds that of the snapshot', () => {
    const replay = only([
      line('10:00:00.000', 'msg="Starting TSDB ..."'),
      line('10:00:02.000', 'msg="Found healthy block" mint=1 maxt=2 ulid=X'),
      line('10:00:03.000', 'msg="Replaying on-disk memory mappable chunks if any"'),
      line('10:00:03.000', 'msg="Chunk snapshot is enabled, replaying from the snapshot"'),
      line('10:00:05.000', 'msg="Chunk snapshot loading time" duration=2.0001s'),
      line('10:00:09.000', 'msg="On-disk memory mappable chunks replay completed" duration=6.0003s'),
      line('10:00:09.000', 'msg="Replaying WAL, this may take a while"'),
      line('10:00:12.500', 'msg="WAL checkpoint loaded"'),
      line('10:00:14.000', 'msg="WAL segment loaded" segment=122 maxSegment=123'),
      line('10:00:15.000', 'msg="WAL segment loaded" segment=123 maxSegment=123'),
      line('10:00:16.000', 'msg="WBL segment loaded" segment=0 maxSegment=1'),
      line('10:00:17.000', 'msg="WBL segment loaded" segment=1 maxSegment=1'),
      line(
        '10:00:17.000',
        'msg="WAL replay completed" checkpoint_replay_duration=3.5s wal_replay_duration=2.5s '
          + 'wbl_replay_duration=2s total_replay_duration=14.0004s'
      ),
      line('10:00:18.000', 'msg="Server is ready to receive web requests."'),
    ].join('\n'));
    expect(
      replay.phases.map(({ name, start, durationSeconds, segments }) =>
        [name, start - at('10:00:00.000'), Math.round(durationSeconds * 1e4) / 1e4, segments])
    ).toEqual([
      ['opening', 0, 3, null], ['snapshot', 3, 2.0001, null], ['mmapped-chunks', 5, 4.0002, null],
      ['checkpoint', 9, 3.5, null],
      ['segments', 12.5, 2.5, 2], ['wbl', 15, 2, 2], ['finishing', 17, 1, null],
    ]);
    expect(replay).toMatchObject({
      segments: { min: 122, max: 123, loaded: 2 },
      segmentTimes: [{ segment: 122, seconds: 1.5 }, { segment: 123, seconds: 1 }],
    });
  });

  it('2.15 writes other words and no durations', () => {
    const old = (
      time: string, rest: string
    ): string => `level=info ts=2026-11-20T${time}Z caller=head.go:505 component=tsdb ${rest}`;
    expect(only([
      old('10:00:00.000', 'msg="found healthy block" mint=1 maxt=2'),
      old('10:00:01.000', 'msg="replaying WAL, this may take awhile"'),
      old('10:00:02.000', 'msg="WAL segment loaded" segment=0 maxSegment=1'),
      old('10:00:04.000', 'msg="WAL segment loaded" segment=1 maxSegment=1'),
      old('10:00:04.500', 'msg="TSDB started"'), old('10:00:04.600', 'msg="Server is ready to receive web requests."'),
    ].join('\n')))
      .toMatchObject({ outcome: 'finished', reportedSeconds: null, segmentTimes: [{ seconds: 1 }, { seconds: 2 }] });
  });

  it('tenants of one server replay side by side', () => {
    const tenant = (name: string, time: string, rest: string): string => line(time, `tenant=${name} ${rest}`);
    const { replays } = analyse([
      tenant('a', '10:00:00.000', 'msg="Replaying WAL, this may take a while"'),
      tenant('b', '10:00:00.100', 'msg="Replaying WAL, this may take a while"'),
      tenant('a', '10:00:01.000', 'msg="WAL segment loaded" segment=0 maxSegment=0'),
      tenant('b', '10:00:02.100', 'msg="WAL segment loaded" segment=0 maxSegment=0'),
      tenant('a', '10:00:01.500', 'msg="WAL replay completed" wal_replay_duration=1s total_replay_duration=1.5s'),
    ].join('\n'));
    expect(
      replays.map(
        ({ outcome, totalSeconds, segmentTimes }) => [outcome, totalSeconds, elementAt(segmentTimes, 0).seconds]
      )
    ).toEqual([['finished', 1.5, 1], ['unknown', null, 2]]);
  });

  it('what went wrong is among the notes', () => {
    const hurt = restartLog.replace(
      'level=info component=tsdb msg="WAL segment loaded" segment=3 maxSegment=34',
      'level=warn component=tsdb msg="Encountered WAL read error, attempting repair" err="unexpected checksum"'
    );
    expect(only(hurt).notes).toEqual([
      'Lines of 1 segment are missing; their time is shared with the next one.',
      'The server said: Encountered WAL read error, attempting repair: unexpected checksum.',
    ]);
  });
});
