import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const opened = (...lines: string[]): ReturnType<typeof recognize> =>
  recognize(new TextEncoder().encode(`${lines.join('\n')}\n`));

it('a heap profile of gperftools without all of its records has no share of the whole', () => {
  const record = (bytes: number): string =>
    `     1: ${String(bytes).padStart(8)} [     1: ${bytes}] @ 0x0040a1b2 0x00401000`;
  const head = 'heap profile:     20:  8388608 [    30: 9000000] @ heapprofile';
  expect(opened(head, record(1_048_576), record(1_048_576)).caveat).toBe('Its records are not all in the text: they '
    + 'have 2 MiB of the 8 MiB in use (25 %) that its first line counts. The largest has 1 MiB. Its functions '
    + 'are addresses: pprof PROGRAM FILE names them.');
  expect(opened(head, record(8_388_608)).caveat).toBeNull();
});

it('collapsed stacks with the marks of async-profiler have its name', () => {
  expect(opened('main;shop/Cart.add_[j];shop/Cart.sum_[i] 90', 'no_Java_frame;memcpy 20'))
    .toMatchObject({ format: 'collapsed', program: 'async-profiler' });
  expect(opened('main;shop/Cart.add_[0] 90', 'main;shop/Cart.sum_[1] 20')).toMatchObject({ program: 'async-profiler' });
  expect(opened('main;work;add 90', 'main;work;sum 20')).toMatchObject({ format: 'collapsed', program: null });
  // The scripts of perf mark compiled frames and those of the kernel in the same way.
  expect(opened('java;shop/Cart.add_[j] 90', 'java;vfs_read_[k] 20')).toMatchObject({ program: null });
});

it('a heap profile of gperftools without addresses has totals, and nothing to attribute them to', () => {
  const head = 'heap profile:   2000:  8388608 [  5000: 16777216] @ heapprofile';
  const { format, door, interest, remedy } = opened(
    head, '  2000:  8388608 [  5000: 16777216] @', '', 'MAPPED_LIBRARIES:',
    '00400000-00401000 r-xp 00000000 00:00 9   /opt/jdk/bin/java'
  );
  expect({ format, door }).toEqual({ format: 'gperftools-heap-stackless', door: null });
  expect(interest).toBe('8 MiB in 2,000 objects are in use, 4.1 KiB each on average. Since the profiler started, '
    + '16 MiB in 5,000 objects were allocated, of which 50 % of the bytes are still in use. No record has an address '
    + 'behind its @, so there are no call stacks: no function or library can be blamed for this memory, and one dump '
    + 'does not show growth. The process is a Java VM: its Java heap is not in these figures, which count malloc '
    + 'alone.');
  expect(remedy).toContain('--enable-frame-pointers');
  expect(opened(head, '  2000:  8388608 [  5000: 16777216] @ 0x0040a1b2').format).toBe('gperftools-heap');
});

it('a CPU profile of V8 that ends in its samples has counts in its nodes', () => {
  const node = (id: number, functionName: string, hitCount: number): object =>
    ({ id, callFrame: { functionName, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 }, hitCount });
  const whole = JSON.stringify({ nodes: [node(1, '(root)', 0), node(2, '(idle)', 90), node(3, 'parse', 10)],
    startTime: 1_000_000, endTime: 3_000_000, samples: [2, 2, 3], timeDeltas: [1, 1, 1] });
  const { format, interest } = opened(whole.slice(0, whole.indexOf('"samples":[2,') + 13));
  expect(format).toBe('cpuprofile');
  expect(interest).toBe('Its nodes are whole: of 100 samples in 2 s, (idle) has 90 %, then parse with 10.');
});

it('what pprof -raw prints says how long it is, and blames no function for a few samples', () => {
  const raw = (count: number): string[] => ['PeriodType: cpu nanoseconds', 'Period: 10000000', 'Duration: 10s',
    'Samples:', 'samples/count cpu/nanoseconds', `${String(count).padStart(11)} ${count * 10_000_000}: 1 2`,
    '          1   10000000: 2', 'Locations', '     1: 0x41e22b M=1 shop.render /srv/shop.go:12 s=3',
    '     2: 0x41dd71 M=1 main.main /srv/main.go:5 s=1', 'Mappings'];
  expect(opened(...raw(1)).interest).toBe('It has 20 ms in 2 samples, taken in 10 s (0.2 % of one core). So few '
    + 'samples blame no function: most is in shop.render. The process was idle.');
  expect(opened(...raw(99)).interest).toBe('It has 1 s in 100 samples, taken in 10 s (10 % of one core). shop.render '
    + 'has the highest self value: 99 %, 990 ms.');
});

it('a text with a profile of threads beside one of goroutines has both, and C calls hold threads', () => {
  const { interest } = opened('[2026-01-02 03:04:05][dump] current : 40',
    '[2026-01-02 03:04:05]threadcreate profile: total 40', '40 @', '#\t0x0', '', 'goroutine profile: total 31',
    '30 @ 0x4 0x5', '#\t0x4\tmain._Cfunc_wait+0x40\t_cgo_gotypes.go:70', '#\t0x5\tmain.run+0x48\t/srv/main.go:45', '',
    '1 @ 0x6', '#\t0x6\tmain.main+0x1\t/srv/main.go:3');
  expect(interest).toContain('30 (96.8 %) in main._Cfunc_wait, called by main.run (main.go:45). Each is in a call of C '
    + '(cgo), which holds an OS thread until it returns');
  expect(interest).toContain('it has 40 OS threads');
});

it('a package whose goroutines are in several functions is summed', () => {
  const group = (count: number, name: string): string[] =>
    [`${count} @ 0x1 0x2`, `#\t0x1\texample.com/feed.${name}+0x1\t/srv/f.go:1`, ''];
  expect(opened('goroutine profile: total 100', ...group(50, '(*Peer).read'), ...group(30, '(*Peer).write'),
    ...group(20, 'scrape')).interest).toContain('example.com/feed has 100 in all (100 %), in 3 functions.');
});

it('of a few goroutines, the one that writes the dump and main are normal', () => {
  const { interest } = opened('goroutine 9 [running]:', 'runtime/pprof.writeGoroutineStacks({0x1, 0x2})',
    '\t/go/src/runtime/pprof/pprof.go:703 +0x6a', '', 'goroutine 1 [chan receive, 15 minutes]:',
    'example.com/shop/node.(*Node).Wait(...)', '\t/srv/node.go:2', 'main.main()', '\t/srv/main.go:4 +0x1', '',
    'goroutine 5 [select]:', 'example.com/shop/node.loop(0x1)', '\t/srv/node.go:9 +0x1');
  expect(interest).toMatch(/^Nothing wrong shows: none of these goroutines waits for a lock or to send, .*\. It has /);
  expect(interest).toContain('The one in "running" writes this dump.');
  expect(interest).toContain('The main goroutine of a server waits like this until the server ends.');
});

it('node --prof-process: machine code without names is not JavaScript', () => {
  expect(opened('Statistical profiling result from isolate-0x1-v8.log, (1000 ticks, 1 unaccounted, 0 excluded).', '',
    ' [Shared libraries]:', '   ticks  total  nonlib   name', '    600   60.0%          /usr/bin/node',
    '    200   20.0%          /lib/libc.so.6', '', ' [JavaScript]:', '   ticks  total  nonlib   name',
    '    100   10.0%   50.0%  LazyCompile: *render /srv/app/page.js:76:84').interest)
    .toContain('Machine code of Node and its libraries has 80 %, such as garbage collection, which these rows do not '
      + 'name; the JavaScript listed has 10 %, most of it 10 % in render (page.js:76).');
});
