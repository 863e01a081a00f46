import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  ASYNC_FRAMES, JFR_START, jfrChunkBytes, jfrFile, type JfrTestEvent, type JfrTestFrame,
} from '../../../../testdata/profiles/jfrFile.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import type { Profile } from '../../decode/profile.ts';
import { profileFacts } from '../../query/profileFacts.ts';
import { diffTop } from '../../diff/diff.ts';
import { pairOf } from '../../query/pair.ts';
import { top } from '../../query/top.ts';
import { decodeAny } from '../decodeAny.ts';
import { readForeign } from '../foreign.ts';

const put: JfrTestFrame = { owner: 'org/apache/cassandra/db/Memtable', name: 'put', line: 254 };
const apply: JfrTestFrame = { owner: 'org/apache/cassandra/db/Keyspace', name: 'apply', line: 480 };
const copyOf: JfrTestFrame = { owner: 'java/util/Arrays', name: 'copyOf', line: 10 };
const park: JfrTestFrame = { owner: 'jdk/internal/misc/Unsafe', name: 'park', type: 'Native' };

const sample = (stack: readonly JfrTestFrame[], startTime = 0): JfrTestEvent =>
  ({ event: 'jdk.ExecutionSample', stack, thread: 'MutationStage-1', values: { startTime } });
const monitor = (duration: number): JfrTestEvent => ({
  event: 'jdk.JavaMonitorEnter', stack: [put, apply], thread: 'MutationStage-1', className: 'java/lang/Object',
  values: { duration },
});
const parked = (className: string, duration: number): JfrTestEvent =>
  ({ event: 'jdk.ThreadPark', stack: [park, put], thread: 'MutationStage-2', className, values: { duration } });

const read = (bytes: Uint8Array): Profile => {
  const profile = readForeign(bytes);
  if (profile === null) throw new Error('not recognized');
  return unwrap(profile);
};
const typesOf = ({ sampleTypes }: Profile): string[] => sampleTypes.map(({ type, unit }) => `${type}/${unit}`);
function sumOf(profile: Profile, type: string): number {
  const width = profile.sampleTypes.length;
  const column = profile.sampleTypes.findIndex((one) => one.type === type);
  return profile.values.reduce((sum, value, at) => (at % width === column ? sum + value : sum), 0);
}
const PERIOD = [['jdk.ExecutionSample', 'period', '20 ms']] as const;

