import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const STORE = 'example.com/shop/store';
/** Returns a goroutine that waits, its calls from the innermost on as `name(arguments)`. */
const stack = (id: number, state: string, ...calls: readonly string[]): string => [
  `goroutine ${id} [${state}]:`,
  'sync.runtime_SemacquireMutex(0xc000aaa004?, 0x0?, 0x1?)', '\t/usr/local/go/src/runtime/sema.go:77 +0x25',
  ...calls.flatMap((call, i) => [`${STORE}.${call}`, `\t/src/store/file${i}.go:${10 + i} +0x4c`]), '',
].join('\n');
const said = (...stacks: readonly string[]): string =>
  recognize(new TextEncoder().encode(stacks.join('\n'))).interest ?? '';

const LEDGER = stack(71, 'sync.Mutex.Lock, 12 minutes', '(*Account).Debit(0xc0001b2000, 0x40)',
  '(*Ledger).Post(0xc0009f4000, 0x1)');
const ACCOUNT = stack(98, 'sync.RWMutex.Lock, 12 minutes', '(*Ledger).Entry(0xc0009f4000)',
  '(*Account).Close(0xc0001b2000)');
const reader = (id: number, minutes: number): string =>
  stack(id, `sync.RWMutex.RLock, ${minutes} minutes`, `(*Ledger).Balance(0xc0009f4000, 0x${id})`, 'Serve(0xc00d0000)');

it('two goroutines that each wait for the object of the other are a deadlock, and the others wait behind it', () => {
  const facts = said(reader(500, 9), LEDGER, reader(501, 12), ACCOUNT, reader(502, 2));
  expect(facts).toMatch(/^Two goroutines seem to wait for each other \(a deadlock\), for 12m: goroutine 71 /);
  expect(facts).toContain('in store.(*Account).Debit (file0.go:10), called by store.(*Ledger).Post; goroutine 98 waits '
    + 'for the write lock in store.(*Ledger).Entry (file0.go:10), called by store.(*Account).Close.');
  expect(facts).toContain('Both have 0xc0001b2000 and 0xc0009f4000 in their calls');
  expect(facts).toContain('3 other goroutines wait for locks, as behind these two: 3 in store.(*Ledger).Balance. A '
    + 'writer that waits also stops the readers');
});

it('a lock of a shard that no receiver shows is found by the object and the number that both have', () => {
  expect(said(
    stack(7, 'sync.Mutex.Lock, 40 minutes', '(*Head).flushOne(0xc000500000, 0xc0007ab000)',
      '(*Head).flushShard(0xc000500000, 0x1a7)'),
    stack(9, 'sync.RWMutex.Lock, 41 minutes', '(*shards).sweep.func1(0x1a7, 0x99, 0xc0007ab000)',
      '(*shards).each(0xc000600000)', '(*Head).sweep(0xc000500000)'),
    stack(11, 'sync.Mutex.Lock, 40 minutes', '(*series).last(0xc0007ab000)', '(*query).run(0xc000111000)'),
  )).toContain('goroutine 7 waits for a mutex in store.(*Head).flushOne');
});

it.each([
  ['wait for one lock', [
    stack(1, 'sync.Mutex.Lock, 9 minutes', '(*Ledger).Post(0xc0009f4000, 0xc000123000)', 'Serve(0xc000dd0000)'),
    stack(2, 'sync.Mutex.Lock, 9 minutes', '(*Ledger).Entry(0xc0009f4000, 0xc000123000)', 'Serve(0xc000dd0000)'),
  ]],
  ['have the objects of different ledgers', [LEDGER, ACCOUNT.replaceAll('0xc0009f4000', '0xc0009f5000')]],
  ['have waited for less than others', [LEDGER, ACCOUNT.replace('12 minutes', '3 minutes'), reader(5, 12)]],
  ['have just begun to wait', [LEDGER, ACCOUNT].map((text) => text.replace(', 12 minutes', ''))],
])('goroutines that %s are no deadlock', (_, stacks) => {
  expect(said(...stacks)).not.toContain('wait for each other');
});

const CIRCLE = [
  stack(31, 'sync.Mutex.Lock, 9 minutes', '(*Account).Debit(0xc0001b2000)', '(*Ledger).Post(0xc0009f4000)'),
  stack(32, 'sync.Mutex.Lock, 9 minutes', '(*Audit).Add(0xc000777000)', '(*Account).Close(0xc0001b2000)'),
  stack(33, 'sync.Mutex.Lock, 9 minutes', '(*Ledger).Entry(0xc0009f4000)', '(*Audit).Sweep(0xc000777000)'),
];

it('three that wait in a circle are named in its order, with who waits behind them', () => {
  const facts = said(...CIRCLE, reader(40, 9));
  expect(facts).toMatch(/^3 goroutines seem to wait for each other in a circle \(a deadlock\), for 9m: goroutine 31 /);
  expect(facts).toMatch(/goroutine 31 .{1,200}; goroutine 32 .{1,200}; goroutine 33 waits for a mutex in /);
  expect(facts).toContain('Another goroutine waits for a lock, as behind these: store.(*Ledger).Balance.');
});

it('a circle with a gap, or with two that may hold one lock, is none', () => {
  expect(said(...CIRCLE.slice(0, 2))).not.toContain('in a circle');
  expect(said(...CIRCLE, stack(34, 'sync.Mutex.Lock, 9 minutes', '(*Index).Get(0xc000888000)',
    '(*Account).Close(0xc0001b2000)'))).not.toContain('in a circle');
});
