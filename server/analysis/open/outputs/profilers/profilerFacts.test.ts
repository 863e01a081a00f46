import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

describe('a thread dump of Java', () => {
  const blocked = (name: string): string[] => [
    `"${name}" #25 daemon prio=5 os_prio=0 tid=0x00007f1 nid=0x1a waiting for monitor entry [0x00007f]`,
    '   java.lang.Thread.State: BLOCKED (on object monitor)', '\tat com.a.Pool.take(Pool.java:12)',
    '\t- waiting to lock <0x00000007> (a com.a.Pool)', '',
  ];
  const holder = ['"worker-7" #7 prio=5 os_prio=0 tid=0x00007f2 nid=0x1b runnable [0x00007f]',
    '   java.lang.Thread.State: RUNNABLE', '\tat java.net.SocketInputStream.read(SocketInputStream.java:9)',
    '\t- locked <0x00000007> (a com.a.Pool)', ''];
  const said = 'It has 3 threads: 2 in BLOCKED, 1 in RUNNABLE. 2 wait for a lock (com.a.Pool) in com.a.Pool.take; '
    + '"worker-7" holds it, in java.net.SocketInputStream.read. Of the running ones, 1 in '
    + 'java.net.SocketInputStream.read.';

  it('says who holds the lock that most wait for', () => {
    expect(told('2026-01-02 03:04:05', 'Full thread dump OpenJDK 64-Bit Server VM (17):', '', ...blocked('a'),
      ...blocked('b'), ...holder)).toEqual(['java-threads', said]);
  });

  it('a lock of java.util.concurrent, which a thread lists as its own', () => {
    const lock = '<0x0000000a> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)';
    const head = (name: string, state: string): string[] =>
      [`"${name}" #3 prio=5 os_prio=0 tid=0x00007f1 nid=0x3 waiting`, `   java.lang.Thread.State: ${state}`];
    expect(told(...head('pool-1', 'WAITING (parking)'),
      '\tat jdk.internal.misc.Unsafe.park(java.base@17/Native Method)',
      `\t- parking to wait for  ${lock}`, '\tat java.util.concurrent.locks.LockSupport.park(java.base@17/L.java:2)',
      '\tat com.a.Index.commit(Index.java:12)', '', ...head('merger', 'RUNNABLE'), '\tat com.a.Merger.copy(M.java:7)',
      '', '   Locked ownable synchronizers:', `\t- ${lock}`)[1])
      .toContain('1 waits for a lock (java.util.concurrent.locks.ReentrantLock$NonfairSync) in com.a.Index.commit; '
        + '"merger" holds it, in com.a.Merger.copy.');
  });

  it('is known without its first line, and names a deadlock', () => {
    expect(told(...blocked('a'), ...blocked('b'), ...holder)).toEqual(['java-threads', said]);
    expect(told(...blocked('a'), 'Found one Java-level deadlock:')[1]).toBe('It has a deadlock. These threads '
      + 'never continue: take the locks in one order everywhere, or with tryLock and a timeout, and restart the '
      + 'process. '
      + 'It has 1 thread: 1 in BLOCKED. 1 waits for a lock (com.a.Pool) in com.a.Pool.take; who holds it is not in the '
      + 'text.');
  });
});

it('a dump of py-spy says where the active threads are', () => {
  expect(told('Process 12: python3 app.py', 'Python v3.8.10 (/usr/bin/python3.8)', '',
    'Thread 12 (idle): "MainThread"', '    wait (threading.py:302)', '    get (queue.py:170)',
    'Thread 13 (active+gil): "Pool-0"', '    run (app.py:12)')).toEqual([
    'py-spy-dump', 'It has 2 threads, 1 active: 1 in run (app.py:12). The one in run (app.py:12) holds the GIL.',
  ]);
});

it('samples of macOS say what is not waiting', () => {
  expect(told('Analysis of sampling app (pid 7) every 1 millisecond', 'Process: app', '',
    'Sort by top of stack, same collapsed (when >= 5):',
    '        __psynch_cvwait  (in libsystem_kernel.dylib)        8541',
    '        parse(char const*)  (in app)        412', '        strlen  (in libsystem_c.dylib)        9', '')).toEqual([
    'macos-sample', 'It samples app every 1 millisecond. Of the samples that do not wait, most are in parse(char '
      + 'const*): 412.',
  ]);
});

