import { describe, expect, it } from 'vitest';
import { ASYNC_FRAMES, jfrFile, type JfrTestEvent, type JfrTestFrame } from '../../../../testdata/profiles/jfrFile.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import type { Profile } from '../../decode/profile.ts';
import { readForeign } from '../foreign.ts';

const put: JfrTestFrame = { owner: 'org/apache/cassandra/db/Memtable', name: 'put', line: 254 };
const apply: JfrTestFrame = { owner: 'org/apache/cassandra/db/Keyspace', name: 'apply', line: 480 };
const copyOf: JfrTestFrame = { owner: 'java/util/Arrays', name: 'copyOf', line: 10 };

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

describe('memory outside of the heap, live objects and Object.wait', () => {
  const grow: JfrTestFrame = { owner: 'org/rocksdb/WriteBatch', name: 'put' };
  const profile = read(jfrFile({
    frameTypes: ASYNC_FRAMES, events: [
      { event: 'profiler.LiveObject', stack: [copyOf, put], className: '[B', values: { allocationSize: 4096 } },
      { event: 'profiler.LiveObject', stack: [copyOf, put], className: '[B', values: { allocationSize: 8192 } },
      { event: 'profiler.Malloc', stack: [grow, apply], values: { address: 140_000_000_000_000, size: 2 ** 20 } },
      { event: 'jdk.JavaMonitorWait', stack: [put], className: 'java/lang/Object', values: { duration: 5000 } },
    ],
  }));

  it('each have their own values, in bytes and in time', () => {
    expect(typesOf(profile)).toEqual([
      'samples/count', 'live_space/bytes', 'malloc_space/bytes', 'monitor_wait/nanoseconds',
    ]);
    expect(['live_space', 'malloc_space', 'monitor_wait'].map((type) => sumOf(profile, type)))
      .toEqual([12_288, 2 ** 20, 5e9]);
  });

  it('are said to be what they are, and no contention', () => {
    const [, live, malloc, wait] = profile.comments;
    expect(live).toMatch(/^2 sampled objects were still in use at the end \(profiler\.LiveObject\), 12 KiB in total, /);
    expect(live).toContain('most in org.apache.cassandra.db.Memtable.put (12 KiB); most is of byte[] (12 KiB)');
    expect(malloc).toMatch(/^1 call of malloc \(profiler\.Malloc\), 1 MiB, most in org\.rocksdb\.WriteBatch\.put /);
    expect(wait).toMatch(/^Threads waited once in Object\.wait \(jdk\.JavaMonitorWait\), 5 s in org\.apache\./);
    expect(wait).toMatch(/no lock contention$/);
  });
});

describe('memory of malloc that is freed', () => {
  const malloc = (name: string, address: number, startTime: number): JfrTestEvent => ({
    event: 'profiler.Malloc', stack: [{ owner: 'org/rocksdb/Cache', name }],
    values: { address, startTime, size: 4096 },
  });
  const free = (address: number, startTime: number): JfrTestEvent =>
    ({ event: 'profiler.Free', values: { address, startTime } });

  it('is set apart from memory that is not, by the address and the time', () => {
    const profile = read(jfrFile({
      frameTypes: ASYNC_FRAMES, events: [
        malloc('used', 5000, 100), free(5000, 200), malloc('kept', 5000, 300), malloc('kept', 7000, 400),
      ],
    }));
    expect(['unfreed_space', 'malloc_space'].map((type) => sumOf(profile, type))).toEqual([8192, 4096]);
    const said = profile.comments.join('; ');
    expect(said).toContain('2 calls of malloc (profiler.Malloc) whose memory was not freed in '
      + 'the recording, 8 KiB in total, most in org.rocksdb.Cache.kept (8 KiB); memory of its last seconds may be');
    expect(said).toContain('1 call of malloc (profiler.Malloc) whose memory was freed again, 4 KiB');
  });

  it('is not guessed of a recording without such events', () => {
    const profile = read(jfrFile({ frameTypes: ASYNC_FRAMES, events: [malloc('used', 5000, 100)] }));
    expect(typesOf(profile)).toEqual(['samples/count', 'malloc_space/bytes']);
    expect(profile.comments.join('; ')).toContain('the recording does not say what of it was freed');
  });
});
