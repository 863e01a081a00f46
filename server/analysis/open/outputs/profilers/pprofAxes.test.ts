/** Tests what was allocated against what was in use, and a table before a function that was peeked at. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { spaceFacts } from './pprofAxes.ts';

const HEADER = '      flat  flat%   sum%        cum   cum%';
const top = (command: string, ...rows: string[]): string =>
  ['```', `$ go tool pprof ${command}`, HEADER, ...rows, '```', ''].join('\n');
const ALLOCATED = top('-sample_index=alloc_space -top mem.prof',
  ' 1978.41MB 97.89% 97.89%  1978.41MB 97.89%  strings.F', '      39MB  1.93% 99.82%       39MB  1.93%  bytealg.M');
const IN_USE = top('-sample_index=inuse_space -top mem.prof', ' 2051.06kB   100%   100%  2051.06kB   100%  runtime.m');
const SPACES = 'Of the heap, about 1.97 GiB were allocated in all, most in strings.F, and 2 MiB were in use, most in '
  + 'runtime.m: most was free again, which costs GC but is no leak.';

describe('the axes of a heap profile', () => {
  it('are compared', () => {
    expect(spaceFacts(`${ALLOCATED}\n${IN_USE}`)).toBe(SPACES);
    expect(recognize(new TextEncoder().encode(`${ALLOCATED}\n${IN_USE}`)).interest).toBe(SPACES);
  });

  it.each([
    ['of another file', `${ALLOCATED}\n${IN_USE.replace('mem.prof', 'other.prof')}`], ['one alone', ALLOCATED],
    ['twice', `${ALLOCATED}\n${IN_USE}\n${IN_USE}`],
  ])('are not: %s', (_, text) => { expect(spaceFacts(text)).toBeNull(); });
});

it('a table of functions leads, before the function that was peeked at', () => {
  const table = top('-top cpu.prof', '     2.31s 95.45% 95.45%      2.40s 99.17%  main.steps (inline)',
    '     0.02s  0.83%   100%      2.42s   100%  main.Hot');
  const peek = ['```', '$ go tool pprof -peek=steps cpu.prof',
    '----------------------------------------------------------+-------------',
    '      flat  flat%   sum%        cum   cum%   calls calls% + context',
    '----------------------------------------------------------+-------------',
    '                                             2.42s   100% |   main.Hot (inline)',
    '     2.35s 96.31% 96.31%      2.42s 99.18%                | main.steps',
    '                                             0.07s  2.89% |   runtime.asyncPreempt', '```', ''].join('\n');
  const { interest } = recognize(new TextEncoder().encode(`${table}\n${peek}\n${ALLOCATED}\n${IN_USE}`));
  expect(interest).toMatch(/^main\.steps has the highest self value listed: 2\.31s \(95\.45%\)\./);
  expect(interest).toContain(SPACES);
  expect(interest).toContain('main.steps has 2.35s itself and 2.42s (99.18%) with what it calls, called by main.Hot');
});
