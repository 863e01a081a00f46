import { describe, expect, it } from 'vitest';
import { goDurationMs } from './goDuration.ts';
import type { LogLine } from './logLine.ts';
import { logfmtFields } from './logfmt.ts';
import { MAX_WANTED, readLog, readLogInSteps, readLogLines } from './readLog.ts';

const AT = Date.parse('2026-11-20T16:30:50.502Z');
const logfmt =
  'ts=2026-11-20T16:30:50.502Z caller=compact.go:519 level=info component=tsdb '
    + 'msg="write block" mint=1 maxt=2 duration=4.16s';
const slog =
  'time=2026-11-20T16:30:50.502Z level=INFO source=compact.go:519 msg="write block '
    + 'completed" component=tsdb mint=1 maxt=2 duration=4.16s';
const json =
  '{"ts":"2026-11-20T16:30:50.502Z","caller":"compact.go:519","level":"info","msg":"write '
    + 'block","mint":1,"maxt":2,"duration":"4.16s"}';
const slogJson =
  '{"time":"2026-11-20T16:30:50.502Z","level":"INFO","source":"compact.go:519","msg":"write '
    + 'block","mint":1,"maxt":2,"duration":4160000000}';

function readLogLine(text: string): LogLine | null {
  return readLogLines(`${text}\n`)[0]?.lines[0] ?? null;
}

