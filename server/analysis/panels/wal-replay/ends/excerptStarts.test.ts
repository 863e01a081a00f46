import { describe, expect, it } from 'vitest';
import { joined, render } from '../../../../../core/text/parts.ts';
import type { Finding } from '../../../../../core/contract/contract.ts';
import { analyse, only } from '../../../../../testdata/measuredLog.ts';

const line = (time: string, rest: string): string =>
  `ts=2026-11-20T${time}Z caller=head.go:755 level=info component=tsdb ${rest}`;
const segment = (time: string, number: number): string =>
  line(time, `msg="WAL segment loaded" segment=${number} maxSegment=40`);
const START = line('10:00:00.000', 'msg="Starting Prometheus Server" version="(version=2.45.0, branch=HEAD)"');
const TSDB = line('10:00:00.100', 'msg="Starting TSDB ..."');
const MMAP = line('10:00:03.000', 'msg="Replaying on-disk memory mappable chunks if any"');
const WAL = line('10:00:05.000', 'msg="Replaying WAL, this may take a while"');
const DONE = line('10:02:00.000', 'msg="WAL replay completed" wal_replay_duration=28.1s total_replay_duration=28.3s');
const READY = line('10:02:09.000', 'msg="Server is ready to receive web requests."');

const said = ({ claim, evidence }: Finding): string => render(joined([claim, ...evidence], ' '));
const saidOf = (...lines: string[]): string => said(analyse(lines.join('\n')).finding);

describe('a start of which a text quotes lines', () => {
  it('that ends with the replay: whether it became ready is not known', () => {
    const text = saidOf('The replay took:', '```', DONE, '```', 'And it is slow.');
    expect(text).toBe('The replay of the WAL ended at 10:02:00 UTC; the lines do not show whether the server became '
      + 'ready. The server reports 28.3 s for the replay. Its phases: 28.1 s reading WAL segments. '
      + 'The text is an excerpt of the log: what it leaves out is unknown.');
    // The same line alone, as the end of a log.
    expect(saidOf(DONE)).toMatch(/^The log ends at least 28\.1 s into the start, after the replay and before the serv/);
  });

  it('that took long to read many segments: how long each, and why there may be so many', () => {
    const done = line('10:42:00.000',
      'msg="WAL replay completed" wal_replay_duration=40m0s total_replay_duration=41m0s');
    const read = (number: number): string => line('10:41:0'.concat(String(number % 10), '.000'),
      `msg="WAL segment loaded" segment=${number} maxSegment=599`);
    const text = saidOf('The replay took:', '```', read(0), read(1), '...', done, '```');
    expect(text).toContain('The server reports 41m for the replay. That is long, at 4 s for each segment. So many');
  });

  it('and that goes on: the excerpt ends, not the log', () => {
    const lines = [START, TSDB, MMAP, WAL, segment('10:00:06.000', 0), segment('10:00:07.000', 1)];
    expect(saidOf(...lines)).toMatch(/^The log ends 7 s into the start, at segment 1 of 40\. .* startup probe must/);
    const text = saidOf(...lines, '[...]');
    expect(text).toMatch(/^The excerpt ends 7 s into the start, at segment 1 of 40\. It read 2 of 41 segments/);
    expect(text).not.toContain('probe');
  });

  it('of which one segment is read: a rough estimate, and none if few are left', () => {
    const lines = [START, TSDB, MMAP, WAL, segment('10:00:06.000', 0), ''];
    expect(saidOf(...lines)).toContain('It read 1 of 41 segments; if each takes as long (1 s), the other 40 need about '
      + '40 s, and less if the first took longest, as it often does. By that, a startup probe must allow about ');
    expect(saidOf(...lines.map((one) => one.replace('maxSegment=40', 'maxSegment=5')))).not.toContain('takes as long');
  });

  it('of which only the first line is there', () => {
    expect(saidOf(START)).toMatch(/^The log has only the first lines of the start; whether the server became ready/);
  });

  it('whose lines of one length have a fence behind them: they are not wrapped there', () => {
    const quoted = (number: number): string[] => ['```', WAL, segment('10:00:06.000', number), '```'];
    expect(saidOf('One day:', ...quoted(1), 'The next day:', ...quoted(2))).toContain('segment 2 of 40');
  });

  it('one is not killed by the next if the text leaves out lines between them', () => {
    const first = [START, TSDB, MMAP, WAL, segment('10:00:06.000', 0)];
    const second = [START, TSDB].map((one) => one.replace('T10:00:', 'T10:30:'));
    const outcomes = (...lines: string[]): string[] => analyse(lines.join('\n')).replays.map(({ outcome }) => outcome);
    expect(outcomes(...first, ...second)).toEqual(['killed', 'unknown']);
    expect(outcomes(...first, '...', ...second)).toEqual(['unknown', 'unknown']);
    const text = saidOf(...first, '...', ...second);
    expect(text).toMatch(/^2 starts in the log: none is seen to become ready\. The excerpt ends 6 s into the start, /);
    expect(text).toMatch(/segment 0 of 40\. The log ends 100 ms into the start\.$/);
    const ready = [...first, DONE, READY];
    expect(saidOf(...ready, ...second)).toContain('kill -9');
    expect(saidOf(...ready, 'It ran for half an hour then.', ...second)).not.toContain('kill -9');
  });

  it('a phase between whose lines others are left out has no duration; one that a line states has', () => {
    const text = saidOf(START, TSDB, '...', WAL, segment('10:00:06.000', 0), DONE, READY);
    expect(text).not.toContain('opening blocks');
    expect(text).toContain('41 WAL segments in 28.1 s');
    expect(saidOf(START, TSDB, MMAP, WAL, segment('10:00:06.000', 0), DONE, READY)).toContain('3 s opening blocks');
  });

  it('does not count the segments whose lines it leaves out', () => {
    const { phases, segments } = only([
      START, TSDB, MMAP, WAL, '...', segment('10:01:58.000', 39), segment('10:01:59.000', 40), DONE, READY,
    ].join('\n'));
    expect(phases.find(({ name }) => name === 'segments')).toMatchObject({ segments: null, durationSeconds: 28.1 });
    expect(segments).toMatchObject({ max: 40 });
  });
});