describe('a recording of the JDK', () => {
  const everything = jfrFile({
    settings: PERIOD,
    events: [
      sample([put, apply], 1000), sample([put, apply], 1020), sample([apply], 1040), monitor(250), monitor(1750),
      { event: 'jdk.NativeMethodSample', stack: [{ owner: 'sun/nio/ch/EPoll', name: 'wait', type: 'Native' }] },
      { event: 'jdk.ObjectAllocationSample', stack: [copyOf, put], className: '[B', values: { weight: 2 ** 20 } },
      parked('java/util/concurrent/locks/ReentrantLock$NonfairSync', 100),
      parked('java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject', 9000),
      { event: 'jdk.CPULoad' }, { event: 'jdk.GarbageCollection', values: { sumOfPauses: 100, longestPause: 80 } },
      { event: 'jdk.GarbageCollection', values: { sumOfPauses: 50, longestPause: 50 } },
    ],
  });

  it('has a type for each kind of its samples, with the time of the period that its settings state', () => {
    const profile = read(everything);
    expect(typesOf(profile)).toEqual([
      'samples/count', 'cpu/nanoseconds', 'lock/nanoseconds', 'alloc_space/bytes', 'native_samples/count',
      'park/nanoseconds',
    ]);
    expect(['samples', 'cpu', 'lock', 'alloc_space', 'native_samples', 'park'].map((type) => sumOf(profile, type)))
      .toEqual([9, 60e6, 2.1e9, 2 ** 20, 1, 9e9]);
    expect([profile.period, profile.timeNanos, profile.durationNanos])
      .toEqual([20_000_000n, JFR_START, 10_000_000_000n]);
    expect(profileFacts(profile, 'app.jfr')).toMatchObject({ kind: 'cpu', defaultSampleType: 'cpu' });
  });

  it('names methods as Java writes them, with lines, threads, classes and times', () => {
    const profile = read(everything);
    expect(profile.functions.map(({ name }) => name)).toEqual([
      'org.apache.cassandra.db.Memtable.put', 'org.apache.cassandra.db.Keyspace.apply', 'sun.nio.ch.EPoll.wait',
      'java.util.Arrays.copyOf', 'jdk.internal.misc.Unsafe.park',
    ]);
    expect(unwrap(top(profile, { sampleType: 'cpu' })).rows.map(({ function: name, flat, cum }) => [name, flat, cum]))
      .toEqual([
        ['org.apache.cassandra.db.Memtable.put', 40e6, 40e6], ['org.apache.cassandra.db.Keyspace.apply', 20e6, 60e6],
      ]);
    expect(profile.locations.lineNumber[0]).toBe(254);
    expect(profile.labels.strings).toEqual(expect.arrayContaining([
      'jdk.JavaMonitorEnter', 'MutationStage-1', 'byte[]', 'java.lang.Object', 'timestamp_ns',
    ]));
    expect(profile.labels.number[2]).toBe(JFR_START + 1_000_000_000n);
  });

  it('says what each kind holds', () => {
    expect(read(everything).comments).toEqual([
      'It records 10 s from 2023-11-14 22:13:20 UTC', '3 CPU samples (jdk.ExecutionSample), 20 ms each',
      'Threads waited 3 times for a lock that another held (jdk.JavaMonitorEnter, jdk.ThreadPark), 2.1 s in total, the '
      + 'longest 1.75 s in org.apache.cassandra.db.Memtable.put: this is lock contention, which takes no CPU time; '
      + 'waits below the threshold of the recording are not in it',
      '1 allocation sample (jdk.ObjectAllocationSample), 1 MiB, most in org.apache.cassandra.db.Memtable.put '
      + '(1 MiB); most is of byte[] (1 MiB)',
      '1 sample of threads in native code (jdk.NativeMethodSample), which run or wait, most in sun.nio.ch.EPoll.wait '
      + '(1 sample)',
      'Threads parked once (jdk.ThreadPark), 9 s in org.apache.cassandra.db.Memtable.put; idle threads park, too',
      '2 garbage collections paused all threads for 150 ms in total (1.5 % of the time), the longest pause 80 ms',
      'CPU time is an estimate: the JDK samples threads in Java code alone (no GC, JIT or native code), at most 5 per '
      + 'period',
    ]);
  });

  it('without a period, or with two, has samples and no time', () => {
    const [none, two] = [[], [...PERIOD, ['jdk.ExecutionSample', 'period', '10 ms'] as const]]
      .map((settings) => read(jfrFile({ settings, events: [sample([put])] })));
    for (const profile of [none, two]) {
      expect(profile === undefined ? [] : typesOf(profile)).toEqual(['samples/count']);
      expect(profile?.comments).toContain(
        '1 CPU sample (jdk.ExecutionSample), counted as samples: the recording states no period'
      );
    }
    const beside = read(jfrFile({ events: [sample([put]), monitor(5)] }));
    expect(typesOf(beside)).toEqual(['samples/count', 'cpu_samples/count', 'lock/nanoseconds']);
  });

  it('counts CPU time and allocations once where two kinds of events state them', () => {
    const alloc = { stack: [put], className: 'java/lang/String' };
    const profile = read(jfrFile({
      settings: PERIOD, events: [
        sample([put]), { event: 'jdk.CPUTimeSample', stack: [put], values: { samplingPeriod: 5 } },
        { event: 'jdk.ObjectAllocationInNewTLAB', ...alloc, values: { allocationSize: 24, tlabSize: 4096 } },
        { event: 'jdk.ObjectAllocationOutsideTLAB', ...alloc, values: { allocationSize: 1000 } },
        { event: 'jdk.ObjectAllocationSample', ...alloc, values: { weight: 5000 } },
      ],
    }));
    expect([sumOf(profile, 'cpu'), sumOf(profile, 'alloc_space')]).toEqual([5e6, 5096]);
    expect(profile.comments).toEqual(expect.arrayContaining([
      'Its jdk.ExecutionSample events are left out, because jdk.CPUTimeSample state the same CPU time',
      'Its jdk.ObjectAllocationSample events are left out, because the events of TLABs state the same allocations',
    ]));
  });
});