/** CPU time of this process, which other processes do not affect. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

describe('a line of a server\'s log is read', () => {
  it.each(['^C', '    ^C', '^C^C', '^\\'])('behind the key that stopped the program: %s', (key) => {
    expect(readLogLine(`${key}${logfmt}`)).toMatchObject({ timeMs: AT, message: 'write block' });
  });

  it.each([
    ['2.x logfmt', logfmt],
    [
      '2.x logfmt before 2.33, level first',
      'level=info ts=2026-11-20T16:30:50.502Z caller=compact.go:519 component=tsdb '
        + 'msg="write block" mint=1 maxt=2 duration=4.16s',
    ],
    ['3.x slog', slog],
    ['JSON of 2.x', json],
    ['JSON of slog, durations in nanoseconds', slogJson],
    ['behind journald\'s prefix', `Nov 20 16:30:50 host-1 prometheus[812]: ${logfmt}`],
    ['behind journald\'s prefix in French', `nov. 20 16:30:50 host-1 prometheus[812]: ${logfmt}`],
    ['with a comma behind it, in a list', `${logfmt},`],
    ['behind kubectl\'s time stamp', `2026-11-20T16:30:50.900000000Z ${slog}`],
    ['behind kubectl\'s --prefix', `[pod/prometheus-0/prometheus] ${logfmt}`],
    ['behind docker compose\'s name', `prometheus-1  | ${logfmt}`],
    ['behind docker compose\'s name in colour', `\u001b[36mprometheus-1  |\u001b[0m ${logfmt}`],
    ['in a container runtime\'s file', `2026-11-20T16:30:50.9Z stderr F ${logfmt}`],
    [
      'in Docker\'s JSON file',
      JSON.stringify({ log: `${logfmt}\n`, stream: 'stderr', time: '2026-11-20T16:30:50.9Z' }),
    ],
    [
      'in Docker\'s JSON file, JSON inside',
      JSON.stringify({ log: `${slogJson}\n`, stream: 'stderr', time: '2026-11-20T16:30:50.9Z' }),
    ],
    ['in journald\'s JSON', JSON.stringify({ MESSAGE: slog, __REALTIME_TIMESTAMP: '1795192250502000' })],
    ['JSON behind a prefix', `2026-11-20T16:30:50.9Z stdout F ${json}`],
  ])('%s', (_name, text) => {
    const line = readLogLine(text);
    expect(line).toMatchObject({ line: 1, timeMs: AT, level: 'info' });
    expect(line?.message).toMatch(/^write block/);
    expect(line?.fields.maxt).toBe('2');
    expect(goDurationMs(line?.fields.duration)).toBeCloseTo(4160, 6);
  });

  it('with the prefix\'s time where it has none of its own', () => {
    expect(readLogLine('2026-11-20T16:30:50.502Z level=info msg="TSDB started"')?.timeMs).toBe(AT);
  });

  it('with a zone in its stamp', () => {
    expect(readLogLine('time=2026-11-20T18:30:50.502+02:00 level=INFO msg=x')?.timeMs).toBe(AT);
  });
});

it.each([
  ['a GC trace line', 'gc 1 @0.014s 25%: 3.3+4.1+0.072 ms clock, 6.7+0.084/4.3/0.069+0.14 ms cpu, 3->4->2 MB'],
  ['a stack trace', 'goroutine 1 [running]:'],
  ['a line without a message', 'ts=2026-11-20T16:30:50.502Z level=info'],
  ['a time without a zone', 'ts=2026-11-20T16:30:50 level=info msg=x'],
  ['a time that is none', 'ts=99999999999999999999 level=info msg=x'],
  ['HTML', '<html><body>502 Bad Gateway</body></html>'],
  ['broken JSON', '{"ts":"2026-11-20T16:30:50.502Z","msg":"x"'],
  ['a JSON list', '[{"msg":"x"}]'],
  ['wrappers in wrappers', Array.from({ length: 8 }).reduce<string>((log) => JSON.stringify({ log }), logfmt)],
])('%s is no log line', (_name, text) => { expect(readLogLine(text)).toBeNull(); });

describe('logfmt', () => {
  it.each<[string, string, [string, string][]]>([
    ['quotes with escapes', 'msg="a \\"b\\" \\\\ c" x=1', [['msg', 'a "b" \\ c'], ['x', '1']]],
    ['an escape that is not JSON\'s stays', 'msg="a\\x00b"', [['msg', 'a\\x00b']]],
    ['an open quote ends with the line', 'msg="open x=1', [['msg', 'open x=1']]],
    ['keys without a value are skipped', 'alone msg=x', [['msg', 'x']]],
    ['an empty value', 'a= b=2', [['a', ''], ['b', '2']]],
    [
      'names of an object\'s own are only names', '__proto__=1 constructor=2',
      [['__proto__', '1'], ['constructor', '2']],
    ],
  ])('%s', (_name, text, fields) => {
    expect(Object.entries(logfmtFields(text))).toEqual(fields);
  });

  it('of a hostile length is read in a moment', () => {
    const started = cpuMs();
    logfmtFields('a=b '.repeat(16_000));
    logfmtFields('='.repeat(64_000));
    logfmtFields(`x="${'\\"'.repeat(30_000)}`);
    readLogLine(`ts= ${' '.repeat(60_000)}`);
    expect(cpuMs() - started).toBeLessThan(500);
  });
});

describe('a whole log', () => {
  it('counts what it reads and what it does not, and keeps what was asked for', () => {
    const text = [
      logfmt, '', 'gc 1 @0.014s', slog.replace('write block completed', 'other'), slog.replace('50.502', '58.000'),
      'x'.repeat(70_000),
    ].join('\r\n');
    const read = readLog(Buffer.from(text), (message) => message.startsWith('write block'));
    expect(read).toMatchObject({ readCount: 3, otherCount: 2, firstMs: AT, lastMs: AT + 7498, cut: false });
    expect(read.wanted.map(({ line }) => line)).toEqual([1, 5]);
  });

  it('keeps the newest of very many', () => {
    const read = readLog(Buffer.from(`${slog}\n`.repeat(2 * MAX_WANTED + 10)), () => true);
    expect(read).toMatchObject({ readCount: 2 * MAX_WANTED + 10, cut: true });
    expect(read.wanted).toHaveLength(MAX_WANTED);
    expect(read.wanted.at(-1)?.line).toBe(2 * MAX_WANTED + 10);
  });

  it.each([
    ['nothing', Buffer.alloc(0)], ['bytes', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))],
    ['zeros', Buffer.alloc(100_000)],
  ])('of %s holds no line', (_name, bytes) => {
    expect(readLog(bytes, () => true)).toMatchObject({ readCount: 0, firstMs: null });
  });
});

it.each<[string, number | null]>([
  ['20m56.969543817s', 1_256_969.543817], ['984.248441ms', 984.248441], ['22.283µs', 0.022283], ['170ns', 0.00017],
  ['0s', 0], ['1h0m0.5s', 3_600_500],
  ['4160000000', 4160], ['', null], ['5', 5e-6], ['soon', null], ['1d', null], ['-1s', null], ['9'.repeat(70), null],
])('Go duration %s is %s ms', (text, ms) => {
  if (ms === null) expect(goDurationMs(text)).toBeNull();
  else expect(goDurationMs(text)).toBeCloseTo(ms, 6);
});

describe('a hostile log', () => {
  it('of JSON nested deeper than it can be written out is read without that field', () => {
    const deep = `{"ts":"2026-11-20T16:30:50Z","msg":"write block","deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect(readLogLine(deep)).toMatchObject({ message: 'write block', fields: { deep: '' } });
  });

  it('of last words that never end is read in a moment', () => {
    // Each of 8,000 beginnings was scanned up to the line separator: minutes for a file of 64 MB.
    const line = `${'panic: x '.repeat(7000)}\u2028`;
    const log = readLog(Buffer.from(`${logfmt}\n${`${line}\n`.repeat(40)}`), () => true);
    expect(log.wanted).toHaveLength(41);
  });

  it('is read with rests, and says the same', () => {
    const bytes = Buffer.from(`${logfmt}\n`.repeat(5000));
    const steps = readLogInSteps(bytes, () => true);
    let rests = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) rests++;
    expect(rests).toBeGreaterThan(10);
    expect(step.value).toEqual(readLog(bytes, () => true));
  });
});

it('a line whose date was cut off at its beginning is of the day of the line before it', () => {
  const text = 'ts=2026-04-10T05:40:42.7Z caller=a.go:1 level=info msg=one\n'
    + '4-10T05:40:42.821Z caller=a.go:2 level=info msg=two\n5-11T05:40:43.821Z caller=a.go:2 level=info msg=three\n';
  const times = readLogLines(text).flatMap(({ lines }) => lines.map(({ message, timeMs }) => [message, timeMs]));
  expect(times.slice(0, 2)).toEqual([['one', Date.UTC(2026, 3, 10, 5, 40, 42, 700)],
    ['two', Date.UTC(2026, 3, 10, 5, 40, 42, 821)]]);
  expect(times.flat()).not.toContain(Date.UTC(2026, 3, 10, 5, 40, 43, 821));
});
