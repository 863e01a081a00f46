import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import type { Profile } from '../decode/profile.ts';
import { profileFacts } from '../query/profileFacts.ts';
import { top } from '../query/top.ts';
import { decodeAny } from './decodeAny.ts';

async function refusal(content: string | Uint8Array): Promise<string> {
  const result = await decodeAny(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  return result.ok ? 'read' : result.error.message;
}

async function read(content: string | Uint8Array): Promise<Profile> {
  const result = await decodeAny(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.profile;
}

/** Returns `name flat/cum` of the largest rows of a type. */
function rows(profile: Profile, sampleType = profileFacts(profile, '').defaultSampleType): string[] {
  const table = top(profile, { sampleType });
  if (!table.ok) throw new Error(table.error.message);
  return table.value.rows.map(({ function: name, flat, cum }) => `${name} ${flat}/${cum}`);
}

describe('the text forms of pprof', () => {
  it('reads a heap profile of debug=1 by the names in its comments, scaled by its sampling rate', async () => {
    const profile = await read([
      'heap profile: 2: 524288 [3: 1048576] @ heap/1048576',
      '1: 262144 [2: 786432] @ 0x4a1 0x4b2',
      '#\t0x4a0\tmain.fill+0x20\t/src/main.go:12', '#\t0x4b1\tmain.main+0x31\t/src/main.go:30', '',
      '1: 262144 [1: 262144] @ 0x4c3', '#\t0x4c2\tmain.cache+0x2\t/src/main.go:50', '',
      '# runtime.MemStats', '# Alloc = 7',
    ].join('\n'));
    // 666237 = 262144 / (1 - exp(-262144 / 524288)), as in scaleHeapSample of go tool pprof.
    expect(rows(profile)).toEqual(['main.cache 666237/666237', 'main.fill 666237/666237', 'main.main 0/666237']);
    expect(profile.sampleTypes.map(({ type }) => type))
      .toEqual(['alloc_objects', 'alloc_space', 'inuse_objects', 'inuse_space']);
  });

  it('reads counts of goroutines, with addresses where nothing is named', async () => {
    const named = await read('goroutine profile: total 5\n3 @ 0x1 0x2\n#\t0x1\tmain.wait+0x1\t/m.go:1\n\n2 @ 0x3\n');
    expect(rows(named)).toEqual(['main.wait 3/3', '<unknown> 2/2']);
    expect(profileFacts(named, '').kind).toBe('goroutine');
  });

  it('reads contention of Go in cycles, and of Java in microseconds', async () => {
    const go = await read('--- mutex:\ncycles/second=2000000000\nsampling period=5\n4000 2 @ 0x1\n'
      + '#\t0x1\tsync.(*Mutex).Unlock+0x1\t/m.go:1\n');
    expect(rows(go)).toEqual(['sync.(*Mutex).Unlock 10000/10000']);
    expect(rows(go, 'contentions')).toEqual(['sync.(*Mutex).Unlock 10/10']);
    const java = await read([
      '--- contentionz 1 ---', 'format = java', 'resolution = microseconds', 'sampling period = 100',
      'ms since reset = 60000',
      ' 14 1 @ 0x0000000d 0x0000000e', ' 0x000000d a.B.run (B.java:7)', ' 0x000000e a.B.main (B.java:9)',
    ].join('\n'));
    expect(rows(java)).toEqual(['a.B.run 1400/1400', 'a.B.main 0/1400']);
    expect(profileFacts(java, '').durationSeconds).toBe(60);
  });
});

/** Builds a CPU profile of gperftools: words, then maps. */
function gperftools(size: 4 | 8, isLittle: boolean): Uint8Array {
  const words = [0, 3, 0, 10_000, 0, 3, 2, 0x1010, 0x2020, 2, 1, 0x1014, 0, 1, 0];
  const bytes = new Uint8Array(words.length * size);
  const view = new DataView(bytes.buffer);
  words.forEach((word, i) => {
    if (size === 4) view.setUint32(i * 4, word, isLittle);
    else view.setBigUint64(i * 8, BigInt(word), isLittle);
  });
  const maps = '00001000-00002000 r-xp 00000000 00:00 7 /usr/bin/engine\n'
    + '00002000-00003000 r-xp 00000000 00:00 8 /lib/libc.so\n';
  return Buffer.concat([bytes, Buffer.from(maps)]);
}

describe('the CPU profile of gperftools', () => {
  it.each(
    [[8, true], [8, false], [4, true], [4, false]] as const
  )('is read in words of %s bytes, little end %s', async (size, isLittle) => {
    const profile = await read(gperftools(size, isLittle));
    expect(rows(profile)).toEqual(['[engine] 50000000/50000000', '[libc.so] 0/30000000']);
    expect(profile.period).toBe(10_000_000n);
  });
  it('is refused where it is cut off', async () => {
    expect(await refusal(gperftools(8, true).subarray(0, 68)))
      .toMatch(/^the CPU profile of gperftools cannot be read: it is cut off/);
  });
});

describe('JSON of other profilers', () => {
  const call = (functionName: string): unknown => ({ functionName, url: 'a.js', lineNumber: 4, scriptId: '1' });
  it('reads a sampling heap profile of V8', async () => {
    const leaf = { callFrame: call('fill'), selfSize: 700, children: [] };
    const main = { callFrame: call('main'), selfSize: 300, children: [leaf] };
    const head = { callFrame: call('(root)'), selfSize: 0, children: [main] };
    const profile = await read(JSON.stringify({ head }));
    expect([rows(profile), profileFacts(profile, '').kind]).toEqual([['fill 700/700', 'main 300/1000'], 'heap']);
  });

  const frames = {
    1: { name: 'main', file: 'a.rb', samples: 1 }, 2: { name: 'A#b', file: 'a.rb', line: 7, samples: 4 },
  };
  it.each([
    ['object', ['A#b 4/4', 'main 1/5']], ['cpu', ['A#b 4000000/4000000', 'main 1000000/5000000']],
  ])('reads stackprof in its mode %s', async (mode, expected) => {
    const interval = mode === 'cpu' ? 1000 : 1;
    const raw = [1, 1, 1, 2, 1, 2, 4];
    const profile = await read(JSON.stringify({ version: 1.2, mode, interval, samples: 5, frames, raw }));
    expect(rows(profile)).toEqual(expected);
  });
  it('says of stackprof without raw stacks that callers are unknown', async () => {
    const profile = await read(JSON.stringify({ version: 1.2, mode: 'wall', interval: 1000, samples: 5, frames }));
    expect(rows(profile, 'samples')).toEqual(['A#b 4/4', 'main 1/1']);
    expect(profile.comments[0]).toContain('callers are unknown');
  });

  const span = (ph: string, name: string, ts: number, more: object = {}): object => (
    { pid: 1, tid: 1, ph, name, ts, ...more });
  it('reads spans of trace events, unbalanced ones too', async () => {
    const events = [
      span('B', 'alpha', 0), span('B', 'beta', 1), span('X', 'gamma', 2, { dur: 5 }),
      span('X', 'delta', 7, { tdur: 4 }),
      span('E', 'never begun', 8), span('E', 'beta', 13), span('E', 'alpha', 14),
    ];
    for (const file of [events, { traceEvents: events, metadata: {} }]) expect(rows(await read(JSON.stringify(file))))
      .toEqual(['gamma 5000/5000', 'delta 4000/4000', 'beta 3000/12000', 'alpha 2000/14000']);
    expect(rows(await read(JSON.stringify([span('B', 'open', 0), span('X', 'a', 4, { dur: 6 })]))))
      .toEqual(['a 6000/6000', 'open 4000/10000']);
  });

  it('reads the CPU profile in a trace of the DevTools', async () => {
    const chunk = (data: object): object => (
      { pid: 1, tid: 2, id: '0x1', ph: 'P', ts: 1, name: 'ProfileChunk', args: { data } });
    const [root, run, work] = ['(root)', 'run', 'work'].map((name, at) => (
      { id: at + 1, ...(at === 0 ? {} : { parent: at }), callFrame: call(name) }));
    const file = { traceEvents: [
      { pid: 1, tid: 2, id: '0x1', ph: 'P', ts: 1, name: 'Profile', args: { data: { startTime: 100 } } },
      chunk({ cpuProfile: { nodes: [root, run], samples: [2] }, timeDeltas: [10] }),
      chunk({ cpuProfile: { nodes: [work], samples: [3, 2] }, timeDeltas: [20, 30] }),
    ] };
    expect(rows(await read(JSON.stringify(file)))).toEqual(['work 30000/30000', 'run 20000/50000']);
  });

  it('reads samples beside the events of a trace, whose frames are a tree', async () => {
    const file = {
      traceEvents: [], samples: [['1', 2], ['2', 3], ['4', 3]].map(([ts, sf]) => ({ ts, sf, tid: '7', weight: '1' })),
      stackFrames: {
        1: { name: '[root]' }, 2: { name: 'run(http://host/a.bundle?dev=true:12:3)', parent: 1 },
        3: { name: '[GC Young Gen]', parent: 2 },
      },
    };
    const profile = await read(JSON.stringify(file));
    expect(rows(profile)).toEqual(['[GC Young Gen] 2/2', 'run 1/3', '[root] 0/3']);
    expect(profile.functions.map(({ file: place }) => place)).toContain('http://host/a.bundle');
    expect(profile.durationNanos).toBe(3000n);
    expect(await refusal(JSON.stringify({ ...file, stackFrames: {} }))).toContain('it has no frame 2');
  });

  it.each([
    ['a heap snapshot of V8', '{"snapshot":{"meta":{"node_fields":[]}},"nodes":[]}', /heap snapshot of V8/],
    ['a result of hyperfine', '{"results":[{"command":"a","mean":1}]}', /hyperfine/],
    ['output of go test -json', '{"Time":"2026-01-01T00:00:00Z","Action":"start","Package":"a"}\n', /go test -json/],
    ['other JSON', '{"a": [1]}', /neither a speedscope file nor a profile of V8/],
    ['a recording of perf', 'PERFILE2\u0001\u0001', /"perf script -i perf\.data"/],
    ['a Java Flight Recorder file', 'FLR\u0000\u0001', /Java Flight Recorder/],
    ['a .NET trace', 'Nettrace\u0001', /dotnet-trace convert/],
  ])('names %s', async (_, content, said) => { expect(await refusal(content)).toMatch(said); });
});

describe('perf script in other forms', () => {
  it('counts samples without a period, and does not invent nanoseconds', async () => {
    const profile = await read('app 9/9 198.1: cpu-clock: \n\t6f3 main (/a)\n\n'
      + 'app 9/9 198.2: cpu-clock: \n\t6f3 main (/a)\n');
    expect([profile.sampleTypes[1], rows(profile)]).toEqual([{ type: 'cpu-clock', unit: 'count' }, ['main 2/2']]);
  });
  it('keeps two variants of an event apart, and their clock as CPU time', async () => {
    const cycles = await read('a 1 1.0: 1 cycles:u: 1 b (/a)\na 1 1.1: 1 cycles: 2 c (/a)\n');
    expect(cycles.sampleTypes.map(({ type }) => type)).toEqual(['samples', 'cycles:u', 'cycles']);
    const clock = await read('a 1 1.0: 250000 cpu-clock:uhH: \n\t1 b (/a)\n');
    expect(clock.sampleTypes[1]).toEqual({ type: 'cpu', unit: 'nanoseconds' });
  });
  it('makes a frame of each inlined Java method, and leaves arrows of others', async () => {
    const profile = await read('java 1 1.0: 5 cycles: \n\t1 La/B;::out->La/C;::mid->La/C;::in (/tmp/perf-1.map)\n'
      + '\t2 f<fn() -> T> (/a)\n');
    expect(rows(profile, 'cycles')).toEqual(['La/C;::in 5/5', 'La/B;::out 0/5', 'La/C;::mid 0/5', 'f<fn() -> T> 0/5']);
  });
  it('reads tracepoints, whose fields are behind the event', async () => {
    const profile = await read('my prog 2/3 [001] 1.5: sched:sched_switch: prev_comm=a ==> next_comm=b\n'
      + '\tff schedule ([k])\n');
    expect(rows(profile)).toEqual(['schedule 1/1']);
  });
  it('says that stacks are missing', async () => {
    expect(await refusal('a 1 1.0: 5 cycles: \n\nb 1 1.1: 5 cycles: \n'))
      .toMatch(/its samples have no stacks; record them with perf record -g/);
  });
});

describe('collapsed stacks with other lines', () => {
  it('skips a few and reports them', async () => {
    const profile = await read('a;b 3\na;c 4\nWARNING: lost chunks\n\na;<X as Y<T, I>>::z;m@G_2.2.5 2\n');
    expect(profile.comments).toEqual(['1 of 5 lines are no stacks and were skipped, the first is line 3']);
    expect(rows(profile)).toEqual(['c 4/4', 'b 3/3', 'm@G_2.2.5 2/2', '<X as Y<T, I>>::z 0/2', 'a 0/9']);
  });
  it('counts samples where each number is their period, and takes bytes and counts as they are', async () => {
    const profile = await read('a;b 250000\na;c 500000\n');
    expect(rows(profile)).toEqual(['c 2/2', 'b 1/1', 'a 0/3']);
    expect(rows(profile, 'weight')).toEqual(['c 500000/500000', 'b 250000/250000', 'a 0/750000']);
    expect(profile.comments).toEqual(
      ['All its numbers are multiples of 250,000, which is taken for the period of one sample']
    );
    for (const text of ['a;b 1048576\na;c 524288\n', 'a;b 100\na;c 200\n', 'a;b 250000\na;c 250001\n', 'a;b 250000\n'])
      expect((await read(text)).comments).toEqual([]);
  });
  it('refuses prose', async () => {
    expect(await refusal(`a;b 3\n${'some prose here\n'.repeat(3)}`)).toMatch(/neither collapsed/);
  });
  it('reads gzip of any of them', async () => {
    expect(rows(await read(gzipSync('a;b 3\n')))).toEqual(['b 3/3', 'a 0/3']);
  });
});
