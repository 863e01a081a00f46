import { expect, it } from 'vitest';
import { ReadWriteLock } from './readWriteLock.ts';

it('lets readers in together and a writer alone, in order of arrival', async () => {
  const lock = new ReadWriteLock();
  const events: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    events.push(`${name} in`);
    await new Promise((resolve) => setTimeout(resolve, 2));
    events.push(`${name} out`);
  };
  await Promise.all(
    [lock.shared(work('a')), lock.shared(work('b')), lock.exclusive(work('w')), lock.shared(work('c'))]
  );
  expect(events).toEqual(['a in', 'b in', 'a out', 'b out', 'w in', 'w out', 'c in', 'c out']);
});

it('is free again after a failure', async () => {
  const lock = new ReadWriteLock();
  await expect(lock.exclusive(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
  expect(await lock.shared(() => Promise.resolve(7))).toBe(7);
});
