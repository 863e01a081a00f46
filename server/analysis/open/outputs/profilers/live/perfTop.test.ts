import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]): ReturnType<typeof recognize> =>
  recognize(new TextEncoder().encode(lines.join('\n')));
const HEAD = "Samples: 12K of event 'cycles', Event count (approx.): 1204417238, Thread: shopd(7)";
const ROWS = ['    16.0%  compress/flate.(*compressor).findMatch     ', '    14.5%  runtime.scanobject',
  '    12.0%  encoding/json.compact', '     3.0%  runtime.mallocgc', '     2.5%  shop.example/a/store.(*Index).seek'];

it('perf top without its columns: kinds of functions first, then the rows with most', () => {
  const { format, interest } = of('# perf top -p 7', HEAD, ...ROWS);
  expect(format).toBe('perf-top');
  expect(interest).toBe('By kind, of the 48 % in the 5 rows listed: compression 16 %, garbage collection 14.5 %, JSON '
    + '12 %. compress/flate.(*compressor).findMatch has the highest share listed: 16 %; then runtime.scanobject (14.5 '
    + '%) and encoding/json.compact (12 %). The list has no callers. JSON and compression have 28 % together: if that '
    + 'is for answers, ask for less (shorter ranges, aggregates, limits, fewer polls), which also makes less garbage, '
    + 'and leave out gzip (Accept-Encoding) where the network allows it.');
});

it('only below a head of perf, and not with the columns of perf report', () => {
  expect(of('Shares of the week', ...ROWS).format).not.toBe('perf-top');
  expect(of(HEAD, ...ROWS.map((row) => row.replace('%  ', '%  shopd  [.] '))).format).toBe('perf-table');
});

it('of another event it says so', () => {
  expect(of(HEAD.replace('cycles', 'cache-misses'), ...ROWS).interest).toMatch(/^The event is cache-misses: the /);
});
