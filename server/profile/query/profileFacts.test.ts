import { describe, expect, it } from 'vitest';
import { goroutineStacks } from '../decode/goroutineStacks.ts';
import { loadProfile, profileBytes } from '../../../testdata/profiles/oracles.ts';
import { profileFacts } from './profileFacts.ts';

describe('profileFacts', () => {
  it.each([
    ['live/profile.pb.gz', 'cpu', 'cpu'],
    ['live/heap.pb.gz', 'heap', 'inuse_space'],
    ['live/allocs.pb.gz', 'allocs', 'alloc_space'],
    ['live/allocs.delta5s.pb.gz', 'allocs', 'alloc_space'],
    ['live/heap.delta5s.pb.gz', 'heap', 'inuse_space'],
    ['live/goroutine.pb.gz', 'goroutine', 'goroutine'],
    ['live/threadcreate.pb.gz', 'threadcreate', 'threadcreate'],
    ['live/mutex.pb.gz', 'mutex', 'delay'],
    ['live/block.pb.gz', 'block', 'delay'],
    ['goprofiles/before/mutex.pb.gz', 'mutex', 'delay'],
    ['goprofiles/before/block.pb.gz', 'block', 'delay'],
    ['live/mutex.delta5s.pb.gz', 'mutex', 'delay'],
    ['foreign/node.wall.pb.gz', 'wall', 'wall'],
    ['foreign/node.heap.pb.gz', 'heap', 'inuse_space'],
    ['foreign/rust.cpu.pb', 'cpu', 'cpu'],
    ['malformed/valid-odd-units.pb.gz', 'other', 'things'],
  ])('%s is of kind %s and opens with %s', async (file, kind, defaultSampleType) => {
    expect(profileFacts(await loadProfile(file), file)).toMatchObject({ kind, defaultSampleType });
  });

  it('names the profile of leaked goroutines of Go 1.27, and has their stacks', async () => {
    const leaked = await loadProfile('leaks/go1.27.goroutineleak.pb.gz');
    expect(profileFacts(leaked, 'x')).toMatchObject({ kind: 'goroutineleak', defaultSampleType: 'goroutineleak' });
    const own = goroutineStacks(leaked)?.map(({ functions, count, waitMinutes }) => (
      { main: functions.find((name) => name.startsWith('main.')), inner: functions[0], count, waitMinutes }));
    const sorted = own?.toSorted((a, b) => b.count - a.count);
    expect(sorted).toEqual([
      { main: 'main.sendAnswer', inner: 'runtime.gopark', count: 40, waitMinutes: null },
      { main: 'main.watch', inner: 'runtime.gopark', count: 7, waitMinutes: null },
      { main: 'main.lockTwice', inner: 'runtime.gopark', count: 3, waitMinutes: null },
    ]);
    // As its text form says.
    const text = Buffer.from(profileBytes('leaks/go1.27.debug1.txt')).toString();
    expect([...text.matchAll(/^(\d+) @/gm)].map(([, count]) => Number(count))).toEqual(sorted?.map((one) => one.count));
  });

  it('says null for a time and a duration that are not in the profile', async () => {
    expect(profileFacts(await loadProfile('malformed/valid-no-time-no-period.pb.gz'), ''))
      .toMatchObject({ time: null, durationSeconds: null });
  });

  it('reads the default type and the comments of the profile', async () => {
    const facts = profileFacts(await loadProfile('malformed/valid-default-type-comments.pb.gz'), '');
    expect(facts.defaultSampleType).toBe('samples');
    expect(facts.comments).toHaveLength(2);
  });
});
