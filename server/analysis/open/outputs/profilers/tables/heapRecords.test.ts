import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const RECORDS = ['1: 32768 [900: 29491200] @ 0x1 0x2 0x3', '#\t0x1\tio.copyBuffer+0x295\t/go/io.go:387',
  '#\t0x2\tio.Copy+0x67\t/go/io.go:360', '#\t0x3\tshop.example/run.(*Job).pipe+0x4c\t/src/run.go:9', ''];
const of = (head: string): { interest: string | null; caveat: string | null } => {
  const { interest, caveat } = recognize(new TextEncoder().encode([head, ...RECORDS].join('\n')));
  return { interest, caveat };
};
const FREED = 'the rest was freed again, which costs CPU, and no leak is seen in this heap.';

it('of much that was allocated and is freed says how little is in use', () => {
  const { interest, caveat } = of('heap profile: 1: 32768 [900: 29491200] @ heap/1048576');
  expect(caveat).toBeNull();
  expect(interest).toContain(`In use is only 1 of the 900 sampled objects (32 KiB of 28.1 MiB): ${FREED}`);
});

it('that lacks records of it has no shares, but the counts of its first line', () => {
  const { interest, caveat } = of('heap profile: 1: 32768 [1500: 40000000] @ heap/1048576');
  expect(interest).toBeNull();
  expect(caveat).toContain(FREED);
  expect(caveat).toContain('The records in the text have 900 of the 1,500 objects that were allocated: the others are '
    + 'cut off. Of those listed, io.copyBuffer allocated most: 900 sampled objects, 28.1 MiB, below run.(*Job).pipe.');
});

it('with many objects or much in use is not called freed', () => {
  expect(of('heap profile: 2: 20000000 [900: 29491200] @ heap/1048576').interest ?? '').not.toContain('freed');
  expect(of('heap profile: 400: 32768 [900: 29491200] @ heap/1048576').interest).toBeNull();
});
