import { expect, it } from 'vitest';
import { comparedFiles, inOrder, orderWords } from './comparedFiles.ts';
import { statedSeconds } from './sideTimes.ts';

it.each([
  ['File: shop\nType: cpu\nTime: Mar 4, 2026 at 1:05pm (CET)\n', '2026-03-04T13:05:00Z'],
  ['Type: cpu\nTime: 2026-03-04 13:05:10 UTC\n', '2026-03-04T13:05:10Z'],
  ['# ========\n# captured on    : Wed Mar  4 13:05:10 2026\n', '2026-03-04T13:05:10Z'],
  ['{"context": {\n "date": "2026-03-04T13:05:10+01:00",', '2026-03-04T12:05:10Z'],
  ['Wed Mar  4 13:05:10 UTC 2026\nBenchmarkA 1 2 ns/op\n', '2026-03-04T13:05:10Z'],
])('%s', (text, time) => expect(statedSeconds(text)).toBe(Date.parse(time) / 1000));

it('no time is read from what states none', () => {
  expect(statedSeconds('goos: linux\nBenchmarkA 1 2 ns/op\n')).toBeNull();
});

const file = (name: string, hour: number, seconds: number) => ({
  name, format: 'rust-bench',
  text: `Time: 2026-03-04 ${hour}:00:00 UTC\ntest a ... bench:         ${seconds} ns/iter (+/- 1)`,
});

it('the times in two files decide against their names, and order names that say nothing', () => {
  const [before, after] = [file('before.txt', 12, 200), file('after.txt', 10, 100)];
  expect(inOrder(before, after)).toEqual([after, before]);
  expect(orderWords(after, before)).toMatch(/^The times in the files contradict their names: before\.txt was taken /);
  expect(comparedFiles(before, after)).toMatch(/ is in order of time\. before\.txt against after\.txt: a /);
  expect(inOrder(file('x.txt', 12, 1), file('y.txt', 10, 1)).map(({ name }) => name)).toEqual(['y.txt', 'x.txt']);
  // The base of a change may be measured last.
  expect(inOrder(file('main.txt', 12, 1), file('pr.txt', 10, 1)).map(({ name }) => name))
    .toEqual(['main.txt', 'pr.txt']);
});
