import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const opened = (lines: readonly string[]): ReturnType<typeof recognize> =>
  recognize(new TextEncoder().encode(`${lines.join('\n')}\n`));
const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = opened(lines);
  return [format, interest];
};

const CALLGRIND = ['# callgrind format', 'version: 1', 'creator: callgrind-3.20.0', 'positions: line', 'events: Ir'];

it('a share of Callgrind is of the total that the file states', () => {
  const costs = ['', 'fn=(1) scan', '10 60', '11 30', 'cfn=(2) grow', 'calls=1 5', '12 500', '', 'fn=(2)', '5 10'];
  expect(told(...CALLGRIND, 'summary: 100', ...costs)).toEqual(['callgrind',
    'scan has the highest self value: 90 % of Ir, 90 of 100.']);
  expect(told(...CALLGRIND, 'summary: 4000', ...costs)[1]).toBe('It is cut: it states 4,000 Ir in all, of which 100 '
    + '(2.5 %) are in the text. Of these, scan has the highest self value: 90, 2.25 % of all.');
  expect(opened([...CALLGRIND, 'summary: 4000', ...costs]).remedy).toBe('Copy the whole file; callgrind_annotate '
    + 'prints its table.');
});

it('a file of Callgrind without its head, and without a cost', () => {
  expect(told('events: wall_time', '', 'fl=(vm)', 'fn=main', '0 0', '')).toEqual(['callgrind',
    'It has no cost: 0 wall_time in 1 function, main. Nothing was measured.']);
});

it('samples of Rprof are stacks, the innermost function first', () => {
  const sample = (count: number, stack: string): string[] => Array.from({ length: count }, () => `${stack} `);
  expect(told('sample.interval=10000', ...sample(3, '"regexpr" "FUN" "lapply" "clean"'),
    ...sample(1, '"paste" "clean" "main"'))).toEqual(['rprof', 'It has 4 samples, 40 ms at 10 ms each. regexpr has the '
    + 'highest self share, 75 % (in clean), then paste, 25 % (in clean). '
    + 'With what they call, clean has 100 %, main 25 %. With so few '
    + 'samples, the share of regexpr is uncertain by \u00b142 points (95 % confidence).']);
});

it('lines and garbage collection of Rprof are reported', () => {
  const said = told('GC profiling: line profiling: sample.interval=5000', '#File 1: /home/a/fit.R',
    '1#7 "solve.default" 1#22 "step" ', '"<GC>" 1#7 "solve.default" 1#22 "step" ', '1#9 "crossprod" 1#22 "step" ')[1];
  expect(said).toContain('It has 3 samples, 15 ms at 5 ms each. solve.default has the highest self share, 66.7 % (in '
    + 'step), then crossprod');
  expect(said).toContain(' Of the lines, fit.R:7 has most: 66.7 %. Garbage collection has 33.3 %.');
});

it('DHAT says where most is allocated that is soon freed, and that a buffer is of what is printed', () => {
  const point = (tb: number, tbk: number, gb: number, fs: number[]): unknown =>
    ({ tb, tbk, tl: 5 * tbk, mb: gb, mbk: 1, gb, gbk: 1, eb: gb, ebk: 1, fs });
  const file = {
    dhatFileVersion: 2, mode: 'heap', verb: 'Allocated', tu: 'instrs', te: 4_000_000, pps: [
      point(900 * 2 ** 20, 45_000, 2 ** 20, [1, 2]), point(2 ** 20, 1, 2 ** 22, [1, 3, 4]),
    ], ftbl: ['[root]', '0x4848899: malloc (vg_replace_malloc.c:381)', '0x109A: parse_row (rows.c:88)',
      '0x55: _IO_file_doallocate (filedoalloc.c:101)', '0x10BB: report (main.c:20)'],
  };
  expect(told(JSON.stringify(file))[1]).toBe('It allocated 901 MiB in 45,001 blocks in all; at its peak 5 MiB were in '
    + 'use, at its end 5 MiB. At the peak, 4 MiB (80 %) are allocated below report (main.c:20), for the buffer of what '
    + 'it prints. Most of what it allocated is freed again: 900 MiB (99.9 %) in 45,000 blocks below parse_row '
    + '(rows.c:88), each in use for less than 1 % of the run on average: reuse them. What is in use at the end need '
    + 'not be a leak: a program may keep it until it exits.');
});

