import { expect, it } from 'vitest';
import { differenceOfPerf, objectFacts } from './perfObjects.ts';

it('commands and files without functions', () => {
  expect(objectFacts(['# Overhead  Command          Shared Object', '#', '    61.31%  etcd             etcd',
    '    22.18%  etcd             [kernel.kallsyms]', '    9.01%  swapper  [kernel.kallsyms]'].join('\n')))
    .toBe('etcd, etcd has the highest share: 61.31 %; then etcd, [kernel.kallsyms] (22.18 %). The table has no '
      + 'functions: perf report --sort=comm,dso,symbol shows them.');
  expect(objectFacts('# Overhead  Command  Shared Object  Symbol\n    61.31%  etcd   etcd')).toBeNull();
});

it('perf diff is reported by its changes', () => {
  expect(differenceOfPerf(['# Baseline    Delta Abs  Shared Object  Symbol', '#',
    '    12.10%    +21.30%  app         [.] lookup', '    30.12%     -9.90%  libc.so.6   [.] malloc',
    '               +4.01%  app         [.] rehash'].join('\n'))).toBe('It is the difference of two profiles, in '
    + 'points of their shares. Grew most: lookup by 21.3 points (from 12.10 %). Shrank most: malloc by 9.9 points '
    + '(from 30.12 %). Shares add up to 100 % on each side: what grew may only have become a larger part of less.');
});
