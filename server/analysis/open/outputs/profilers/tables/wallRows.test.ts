import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (type: string): string => recognize(new TextEncoder().encode([
  `Type: ${type}`, 'Duration: 10s, Total samples = 100s (1000%)',
  'Showing nodes accounting for 100s, 100% of 100s total', '      flat  flat%   sum%        cum   cum%',
  '       90s 90.00% 90.00%        90s 90.00%  runtime.gopark', '        5s  5.00% 95.00%         5s  5.00%  main.sum',
].join('\n'))).interest ?? '';

it('goroutines that wait are set apart in wall time, which is no use of cores', () => {
  expect(told('wall')).toMatch(/^It is of wall time, of which 90 % are goroutines that wait, not work\. Of the/);
  expect(told('wall')).not.toContain('cores');
});

it('CPU time has none', () => {
  expect(told('cpu')).not.toContain('wall time');
  expect(told('cpu')).toContain('10 cores');
});
