import { describe, expect, it } from 'vitest';
import { againstNamesWords, isAgainstNames, nameOrder } from './nameOrder.ts';

describe('the order that two names say', () => {
  it.each([
    ['heap_before.pb.gz', 'heap_after.pb.gz', -1], ['new.txt', 'old.txt', 1], ['heap1.pb.gz', 'heap2.pb.gz', -1],
    ['pprof.samples.cpu.002.pb.gz', 'pprof.samples.cpu.001.pb.gz', 1], ['previous.txt', 'next.txt', -1],
    ['main.pb', 'new.pb', 0],
    ['heap.pb.gz', 'other.pb.gz', 0],
    // Versions, replicas and sides of a change are no times.
    ['vmagent-v1.107.cpu.pb.gz', 'vmagent-v1.106.cpu.pb.gz', 0], ['prometheus-1.pb.gz', 'prometheus-0.pb.gz', 0],
    ['main.txt', 'pr-13.txt', 0], ['newobject.pb', 'golden.pb', 0], ['goroutines-a1.txt', 'goroutines-b2.txt', 0],
  ])('%s and %s', (first, second, order) => expect(nameOrder(first, second)).toBe(order));
});

it('times that contradict the names are said with both, in order of time', () => {
  const later = { name: 'before.pb', seconds: 1_700_003_600 };
  const earlier = { name: 'after.pb', seconds: 1_700_000_000 };
  expect(isAgainstNames(later, earlier)).toBe(true);
  expect(againstNamesWords(earlier, later)).toBe('The times in the files contradict their names: before.pb was taken '
    + '1h after after.pb (2023-11-14 22:13:20 and 2023-11-14 23:13:20 UTC). The comparison is in order of time.');
  expect(againstNamesWords({ ...earlier, name: 'before.pb' }, { ...later, name: 'after.pb' })).toBeNull();
  expect(isAgainstNames({ ...later, seconds: null }, earlier)).toBe(false);
});
