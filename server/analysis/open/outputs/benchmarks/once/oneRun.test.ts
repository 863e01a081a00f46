import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const row = (name: string, before: string, after: string, change: string): string =>
  `${name}-4     ${before} ± 0%     ${after} ± 0%   ${change}%`;

it('a table of one run per side says first which counts hold without a test, and what the noise may be', () => {
  const text = told(
    'name      old time/op    new time/op    delta',
    row('Read/Mem/1', '200ms', '190ms', '-5.00'), row('Read/Mem/2', '210ms', '198ms', '-5.71'),
    row('Read/Mem/3', '220ms', '200ms', '-9.09'), row('Read/Disk/1', '300ms', '303ms', '+1.00'),
    row('Read/Disk/2', '310ms', '306ms', '-1.29'), row('Read/Disk/3', '320ms', '321ms', '+0.31'), '',
    'name      old alloc/op   new alloc/op   delta',
    row('Read/Mem/3', '40.0MB', '38.0MB', '-5.00'), row('Read/Disk/3', '50.0MB', '50.0MB', '+0.00'), '',
    'name      old allocs/op  new allocs/op  delta',
    row('Read/Mem/3', '4.00k', '1.00k', '-75.00'), row('Read/Disk/3', '1.00k', '1.00k', '+0.00'),
  );
  expect(text).toMatch(/^Each value is of one run \(.{1,20}\), so no difference of time is tested\. What holds/);
  expect(text).toContain('What holds without a test are the counts, which hardly vary from run to run: allocs/op '
    + '−75 % (Read/Mem/3-4), the same in the other 1; alloc/op −5 % (Read/Mem/3-4), the same in the other 1.');
  expect(text).toContain('Read/Disk changed by −1.29 % to +1 % in its 3 rows: if the change of the code does not '
    + 'touch them, that is the noise, and a change as small elsewhere shows nothing.');
  expect(text).toContain('The changes of time/op go both ways: without more runs, only the largest (−9.09 %)');
  expect(text.match(/−75 %/g)).toHaveLength(1);
});

it('rows that all change alike, or one way, are not taken for noise, and equal counts are no finding', () => {
  const text = told(
    'name      old time/op    new time/op    delta',
    row('Read/Mem/1', '200ms', '190ms', '-5.00'), row('Read/Mem/2', '210ms', '198ms', '-5.71'),
    row('Read/Mem/3', '220ms', '200ms', '-9.09'), row('Read/Disk/1', '300ms', '297ms', '-1.00'),
    row('Read/Disk/2', '310ms', '306ms', '-1.29'), row('Read/Disk/3', '320ms', '319ms', '-0.31'), '',
    'name      old allocs/op  new allocs/op  delta', row('Read/Mem/3', '4.00k', '4.00k', '+0.00'),
  );
  expect(text).not.toContain('that is the noise');
  expect(text).not.toContain('What holds');
});
