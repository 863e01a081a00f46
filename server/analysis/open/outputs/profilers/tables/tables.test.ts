/** Tests tables of profilers of Ruby and of the memory of Python. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};
const stackprof = (mode: string, samples: string, gc: string): string[] => ['='.repeat(34), `  Mode: ${mode}`,
  `  Samples: ${samples}`, `  GC: ${gc}`, '='.repeat(34),
  '     TOTAL    (pct)     SAMPLES    (pct)     FRAME',
  '       150  (15.0%)         150  (15.0%)     (marking)',
  '       140  (14.0%)         140  (14.0%)     Shop::Cart#total',
  '       900  (90.0%)          20   (2.0%)     Shop::App#call'];

it('stackprof that missed most of its samples says so first', () => {
  expect(told(...stackprof('wall(10)', '1000 (51.00% miss rate)', '151 (15.10%)'))).toEqual(['stackprof-text',
    '51.00 % of the samples were missed, so that its shares are rough: record with a longer interval than 10 \u00b5s '
    + '(the default is 1,000 \u00b5s). It has 1,000 samples of wall-clock time. Garbage collection takes 15.10 % (151 '
    + 'samples). Shop::Cart#total has most itself (SAMPLES) of the code: 140 (14.0 %). Shop::App#call has most with '
    + 'what it calls (TOTAL): 900 (90.0 %), of them 20 itself.']);
});

it('stackprof that missed few of them begins with the samples', () => {
  const [, interest] = told(...stackprof('object(1)', '1000 (0.00% miss rate)', '0 (0.00%)'));
  expect(interest).toMatch(/^It has 1,000 samples of allocated objects\. Shop::Cart#total has most itself/);
  expect(interest).not.toContain('missed');
});

it('ruby-prof and memory_profiler of Ruby', () => {
  expect(told('Measure Mode: wall_time', 'Thread ID: 2', 'Total: 3.401', 'Sort by: self_time', '',
    ' %self      total      self      wait     child     calls  name                           location',
    ' 46.34      1.576     1.576     0.000     0.000       10   Array#each                     app.rb:3',
    ' 10.00      0.340     0.340     0.000     0.000        1   Shop#run                       app.rb:1'))
    .toEqual(['ruby-prof', 'It took 3.4 s in all. Array#each has the highest self time listed: 46.34 %.']);
  expect(told('Total allocated: 14388 bytes (168 objects)', 'Total retained:  40 bytes (1 objects)', '',
    'allocated memory by gem', '-----------------------------------', '     14388  other', '',
    'retained memory by location', '-----------------------------------', '        40  /srv/app.rb:9'))
    .toEqual(['ruby-memory-profiler', '14388 bytes (168 objects) allocated, 40 bytes (1 objects) retained at its end. '
      + 'Of the memory retained, /srv/app.rb:9 has most: 40 bytes.']);
});

it('tracemalloc, as the recipe of its documentation prints it', () => {
  expect(told('Top 3 lines', '#1: shop/cache.py:14: 3072.0 KiB', '    self.pages[key] = page',
    '#2: <string>:1: 1024.0 KiB',
    '#3: shop/cart.py:2: 512.0 KiB', '    return list(rows)', '12 other: 44.1 KiB',
    'Total allocated size: 4652.1 KiB'))
    .toEqual(['tracemalloc', 'The 3 lines listed hold 4.5 MiB of 4652.1 KiB in all. shop/cache.py:14 has most: 3 MiB '
      + '(66.7 % of these), in "self.pages[key] = page". Then comes <string>:1: 1 MiB, code that was made while it '
      + 'ran, as of a namedtuple. 2 lines of shop hold 77.8 % of these. One snapshot shows what is held, not what '
      + 'grows: take two some time apart and compare them (snapshot.compare_to).']);
});

it('tracemalloc of two snapshots says what grew', () => {
  expect(told('[ Top 10 differences ]',
    '/srv/venv/lib/python3.11/site-packages/shop/cache.py:14: size=3072 KiB (+2048 KiB), count=4000 (+3000), '
      + 'average=786 B',
    '/usr/lib/python3.11/json/decoder.py:353: size=512 KiB (+512 KiB), count=90 (+90), average=5826 B',
    '<frozen importlib._bootstrap_external>:672: size=100 KiB (+0 B), count=9 (+0), average=11 KiB'))
    .toEqual(['tracemalloc', 'It compares two snapshots: shop/cache.py:14 grew most, by 2 MiB to 3 MiB. The 2 lines '
      + 'that grew have 2.5 MiB more.']);
});

it('memory_profiler, guppy and pympler', () => {
  expect(told('Filename: a.py', '', 'Line #    Mem usage    Increment  Occurrences   Line Contents', '='.repeat(60),
    '     3   38.816 MiB   38.816 MiB           1   @profile',
    '     4                                         def f():',
    '     5   46.492 MiB    7.676 MiB           1       a = [1] * (10 ** 6)',
    '     6   46.492 MiB    0.000 MiB           1       return a'))
    .toEqual(['python-line-memory', 'The process has 38.816 MiB at line 3, and at most 46.492 MiB listed. Line 5 adds '
      + 'most: 7.676 MiB, in "a = [1] * (10 ** 6)".']);
  expect(told('Partition of a set of 130 objects. Total size = 5072 bytes.',
    ' Index  Count   %     Size   % Cumulative  % Kind (class / dict of class)',
    '     0     64  49     2112  42      2112  42 tuple', '     1     25  19      988  19      3100  61 dict of type'))
    .toEqual(['heapy', 'It has 130 objects of 4.95 KiB. tuple has most: 2.06 KiB (42 %) in 64 objects.']);
  expect(told('                       types |   # objects |   total size',
    '============================ | =========== | ============',
    '                        dict |        3206 |      2.04 MB',
    '                         str |       19000 |      1.50 MB'))
    .toEqual(['pympler', 'Of the 2 types listed, dict comes first: 2.04 MB in 3,206 objects.']);
});
