/** Tests tables that profilers print without stacks, and what makes their shares no CPU time. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]): ReturnType<typeof recognize> =>
  recognize(new TextEncoder().encode(lines.join('\n')));

describe('dotnet-trace report topN', () => {
  const row = (name: string, share: string): string => `${name.padEnd(60)} ${share}%     ${share}%   `;

  it('threads that wait, and a function without a name', () => {
    expect(of('Top 3 Functions (Exclusive)                     Inclusive           Exclusive  ', row('1.', '50'),
      row('2. Monitor.Wait(class System.Object,value class System.Time', '25'), '   Span)        ',
      row('3. WaitHandle.WaitOne(int32)', '12.5')).interest)
      .toBe('It shows waits and no hot code: every share is a multiple of 1/8, as of about 8 threads that each stay '
        + 'in one place. A function whose name was not resolved has the highest share of its own: 50 %; then Monitor'
        + '.Wait (25 %) and WaitHandle.WaitOne (12.5 %). 2 of the 3 only wait, 37.5 % together. dotnet-trace samples '
        + 'threads that wait, too: the shares are not of CPU time.');
  });

  it('shares that are multiples of one part are threads that stand', () => {
    const head = 'Top 4 Functions (Exclusive)                     Inclusive           Exclusive  ';
    const waits = ['2. Monitor.Wait(int32)', '3. WaitHandle.WaitOne(int32)'].map((name) => row(name, '12.5'));
    expect(of(head, row('1.', '75'), ...waits).interest).toMatch(new RegExp('^It shows waits and no hot code: every '
      + 'share is a multiple of 1/8, as of about 8 threads that each stay in one place\\. A function whose name'));
    expect(of(head, row('1.', '71.2'), ...waits).interest).not.toContain('multiple');
    expect(of(head, row('1. Shop.Run()', '75'), ...waits).interest).not.toContain('multiple');
  });

  it('by what functions call', () => {
    expect(of('Top 2 Functions (Inclusive)          Inclusive           Exclusive  ',
      `${row('1. Shop.Order.Load(int32)', '80').replace(/80% {3}$/, '3%')}`,
      `${row('2. WaitHandle.Dispose()', '9').replace(/9% {3}$/, '1%')}`).interest)
      .toBe('Shop.Order.Load has the highest share with what it calls: 80 %; then WaitHandle.Dispose (9 %). '
        + 'dotnet-trace samples threads that wait, too: the shares are not of CPU time.');
  });
});

describe('async-profiler without stacks', () => {
  it('heads of stacks without frames, and skipped samples', () => {
    const { format, interest, remedy } = of('Half is skipped, why?', '', '--- Execution profile ---',
      'Total samples       : 8000', 'skipped             : 4000 (50.00%)', '', 'Frame buffer usage  : 0.3%', '',
      '--- 1048576 bytes (2.00%), 107 samples', '--- 524288 bytes (1.00%), 300 samples');
    expect([format, interest, remedy]).toEqual(['async-summary', 'It has 8,000 samples, of which async-profiler '
      + 'skipped 4,000 (50.00 %). The 2 stacks in the text have no frames, so no method can be named: together they '
      + 'have 3 % of about 50 MiB allocated, the largest 2 %. With a larger interval it may skip fewer. On the skipped '
      + 'samples: async-profiler skips one if too many threads report samples at the same moment.',
    'Record it again with frames: as collapsed stacks (-o collapsed).']);
  });

  it('a summary alone', () => {
    expect(of('--- Execution profile ---', 'Total samples       : 687', 'unknown_Java        : 3 (0.44%)',
      'not_walkable_Java   : 90 (13.10%)', '').interest).toBe('It has 687 samples. Samples whose stack is not known: '
      + 'not_walkable_Java 90 (13.10 %), unknown_Java 3 (0.44 %).');
  });

  it('the summary above a table of functions is reported only if many samples were skipped', () => {
    const table = ['          ns  percent  samples  top', '  ----------  -------  -------  ---',
      '   130    5.39%       13  shop.Cart.total'];
    const above = (skipped: string): string | null =>
      of('--- Execution profile ---', 'Total samples       : 400', skipped, '', ...table).interest;
    expect(above('skipped             : 1 (0.25%)')).toBe('shop.Cart.total has the highest self share: 5.39%.');
    expect(above('skipped             : 100 (25.00%)')).toBe('async-profiler skipped 100 of 400 samples (25.00 %), so '
      + 'its shares are of a part: record with a larger interval. shop.Cart.total has the highest self share: 5.39%.');
  });

  it('skipped samples are said before the profile of stacks', () => {
    const stacks = ['--- 30 ns (60.00%), 3 samples', '  [ 0] a', '', '--- 20 ns (39.00%), 2 samples', '  [ 0] b'];
    const head = (skipped: string): string[] =>
      ['--- Execution profile ---', 'Total samples       : 5000', skipped, ''];
    expect(of(...head('skipped             : 1000 (20.00%)'), ...stacks).caveat).toBe('async-profiler skipped 1,000 of '
      + '5,000 samples (20.00 %), so its shares are of a part: record with a larger interval.');
    expect(of(...head('skipped             : 1 (0.02%)'), ...stacks).caveat).toBeNull();
  });
});

describe('perf report of another event', () => {
  const rows = ['    60.00%  swapper  [unknown]  [k] 0xffffffffae45583e', '    30.00%  shop  shop  [.] shop.work',
    '    10.00%  db  db  [.] db.read'];

  it('by the command that recorded it', () => {
    expect(of('# perf record -e context-switches -a -g', ...rows).interest).toMatch(new RegExp('^The event is '
      + 'context-switches: the shares are of context switches, not of CPU time\\. 60 % are of swapper, the idle task '
      + 'of the kernel: they are no load\\. shop\\.work has the highest share listed: 30\\.00 %, in shop\\.'));
  });

  it('by its head, not of CPU time or of several events', () => {
    const head = (event: string): string => `# Samples: 3K of event '${event}'`;
    expect(of(head('LLC-load-misses:u'), '# Overhead  Command  Shared Object  Symbol', ...rows).interest)
      .toMatch(/^The event is LLC-load-misses: the shares are of these events, not of CPU time\. shop\.work has /);
    expect(of(head('cycles:ppp'), '# Overhead  Command  Shared Object  Symbol', ...rows).interest)
      .toMatch(/^shop\.work has /);
    expect(of('perf record -e cycles -a', 'perf record -e page-faults -a', ...rows).interest)
      .toMatch(/^shop\.work has /);
  });

  it('says what to do about the shards of remote write that wake up', () => {
    const { interest } = of('# perf record -e context-switches -a -g', ...rows,
      '      - 40.88% github.com/prometheus/prometheus/storage/remote.(*shards).runShard');
    expect(interest).toMatch(/see prometheus_remote_storage_shards, then lower max_shards, or send more at once/);
  });

  it('names who calls the runtime', () => {
    expect(of('-   49.45%    49.45%  shop  [unknown]  [k] 0xffffffffae455598', '   - 49.38% runtime.goexit.abi0',
      '      - 40.88% shop.(*queue).run', '         - 40.75% runtime.selectgo').interest)
      .toBe('shop has the highest share listed: 49.45 %, in code without a name, below runtime.selectgo (40.75 %), '
        + 'which shop.(*queue).run (40.88 %) calls.');
  });
});

describe('go tool pprof -list of several functions', () => {
  it('the one with most comes first, with its share', () => {
    expect(of('(pprof) Total: 4s', 'ROUTINE ======================== shop.flush in /src/flush.go',
      '         0      400ms (flat, cum) 10.00% of Total', '         .      400ms     71:\tconn.Write(b)',
      'ROUTINE ======================== shop.Run in /src/run.go', '         0      900ms (flat, cum) 22.50% of Total',
      '         .      500ms     12:\ts := begin()', '         .      400ms     14:\tflush(s)').interest)
      .toBe('shop.Run has most of the 2 functions listed: 0 itself and 900ms with what it calls, 22.50% of 4s. Its '
        + 'heaviest line is 12 (500ms): s := begin(). Then come shop.flush (400ms, 10.00%), most in line 71 (400ms): '
        + 'conn.Write(b); such values contain those of the functions that they call.');
  });
});

describe('a heap profile of Go as text', () => {
  const text = (bytes: number): ReturnType<typeof recognize> => of(
    `heap profile: 9: ${bytes} [20: 9000000] @ heap/1048576`, '1: 2097152 [1: 2097152] @ 0x1',
    '#    0x1    shop/cache.(*Cache).Set+0x5    /go/src/cache.go:10',
    '#    0x2    shop.main+0x7    /go/src/main.go:3', '', '# runtime.MemStats',
    '# Sys = 1073741824', '# HeapAlloc = 536870912', '# Stack = 214748364 / 268435456', '# NextGC = 805306368'
  );

  it('says first that records are missing', () => {
    expect(text(8_388_608).caveat).toBe('Its records are not all in the text: they have 2 MiB of the 8 MiB in use (25 '
      + '%) that its first line counts, which are samples. The record with '
      + 'most, 2 MiB of samples, is of cache.(*Cache).Set, called by shop.main.');
    expect(text(2_097_152).caveat).toBeNull();
  });

  it('names the record whose samples stand for most', () => {
    expect(of('heap profile: 900: 9000000 [900: 9000000] @ heap/1048576', '1: 1048576 [1: 1048576] @ 0x1',
      '#\t0x1\tshop/a.Large+0x5\t/go/a.go:1', '1000: 64000 [1000: 64000] @ 0x2',
      '#\t0x2\tshop/a.Small+0x5\t/go/a.go:2').caveat).toContain('The record with most, 62.5 KiB of samples, is of '
      + 'a.Small.');
  });

  it('says what the stacks of goroutines have, if it is much', () => {
    expect(text(2_097_152).interest).toBe('Its heap is 512 MiB, the next GC begins at 768 MiB, and 1 GiB are requested '
      + 'from the system, 256 MiB of them for stacks of goroutines. So much stack is of very '
      + 'many goroutines: see /debug/pprof/goroutine?debug=1.');
  });

  it('says that nothing of an idle heap is returned', () => {
    const idle = (released: number): string | null => of('heap profile: 1: 8 [2: 16] @ heap/1048576',
      '1: 8 [2: 16] @ 0x1', '', '# runtime.MemStats', '# Sys = 1073741824', '# HeapAlloc = 536870912',
      '# HeapIdle = 268435456', `# HeapReleased = ${released}`, '# NextGC = 805306368').interest;
    expect(idle(0)).toContain('256 MiB of the heap are idle, and none of that is returned to the system.');
    expect(idle(2 ** 27)).toContain('128 MiB of the heap are idle, and not returned to the system.');
    expect(idle(2 ** 28)).not.toContain('idle');
  });
});
