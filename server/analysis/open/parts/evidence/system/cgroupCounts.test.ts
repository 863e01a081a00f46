import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const ROWS = ['  30.00%  [kernel]      [k] memcg_stat_show', '  12.50%  [kernel]      [k] mem_cgroup_iter',
  '   9.00%  [kernel]      [k] clear_page_erms'];
const told = (...words: string[]): string =>
  recognize(new TextEncoder().encode([...ROWS, '', ...words].join('\n'))).interest ?? '';

it('says that the number of cgroups does not explain the CPU', () => {
  expect(told('Host a (30% CPU) has 12000 files in /sys/fs/cgroup, while host b at 2% has 8000.')).toContain(
    ' The text counts 12,000 and 8,000 there, for 30 % and 2 % of CPU: 1.5 times as many do not explain 15 times the '
    + 'CPU, so removed ones are likely.'
  );
});

it('says nothing where it may, or where the text has no two of each', () => {
  expect(told('Host a (30% CPU) has 12000 files in /sys/fs/cgroup, while host b at 15% has 8000.'))
    .not.toContain('The text counts');
  expect(told('Host a has 12000 files in /sys/fs/cgroup.')).not.toContain('The text counts');
});
