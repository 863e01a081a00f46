import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail } from '../../../core/result.ts';
import { isGzip } from '../decode/gunzip.ts';
import { profileBytes, unwrap } from '../../../testdata/profiles/oracles.ts';
import { decodeAny, type DecodedAny } from './decodeAny.ts';
import type { Profile } from '../decode/profile.ts';
import { profileFacts } from '../query/profileFacts.ts';
import { top } from '../query/top.ts';
import { subsystems } from '../views/subsystems.ts';
import { timeline } from '../views/timeline.ts';
import { readForeign } from './foreign.ts';

async function decoded(file: string): Promise<DecodedAny> {
  return unwrap(await decodeAny(profileBytes(`foreign/${file}`)));
}

function textOf(file: string): string {
  const bytes = profileBytes(`foreign/${file}`);
  return (isGzip(bytes) ? gunzipSync(bytes) : Buffer.from(bytes)).toString();
}

function sumOf(profile: Profile, type: string): number {
  const width = profile.sampleTypes.length;
  const column = profile.sampleTypes.findIndex((one) => one.type === type);
  return profile.values.reduce((sum, value, at) => (at % width === column ? sum + value : sum), 0);
}

describe('a file that another tool made', () => {
  it.each([
    ['rust.cpu.pb', 'cpu', 'cpu', 'nanoseconds', 'package:pprofrs'],
    ['rust-perf-dwarf.txt.gz', 'cpu', 'cpu', 'nanoseconds', 'package:blocks'],
    ['rust-perf-events.txt.gz', 'cpu', 'cpu', 'nanoseconds', 'package:blocks'],
    ['rust-perf-flat.txt.gz', 'cpu', 'cpu', 'nanoseconds', 'package:zmij'],
    ['java.cpu.pb', 'cpu', 'cpu', 'count', 'org.example.tsdb'],
    ['java.collapsed.gz', 'other', 'samples', 'count', 'org.example.tsdb'],
    ['java-ann-lib.collapsed.gz', 'other', 'samples', 'count', 'package:libjvm'],
    ['java-alloc.collapsed', 'other', 'samples', 'count', 'package:org.example.tsdb'],
    ['node.wall.pb.gz', 'wall', 'wall', 'nanoseconds', 'package:'],
    ['node.cpuprofile', 'wall', 'wall', 'nanoseconds', 'package:blocks/blocks.js'],
    ['python.collapsed', 'other', 'samples', 'count', 'package:json/encoder.py'],
    ['python.speedscope.json', 'other', 'time', 'nanoseconds', 'package:json/encoder.py'],
  ])('%s is of kind %s, opens with %s in %s, and has a row %s', async (file, kind, type, unit, row) => {
    const { profile, expanded } = await decoded(file);
    const facts = profileFacts(profile, file);
    expect(facts).toMatchObject({ kind, defaultSampleType: type });
    expect(facts.sampleTypes.find((one) => one.type === type)).toEqual({ type, unit });
    const rows = unwrap(subsystems(profile, {})).rows.map(({ id }) => id);
    expect(rows.filter((id) => id.includes(row))).not.toEqual([]);
    // The stored bytes are pprof and decode to the same profile.
    expect(unwrap(await decodeAny(expanded)).profile).toEqual(profile);
  });

  it('keeps every sample of collapsed stacks', async () => {
    for (const file of ['java.collapsed.gz', 'java-ann-lib.collapsed.gz', 'java-alloc.collapsed', 'python.collapsed']) {
      const values = textOf(file).trimEnd().split('\n').map((line) => Number(line.slice(line.lastIndexOf(' '))));
      expect([file, sumOf((await decoded(file)).profile, 'samples')])
        .toEqual([file, values.reduce((sum, value) => sum + value, 0)]);
    }
  });

  it('keeps every sample and period of perf, by event', async () => {
    for (const file of ['rust-perf-dwarf.txt.gz', 'rust-perf-events.txt.gz', 'rust-perf-flat.txt.gz']) {
      const headers = textOf(file).matchAll(/\d: +(\d+) +(?:cpu-clock|task-clock|(page-faults)):/g);
      const sums = { samples: 0, cpu: 0, 'page-faults': 0 };
      for (const [, period, isFault] of headers) {
        sums.samples++;
        sums[isFault === undefined ? 'cpu' : 'page-faults'] += Number(period);
      }
      const { profile } = await decoded(file);
      for (const { type } of profile.sampleTypes)
        expect([file, type, sumOf(profile, type)]).toEqual([file, type, sums[type as keyof typeof sums]]);
    }
  });

  it('has the names, files and lines of its frames, without what tools add to them', async () => {
    const names = async (file: string): Promise<string[]> => unwrap(top((await decoded(file)).profile, { limit: 0 }))
      .rows.map((row) => `${row.function} ${row.file}`.trim());
    const perf = await names('rust-perf-dwarf.txt.gz');
    expect(perf).toContain('clear_page_erms [kernel]');
    expect(perf).toContain('alloc::vec::Vec<T,A>::push');
    expect(perf).toContain('[unknown]');
    expect(perf.filter((name) => /\+0x|_\[\w\]/.test(name))).toEqual([]);
    const java = await names('java-ann-lib.collapsed.gz');
    expect(java).toContain('org/example/tsdb/Blocks$Head.append');
    expect(java.filter((name) => /_\[\w\]|`/.test(name))).toEqual([]);
    expect(await names('node.cpuprofile')).toContain('writeBlock file:///opt/blocks/blocks.js');
    expect(await names('python.collapsed')).toContain('append blocks.py');
  });

  it('lasts as long as its samples say', async () => {
    const facts = profileFacts((await decoded('node.cpuprofile')).profile, '');
    expect(facts.durationSeconds).toBeCloseTo(1.02, 1);
    expect(profileFacts((await decoded('rust-perf-flat.txt.gz')).profile, '').durationSeconds).toBeGreaterThan(3);
  });
});

const read = (text: string | object): ReturnType<typeof readForeign> =>
  readForeign(Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)));
function profileOf(file: object): Profile {
  const result = read(file);
  if (result === null) throw new Error('it is of none of the formats');
  return unwrap(result);
}

const speedscope = (...profiles: object[]): object => (
  { shared: { frames: [{ name: 'main' }, { name: 'work', file: 'w.c', line: 3 }] }, profiles }
);

describe('speedscope files', () => {
  it('give what lies between two events to the frames that are open then', () => {
    const events = [['O', 0, 0], ['O', 1, 1.5], ['C', 1, 4], ['C', 0, 4], ['O', 0, 6], ['C', 0, 7]]
      .map(([type, frame, at]) => ({ type, frame, at }));
    const file = speedscope({ type: 'evented', name: 'a b', unit: 'milliseconds', startValue: 0, endValue: 7, events });
    const rows = unwrap(top(profileOf(file), { limit: 0 })).rows;
    expect(rows.map((row) => [row.function, row.flat, row.cum]))
      .toEqual([['main', 2_500_000, 5_000_000], ['work', 2_500_000, 2_500_000]]);
  });

  it('have a sample type for each unit or name of a type, and a label for each thread', () => {
    const one = (name: string, unit: string, weight: number): object => (
      { type: 'sampled', name, unit, startValue: 0, endValue: 1, samples: [[0, 1]], weights: [weight] }
    );
    const types = (file: object): unknown => profileOf(file).sampleTypes;
    expect(types(speedscope(one('inuse_space', 'bytes', 9), one('inuse_objects', 'none', 2)))).toEqual(
      [{ type: 'inuse_space', unit: 'bytes' }, { type: 'inuse_objects', unit: 'count' }]
    );
    const threads = profileOf(speedscope(one('T 1', 'seconds', 1), one('T 2', 'seconds', 2)));
    expect(threads.sampleTypes).toEqual([{ type: 'time', unit: 'nanoseconds' }]);
    expect([threads.sampleCount, threads.labels.strings]).toEqual([2, ['', 'profile', 'T 1', 'T 2']]);
  });
});

describe('what cannot be read is refused in one sentence', () => {
  const sampled = (rest: object): object => speedscope({ type: 'sampled', unit: 'none', ...rest });
  it.each<[string, string | object, RegExp]>([
    ['folded stacks of a diff', 'main;a 1 2\nmain;b 3 4\n', /two numbers, as of a diff; upload/],
    ['lines without a number', `main;a 1\n${'main;b 2\n'.repeat(9000)}${'main;c\n'.repeat(9000)}`,
      /line 9002 does not end in a number/],
    ['JSON that is cut off', '{"shared": {"frames": [', /it ends in the middle; copy the whole file/],
    ['JSON with a mistake', '{"shared": {"frames": [}, "x": 1}', /no valid JSON; write it again/],
    ['a frame that is missing', sampled({ samples: [[7]], weights: [1] }), /names frame 7, which it does not have/],
    ['fewer weights than samples', sampled({ samples: [[0], [1]], weights: [1] }), /2 samples and 1 weights/],
    ['a weight that is no number', sampled({ samples: [[0]], weights: ['1'] }), /a weight of profile 0 is no number/],
    ['a profile of another kind', sampled({ type: 'x' }), /neither "sampled" nor "evented"/],
    ['no samples', sampled({ samples: [], weights: [] }), /has no samples/],
    ['no profiles', speedscope(), /has no profiles/],
    ['a perf text with prose in it', 'a 1 2.5: 1 cpu-clock:\nhello there\n', /line 2 is no frame of perf script/],
    [
      'a tree with a loop',
      {
        nodes: [{ id: 1, callFrame: {}, children: [2] }, { id: 2, callFrame: {}, children: [1] }],
        startTime: 0, endTime: 9, samples: [2], timeDeltas: [1],
      },
      /more than 20000000 frames/,
    ],
  ])('%s', (_, text, sentence) => {
    const result = read(text);
    expect(result).toMatchObject({ ok: false, error: { message: expect.stringMatching(sentence) as string } });
    if (result?.ok === false) expect(result.error.message).not.toMatch(/\n|\. [A-Z]/);
  });

  it('and what is of none of the formats is left to others', () => {
    for (const text of [
      '', 'hello\n', '{"status":"error"}', '[1,2]', 'go_goroutines 12\n', '# TYPE a counter\na{b="c;d"} 1\n',
      'BenchmarkX-8 100 12 ns/op\n', '\u0000;a 1\n', '<html>;a 1</html>',
    ]) expect([text, read(text)]).toEqual([text, null]);
  });

  it('when stacks that are written as trees grow beyond what can be held', () => {
    const depth = 20_000;
    const events = [
      ...Array.from({ length: depth }, (_, at) => ({ type: 'O', frame: 0, at })),
      ...Array.from({ length: depth }, (_, at) => ({ type: 'C', frame: 0, at: depth + at })),
    ];
    expect(read(speedscope({ type: 'evented', unit: 'none', startValue: 0, endValue: 1, events })))
      .toMatchObject({ ok: false, error: { errorType: 'too_large' } });
  });
});

describe('hostile text', () => {
  const FILES = [
    'java-ann-lib.collapsed.gz', 'python.collapsed', 'python.speedscope.json', 'node.cpuprofile',
    'rust-perf-events.txt.gz', 'rust-perf-flat.txt.gz',
  ].map(textOf);
  const PIECES = fc.constantFrom(
    ';', ' ', '\n', '\t', '(', ')', '`', '": ', '1e999', '-1', '[', '{}', 'null', '\u0000', '😀', '9'.repeat(30),
    '+0x', '__proto__', '"children":[1]', ' '.repeat(3000), '('.repeat(3000), 'a 1 2.5: 1 x:\n', '\ud800',
  );

  it('is read or refused, whatever it is: a damaged file of a tool', () => {
    fc.assert(fc.property(
      fc.constantFrom(...FILES), fc.array(fc.tuple(fc.nat(), fc.nat(40), PIECES), { minLength: 1, maxLength: 6 }),
      (file, changes) => {
        let text = file;
        for (const [at, length, piece] of changes) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + piece + text.slice(from + length);
        }
        const result = read(text);
        if (result?.ok === true) expect(sumIsFinite(result.value)).toBe(true);
      }
    ), { numRuns: 300 });
  });

  it('is read or refused: JSON of the right keys and any values', () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(0, 1, -1, 1e308, 'O', 'C', 'sampled'));
    const object = (...keys: string[]) => fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: keys.length });
    fc.assert(fc.property(
      fc.record({
        shared: fc.record({ frames: fc.array(fc.oneof(value, object('name', 'file', 'line'))) }),
        profiles: fc.array(fc.oneof(
          value, object('type', 'name', 'unit', 'samples', 'weights', 'events', 'startValue'),
          fc.record({
            type: fc.constantFrom('sampled', 'evented'), unit: fc.constantFrom('none', 'seconds', 'bytes'),
            startValue: fc.constant(0), weights: fc.array(value), samples: fc.array(fc.array(fc.nat(3))),
            events: fc.array(fc.record({ type: fc.constantFrom('O', 'C'), frame: fc.nat(3), at: fc.nat(9) })),
          }),
        )),
        nodes: fc.array(object('id', 'callFrame', 'children')), samples: fc.array(value), timeDeltas: fc.array(value),
        endTime: fc.integer(), startTime: value,
      }, { requiredKeys: [] }),
      (file) => {
        const result = read(file);
        if (result?.ok === true) expect(sumIsFinite(result.value)).toBe(true);
      }
    ), { numRuns: 500 });
  });
});