describe('a recording of async-profiler', () => {
  const settings = (event: string, interval: string): readonly (readonly [string, string, string])[] =>
    [['jdk.ActiveRecording', 'event', event], ['jdk.ExecutionSample', 'interval', interval]];
  const native: JfrTestFrame = { owner: 'libc.so.6', name: '__memmove_avx', type: 'Native' };
  const kernel: JfrTestFrame = { owner: '', name: 'do_syscall_64', type: 'Kernel' };

  it('has CPU time by its interval, and functions of C with their library', () => {
    const profile = read(jfrFile({
      frameTypes: ASYNC_FRAMES, settings: settings('ctimer', '1000000'), events: [sample([kernel, native, put])],
    }));
    expect([sumOf(profile, 'cpu'), profile.functions.map(({ name, file }) => [name, file])]).toEqual([1e6, [
      ['do_syscall_64', '[kernel]'], ['__memmove_avx', 'libc.so.6'], ['org.apache.cassandra.db.Memtable.put', ''],
    ]]);
  });

  it('with interval 0 was recorded with its default, and says so', () => {
    const profile = read(jfrFile({ settings: settings('cpu', '0'), events: [sample([put])] }));
    expect(sumOf(profile, 'cpu')).toBe(10e6);
    expect(profile.comments).toContain('The recording states no interval: 10 ms is the default of async-profiler');
  });

  it('of wall time has wall time, several samples in an event', () => {
    const wall = (samples: number): JfrTestEvent =>
      ({ event: 'profiler.WallClockSample', stack: [park, put], values: { samples } });
    const profile = read(jfrFile({
      frameTypes: ASYNC_FRAMES, settings: [['jdk.ExecutionSample', 'wall', '50000000']], events: [wall(3), wall(1)],
    }));
    expect([typesOf(profile), sumOf(profile, 'samples'), sumOf(profile, 'wall')])
      .toEqual([['samples/count', 'wall/nanoseconds'], 4, 200e6]);
    const before4 = read(jfrFile({ settings: settings('wall', '20000000'), events: [sample([park])] }));
    expect(typesOf(before4)).toEqual(['samples/count', 'wall/nanoseconds']);
  });

  it('of another event than time has samples alone', () => {
    const profile = read(jfrFile({ settings: settings('cache-misses', '1000'), events: [sample([put])] }));
    expect(typesOf(profile)).toEqual(['samples/count']);
    expect(profile.comments[1]).toBe('1 sample of the event cache-misses (jdk.ExecutionSample), which is no time, most '
      + 'in org.apache.cassandra.db.Memtable.put (1 sample)');
  });

  it('states its settings in the first chunk for all of them', () => {
    const profile = read(jfrFile(
      { settings: settings('cpu', '5000000'), events: [sample([put])] },
      { startNanos: JFR_START + 10_000_000_000n, events: [sample([put, apply])] },
    ));
    expect([sumOf(profile, 'cpu'), profile.durationNanos]).toEqual([10e6, 20_000_000_000n]);
    expect(profile.comments[0]).toBe('It records 20 s from 2023-11-14 22:13:20 UTC in 2 chunks');
  });
});

describe('constant pools', () => {
  it.each([3, 4, 5] as const)('may have many constants, texts in encoding %i and keys above 2^53', (encoding) => {
    const events = Array.from({ length: 3000 }, (_, i) =>
      sample([{ owner: 'org/example/Block', name: `at${i}` }, put]));
    const profile = read(jfrFile({ encoding, firstSymbol: 2n ** 62n, settings: PERIOD, events }));
    expect(profile.functions).toHaveLength(3001);
    expect(profile.functions.at(-1)?.name).toBe('org.example.Block.at2999');
    expect(sumOf(profile, 'samples')).toBe(3000);
  });

  it('keep the number in the name of a hidden class, and name methods that are missing unknown', () => {
    const lambda = { owner: 'org/example/Query$$Lambda+0x00007f81/543846639', name: 'run' };
    expect(read(jfrFile({ events: [sample([lambda])] })).functions[0]?.name)
      .toBe('org.example.Query$$Lambda+0x00007f81/543846639.run');
    const nameless = read(jfrFile({ events: [sample([{ owner: 'org/example/Query', name: '' }])] }));
    expect(nameless.functions[0]?.name).toBe('[unknown]');
  });
});

