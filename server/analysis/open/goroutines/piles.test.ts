import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const stack = (count: number, name: string, place: string): string[] =>
  [`${count} @ 0x1`, `#\t0x1\t${name}+0x21\t\t/go/src/${place}`, ''];

it('a pile at one line is a suspected leak, which a second profile would show', () => {
  expect(told('goroutine profile: total 6100', ...stack(5900, 'example.com/shop/query.send.func1', 'query/send.go:189'),
    ...stack(42, 'example.com/shop/cache.New.func1', 'cache/cache.go:9'))).toBe(
    'It has 6,100 goroutines: 5,900 (96.7 %) in query.send.func1. All 5,900 are at one line, send.go:189; the next '
      + 'largest group has 42: they have probably leaked, or are blocked there for want of a receiver or a result. One '
      + 'profile shows the pile, not whether it grows: take a second one some minutes later, or see go_goroutines. If '
      + 'it grows, see what should end query.send.func1.'
  );
});

it('not few, not those of connections, and not what has another meaning', () => {
  expect(told('goroutine profile: total 40', ...stack(38, 'example.com/shop/query.send.func1', 'a.go:1')))
    .not.toContain('leaked');
  const ofConnection = 'google.golang.org/grpc/internal/transport.(*loopyWriter).run';
  expect(told('goroutine profile: total 400', ...stack(380, ofConnection, 'a.go:1'))).not.toContain('leaked');
  expect(told('goroutine profile: total 400', ...stack(380, 'time.Sleep', 'a.go:1'))).not.toContain('leaked');
});
