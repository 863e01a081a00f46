import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): ReturnType<typeof recognize> =>
  recognize(new TextEncoder().encode(lines.join('\n')));
const HEAD = ['--- Execution profile ---', 'Total samples       : 4000', 'skipped             : 1 (0.03%)', '',
  'Frame buffer usage  : 0.5%', ''];
const STACKS = ['--- 300000000 ns (7.50%), 300 samples', '  [ 0] copy_user_generic_[k]', '  [ 1] copyout_[k]', '',
  '--- 200000000 ns (5.00%), 200 samples', '  [ 0] a.B.run_[j]', ''];
const TABLE = ['          ns  percent  samples  top', '  ----------  -------  -------  ---',
  '   600000000   15.00%      600  jlong_disjoint_arraycopy', '   500000000   12.50%      500  copy_user_generic_[k]',
  '   100000000    2.50%      100  a.B.run_[j]'];
const SAID = 'Of 4,000 samples, jlong_disjoint_arraycopy has the highest self value: 600 ms (15 %), then '
  + 'copy_user_generic: 500 ms (12.5 %). Functions that copy memory have at least 27.5 % together. The 2 stacks in the '
  + 'text are 12.5 % of all; the heaviest (7.5 %) ends in copy_user_generic, called by copyout.';

it('a part of the stacks: the table tells the self values, of all samples', () => {
  expect(of(...HEAD, ...STACKS, '# ...', ...TABLE)).toMatchObject({ format: 'async-profiler', interest: SAID });
  expect(of('A text.', '    ```', ...[...HEAD, ...STACKS, ...TABLE].map((line) => `    ${line}`), '    ```').interest)
    .toBe(SAID);
});

it('without the table: the share of the stacks, by what the head says or their own percentages', () => {
  expect(of(...HEAD, ...STACKS).interest).toBe('The 2 stacks in the text are 12.5 % of 4,000 samples; the heaviest '
    + '(7.5 %) ends in copy_user_generic, called by copyout.');
  expect(of(...STACKS.slice(4)).interest).toBe('The stack in the text is 5 % of all; it ends in a.B.run.');
});

it('says nothing where the stacks are nearly all', () => {
  expect(of('--- 30 ns (60.00%), 3 samples', '  [ 0] a', '', '--- 20 ns (39.00%), 2 samples', '  [ 0] b', ...TABLE)
    .interest).toBe(null);
});

it('several recordings are one profile each, by the heading before', () => {
  const { sides } = of('## Before', ...HEAD, ...STACKS, '## After', ...HEAD, ...STACKS);
  expect(sides?.map(({ name }) => name)).toEqual(['Before', 'After']);
});