it('DHAT says what is in use at the peak, and below which own function', () => {
  const file = {
    dhatFileVersion: 2, mode: 'rust-heap', verb: 'Allocated', bklt: true, pps: [
      { tb: 4096, tbk: 2, gb: 4096, gbk: 2, eb: 0, ebk: 0, fs: [1, 2, 3] },
      { tb: 1024, tbk: 1, gb: 0, gbk: 0, eb: 0, ebk: 0, fs: [1, 2] },
    ], ftbl: ['[root]', '0x1: alloc::vec::Vec<T>::with_capacity (vec/mod.rs:1:2)', '0x2: <alloc::vec::Vec<T> as X>::f',
      '0x3: shop::load (src/main.rs:4:5)'],
  };
  expect(told(JSON.stringify(file))).toEqual(['dhat', 'It allocated 5 KiB in 3 blocks in all; at its peak 4 KiB were '
    + 'in use, at its end 0 B. At the peak, 4 KiB (100 %) are allocated below shop::load (src/main.rs:4:5). So little '
    + 'memory is hardly worth a change.']);
});

it('line_profiler names the line, and the step the function that it calls', () => {
  const lines = ['Timer unit: 1e-06 s', '', 'Total time: 2.5 s', 'File: /srv/report.py', 'Function: build at line 3',
    '', 'Line #      Hits         Time  Per Hit   % Time  Line Contents', '='.repeat(62),
    '     3                                           @profile',
    '     4                                           def x():',
    '     5        10     500000.0  50000.0     20.0      rows = fetch(day)',
    '     6        10    2000000.0 200000.0     80.0      out.append(render(rows))'];
  expect(told(...lines)).toEqual(['line-profiler', 'build (report.py) took 2.5 s: line 6 has 80 % of it (2 s, 10 '
    + 'times), "out.append(render(rows))". Next is line 5, 20 % (500 ms), "rows = fetch(day)".']);
  expect(opened(lines).remedy).toBe('To see what is slow in render, add @profile to it and run kernprof -l -v again.');
});

it('another version of the slowest line of line_profiler is named, if it is much faster', () => {
  const table = (second: string): string => told('Timer unit: 1e-06 s', '', 'Total time: 0.505 s', 'File: a.py',
    'Function: main at line 1', '', 'Line #      Hits         Time  Per Hit   % Time  Line Contents', '='.repeat(62),
    '     2         1     500000.0 500000.0     99.0      a = join_v1(rows, "id")', second)[1] ?? '';
  expect(table('     3         1       5000.0   5000.0      1.0      b = join_v2(rows, "id")'))
    .toContain(' Line 3 calls join_v2 in the same way in 5 ms, 1/100 of it: see whether it gives the same result.');
  expect(table('     3         1       5000.0   5000.0      1.0      b = join_v2(rows, "name")'))
    .not.toContain('join_v2');
});

it('a table of GHC has time and allocation of its first cost centre', () => {
  const { format, interest, remedy } = opened(['\tSun Jan  2 10:47 2026 Time and Allocation Profiling Report  (Final)',
    '', '\ttotal time  =        2.00 secs   (2000 ticks @ 1000 us, 1 processor)',
    '\ttotal alloc = 1,073,741,824 bytes  (excludes profiling overheads)', '',
    'COST CENTRE MODULE  SRC              %time %alloc', '', 'parse       Reader  src/R.hs:1:1-9     75.5   90.0',
    'MAIN        MAIN    <built-in>         24.5   10.0', '', '']);
  expect(format).toBe('ghc-profile');
  expect(interest).toBe('Of 2 s (2,000 ticks of 1000 us), parse (Reader, src/R.hs:1:1-9) has 75.5 % itself, then MAIN '
    + '(MAIN) 24.5 %. 1 GiB were allocated in all, 512 MiB per second, 90 % of it in parse: that is not memory in '
    + 'use.');
  expect(remedy).toContain('+RTS -pj');
});

