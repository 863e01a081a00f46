import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const stack = (id: number, state: string, ...names: string[]): string => [`goroutine ${id} [${state}]:`,
  ...names.flatMap((name) => [`${name}(0xc000134a4c)`, '\t/src/queue/broker.go:18 +0x25']), ''].join('\n');
const told = (...stacks: string[]): string => recognize(new TextEncoder().encode(stacks.join('\n'))).interest ?? '';
const LOCKED = ['sync.runtime_SemacquireMutex', 'sync.(*Mutex).Lock', 'shop.example/queue.(*Broker).Publish'];

it('a goroutine that waits within the same type for longer may hold the lock', () => {
  expect(told(stack(11, 'semacquire, 12 minutes', ...LOCKED), stack(12, 'semacquire, 11 minutes', ...LOCKED),
    stack(5, 'chan receive, 13 minutes', 'shop.example/queue.(*Broker).flush'))).toContain(' Goroutine 5 has been in '
    + '"chan receive" in queue.(*Broker).flush (broker.go:18) for 13m, at least as long as the others wait: it may '
    + 'hold that lock. It waits for one that sends to its channel: if that is one of those that wait for the lock, '
    + 'this is a deadlock. ');
});

it('not one that came later, or of another type', () => {
  expect(told(stack(11, 'semacquire, 12 minutes', ...LOCKED),
    stack(5, 'chan receive, 3 minutes', 'shop.example/queue.(*Broker).flush'))).not.toContain('may hold');
  expect(told(stack(11, 'semacquire, 12 minutes', ...LOCKED),
    stack(5, 'chan receive, 13 minutes', 'shop.example/queue.(*Other).flush'))).not.toContain('may hold');
});
