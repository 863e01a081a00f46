import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

it('one row with callees is a table, and stacks that were not unwound are no callers', () => {
  expect(told(
    '    40.50%    40.00%           400  app      app                [.] shop::Cart::total',
    '            |', '            |--30.00%--0x1', '            |          shop::Cart::total', '            |',
    '            |--8.00%--shop::Cart::total', '            |          |', '            |           --3.00%--0x7',
    '             --2.00%--shop::main', '',
    '    35.46%     0.00%             0  app      [unknown]          [.] 0000000000000000', '            |',
    '            ---0',
  )).toEqual(['perf-table', 'shop::Cart::total has the highest self share: 40.00 % (40.50 % with what it calls), in '
    + 'app. That is 400 samples, of about 1,000 in all. 94 % of its stacks begin at 0x1 or in itself: they were not '
    + 'unwound, so its callers are not known (the others begin in shop::main, 2 %). Build with frame pointers, or '
    + 'record with perf record --call-graph dwarf.']);
});

it('one row with a graph of callers is a table', () => {
  expect(told('    41.10%  app      libshop.so         [.] shop::work', '            |',
    '            |--30.00%--shop::run', '            |          main')).toEqual(['perf-table',
    'shop::work has the highest share listed: 41.10 %.']);
  expect(told('    41.10%  app      libshop.so         [.] shop::work', 'and so on')[0]).not.toBe('perf-table');
});

it('the largest self share is not in the row with the largest share', () => {
  expect(told(
    '# Children      Self  Command  Shared Object  Symbol', '# ........  ........  .......  .............  ......',
    '    99.00%     0.10%  app      app            [.] main', '            |', '            ---_start',
    '    60.00%    59.00%  app      libz.so        [.] deflate', '            |', '            ---_start',
  )[1]).toBe('deflate has the highest self share: 59.00 % (60.00 % with what it calls), in app.');
});

it('shares of the kernel and of the program are no shares with callees', () => {
  expect(told('    12.00%     2.00%    10.00%  app      app                [.] work',
    '     3.00%     1.00%     2.00%  app      app                [.] rest')[1]).not.toContain('with what it calls');
});

it('a lookup of a metric is to be kept', () => {
  const lookup = 'github.com/prometheus/client_golang/prometheus.(*CounterVec).WithLabelValues';
  expect(told(`  50.00%  50.00%  app  app  [.] ${lookup}`, '  10.00%  10.00%  app  app  [.] main.work')[1])
    .toContain('keep what it returns instead of looking it up in a loop.');
});

it('the function of the program that has most with what it calls is named', () => {
  expect(told('    71.20%     0.00%  shop  shop  [.] runtime.goexit',
    '    52.31%     1.20%  shop  shop  [.] example.com/shop/cart.(*Cart).Add',
    '    31.44%    30.92%  shop  shop  [.] runtime.scanobject')[1])
    .toBe('runtime.scanobject has the highest self share: 30.92 % (31.44 % with what it calls), in shop. '
      + 'example.com/shop/cart.(*Cart).Add has most of the program with what it calls: 52.31 %.');
});