function sumIsFinite(profile: Profile): boolean {
  return profile.values.every(Number.isSafeInteger) && profile.frames.every((row) => row < profile.locations.count);
}

describe('the times of samples', () => {
  const along = (profile: Profile, sampleType: string): string[] =>
    unwrap(timeline(profile, { sampleType })).frames.map(({ lane, depth, function: name, start, end }) =>
      `${lane}/${depth} ${name} ${Math.round(start * 1e3)}-${Math.round(end * 1e3)}`);

  it('are those that perf prints, a lane for each thread', () => {
    const sample = (thread: string, time: string, name: string): string =>
      `app ${thread} [000] ${time}: 20000000 cpu-clock: \n\t1f ${name} (/bin/app)\n\t2f main (/bin/app)\n\n`;
    const text = [
      sample('7/7', '12.000000', 'read'), sample('7/8', '12.010000', 'work'), sample('7/7', '12.020000', 'read'),
      sample('7/7', '12.100000', 'parse'),
    ].join('');
    const profile = unwrap(read(text) ?? fail('unprofilable', 'it is of none of the formats'));
    expect(along(profile, 'cpu')).toEqual([
      '0/0 main 0-40', '0/0 main 100-120', '0/1 read 0-40', '0/1 parse 100-120', '1/0 main 10-30', '1/1 work 10-30',
    ]);
    expect(unwrap(timeline(profile, {})).lanes.map(({ name }) => name)).toEqual(['7', '8']);
    expect(profile.labels.number[2]).toBe(12_000_000_000n);
  });

  it('of real files are in their order, and nothing of their sums is changed', async () => {
    for (const [file, sampleType, seconds] of [
      ['rust-perf-flat.txt.gz', 'cpu', 3], ['node.cpuprofile', 'wall', 1], ['python.speedscope.json', 'time', 3],
    ] as const) {
      const { profile } = await decoded(file);
      const all = unwrap(timeline(profile, { sampleType }));
      expect([file, all.samplesWithoutTime]).toEqual([file, 0]);
      expect(all.durationSeconds).toBeGreaterThan(seconds);
      expect(all.startTime).toBeNull();
      expect(all.frames.length).toBeGreaterThan(20);
    }
  });

  it('of events are known, those of merged stacks are not', () => {
    const events = [['O', 0, 1], ['O', 1, 3], ['C', 1, 4], ['C', 0, 5]]
      .map(([type, frame, at]) => ({ type, frame, at }));
    const file = speedscope({ type: 'evented', name: '', unit: 'milliseconds', startValue: 1, endValue: 5, events });
    expect(along(profileOf(file), 'time')).toEqual(['0/0 main 0-4', '0/1 work 2-3']);
    const sampled = (...samples: number[][]): object => speedscope({
      type: 'sampled', name: '', unit: 'milliseconds', startValue: 0, endValue: 9, samples,
      weights: samples.map(() => 2),
    });
    expect(along(profileOf(sampled([0], [0, 1], [0])), 'time')).toEqual(['0/0 main 0-6', '0/1 work 2-4']);
    expect(timeline(profileOf(sampled([0], [0, 1], [1])), {})).toMatchObject({ ok: false });
  });

  it('are left out where there are very many, and those samples are added up by stack', () => {
    const times = Array.from({ length: 100_001 }, (_, i) => (
      `app 7 [000] ${i}.5: 1 cpu-clock: \n\t1f ${i % 2 === 0 ? 'a' : 'b'} (/bin/app)\n`)).join('\n');
    expect(unwrap(read(times) ?? fail('unprofilable', '')).sampleCount).toBe(2);
  });
});
