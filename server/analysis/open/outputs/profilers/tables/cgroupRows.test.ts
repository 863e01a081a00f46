import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...rows: string[]): string => recognize(new TextEncoder().encode(rows.join('\n'))).interest ?? '';
const row = (share: string, name: string): string => `  ${share}%  [kernel]                    [k] ${name}`;

it('rows of memory cgroups are told together, with what they are and the step', () => {
  const facts = told(row('30.00', 'memcg_stat_show'), row('12.50', 'mem_cgroup_iter'), row('9.00', 'clear_page_erms'));
  expect(facts).toMatch(/^42\.5 % are statistics of memory cgroups: each read of a memory\.stat walks that cgroup/);
  expect(facts).toContain('Compare num_cgroups of memory in /proc/cgroups with the folders');
});

it('few of them, or those of charging memory, are not', () => {
  expect(told(row('30.00', 'clear_page_erms'), row('8.50', 'memcg_stat_show'), row('5.00', 'copy_page')))
    .not.toContain('memory cgroups');
  expect(told(row('30.00', 'mem_cgroup_charge'), row('8.50', 'clear_page_erms'), row('5.00', 'copy_page')))
    .not.toContain('memory cgroups');
});
