import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};
const HEADER = '      flat  flat%   sum%        cum   cum%';
const DASHES = `${'-'.repeat(11)}+${'-'.repeat(55)}`;

describe('what go tool pprof printed says its heaviest row', () => {
  it('top, behind a prompt', () => {
    expect(told(
      '$ go tool pprof -top heap', 'Type: inuse_space', 'Showing nodes accounting for 1GB, 90% of 2GB total', HEADER,
      '  569.03MB 25.68% 25.68%   569.03MB 25.68%  a.b.(*C).D (inline)',
      '  100.00MB 5.00% 30.68%   569.03MB 25.68%  e',
    )).toEqual([
      'pprof-text', 'Of 2GB of inuse_space in all, a.b.(*C).D has the highest self value: 569.03MB (25.68%).',
    ]);
  });

  it('top by cumulative value: the highest self value is not in its first row', () => {
    expect(told(HEADER, '     0     0%     0%     9s   90%  main.main', '   7s   70%   70%     8s   80%  work')[1])
      .toBe('work has the highest self value listed: 7s (70%).');
  });

  it('rows without a self value: what they call, below the roots; the total of older versions is the second', () => {
    expect(told(
      '25s of 73s total (34.67%)', HEADER, '     0     0%     0%     26s 35.6%  runtime.goexit',
      '     0     0%     0%     20s 27.4%  a/promql.(*Engine).exec', '     0     0%     0%     19s 26%  a/rules.eval',
    )[1]).toBe('Of 73s in all, a/promql.(*Engine).exec has 20s (27.4%) with what it calls. The functions listed have '
      + 'no self value.');
  });

  it('a function below which most is', () => {
    expect(told(
      HEADER, '  40MB 33% 33%  40MB 33%  encoding.UvarintStr', '  38MB 32% 65%  78MB 65%  record.(*Decoder).Series',
      '     0 0% 65%  120MB 100%  runtime.main',
    )[1]).toBe('encoding.UvarintStr has the highest self value listed: 40MB (33%). record.(*Decoder).Series has most '
      + 'with what it calls: 78MB (65%).');
  });

  it('functions of the program, if those with most are of the runtime', () => {
    expect(told(
      HEADER, '  1.20s 24% 24%  1.20s 24%  runtime.memclrNoHeapPointers',
      '  0.80s 16% 40%  2.60s 52%  runtime.mallocgc',
      '     0 0% 40%  4.10s 82%  example.com/x/srv.(*S).handle', '     0 0% 40%  2.90s 58%  example.com/x/enc.Marshal',
    )[1]).toBe('The highest self value listed, 1.20s (24%), is in runtime.memclrNoHeapPointers, which works for its '
      + 'callers. Allocation (runtime.mallocgc with what it calls) takes 2.60s (52%). With what they call, '
      + 'srv.(*S).handle has 4.10s (82%) and enc.Marshal has 2.90s (58%). The table has no callers: go tool pprof '
      + "-peek 'runtime\\.memclrNoHeapPointers$' shows them.");
  });

  it('who holds locks, in a mutex profile, which shows waiting', () => {
    expect(told(
      'Type: delay', 'Showing nodes accounting for 9.84s, 100% of 9.85s total', HEADER,
      '  9.84s  100% 100%  9.84s 100%  sync.(*Mutex).Unlock', '  0 0% 100% 5.57s 56.6%  a.b/db.(*Tx).Unlock',
      '  0 0% 100% 5.57s 56.6%  a.b/shop.(*Write).End', '  0 0% 100% 4.27s 43.3%  a.b/shop.(*Store).sync',
      '  0 0% 100% 9.84s 100%  runtime.goexit',
    )[1]).toBe('Of 9.85s of delay in all, goroutines waited 9.84s for locks (100%). It is a mutex profile, which shows '
      + 'waiting, no CPU time: sync.(*Mutex).Unlock is only where the wait of the others is booked, because the lock '
      + 'is released there. Below these functions the locks were held, by what they call: shop.(*Write).End 5.57s '
      + "(56.6%), shop.(*Store).sync 4.27s (43.3%). go tool pprof -peek 'Unlock$' shows each path, and "
      + '-sample_index=contentions how often.');
  });

  it('the next functions until most is named', () => {
    expect(told(
      'Showing nodes accounting for 95s, 95% of 100s total', HEADER, '  40s 40% 40% 40s 40%  a/x.Parse',
      '  25s 25% 65% 25s 25%  a/y.Sort', '  18s 18% 83% 18s 18%  runtime.memmove', '  12s 12% 95% 12s 12%  a/z.Send',
    )[1]).toBe('Of 100s in all, a/x.Parse has the highest self value: 40s (40%). Next by self value, without the '
      + 'runtime and system calls: y.Sort 25s (25%), z.Send 12s (12%); with those before, 77 %.');
  });

  it('garbage collection over its functions', () => {
    expect(told(
      HEADER, ' 34s 64.02% 64.02% 38s 70%  runtime.scanobject', ' 2s 3.50% 67.52% 2s 3.5%  runtime.greyobject (inline)',
      ' 5s 10% 77.52% 5s 10%  runtime.memclrNoHeapPointers',
    )[1]).toContain('Garbage collection takes at least 67 %.');
  });

  it('a block profile of goroutines that have nothing to do', () => {
    expect(told('Type: delay', HEADER, '91182.88hrs   100%   100% 91182.88hrs   100%  runtime.selectgo')[1])
      .toContain('That is mostly the waiting of goroutines that have nothing to do, not contention.');
  });

  it('each of two tables by its own total', () => {
    expect(told(
      'Type: inuse_space', 'Showing nodes accounting for 1MB, 50% of 2MB total', HEADER, '  1MB 50% 50%  1MB 50%  a',
      'Type: alloc_space', 'Showing nodes accounting for 6MB, 60% of 10MB total', HEADER, '  6MB 60% 60%  6MB 60%  b',
    )[1]).toBe('It has 2 tables. Of 2MB of inuse_space in all, a has the highest self value: 1MB (50%). Of 10MB of '
      + 'alloc_space in all, b has the highest self value: 6MB (60%).');
  });

  it('two tables of one type in one unit, and the program by its file', () => {
    const text = [
      'File: prometheus', 'Type: inuse_space', 'Time: Oct 8, 2020 at 7:44pm (CEST)',
      'Showing nodes accounting for 1024kB, 50% of 2048kB total', HEADER, ' 1024kB 50% 50%  1024kB 50%  a',
      'File: prometheus', 'Type: inuse_space', 'Time: Oct 8, 2020 at 8:24pm (CEST)',
      'Showing nodes accounting for 6MB, 60% of 1024MB total', HEADER, '  6MB 60% 60%  6MB 60%  b',
    ].join('\n');
    const { name, interest } = recognize(new TextEncoder().encode(text));
    expect(name).toBe('a table that go tool pprof printed (Prometheus)');
    expect(interest).toMatch(/^It has 2 tables\. The total of inuse_space is 2 MiB in the first and 1 GiB in the /);
    expect(interest).toContain(' in the second, 40m later: 512 times as much. Of 2048kB of inuse_space in all, ');
  });

  it.each([
    ['2s', '2500ms', '+25 %'], ['4000', '1000', '4 times less'], ['1GB', '1536MB', '+50 %'],
  ])('two totals of %s and %s', (before, after, change) => {
    const table = (total: string): string[] =>
      [`Showing nodes accounting for 1, 50% of ${total} total`, HEADER, `  ${total} 50% 50%  ${total} 50%  a`];
    expect(told(...table(before), ...table(after))[1]).toContain(`: ${change}. `);
  });

  it('two totals of different kinds are not compared', () => {
    const table = (total: string): string[] =>
      [`Showing nodes accounting for 1, 50% of ${total} total`, HEADER, `  ${total} 50% 50%  ${total} 50%  a`];
    expect(told(...table('2s'), ...table('2MB'))[1]).not.toContain('The total');
  });

  it('a difference of each kind, without its percentages, and the totals printed before it', () => {
    expect(told(
      '> go tool pprof -top a | grep Total', 'Duration: 37s, Total samples = 20s (54%)',
      '> go tool pprof -top b | grep Total', 'Duration: 28s, Total samples = 18s (64%)',
      '> go tool pprof -diff_base a b', 'File: x', 'Type: cpu', 'Time: Oct 25, 2023 at 4:39pm (CST)',
      'Duration: 65s, Total samples = 20s (31%)', 'Showing nodes accounting for -0.4s, 2% of 20s total', HEADER,
      '   0.04s  0.2% 0.2%  -0.9s 4%  net/http.serve', '   0.3s  1.5% 1%  -0.3s 1.5%  runtime.mallocgc',
      '   -0.5s  2.5% 1%  -0.5s 2.5%  main.parse', 'Type: alloc_objects', HEADER,
      '  -5185335  3.58%  3.58%   -5185335  3.58%  url.Parse',
    )[1]).toBe('It is the difference of two profiles. The totals are 20s and 18s: −10 %. In cpu: main.parse shrank '
      + 'by 0.5s. runtime.mallocgc grew most, by 0.3s itself (−0.3s with what it calls), net/http.serve by 0.04s '
      + 'itself (−0.9s with what it calls). In alloc_objects: url.Parse shrank by 5185335.');
  });

  it('a difference after the tables of its two profiles', () => {
    const table = (head: string, flat: string): string[] =>
      [`Showing nodes accounting for ${head} total`, HEADER, `   ${flat} 70% 70%  ${flat} 71%  runtime.cgocall`];
    expect(told(
      'Before:', ...table('33s, 87% of 38s', '27s'), '', 'After:', ...table('2.7s, 71% of 3.8s', '1.9s'), '',
      'Both:', ...table('-31s, 82% of 38s', '-25s'),
    )[1]).toBe('It is the difference of two profiles. The totals are 38s and 3.8s: \u221290 %. runtime.cgocall shrank '
      + 'by 25s.');
  });

  it('two orders of one profile as one, with the largest caller and the share of a core', () => {
    const table = (option: string): string[] => [`$ go tool pprof ${option} -tree x`,
      'Duration: 2mins, Total samples = 60s (50.00%)', 'Showing nodes accounting for 17s, 28% of 60s total',
      DASHES, '      flat  flat%   sum%        cum   cum%   calls calls% + context', DASHES,
      `${' '.repeat(44)}14s 85.33% |   syscall.write`, `${' '.repeat(45)}2s  9.90% |   main.run`,
      '       16s 26.67% 26.67%        16s 26.67%                | syscall.Syscall', DASHES];
    expect(told(...table('-cum'), '', ...table('-flat'))[1]).toBe('Of 60s in all, syscall.Syscall has the highest self '
      + 'value: 16s (26.67%). It is called most by syscall.write (14s). The profile has 50 % of one core over 2mins.');
  });

  it('a difference of two profiles, with signs', () => {
    expect(told(
      'Showing nodes accounting for 25810, 1.01% of 2550832 total', HEADER,
      '   -314256 12.32% 12.32%    -270564 10.61%  tsdb.(*WAL).Truncate /go/src/tsdb/wal.go',
      '    266509 10.45%  1.87%     266509 10.45%  index.Less <autogenerated>',
    )[1]).toBe('It is the difference of two profiles. tsdb.(*WAL).Truncate shrank by 314256. index.Less grew most, by '
      + '266509. Most of that cancels: the functions shown have 25810 more in sum. Shares are of 2550832, the sum of '
      + 'all changes, up and down, not of the heap.');
  });

  it('functions without names', () => {
    expect(told('15.91s of 15.91s total (  100%)', HEADER, '    15.91s   100%   100%     15.91s   100%  ')[1]).toMatch(
      new RegExp('^Its functions have no names: the code of its 15\\.91s is unknown\\. The profile was printed without '
        + 'its program, or the program has no symbols\\. Give pprof the program that ran, of the same build: ')
    );
  });

  it('tree', () => {
    expect(told(
      'Showing nodes accounting for 62.50MB, 63.37% of 98.63MB total', HEADER,
      '                                           63.48MB   100% |   caller',
      '   62.50MB 63.37% 63.37%    63.48MB 64.36%                | callee',
    )[1]).toBe('Of 98.63MB in all, callee has the highest self value: 62.50MB (63.37%). '
      + 'It is called most by caller (63.48MB).');
  });

  it('peek: who calls the function, and what it calls', () => {
    const blank = ' '.repeat(45);
    expect(told(
      'Showing nodes accounting for 20.50s, 90% of 22.70s total', DASHES,
      '      flat  flat%   sum%        cum   cum%   calls calls% + context ', DASHES,
      `${blank}1.20s 60.00% |   main.a`, `${blank}0.80s 40.00% |   main.b`,
      '     0.50s  2.20%  2.20%      2.00s  8.81%                | main.target', `${blank}1.50s 75.00% |   main.callee`,
      DASHES,
    )[1]).toBe('main.target has 0.50s itself and 2.00s (8.81%) with what it calls, called by main.a (60.00%), main.b '
      + '(40.00%); it calls main.callee (75.00%).');
  });

  it('peek at copies of slices that grow', () => {
    expect(told(
      'File: shopd', 'Type: cpu', 'Duration: 10s, Total samples = 20s (200%)',
      'Showing nodes accounting for 20s, 100% of 20s total', DASHES,
      '      flat  flat%   sum%        cum   cum%   calls calls% + context ', DASHES,
      `${' '.repeat(45)}4.95s 99.00% |   runtime.growslice`, `${' '.repeat(45)}0.05s  1.00% |   main.b`,
      '        5s 25.00% 25.00%         5s 25.00%                | runtime.memmove', DASHES,
    )[1]).toBe('Of 20s of cpu in all, in shopd, runtime.memmove has 5s (25.00%) itself, called by runtime.growslice '
      + '(99.00%), main.b (1.00%). The other 75 % are not in the text. The profile has 2 cores over 10s. growslice '
      + 'copies a slice whenever append needs '
      + 'more room than it has: see who calls it (-peek=runtime.growslice), and make such slices with the capacity '
      + 'that they will need, or use them again.');
  });

  it('traces, whose values differ in unit', () => {
    expect(told(
      'Type: inuse_space', DASHES, '     bytes:  102400', '    1000kB   one', '             main', DASHES,
      '   62.50MB   two', '             main', DASHES,
    )).toEqual(['pprof-traces', 'It has 2 stacks; the heaviest has 62.50MB and ends in two.']);
    expect(told(
      'Type: inuse_space', DASHES, '   62.50MB   bytes.growSlice', '             bytes.(*Buffer).Write',
      '             shop.(*Cart).Save', DASHES,
    )[1]).toBe('It has 1 stack; the heaviest has 62.50MB and ends in bytes.growSlice, which works for '
      + 'shop.(*Cart).Save.');
  });

  it('list', () => {
    expect(told(
      'Total: 10.2GB', 'ROUTINE ======================== tsdb.newMemSeries in /src/tsdb/head.go',
      '  512.50MB     1.10GB (flat, cum) 10.8% of Total',
      '         .          .   1786:func newMemSeries() {',
      '  512.50MB   512.50MB   1787:\ts := &memSeries{',
      '         .   613.90MB   1788:\ts.txs = newTxRing(4)',
    )).toEqual([
      'pprof-source', 'tsdb.newMemSeries has 512.50MB itself and 1.10GB with what it calls, 10.8% of 10.2GB. Its '
        + 'heaviest line is 1788 (613.90MB): s.txs = newTxRing(4); then 1787 (512.50MB): s := &memSeries{',
    ]);
  });

  it('tags', () => {
    expect(told(' key1: Total 1.12s of 1.12s (  100%)', '          1s (89.29%): tag1', '       100ms ( 8.93%): tag2'))
      .toEqual(['pprof-tags', 'Of 1.12s in all, the label key1=tag1 has 89.29%.']);
  });

  it('raw', () => {
    expect(told(
      'PeriodType: cpu nanoseconds', 'Period: 10000000', 'Samples:', 'samples/count cpu/nanoseconds',
      '  1   10000000: 1 2',
    )).toEqual(['pprof-raw', 'It has 10 ms in 1 sample.']);
  });

  it('a graph', () => {
    expect(told(
      'digraph "prometheus" {', 'L [label="Showing nodes accounting for 1.12s, 100% of 1.12s total\\l"]',
      'N2 [label="main\\n0 of 1.12s (100%)" id="node2"]', 'N1 [label="tsdb\\nwork\\n1.10s (98.21%)" id="node1"]', '}',
    )).toEqual(['pprof-graph', 'Of 1.12s in all, tsdb.work has 1.10s (98.21%) itself.']);
  });

  it('a table of a database is none', () => {
    expect(told(' id        | name', DASHES, '         1 | a', '(1 row)')[0]).toBe('unknown');
  });
});
