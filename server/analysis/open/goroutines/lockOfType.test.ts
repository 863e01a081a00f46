import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

let pc = 0x1000;
const stack = (count: number, isParked: boolean, ...names: string[]): string[] => {
  pc += 0x1000;
  const frames = names.map((name, i) => `#\t0x${(pc + 16 * i).toString(16)}\t${name}+0x21\t\t/go/x.go:${i + 1}`);
  return [`${count} @ ${isParked ? '0x43cd56 ' : ''}0x${(pc + 1).toString(16)} 0x46e341`, ...frames, ''];
};
const LOCK = ['sync.runtime_SemacquireMutex', 'sync.(*Mutex).lockSlow', 'sync.(*Mutex).Lock'];
const told = (...lines: string[]): string | null => recognize(new TextEncoder().encode(lines.join('\n'))).interest;

it('goroutines in several methods of one type are summed, and the one inside it is named', () => {
  expect(told('goroutine profile: total 500', ...stack(260, true, ...LOCK, 'shop.example/cache.(*LRU).Get'),
    ...stack(190, true, ...LOCK, 'shop.example/cache.(*LRU).Put', 'shop.example/api.Save'),
    ...stack(49, true, 'shop.example/api.(*Feed).next'),
    ...stack(1, false, 'container/list.(*List).Remove', 'shop.example/cache.(*LRU).evict'))).toBe(
    '450 of 500 goroutines (90 %) wait for the lock of cache.(*LRU): 260 in Get, 190 in Put. 1 is within it and does '
      + 'not wait for it: running in list.(*List).Remove, called by cache.(*LRU).evict, and probably holds the lock. '
      + 'One profile cannot distinguish contention from a lock that is never released: fetch it again after some '
      + 'seconds, or with debug=2, which has how long each has waited.');
});

it('without one inside it, that is said', () => {
  expect(told('goroutine profile: total 40', ...stack(40, true, ...LOCK, 'shop.example/db.(*Store).Fetch')))
    .toMatch(/^All 40 goroutines wait for the lock of db\.\(\*Store\): 40 in Fetch\. No goroutine in the profile is /);
});

it('those that wait for other locks are named, because they may hold the first', () => {
  expect(told('goroutine profile: total 42', ...stack(40, true, ...LOCK, 'shop.example/db.(*Store).Fetch'),
    ...stack(2, true, ...LOCK, 'shop.example/db.(*Log).flush')))
    .toContain('who holds it is not shown. Others wait for a lock in db.(*Log).flush (2): one of them may hold the ');
});

it('few of many are no finding', () => {
  expect(told('goroutine profile: total 900', ...stack(12, true, ...LOCK, 'shop.example/db.(*Store).Fetch'),
    ...stack(888, true, 'shop.example/api.(*Feed).next'))).toMatch(/^It has 900 goroutines: 888 /);
});
