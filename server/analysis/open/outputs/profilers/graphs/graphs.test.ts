/** Tests what is said of profiles as text beside their functions. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

describe('samples of macOS', () => {
  const HEAD = ['Analysis of sampling app (pid 7) every 1 millisecond', 'Process: app [7]', '----', '', 'Call graph:'];
  const MAIN = '    90 Thread_1   DispatchQueue_1: com.apple.main-thread  (serial)';

  it('of a main thread that waits for threads that are not in the text', () => {
    expect(told(...HEAD, MAIN, '    + 90 main  (in app) + 41  [0x1]',
      '    +   90 _pthread_join  (in libsystem_pthread.dylib) + 358  [0x2]',
      '    +     90 __ulock_wait  (in libsystem_kernel.dylib) + 10  [0x3]')).toEqual(['macos-sample', 'It samples app '
      + 'every 1 millisecond. Only the main thread is in the text, and it waits for another thread to end '
      + '(pthread_join): the work is in threads that are not in the text. Open the whole output.']);
  });

  it('of a text that is cut, and of a whole one', () => {
    const rows = [...HEAD, MAIN, '    + 90 main  (in app) + 41  [0x1]'];
    expect(told(...rows)[1]).toContain('other threads may be missing');
    expect(told(...rows, '', 'Total number in stack (recursive counted multiple, when >=5):', '')[1])
      .toBe('It samples app every 1 millisecond.');
    expect(told(...rows, '    12 Thread_2: worker', '    + 12 run  (in app) + 1  [0x4]')[1])
      .toBe('It samples app every 1 millisecond.');
  });
});

describe('stacks of jemalloc', () => {
  const stack = (address: string, objects: number, bytes: number): string[] =>
    [`@ 0x10 ${address}`, `  t*: ${objects}: ${bytes} [0: 0]`, `  t1: ${objects}: ${bytes} [0: 0]`];

  it('the largest has an estimate, and the others may be cut off', () => {
    expect(told('heap_v2/1048576', '  t*: 500: 20971520 [0: 0]', '  t1: 500: 20971520 [0: 0]',
      ...stack('0x20', 10, 655_360), ...stack('0x30', 5, 327_680))[1]).toBe(
      'It samples 20 MiB in 500 live objects, about one sample for each 1 MiB allocated: what is not sampled is not '
        + 'in that figure. The largest of the 2 stacks in the text has 640 KiB in 10 objects of 65,536 B on average '
        + '(about 10.3 MiB with those not sampled). The stacks in the text have 4.69 % of the sampled bytes: the '
        + 'others are cut off. Its stacks are addresses, and the section MAPPED_LIBRARIES, without which nothing can '
        + 'name them, is not in the text: take the whole file.'
    );
  });
});

describe('stacks of bpftrace', () => {
  const stack = (count: number, ...frames: string[]): string[] =>
    ['@[', ...frames.map((frame) => `    ${frame}+12`), `]: ${count}`];

  it('that do not repeat show nothing', () => {
    const [, interest] = told('Attaching 1 probe...', '', ...stack(1, 'memcpy', 'entry_SYSCALL_64_after_hwframe'),
      ...stack(1, 'find_vma', 'page_fault'), ...stack(1, 'kfree', 'entry_SYSCALL_64_after_hwframe'));
    expect(interest).toContain('It has 3 stacks with a count of 3 in all. Each stack was counted once: nothing ');
    expect(interest).toContain('by how it was entered: 2 in system calls, 1 in page faults. They have no functions ');
  });

  it('of a program repeat', () => {
    expect(told('Attaching 1 probe...', '', ...stack(7, 'work', 'main'), ...stack(1, 'rest', 'main'))[1])
      .toBe('It has 2 stacks with a count of 8 in all.');
  });
});

describe('a profile of V8', () => {
  const node = (id: number, functionName: string, children: number[], ticks: object[] = []): object => ({
    id, callFrame: { functionName, scriptId: '9', url: '', lineNumber: 3, columnNumber: 1 }, hitCount: 1, children,
    positionTicks: ticks,
  });
  const profile = (samples: number[], timeDeltas: number[]): string => JSON.stringify({
    nodes: [node(1, '(root)', [2, 3]), node(2, 'parse', [], [{ line: 7, ticks: 8 }, { line: 9, ticks: 2 }]),
      node(3, 'rest', [])],
    startTime: 0, endTime: 100_000, samples, timeDeltas,
  });

  it('has a time before its first sample, and a line', () => {
    expect(told(profile([2, 2, 2, 3], [20_000, 20_000, 20_000, 20_000]))).toEqual(['cpuprofile', 'It has 4 samples in '
      + '100 ms; the first is 20 ms after the start, a time that no function is given. Line 7 has 8 of the 10 ticks in '
      + 'parse.']);
  });

  it('has other shares by samples than by time', () => {
    expect(told(profile([2, 3, 3, 3], [0, 70_000, 10_000, 10_000]))[1]).toBe('It has 4 samples in 100 ms. By samples, '
      + 'parse has 25 % (1 of 4), by time 70 %: a sample counts for the time until the next one. Line 7 has 8 of the '
      + '10 ticks in parse.');
  });
});

describe('a table of memory whose first function is an allocator', () => {
  it.each([
    ['jeprof-text', ['Total: 50.0 MB', '    40.0  80.0%  80.0%     40.0  80.0% je_malloc_default',
      '    10.0  20.0% 100.0%     48.0  96.0% Cart::fill', '     0.0   0.0% 100.0%     50.0 100.0% main'],
    'Of 50.0 MB in all, je_malloc_default has most itself: 40.0 (80.0 %). That is an allocator: of the other functions '
      + 'listed, Cart::fill has most with what it calls, 48.0 (96.0%).'],
    ['pprof-text', ['Showing nodes accounting for 50MB, 100% of 50MB total',
      '      flat  flat%   sum%        cum   cum%',
      '      40MB 80.00% 80.00%       40MB 80.00%  operator new(unsigned long)',
      '      10MB 20.00%   100%       48MB 96.00%  Cart::fill', '         0     0%   100%       50MB   100%  main'],
    'Of 50MB in all, the highest self value, 40MB (80.00%), is in operator new(unsigned long). That is an allocator: '
      + 'of the other functions listed, Cart::fill has most with what it calls, 48MB (96.00%).'],
  ])('of %s', (format, lines, said) => {
    const [found, interest] = told(...lines);
    expect([found, (interest ?? '').slice(0, said.length)]).toEqual([format, said]);
  });
});

it('a tree of allocations counts them, and stacks of Python are known as such', () => {
  expect(told('Bytes Used\tCount\t\tSymbol Name', ' 40.00 MB     100.0%\t84671\t \tstart',
    ' 40.00 MB     100.0%\t84671\t \t work')).toEqual(['instruments', 'Its first row counts 84,671 allocations; rows '
    + 'contain those below them.']);
  const { format, program } = recognize(new TextEncoder().encode(
    '    main (app.py:3);run (app.py:9) 12\n    run (gevent/hub.py:5) 40\n'
  ));
  expect([format, program]).toEqual(['collapsed', 'Python']);
});