describe('a damaged recording', () => {
  const good = { settings: PERIOD, events: [sample([put]), sample([apply])] };
  const other = { settings: PERIOD, events: [sample([copyOf])] };

  it('loses the damaged chunk alone, and says so', () => {
    const [first, second] = [jfrChunkBytes(good), jfrChunkBytes(other)];
    const sizeless = first.slice();
    sizeless.fill(0, 8, 16);
    const withoutMetadata = first.slice();
    withoutMetadata.fill(255, 70, 120);
    for (const damaged of [sizeless, withoutMetadata, first.subarray(0, first.length - 9)]) {
      const profile = read(new Uint8Array(Buffer.concat([damaged, second])));
      expect(profile.functions.map(({ name }) => name)).toEqual(['java.util.Arrays.copyOf']);
      expect(profile.comments[0]).toMatch(/^1 of 2 chunks is damaged and is left out \(at byte 0: /);
    }
  });

  it('that is cut within its only chunk is refused, with what to do', () => {
    const bytes = jfrFile(good);
    expect(readForeign(bytes.subarray(0, bytes.length - 1))).toMatchObject({
      ok: false, error: { message: 'the recording of Java Flight Recorder cannot be read: the file ends before the '
        + 'chunk does (chunk at byte 0); copy the whole file' },
    });
    const rest = read(new Uint8Array(Buffer.concat([bytes, jfrFile(other).subarray(0, 90)])));
    expect(rest.comments[0]).toContain('the file ends before the chunk does');
  });

  it('that still runs is refused, without a hint at a cut file', () => {
    const bytes = jfrFile(good);
    const view = new DataView(bytes.buffer);
    view.setBigUint64(8, 2n ** 30n);
    view.setBigUint64(24, 0n);
    const refused = readForeign(bytes);
    expect(refused?.ok === false ? refused.error.message : '').toBe('the recording of Java Flight Recorder cannot be '
      + 'read: the chunk is not finished, as that of a recording that still runs (chunk at byte 0); write it again');
  });

  it('of another version is refused by its version', () => {
    const before = readForeign(jfrFile({ ...good, version: 1 }));
    expect(before?.ok === false ? before.error.message : '').toContain('the version is 1.1, and only version 2');
    expect(readForeign(jfrFile({ events: [{ event: 'jdk.CPULoad' }] }))).toMatchObject({
      ok: false, error: { message: 'the recording of Java Flight Recorder has no samples' },
    });
  });

  it('never throws, whatever byte is broken, and never ends in an endless list', () => {
    const bytes = jfrFile({ ...good, events: [...good.events, monitor(3)] });
    for (let at = 4; at < bytes.length; at += 2) for (const value of [0, 127, 255]) {
      const broken = bytes.slice();
      broken[at] = value;
      expect(() => readForeign(broken)).not.toThrow();
    }
    for (let end = 0; end < bytes.length; end += 5) expect(readForeign(bytes.subarray(0, end))?.ok).not.toBe(true);
  });
});

it('compared with another, CPU is judged by its own samples, and allocations are not', () => {
  const alloc: JfrTestEvent = { event: 'jdk.ObjectAllocationSample', stack: [put], values: { weight: 100 } };
  const sides = [50, 500].map((allocations) => read(jfrFile({
    settings: PERIOD,
    events: [...Array.from({ length: 200 }, () => sample([put])), ...Array.from({ length: allocations }, () => alloc)],
  })));
  const [before, after] = [sides.slice(0, 1), sides.slice(1)].map((side) => side.map((profile) => ({ profile })));
  const compared = (type: string): ReturnType<typeof diffTop> =>
    diffTop(unwrap(pairOf(before ?? [], after ?? [], type, 'none')), {});
  expect(unwrap(compared('cpu')).rows[0]).toMatchObject({ samples: { before: 200, after: 200 }, sure: 'noise' });
  const allocated = unwrap(compared('alloc_space'));
  expect([allocated.howSure.method, allocated.rows[0]?.sure]).toEqual(['none', 'unknown']);
});

it('is stored as pprof that says the same, also from gzip', async () => {
  const bytes = jfrFile({ settings: PERIOD, events: [sample([put, apply]), monitor(250)] });
  const { profile, expanded, isConverted } = unwrap(await decodeAny(gzipSync(bytes)));
  expect([isConverted, profile.sampleTypes.length, profile.comments.length]).toEqual([true, 3, 4]);
  expect(unwrap(await decodeAny(expanded)).profile).toEqual(profile);
});
