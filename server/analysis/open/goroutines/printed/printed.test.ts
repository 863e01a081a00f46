/** Tests stacks of goroutines that programs printed with counts: pprof -traces and panicparse. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (lines: readonly string[]): ReturnType<typeof recognize> =>
  recognize(new TextEncoder().encode(lines.join('\n')));
const RULE = `${'-'.repeat(11)}+${'-'.repeat(55)}`;
const trace = (count: number, ...names: string[]): string[] => [RULE,
  ...names.map((name, i) => `${i === 0 ? String(count).padStart(10) : ' '.repeat(10)}   ${name} /go/x.go:${i + 1}`)];
const PARKED = ['runtime.gopark', 'runtime.semacquire1'];
const READS = [...PARKED, 'sync.runtime_SemacquireRWMutexR', 'sync.(*RWMutex).RLock'];
const WRITES = [...PARKED, 'sync.runtime_SemacquireRWMutex', 'sync.(*RWMutex).Lock'];
const LOCKS = [...PARKED, 'sync.runtime_SemacquireMutex', 'sync.(*Mutex).lockSlow', 'sync.(*Mutex).Lock'];
const IDLE = trace(40, 'runtime.gopark', 'runtime.selectgo', 'shop.example/a/api.(*Loop).run');
const traces = (...stacks: string[][]): ReturnType<typeof recognize> =>
  of(['File: shopd', 'Type: goroutine', ...IDLE, ...stacks.flat(), RULE]);

it('traces in which many wait for locks: where, and that the holders are not in the text', () => {
  const { format, interest } = traces(
    trace(20, ...READS, 'shop.example/a/store.(*Shards).get', 'shop.example/a/api.(*Loop).run'),
    trace(1, ...WRITES, 'shop.example/a/store.(*Shards).gc', 'shop.example/a/store.(*DB).compact'),
    trace(1, ...LOCKS, 'shop.example/a/store.(*Head).flush'),
  );
  expect(format).toBe('goroutine-traces');
  expect(interest).toContain('22 of 62 goroutines wait for locks: 20 for a read lock in store.(*Shards).get (below '
    + 'api.(*Loop).run), 1 for the write lock in store.(*Shards).gc (below store.(*DB).compact), 1 for a mutex in '
    + 'store.(*Head).flush. A writer that waits also stops the readers that come after it. No goroutine in the text ');
  expect(interest).toContain('so those that wait may hold what others of them wait for (a deadlock)');
  expect(interest).toMatch(/ The other 40 wait for no lock: they are in api\.\(\*Loop\)\.run\.$/);
});

it('one within the type may hold the lock', () => {
  expect(traces(trace(20, ...LOCKS, 'shop.example/a/store.(*Shards).get'),
    trace(1, 'runtime.gopark', 'os.(*File).Sync', 'shop.example/a/store.(*Shards).sync')).interest)
    .toContain('1 is within the same type without waiting for a lock, as in store.(*Shards).sync: see what it waits ');
});

it('few that wait for locks, and other profiles, are as before', () => {
  expect(traces(trace(3, ...LOCKS, 'shop.example/a/store.(*Shards).get')).format).toBe('pprof-traces');
  expect(of(['Type: cpu', ...trace(30, ...LOCKS, 'shop.example/a/store.(*Shards).get'), RULE]).format)
    .toBe('pprof-traces');
});

const frame = (owner: string, place: string, call: string): string =>
  `    ${owner.padEnd(12)}  ${place.padEnd(26)}  ${call}`;
const locked = (count: number, call: string): string[] => [
  `${count}: semacquire [1~3 minutes] [Created by api.Start @ api.go:5]`,
  frame('sync', 'sema.go:71', 'runtime_SemacquireMutex(*, *, *)'), frame('sync', 'mutex.go:81', '(*Mutex).Lock(...)'),
  frame('store', 'shards.go:9', call), frame('api', 'loop.go:3', '(*Loop).run(*)'),
];

it('panicparse: the lock of one object that passes on', () => {
  const { format, interest } = of(['$ pp < dump.txt', ...locked(30, '(*Shards).get(#12)'),
    ...locked(5, '(*Shards).put(#12)'),
    '1: runnable [Created by api.Start @ api.go:5]', frame('store', 'shards.go:12', '(*Shards).get(#12)'),
    '60: select [0~2 minutes] [Created by api.Start @ api.go:5]', frame('api', 'loop.go:3', '(*Loop).run(*, *)')]);
  expect(format).toBe('panicparse');
  expect(interest).toBe('35 of 96 goroutines wait for locks of one object (#12): 30 for a mutex in store.(*Shards).get '
    + '(below api.(*Loop).run), 5 for a mutex in store.(*Shards).put (below api.(*Loop).run). 1 is runnable in '
    + 'store.(*Shards).get: the lock passes on, so this is contention within the program rather than a deadlock. '
    + 'Compare with the version before, and report it with a mutex or block profile of this one. The other 61 wait '
    + 'for no lock; most (60) are in api.(*Loop).run.');
});

it('panicparse without many locks: states, the largest group and the longest wait', () => {
  expect(of(['60: select [0~2 minutes] [Created by api.Start @ api.go:5]', frame('api', 'loop.go:3', '(*Loop).run(*)'),
    '2: IO wait', frame('poll', 'fd.go:7', '(*pollDesc).wait(*, *)'), frame('api', 'conn.go:3', '(*Conn).read(*)'),
  ]).interest).toBe('It has 62 goroutines: 60 in "select", 2 in "IO wait". The largest group has 60, in '
    + 'api.(*Loop).run. The longest wait is 2m.');
});