it('Massif says that a heap is flat, and which own function called the library', () => {
  const snapshot = (number: number, bytes: number, tree: readonly string[]): string[] => ['#-----------',
    `snapshot=${number}`, '#-----------', `time=${number}`, `mem_heap_B=${bytes}`, 'mem_heap_extra_B=0',
    'mem_stacks_B=0', ...tree];
  const head = ['desc: (none)', 'cmd: ./a', 'time_unit: i'];
  const peak = ['heap_tree=peak', 'n1: 4000 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.',
    ' n1: 4000 0x1: _IO_file_doallocate (filedoalloc.c:101)', '  n1: 4000 0x2: puts (ioputs.c:35)',
    '   n0: 4000 0x3: greet (a.c:3)'];
  const empty = ['heap_tree=empty'];
  expect(told(...head, ...snapshot(0, 4000, peak), ...snapshot(1, 4000, empty), ...snapshot(2, 4000, empty))[1])
    .toBe('Its peak is 3.91 KiB, of which 3.91 KiB were allocated in _IO_file_doallocate (filedoalloc.c:101), called '
      + 'by greet (a.c:3). From snapshot 0 to 2, the last in the text, it is flat: no growth, so no leak shows. So '
      + 'little memory is hardly worth a change. If it is slow, record its CPU instead (perf record -g, or '
      + 'callgrind).');
  expect(told(...head, ...snapshot(0, 1000, empty), ...snapshot(1, 4000, peak), ...snapshot(2, 1000, empty))[1])
    .not.toContain('flat');
});

it('a class histogram has names of source, and says whether garbage is counted', () => {
  const rows = [' num     #instances         #bytes  class name', '----------------------------------------------',
    '   1:          200        3145728  [[J', '   2:          900        1048576  [Lshop.Order;'];
  expect(told('$ jmap -histo 12', '', ...rows)).toEqual(['java-histogram', 'long[][] has most, 3 MiB in 200 objects, '
    + 'then shop.Order[] 1 MiB. The line of the total is not in the text, so shares of the heap are unknown. Without '
    + ':live, it counts garbage too.']);
  expect(told('$ jmap -histo:live 12', '', ...rows, 'Total           1100        4194304')[1])
    .toBe('long[][] has most, 3 MiB (75 % of 4 MiB) in 200 objects, then shop.Order[] 1 MiB.');
});

it('idle threads of Python at one own line probably wait for one lock', () => {
  const dump = ['Process 7: python3 app.py', 'Python v3.12.3 (/usr/bin/python3.12)', '',
    'Thread 7 (idle): "MainThread"', '    put (shop/stock.py:40)', '    handle (shop/web.py:9)',
    '    _run_once (asyncio/base_events.py:1987)', 'Thread 8 (idle): "Flusher"', '    put (shop/stock.py:40)',
    '    run (threading.py:1010)', 'Thread 9 (idle): "pool_0"', '    _worker (concurrent/futures/thread.py:89)',
    'Thread 10 (idle): "pool_1"', '    _worker (concurrent/futures/thread.py:89)'];
  expect(told(...dump)).toEqual(['py-spy-dump', '2 threads stand idle at one line, put (shop/stock.py:40): '
    + '"MainThread" (called by handle (shop/web.py:9)), "Flusher" (called by run (threading.py:1010)). Idle at a line '
    + 'of the program\'s own, they probably wait for one lock. "MainThread" runs the event loop, which does nothing '
    + 'else meanwhile. It has 4 threads, all idle.']);
  expect(opened(dump).remedy).toContain('py-spy dump --locals');
});

it('Xdebug: functions up to most of the time, its unit, and the other event by itself', () => {
  expect(told('version: 1', 'creator: xdebug 3.1.0', 'cmd: /srv/a.php', 'part: 1', 'positions: line', '',
    'events: Time_(10ns) Memory_(bytes)', '', 'fl=(1) a.php', 'fn=(1) main', '16 100 9000', 'cfn=(2) work',
    'calls=1 50', '16 900 1000', '',
    'fn=(2)', '51 700 500', '', 'fn=(3) rest', '60 200 500')[1]).toBe('work has the highest self '
    + 'value: 70 % of Time_(10ns), 700 of 1,000 (10 \u00b5s); rest has 20 %. Of Memory_(bytes), main has most: '
    + '9,000 of 10,000 (90 %).');
});