it('a file of Massif says its peak and what allocated it', () => {
  const snapshot = (n: number, bytes: number, ...tree: string[]): string[] => ['#-----------', `snapshot=${n}`,
    '#-----------', `time=${n}`, `mem_heap_B=${bytes}`, 'mem_heap_extra_B=0', 'mem_stacks_B=0', ...tree];
  expect(told('desc: (none)', 'cmd: ./a', 'time_unit: i', ...snapshot(0, 0, 'heap_tree=empty'),
    ...snapshot(1, 4096, 'heap_tree=peak', 'n2: 4096 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.',
      ' n1: 3072 0x109151: fill (a.c:12)', ' n0: 1024 0x109161: main (a.c:30)'))).toEqual([
    'massif', 'Its peak is 4 KiB, of which 3 KiB were allocated in fill (a.c:12).',
  ]);
});

it('a file of Callgrind adds up self costs, and not those of calls', () => {
  expect(told('# callgrind format', 'version: 1', 'creator: callgrind-3.15', 'events: Ir', '', 'fl=(1) a.c',
    'fn=(1) main', '16 100', 'cfn=(2) work', 'calls=3 50', '17 900', '+1 100', '', 'fn=(2)', '50 600', '* 200', ''))
    .toEqual(['callgrind', 'work has the highest self value: 80 % of Ir, 800 of 1,000; main has 20 %.']);
});

describe('a flame graph as SVG', () => {
  const frame = (name: string, value: number, x: number, level: number): string => `<g class="func_g"><title>${name} (${
    value} samples, 1.00%)</title><rect x="${x}" y="${200 - 16 * level}" width="${value}" height="15"/></g>`;

  it('says its total and the largest self value', () => {
    expect(told('<svg width="1200">', frame('all', 100, 0, 0), frame('main', 100, 0, 1), frame('a&lt;b&gt;', 60, 0, 2),
      frame('work', 30, 60, 2), frame('deep', 10, 0, 3), '</svg>')).toEqual([
      'svg', 'It is a flame graph of 100 samples. a<b> has the highest self value: 50 %, 50 samples.',
    ]);
  });

  it('distinguishes functions that wait', () => {
    expect(told('<svg width="1200">', frame('all', 100, 0, 0), frame('main (app.py:3)', 100, 0, 1),
      frame('wait (threading.py:302)', 70, 0, 2), frame('work (app.py:9)', 20, 70, 2), '</svg>')[1]).toBe(
      'It is a flame graph of 100 samples. 70 % of them are in functions that wait, most in wait (threading.py:302). '
        + 'Of the others, work (app.py:9) has the highest self value: 20 %, 20 samples.'
    );
  });

  it('another picture is none', () => { expect(told('<svg><rect/></svg>')).toEqual(['svg', null]); });
});

it.each([
  [
    'python-profile',
    [
      '   ncalls  tottime  percall  cumtime  percall filename:lineno(function)',
      '        1    0.100    0.100    0.900    0.900 a.py:1(<module>)',
      '      7/3    0.512    0.073    0.800    0.128 a.py:9(run)',
    ],
    'a.py:9(run) has the highest self time: 0.512 s.',
  ],
  [
    'gprof',
    [
      '  %   cumulative   self              self     total',
      ' time   seconds   seconds    calls  ms/call  ms/call  name',
      ' 33.34      0.02     0.02     7208     0.00     0.00  open',
      ' 16.67      0.03     0.01      244     0.04     0.12  offtime',
    ],
    'open has the highest self value: 33.34 %.',
  ],
])('a table of %s says its largest row', (format, lines, said) => { expect(told(...lines)).toEqual([format, said]); });

it('a thread that answers a scrape waits for an attribute of an MBean', () => {
  const dump = (name: string): string => recognize(new TextEncoder().encode([
    `"${name}" #13 daemon prio=5 os_prio=0 tid=0x00007f00 nid=0x5 waiting for monitor entry [0x00007f8e]`,
    '   java.lang.Thread.State: BLOCKED (on object monitor)', '\tat shop.Pool.getToString(Pool.java:92)',
    '\t- waiting to lock <0x000000069a116a48> (a shop.Pool)',
    '\tat com.sun.jmx.mbeanserver.PerInterface.getAttribute(PerInterface.java:83)',
  ].join('\n'))).interest ?? '';
  expect(dump('prometheus-http-1-4')).toMatch(new RegExp('^The scrape hangs: "prometheus-http-1-4" answers it and '
    + 'reads an attribute of an MBean, which waits for a lock\\. Leave such MBeans out of the exporter '
    + '\\(excludeObjectNames, in older versions blacklistObjectNames\\)\\. It has 1 thread: '));
  expect(dump('main')).not.toContain('MBean');
});
