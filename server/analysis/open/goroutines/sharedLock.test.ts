import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const AT = '0xc000749c40';
const stack = (id: number, { state, lock, method, at = AT, age = 90 }:
  { state: string; lock: string; method: string; at?: string; age?: number }): string => [
  `goroutine ${id} [${state}, ${age} minutes]:`, `sync.runtime_Semacquire(0x1)`, '\truntime/sema.go:8 +0x25',
  `sync.(*RWMutex).${lock}(...)`, '\tsync/rwmutex.go:71', `shop.example/cart/store.(*Shards).${method}(${at}, 0x25)`,
  '\tstore/shards.go:19 +0x75', 'shop.example/cart/api.(*Loop).run(0xc00055aa40)', '\tapi/loop.go:5 +0x1', '',
].join('\n');
const READS = { state: 'sync.RWMutex.RLock', lock: 'RLock', method: 'get' };
const WRITES = { state: 'sync.RWMutex.Lock', lock: 'Lock', method: 'put' };
const told = (...stacks: string[]): string => recognize(new TextEncoder().encode(stacks.join('\n'))).interest ?? '';

it('goroutines that wait for locks of one object are told together, and that its holder is not in the text', () => {
  expect(told(stack(7, READS), stack(9, WRITES))).toBe('2 goroutines wait in methods of the same store.(*Shards) '
    + '(0xc000749c40), both for 1h 30m: goroutine 7 waits for a read lock in get (below api.(*Loop).run); goroutine 9 '
    + 'waits for the write lock in put (below api.(*Loop).run). A writer that waits also stops the readers that come '
    + 'after it. Who holds the lock is not in the text: take the whole dump (/debug/pprof/goroutine?debug=2), and look '
    + 'in it for a goroutine within store.(*Shards) that does not wait for a lock. A restart ends the wait, but not '
    + 'its '
    + 'cause. It has 2 goroutines: 1 in "sync.RWMutex.RLock", 1 in "sync.RWMutex.Lock".');
});

it('many of them are counted by method', () => {
  expect(told(stack(7, READS), stack(8, READS), stack(9, { ...WRITES, age: 95 }), stack(10, READS)))
    .toContain('4 goroutines wait in methods of the same store.(*Shards) (0xc000749c40), the longest for 1h 35m: 3 for '
      + 'a read lock in get; 1 for the write lock in put (goroutine 9). A writer that waits also stops the readers '
      + 'that come after it. Those that wait stand still: 4 of api.(*Loop).run. Who holds the lock is not in the ');
});

it('of a larger dump too, if they are most of those that wait for a lock', () => {
  const idle = Array.from({ length: 20 }, (_, i) => [`goroutine ${100 + i} [select, 3 minutes]:`,
    'shop.example/cart/api.(*Feed).next(0xc000112233)', '\tapi/feed.go:7 +0x1', ''].join('\n'));
  const other = stack(50, { ...WRITES, at: '0xc000700000' });
  expect(told(...idle, stack(7, READS), stack(8, READS), stack(9, WRITES), other)).toContain('3 goroutines wait in '
    + 'methods of the same store.(*Shards) (0xc000749c40), all for 1h 30m: goroutine 7 waits for a read lock in get ');
  expect(told(...idle, stack(7, READS), stack(9, WRITES), other, stack(51, { ...READS, at: '0xc000700000' })))
    .not.toContain('of the same');
});

it('not those of two objects, nor if another goroutine is within its type', () => {
  expect(told(stack(7, READS), stack(9, { ...WRITES, at: '0xc000700000' }))).not.toContain('of the same');
  expect(told(stack(7, READS), stack(9, WRITES), ['goroutine 3 [syscall, 91 minutes]:',
    'shop.example/cart/store.(*Shards).flush(0xc000749c40)', '\tstore/shards.go:3 +0x7', ''].join('\n')))
    .not.toContain('of the same');
});
