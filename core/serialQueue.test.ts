import { expect, it } from 'vitest';
import { SerialQueue } from './serialQueue.ts';

it('runs one after the other, and goes on after a failure, which reaches whoever asked', async () => {
  const queue = new SerialQueue();
  const order: string[] = [];
  const work = (name: string, turns: number) => async (): Promise<string> => {
    order.push(`${name} starts`);
    for (let i = 0; i < turns; i++) await Promise.resolve();
    order.push(`${name} ends`);
    if (name === 'b') throw new Error('b fails');
    return name;
  };
  const [a, b, c] = [queue.run(work('a', 9)), queue.run(work('b', 3)), queue.run(work('c', 0))];
  await queue.settled();
  expect(order).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  await expect(b).rejects.toThrow('b fails');
  expect([await a, await c]).toEqual(['a', 'c']);
  await expect(queue.run(() => { throw new Error('at once'); })).rejects.toThrow('at once');
});
