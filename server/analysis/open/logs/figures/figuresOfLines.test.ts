/** Tests the figures of lines that are told as one message. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { addNumbers, foldedNumbers, noNumbers } from './foldedNumbers.ts';
import { addCounts, countsOf, noCounts, ownCounts } from './ownCounts.ts';
import { lastRepeated, repeatedLine } from './repeatedLines.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const logged = (second: number, rest: string): string =>
  `ts=2026-01-02T03:04:${String(second).padStart(2, '0')}Z caller=a.go:1 level=error ${rest}`;

describe('numbers and names in which the lines of one message differ', () => {
  const told = (...messages: string[]): string => {
    const folded = noNumbers();
    for (const message of messages) addNumbers(folded, message);
    return foldedNumbers(folded);
  };

  it.each([
    ['7 samples were dropped', '3 samples were dropped', '7, then 3 samples'],
    ['the write took 1.5 s', 'the write took 20 s', 'took 1.5 s, then 20 s'],
    ['have 3 blocks of 10 MiB', 'have 4 blocks of 12 MiB', '3, then 4 blocks; 10 MiB, then 12 MiB'],
    ['POST /push (500) 611.2\u00b5s', 'POST /push (500) 498.7\u00b5s', ''],
    ['no answer of 10.0.0.7:9090', 'no answer of 10.0.0.8:9090', ''],
    ['/data/wal/00000007 is short', '/data/wal/00000008 is short', ''],
    ['at 1700000000 it ended', 'at 1700000060 it ended', ''],
    ['"a 7" is late', '"b 8" is late', '"a 7", then "b 8"'],
    ['01GD5ZP3V8N7T2XQ5C4J9K6MWR is not whole', '01GD6SQ8R1B4Y7H2F5D3M9K6TX is not whole',
      '01GD5ZP3V8N7T2XQ5C4J9K6MWR, then 01GD6SQ8R1B4Y7H2F5D3M9K6TX'],
    [`"${'a'.repeat(90)}" is late`, `"${'b'.repeat(90)}" is late`, ''], ['it is late', 'it is late', ''],
  ])('%s, %s', (one, other, numbers) => { expect(told(one, other)).toBe(numbers); });

  it('are given by their range if they are many, and always with the last', () => {
    const messages = [5, 9, 2, 7, 12, 4].map((count) => `${count} rows were lost`);
    expect(told(...messages)).toBe('2 to 12 rows, the last 4');
    expect(told(...messages, '30 rows were lost')).toBe('2 to 30 rows, the last 30');
    expect(told('5 rows were lost', '6 rows were lost', '5 rows were lost')).toBe('5, 6, then 5 rows');
  });

  it('stand behind the quotation, which has only one of them', () => {
    const lost = (second: number, rows: number): string => logged(second, `msg="it was late; ${rows} rows were lost"`);
    expect(of(lost(1, 120), lost(5, 7))).toBe('The error "it was late; 120 rows were lost" (120, then 7 rows) occurs '
      + '2 times from 2026-01-02T03:04:01Z to 2026-01-02T03:04:05Z.');
  });
});

describe('what a line counts beside its message', () => {
  it.each([
    ['msg="out of order" num_dropped=23', [['num_dropped', 23]]],
    ['{"msg":"Dropping data.","dropped_items": 8730}', [['dropped_items', 8730]]],
    ['msg="not sent" attempts=4 max_attempts=10 status=500 interval=15', [['attempts', 4]]],
    ['msg="notify failed" attempts=11 numAlerts=3 dropped=2', [['dropped', 2], ['attempts', 11], ['numAlerts', 3]]],
    ['msg="all is well" dropped=0 line=7 number=3 account=123456789012', []],
  ])('%s', (line, counts) => { expect(countsOf(line, 'told')).toEqual(counts); });

  it('is left out where the message has it', () => {
    expect(countsOf('msg="dropped=7 of them"', 'dropped=7 of them')).toEqual([]);
  });

  it.each([
    ['lines that lose something have a sum', 'samples were dropped', [['count', 5], ['count', 9]],
      'count=14 in 2 lines'],
    ['attempts have none', 'it was not sent', [['attempts', 1], ['attempts', 2]], 'attempts=1, then 2'],
    ['nor has a count of something else', 'it is late', [['count', 5], ['count', 9], ['count', 3]],
      'count=5, 9, then 3'],
    ['nor has a sum of the program itself', 'samples were dropped', [['total_dropped', 5], ['total_dropped', 9]],
      'total_dropped=5, then 9'],
    ['one value is told once', 'it is late', [['count', 5], ['count', 5]], 'count=5'],
  ] as const)('%s', (_, message, pairs, said) => {
    const counts = noCounts();
    for (const pair of pairs) addCounts(counts, [pair]);
    expect(ownCounts(counts, message)).toBe(said);
  });

  it('is told of an agent, with its component', () => {
    const line = (second: number): string => `ts=2026-01-02T03:04:0${second}Z level=error msg="non-recoverable error" `
      + 'component_id=prometheus.remote_write.a url=http://a:1/push failedSampleCount=216 failedExemplarCount=0 '
      + 'err="server returned HTTP status 401 Unauthorized: no token"';
    expect(of(line(1), line(9))).toContain('(component_id=prometheus.remote_write.a, url=http://a:1/push; '
      + 'failedSampleCount=432 in 2 lines)');
    expect(of('2026-01-02T03:04:05.6Z\terror\texporterhelper/queue_sender.go:184\tDropping data because sending_queue '
      + 'is full.\t{"kind": "exporter", "data_type": "logs", "name": "otlp/a", "dropped_items": 100}'))
      .toContain('(exporter=otlp/a; dropped_items=100)');
  });

  it('stands behind the quotation', () => {
    const line = (second: number, count: number): string =>
      logged(second, `msg="Exporting failed. Dropping data." dropped_items=${count}`);
    expect(of(line(1, 30))).toContain('"Exporting failed. Dropping data." (dropped_items=30) at ');
    expect(of(line(1, 30), line(9, 12))).toContain('(dropped_items=42 in 2 lines) occurs 2 times');
  });
});

describe('lines that syslog folds', () => {
  it('are counted', () => {
    expect(repeatedLine('Jan  2 03:04:05 h app: message repeated 3 times: [ it is late]')?.times).toBe(3);
    expect(repeatedLine('Jan  2 03:04:05 h app: it is late')).toBeNull();
    expect(lastRepeated('Jan  2 03:04:05 h last message repeated 12 times')).toBe(12);
    const line = 'Jan  2 03:04:05 h telegraf[1]: 2026-01-02T03:04:05Z E! [outputs.influxdb] When writing: 403';
    expect(of(line, 'Jan  2 03:05:05 h telegraf[1]: last message repeated 4 times')).toContain('occurs 5 times');
  });
});

it('what ended it comes before what is full, and that before what is said more often', () => {
  const late = [1, 2, 3, 4].map((second) => logged(second, 'msg="no answer yet"'));
  const full = [5, 6].map((second) => logged(second, 'msg="not written" err="write /d: no space left on device"'));
  const ended = logged(7, 'msg="critical error detected; halting" err="no more blocks"');
  expect(of(...late, ...full)).toMatch(/The error "not written".*Also: "no answer yet" \(4 times\)/);
  expect(of(...late, ...full, ended)).toMatch(/"critical error detected; halting".*Also: "not written"/);
});

it('a cause names the last part of a path that its message has', () => {
  const file = '/etc/prometheus/config_out/env.yaml';
  const said = of(logged(1, `msg="not loaded (--config.file=${file})" err="parsing YAML file ${file}: `
    + String.raw`yaml: unmarshal errors:\n  line 7: field a not found in type b.C\n  line 9: field d not `
    + 'found in type e.F"'));
  expect(said).toContain('"parsing YAML file \u2026/env.yaml: yaml: unmarshal errors: line 7: field a not found in '
    + 'type b.C; line 9: field d not found in type e.F"');
});

it('of many causes the latest is told, and the others are counted', () => {
  const failed = (name: string, second: number): string => logged(second, `msg="not sent" err="no answer of ${name}"`);
  expect(of(...['a', 'b', 'c', 'd'].map(failed)))
    .toContain('The cause given is "no answer of a", in the latest line "no answer of d" (and 2 others).');
  expect(of(...['a', 'b', 'c', 'b'].map(failed)))
    .toContain('The cause given is "no answer of a" and "no answer of b" (and 1 other).');
});
