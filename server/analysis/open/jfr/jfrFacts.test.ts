import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';
import { readJfr } from './jfrChunk.ts';

const HEADER = 68;

function int(value: number): number[] {
  return value < 128 ? [value] : [128 + value % 128, ...int(Math.floor(value / 128))];
}
/** An event: its size, its type, and integers. */
function event(...values: number[]): number[] {
  const body = values.flatMap((value) => int(value));
  return [...int(body.length + 1), ...body];
}
/** A string of the metadata as characters, which the JVM writes, or in latin1. */
const string = (text: string, encoding: 4 | 5): number[] =>
  [encoding, text.length, ...[...text].flatMap((character) => int(character.codePointAt(0) ?? 0))];

const TYPES: readonly [name: string, fields: readonly string[]][] = [
  ['jdk.JavaMonitorEnter', ['startTime', 'duration']], ['jdk.ExecutionSample', ['startTime', 'sampledThread']],
  ['profiler.WallClockSample', ['startTime']], ['jdk.CPULoad', ['startTime']],
];

function metadata(encoding: 4 | 5): number[] {
  const words = [...new Set([
    'root', 'metadata', 'class', 'field', 'name', 'id', ...TYPES.flatMap(([name, fields], i) =>
      [name, String(100 + i), ...fields]),
  ])];
  const word = (text: string): number[] => int(words.indexOf(text));
  const element = (name: string, attributes: [string, string][], children: number[][]): number[] => [
    ...word(name), ...int(attributes.length), ...attributes.flatMap(([key, value]) => [...word(key), ...word(value)]),
    ...int(children.length), ...children.flat(),
  ];
  const classes = TYPES.map(([name, fields], i) => element('class', [['name', name], ['id', String(100 + i)]],
    fields.map((field) => element('field', [['name', field]], []))));
  const body = [
    ...int(0), ...int(0), ...int(0), ...int(1), ...int(words.length),
    ...words.flatMap((text) => string(text, encoding)), ...element('root', [], [element('metadata', [], classes)]),
  ];
  // Two bytes of size, which hold up to 16 KiB.
  return [128 + (body.length + 2) % 128, Math.floor((body.length + 2) / 128), ...body];
}

/** A file of one chunk of 10 s with these events; its clock has 1,000 ticks a second. */
function file(events: readonly number[][], { encoding = 4, version = 2 }: { encoding?: 4 | 5; version?: number } = {}) {
  const own = metadata(encoding);
  const bytes = new Uint8Array(HEADER + own.length + events.flat().length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x46, 0x4c, 0x52, 0, 0, version, 0, 1]);
  view.setBigUint64(8, BigInt(bytes.length));
  view.setBigUint64(24, BigInt(HEADER));
  view.setBigUint64(32, 1_700_000_000_000_000_000n);
  view.setBigUint64(40, 10_000_000_000n);
  view.setBigUint64(56, 1000n);
  view.setUint32(64, 1);
  bytes.set([...own, ...events.flat()], HEADER);
  return bytes;
}

describe('a Java Flight Recorder file says which events it has', () => {
  it('waits for a monitor first, with the time they took, and the option that converts each kind', () => {
    const bytes = file([
      event(100, 5, 250), event(101, 6, 1), event(100, 7, 1750), event(101, 8, 1), event(101, 9, 1), event(103, 9),
    ]);
    const { format, interest, remedy } = recognize(bytes, 'app.jfr');
    expect([format, interest]).toEqual(['jfr',
      'Threads waited 2 times for a monitor that another held (jdk.JavaMonitorEnter, 2 s together, 250 ms to 1.75 s '
      + 'each): that is lock contention, waiting and no CPU time; waits below the recording’s threshold are not in '
      + 'it. It also has 3 samples of running code (jdk.ExecutionSample). It records 10 s from 2023-11-14 22:13:20 '
      + 'UTC: 6 events of 3 kinds. Their stacks are not read here.']);
    expect(remedy).toBe('Convert each kind with async-profiler’s converter and open the results: jfrconv --lock '
      + '--total app.jfr lock.pb.gz; jfrconv --cpu app.jfr cpu.pb.gz. Without an option it makes a CPU profile only, '
      + 'which has no lock waits.');
  });

  it('also where its strings are latin1, and without locks', () => {
    const { interest, remedy } = recognize(file([event(102, 5)], { encoding: 5 }), 'a b.jfr');
    expect(interest).toMatch(/^It has 1 wall-clock sample \(profiler\.WallClockSample\)\. It records 10 s /);
    expect(remedy).toContain('jfrconv --wall recording.jfr wall.pb.gz. Without');
    expect(remedy).not.toContain('--lock');
  });

  it('another version is not read, and each usual kind has its command', () => {
    const { interest, remedy } = recognize(file([event(100, 5, 250)], { version: 1 }), 'app.jfr');
    expect(interest).toBe('It may hold CPU, allocation and lock events of the JVM.');
    expect(remedy).toContain('--lock --total app.jfr lock.pb.gz');
    expect(remedy).toContain('jfr summary app.jfr');
  });
});

it('a file that is cut anywhere, or has broken bytes, is counted as far as it goes', () => {
  const bytes = file([event(100, 5, 250), event(101, 6, 1)]);
  expect(readJfr(bytes, false)?.isWhole).toBe(true);
  const cut = readJfr(bytes.subarray(0, bytes.length - 2), true);
  expect([cut?.isWhole, cut?.kinds.get('jdk.JavaMonitorEnter')?.count]).toEqual([false, 1]);
  for (let end = 0; end < bytes.length; end += 7) expect(readJfr(bytes.subarray(0, end), true)?.isWhole).not.toBe(true);
  for (let at = 4; at < bytes.length; at += 3) {
    const broken = bytes.slice();
    broken[at] = 255;
    expect(() => recognize(broken, 'app.jfr')).not.toThrow();
  }
});
