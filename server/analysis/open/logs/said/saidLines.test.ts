import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { saidLine } from './lines/saidLine.ts';

const of = (...lines: string[]): { name: string; interest: string | null } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest };
};
const logged = (second: number, rest: string): string =>
  `ts=2026-01-02T03:04:${String(second).padStart(2, '0')}Z caller=a.go:1 ${rest}`;

describe('errors and warnings of a log', () => {
  it('requests that fail again and again are reported beside a rare error', () => {
    const sent = Array.from({ length: 52 }, (_, i) => logged(i, 'level=warn msg="Failed to send it, retrying" '
      + 'err="dial tcp 192.0.2.1:9: connect: connection refused"'));
    const { interest } = of(...sent, logged(55, 'level=error msg="Failed to keep the rest" err="x"'));
    expect(interest).toMatch(/^It logged the error "Failed to keep the rest"/);
    expect(interest).toContain('The warning "Failed to send it, retrying" is repeated every 1 s (52 times');
    expect(interest).toContain('see whether the other side runs');
  });

  it('what is fatal comes before what is said more often', () => {
    const { interest } = of(
      logged(1, 'level=error msg="not sent" err="x"'), logged(2, 'level=error msg="not sent" err="x"'),
      logged(3, 'level=fatal msg="it gives up" err="y"'),
    );
    expect(interest).toBe('It logged the error "it gives up" at 2026-01-02T03:04:03Z. The cause given is "y". '
      + 'Also: "not sent" (2 times). The cause given is "x".');
  });

  it('what a known message says ended it comes before what is said more often', () => {
    const { interest } = of(
      logged(1, 'level=error msg="Error sending alert" err="x"'),
      logged(2, 'level=error msg="Error sending alert" err="x"'),
      logged(3, 'level=error msg="critical error detected; halting" err="compaction: open /d: permission denied"'),
    );
    expect(interest).toMatch(/^It logged the error "critical error detected; halting" at 2026-01-02T03:04:03Z\./);
    expect(interest).toContain('The compactor has halted, so that it does no damage, and its process runs on '
      + 'without work. The user that runs it may not do this: look '
      + 'at owner and mode of the path. Also: "Error sending alert" (2 times).');
  });

  it('further kinds of errors are named with their counts', () => {
    const error = (second: number, what: string): string => logged(second, `level=error msg="${what}"`);
    const { interest } = of(
      error(1, 'not sent'), error(2, 'not sent'), error(3, 'not sent'), error(4, 'not read'), error(5, 'not read'),
      error(6, 'no rule'), error(7, 'no alert'), error(8, 'no alert'),
    );
    expect(interest).toContain(' Also: "not read" (2 times). The lines have 2 other errors: "no alert" (2 times) and '
      + '"no rule".');
    expect(of(error(1, 'not sent'), error(2, 'not read')).interest).not.toContain('The lines have');
  });

  it('a rule that needs too many samples is not told to be a recording rule', () => {
    const { interest } = of(logged(1, 'level=warn component="rule manager" group=g msg="Evaluating rule failed" '
      + 'err="query processing would load too many samples into memory in query execution"'));
    expect(interest).toContain('A rule needs more samples than --query.max-samples allows: shorten its range, ');
    expect(interest).not.toContain('use a recording rule');
  });

  it('of two meanings that name a limit, only the known one is told', () => {
    const { interest } = of(logged(1, 'level=error msg="not sent" err="429 Too Many Requests: Ingestion rate limit '
      + 'exceeded for user a"'));
    expect(interest).toContain('A limit of the tenant is reached');
    expect(interest).not.toContain('A rate limit is reached');
  });

  it('an error of a long log that is said once', () => {
    const long = Array.from({ length: 60 }, (_, i) => logged(5, `level=info msg="line ${i}"`));
    expect(of(...long, logged(9, 'level=error msg="once"')).interest)
      .toBe('It logged the error "once" at 2026-01-02T03:04:09Z.');
  });

  it('lines of one text that an envelope dates are told apart, and counted', () => {
    const line = (second: number): string =>
      `2026-01-02 03:04:0${second}.1 UTC [11] WARNING:  out of background workers`;
    expect(of(line(1), line(4), line(4)).interest).toMatch(
      /^The warning "out of background workers" occurs 3 times from 2026-01-02T03:04:01Z to 2026-01-02T03:04:04Z\./
    );
  });

  it('times without a period have none', () => {
    const failed = (second: number): string => logged(second, 'level=error msg="late"');
    expect(of(failed(1), failed(2), failed(50)).interest)
      .toBe('The error "late" occurs 3 times from 2026-01-02T03:04:01Z to 2026-01-02T03:04:50Z.');
  });

  it('a time within an error is not the time of the line', () => {
    expect(of('caller=retry.go:89 level=error user=a msg="failed" err="the index is of 2026-01-02T03:04:05Z"').interest)
      .toBe('It logged the error "failed". The cause given is "the index is of 2026-01-02T03:04:05Z".');
  });

  it('what differs only in names is said again', () => {
    const line = (name: string): string => `2026-01-02 03:04:05.1 W | snap: skipped unexpected file ${name}.snap.db`;
    expect(of(line('00000000cfdde752'), line('00000000d0658a64')).interest)
      .toMatch(/^The warning .* occurs 2 times at /);
  });

  it('a line that a copy cut before its message is not another error', () => {
    const cause = 'forwarding request to endpoint a.example: lookup a.example on 10.0.0.10: no such host';
    const { interest } = of(
      logged(1, `level=error component=receive err="${cause}" msg="internal server error"`),
      logged(2, `level=error component=receive err="${cause.slice(0, 70)}`),
    );
    expect(interest).not.toContain('Also');
    expect(interest).toContain('A name is not resolved');
  });

  it.each([
    ['ClickHouse', '2026.01.02 03:04:05.237946 [ 335 ] {a-1} <Error> executeQuery: Code: 252. DB::Exception: Too many '
      + 'parts (300), Stack trace:', 'error', 'executeQuery: Code: 252. DB::Exception: Too many parts (300)'],
    ['QuestDB, with keys in its brackets', '2026-01-02T03:04:05.1Z E i.q.c.h.p.JsonQueryProcessorState [24] error '
      + '[msg=`could not mmap  [size=28800, offset=0, fd=7]`, code=0] took=3', 'error',
      '[24] error [msg=`could not mmap  [size=28800, offset=0, fd=7]`, code=0]'],
    ['M3 before 0.5', '23:26:27.565550[F] no bootstrap', 'fatal', 'no bootstrap'],
    ['etcd before 3.4', '2026-01-02 03:04:05.1 C | mvcc: cannot unmarshal', 'fatal', 'mvcc: cannot unmarshal'],
    ['a level in brackets, its first one cut', 'ERRO] dropping 1 time series', 'error', 'dropping 1 time series'],
    ['Java', '2026-01-02 03:04:05.123 [main] ERROR o.a.Server - it broke', 'error', 'o.a.Server - it broke'],
    ['Python', '2026-01-02 03:04:05,123 - root - WARNING - slow', 'warning', 'slow'],
    ['PostgreSQL', '2026-01-02 03:04:05 UTC [30] FATAL:  terminating connection', 'error', 'terminating connection'],
    ['Graphite', '10/05/2026 13:27:20 :: Error writing to a: None', 'error', 'Error writing to a: None'],
    ['Fluent Bit', '[2026/01/02 03:04:05] [error] [http_client] broken connection', 'error',
      '[http_client] broken connection'],
    ['Fluent Bit, with what looks like keys', '[2026/01/02 03:04:05] [error] [output:es:es.0] HTTP status=429 URI=/a',
      'error', '[output:es:es.0] HTTP status=429 URI=/a'],
    ['Fluent Bit, its time cut', '3:00:26] [ warn] [engine] late', 'warning', '[engine] late'],
    ['TDengine', 'WAL ERROR vgId:3, since WAL file is corrupted', 'error', 'vgId:3, since WAL file is corrupted'],
    ['Rust with a key', '2026-01-02T03:04:05.5Z ERROR vector::a: msg="Healthcheck failed." error=405', 'error',
      'Healthcheck failed.'],
    ['a line whose beginning was cut', '.com:9182/metrics msg="append failed" err="file already closed"', 'error',
      'append failed'],
    ['a request of Mimir', 'caller=h.go:3 level=info msg="query stats" status=failed err="too slow"', 'warning',
      'query stats'],
  ])('%s', (_, line, level, message) => { expect(saidLine(line)).toMatchObject({ level, message }); });

  it.each([
    '2026-01-02 03:04:05.123 INFO main - ERROR count is 0',
    'level=info msg="query failed" err="context canceled"',
    '2026-01-02 03:04:05 UTC [30] LOG:  ERROR count',
  ])('not an error: %s', (line) => { expect(saidLine(line)).toBeNull(); });
});

