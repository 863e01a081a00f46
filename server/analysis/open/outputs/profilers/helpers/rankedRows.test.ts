/** Tests what a printed table says of rows that others hide, of few samples, and of a profiler in it. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const HEADER = '      flat  flat%   sum%        cum   cum%';
type Row = readonly [flat: string, share: number, cum: string, cumShare: number, name: string];
const told = (head: readonly string[], ...rows: Row[]): string => recognize(new TextEncoder().encode([
  ...head, HEADER, ...rows.map(([flat, share, cum, cumShare, name]) =>
    `  ${flat} ${share}% ${share}%  ${cum} ${cumShare}%  ${name}`),
].join('\n'))).interest ?? '';

it('a larger row that works for its callers is named, with what has as much, and the path of most', () => {
  expect(told(['90MB of 100MB total (90%)'], ['40MB', 40, '40MB', 40, 'shop.example/a/store.parse'],
    ['30MB', 30, '30MB', 30, 'bytes.makeSlice'], ['15MB', 15, '15MB', 15, 'shop.example/a/store.index'],
    ['0', 0, '30MB', 30, 'bytes.(*Buffer).ReadFrom'], ['0', 0, '80MB', 80, 'shop.example/a/api.(*Handler).write'],
    ['0', 0, '80MB', 80, 'shop.example/a/api.(*Handler).ServeHTTP'])).toBe('Of 100MB in all, '
    + 'shop.example/a/store.parse has the highest self value: 40MB (40%). Next by self value: bytes.makeSlice 30MB '
    + '(30%; works for its callers; bytes.(*Buffer).ReadFrom has as much with what it calls), store.index 15MB (15%); '
    + 'with those before, 85 %. With what it calls, api.(*Handler).write has 80MB (80%). Its values are bytes: whether '
    + 'of memory in use (inuse_space) or of all that was allocated (alloc_space) is not in the text.');
});

it('a function has most with what it calls only if no row has more', () => {
  const rows: Row[] = [['40s', 40, '40s', 40, 'shop.example/a.sum'], ['5s', 5, '60s', 60, 'shop.example/a.run']];
  expect(told([], ...rows)).toContain('shop.example/a.run has most with what it calls: 60s (60%).');
  expect(told([], ...rows, ['0', 0, '70s', 70, 'shop.example/a.loop']))
    .toContain('With what it calls, shop.example/a.run has 60s (60%).');
});

const CPU = (total: string, percent: string): string[] => ['Type: cpu',
  `Duration: 60s, Total samples = ${total} ( ${percent}%)`,
  `Showing nodes accounting for ${total}, 100% of ${total} total`];

it('a profile of few samples is not ranked, and its share of a core comes first', () => {
  expect(told(CPU('80ms', '0.13'), ['50ms', 62.5, '50ms', 62.5, 'shop.example/a.sum'],
    ['30ms', 37.5, '80ms', 100, 'shop.example/a.run'])).toBe('The program used 80ms of CPU in 60s, 0.13 % of one '
    + 'core: no high use of CPU is in this profile. Those are about 8 samples of 10ms: too few to rank functions, '
    + 'and no reason to change one. Record while CPU use is high (rate(process_cpu_seconds_total[5m]) shows when that '
    + 'is). shop.example/a.sum has the highest self value: 50ms (62.5%).');
  expect(told(CPU('4.80s', '8.00'), ['3s', 62.5, '3s', 62.5, 'shop.example/a.sum'])).toContain('8 % of one core');
});

it('the recording of a memory profile is no allocation of the program', () => {
  const rows: Row[] = [['4s', 40, '4s', 40, 'runtime.pcvalue'], ['1s', 10, '8s', 80, 'runtime.mallocgc'],
    ['0', 0, '7s', 70, 'runtime.mProf_Malloc'], ['0', 0, '9s', 90, 'shop.example/a.run']];
  const said = told(['$ go test -bench . -cpuprofile=c -memprofile=m -memprofilerate=64'], ...rows);
  expect(said).toMatch(/^Most of this profile is a profiler at work: runtime\.mProf_Malloc, .* has 7s \(70%\) with /);
  expect(said).toContain('one sample per 64 B allocated, instead of the default 524,288 B.');
  expect(said).toContain('takes 8s (80%), 7s of it in runtime.mProf_Malloc');
  expect(told([], ...rows.filter(([, , , , name]) => !name.includes('mProf')))).not.toContain('profiler');
});
