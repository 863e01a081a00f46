import { expect, test } from 'vitest';
import { areTogether } from './togetherFiles.ts';

const file = (name: string, size = 1000): { name: string; size: number } => ({ name, size });

test('a log and what describes its container are sent in one request', () => {
  expect(areTogether([file('prom.log'), file('describe.txt')])).toBe(true);
  expect(areTogether([file('a.log'), file('b.log'), file('df'), file('dmesg')])).toBe(true);
});

test('one file, files without a log, of one name, empty or large ones are sent one by one', () => {
  expect(areTogether([file('prom.log')])).toBe(false);
  expect(areTogether([file('cpu.pb.gz'), file('heap.pb.gz')])).toBe(false);
  expect(areTogether([file('prom.log'), file('prom.log')])).toBe(false);
  expect(areTogether([file('prom.log'), file('df.txt', 0)])).toBe(false);
  expect(areTogether([file('prom.log', 30 * 2 ** 20), file('other.log', 30 * 2 ** 20)])).toBe(false);
  expect(areTogether(['a', 'b', 'c', 'd', 'e'].map((name) => file(`${name}.log`)))).toBe(false);
});

test('two scrapes, and three or more files without a log, are sent in one request', () => {
  const heaps = Array.from({ length: 31 }, (_, i) => file(`heap.${i}.pb.gz`));
  expect(areTogether([file('1.prom'), file('2.prom')])).toBe(true);
  expect(areTogether(heaps.slice(0, 3))).toBe(true);
  expect(areTogether(heaps.slice(0, 30))).toBe(true);
  expect(areTogether(heaps)).toBe(false);
  expect(areTogether([...heaps.slice(0, 2), file('large.pb.gz', 40 * 2 ** 20)])).toBe(false);
});