describe('a log in which nothing went wrong', () => {
  it('says so, with its span', () => {
    expect(of(logged(1, 'level=info component=receive msg="a"'), logged(31, 'level=info component=receive msg="b"'))
      .interest).toBe('No error or warning is among its 2 lines, from 2026-01-02T03:04:01Z on, within 30 s.');
  });

  it('quotes a failure that is not marked as one, and needs no levels where no line names a failure', () => {
    expect(of('[2026/01/02 03:04:05] [debug] [task] destroy', '[2026/01/02 03:04:05] [ info] [engine] chunk is dropped')
      .interest).toBe('No error or warning is among its 2 lines, from 2026-01-02 03:04:05. One of them reads '
      + 'like one: "[2026/01/02 03:04:05] [ info] [engine] chunk is dropped".');
    expect(of('[run] 2026/01/02 03:04:05 InfluxDB starting, version 0.1.0', '[store]2026/01/02 03:04:06 Using a folder')
      .interest).toBe('None of its 2 lines names an error, from 2026-01-02 03:04:05 on, within 1 s. They do not show '
        + 'that it became ready: those that follow would.');
  });

  it('reads no failure in names of files and mounts of other outputs', () => {
    const info = (second: number): string => logged(second, 'level=info component=receive msg="a"');
    expect(of('We see:', '```', '16.0K\t./lost+found', '-rw-r--r-- 1 root root 9 Jan 2 03:04 failed.log',
      '/dev/sda1  1G  1G  0G  80% /lost', '```', '```', info(1), info(2), '```').interest)
      .toMatch(/No error or warning is among its 2 lines, [^"]{1,80}$/);
  });

  it('what a known message in a line without a level means', () => {
    expect(of('2026-01-02T03:04:05Z sample limit exceeded', '2026-01-02T03:04:06Z it works on').interest)
      .toBe('One of its 2 lines names a failure: "sample limit exceeded". A scrape had more samples than its '
        + 'sample_limit, and none of them was stored: raise the limit, or drop series at the target.');
  });

  it('lines without levels that name failures, and one line that is not marked as an error', () => {
    const oom = (second: number): string => `2026-01-02T03:04:0${second}.01Z container oom 29d7 (name=a)`;
    expect(of(oom(5), oom(6)).interest).toBe('2 of its 2 lines name failures, from 2026-01-02T03:04:05Z on, within '
      + '1 s; the first: "container oom 29d7 (name=a)".');
    expect(of(oom(5), '2026-01-02T03:04:06Z accept failed: too many open files').interest)
      .toContain('; the worst: "accept failed: too many open files".');
    expect(of(oom(5), '2026-01-02T03:04:06Z container start 29d7').interest)
      .toBe('One of its 2 lines names a failure: "container oom 29d7 (name=a)".');
    expect(of(
      oom(5), '2026-01-02T03:04:06Z container start 29d7', '2026-01-02T03:04:07Z container start 30d8',
      'ts=2026-01-02T03:04:08Z caller=tls.go level=info msg="TLS is disabled and cannot be enabled"',
    ).interest).toBe('One of its 4 lines names a failure: "container oom 29d7 (name=a)".');
    expect(of('t=2026-01-02T03:04:05+0000 lvl=info msg="Request failed" logger=tsdb.graphite').interest)
      .toBe('Its line, not marked as an error, says "Request failed".');
  });

  it('not where a warning is too little to be reported, and not without levels', () => {
    const long = Array.from({ length: 60 }, (_, i) => logged(5, `level=info msg="line ${i}"`));
    expect(of(...long, logged(9, 'level=warn msg="once"')).interest).toBeNull();
    expect(of('2026-01-02T03:04:05Z an error?', '2026-01-02T03:04:06Z it works on').interest)
      .toBe('One of its 2 lines names a failure: "an error?".');
  });
});