describe('durations of lines that are not there', () => {
  it('a single line of a segment has none', () => {
    expect(saidOf(segment('10:00:06.000', 12))).not.toMatch(/\b0 s\b|phases/);
    expect(saidOf(segment('10:00:06.000', 12), READY)).not.toMatch(/\b0 s\b/);
    // Of two, the first is where the time begins.
    expect(saidOf(segment('10:00:06.000', 12), segment('10:00:08.000', 13))).toContain('1 WAL segment in 2 s');
  });

  it('lines of the same millisecond give none either', () => {
    const at = (rest: string): string => line('10:00:05.000', rest);
    const text = saidOf(
      WAL, at('msg="WAL segment loaded" segment=0 maxSegment=0'), at('msg="WAL replay completed"'), READY
    );
    expect(text).toMatch(/^The server became ready; the beginning of its start is not in the log\./);
    expect(text).not.toContain('0 s');
  });

  it('an old version is silent while it opens blocks and reads its WAL, also if it does not get ready', () => {
    const old = [
      line('10:00:00.000', 'msg="Starting Prometheus" version="(version=2.2.0, branch=HEAD)"'),
      line('10:00:00.000', 'msg="Starting TSDB ..."'), line('10:01:20.000', 'msg="TSDB started"'),
      line('10:01:20.500', 'msg="Server is ready to receive web requests."'),
    ];
    const silent = '80 s opening blocks and replaying the WAL, which the log does not separate';
    expect(saidOf(...old)).toContain(`The start took 80.5 s. Its phases: ${silent}, 500 ms finishing.`);
    expect(saidOf(...old.slice(0, 3), 'panic: out of luck')).toContain(silent);
    expect(saidOf(...old.slice(0, 2), '...', ...old.slice(2))).not.toContain('does not separate');
  });
});

describe('what follows a start without its own lines', () => {
  it('head GC long after the replay: it ran, and its line of readiness is not among those of the TSDB', () => {
    const gc = line('12:00:01.000', 'msg="Head GC completed" caller=truncateMemory duration=90ms');
    expect(saidOf(MMAP, WAL, segment('10:00:06.000', 0), DONE, gc))
      .toMatch(/^The server ran at 12:00:01 UTC; no line says when it became ready\./);
  });

  it('a crash, and a first line of the next process', () => {
    const next = line('10:00:21.400', 'msg="No time or size retention was set so using the default time retention"');
    const text = saidOf(
      segment('10:00:06.000', 12), 'panic: runtime error: invalid memory address or nil pointer dereference', '',
      'goroutine 590 [running]:', 'bufio.(*Writer).Available(...)', next
    );
    expect(text).toMatch(/^The start crashed, at segment 12 of 40: a Go panic\./);
    expect(text).toContain('The next process began 15.4 s after the last line before.');
    expect(analyse([segment('10:00:06.000', 12), READY, next].join('\n')).replays).toHaveLength(1);
  });
});

it('lines that a terminal cut off are told with the start that they are of', () => {
  const wide = [WAL, segment('10:00:06.000', 0), line('10:00:07.000', 'msg="WAL replay completed"')];
  const cut = [...wide.map((one) => `${`${one} dir=/`.padEnd(180, 'a')}>`), READY].join('\n');
  expect(said(analyse(cut).finding)).toMatch(/lines? (?:is|are) cut off at the end: what was there is unknown\.$/);
});

it('a start whose ready line is cut ran when it started its rules', () => {
  const rules = line('10:00:09.000', 'component="rule manager" msg="Starting rule manager..."');
  expect(saidOf(line('10:00:00.000', 'msg="Starting TSDB ..."'), rules))
    .toMatch(/^The server ran at 10:00:09 UTC; no line says when it became ready\./);
});
