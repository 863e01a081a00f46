import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { contentionFacts } from './contention.ts';

const MUTEX = [
  '--- mutex:', 'cycles/second=1000000000', 'sampling period=1', '4000000000 4 @ 0x1 0x2',
  '#\t0x1\tsync.(*Mutex).Unlock+0x73\t\t/go/src/sync/mutex.go:223',
  '#\t0x2\texample.com/a/wolf.(*Wolf).Howl.func1+0x34\t/a.go:58',
];
const BLOCK = [
  '--- contention:', 'cycles/second=1000000000', '3000000000 3 @ 0x1 0x2',
  '#        0x1        runtime.chanrecv1+0x13    /go/src/runtime/chan.go:442',
  '#        0x2        example.com/a/cat.(*Cat).Pee+0xa3    /a.go:39', '1000000000 1 @ 0x3',
  '#        0x3        main.other+0xa3    /a.go:41',
];

const SINCE = 'It is waiting, no CPU time, all of it since the process started, or since the profile was enabled: a '
  + 'second one, minutes later, shows what waits now.';

it('says how long goroutines waited, and where most', () => {
  expect(contentionFacts(MUTEX.join('\n'))).toBe('It has 4 s of waiting for mutexes (4 waits), all behind '
    + 'wolf.(*Wolf).Howl.func1. wolf.(*Wolf).Howl.func1 released the mutex: others waited 1 s each time on average. '
    + `${SINCE}`);
  expect(contentionFacts(BLOCK.join('\n'))).toBe('It has 4 s of blocked goroutines (4 waits), 75 % in selects, '
    + 'channel receives and the like, where they usually wait for work, all of the rest in main.other. main.other '
    + `waits 1 s each time on average. ${SINCE}`);
  expect(contentionFacts('--- contentionz 1 ---\nformat = java\n')).toBeNull();
});

it('both columns are multiplied by the sampling period, unless the counts show that they are already', () => {
  const text = (...counts: number[]): string => ['--- mutex:', 'cycles/second=2000000000', 'sampling period=50',
    ...counts.flatMap((count, i) => [`${count * 4_000_000} ${count} @ 0x1 0x2`,
      '#\t0x1\tsync.(*Mutex).Unlock+0x73\t\t/go/src/sync/mutex.go:223',
      `#\t0x2\texample.com/shop/cart.(*Store).Put${i}+0x34\t/a.go:58`])].join('\n');
  const odd = contentionFacts(text(301, 7));
  expect(odd).toMatch(/^It has 30\.8 s of waiting for mutexes \(15,400 waits\), /);
  expect(odd).toContain('multiplied by the sampling period of 50, as go tool pprof does; if the program\'s Go did that '
    + 'already, it is 616 ms.');
  const even = contentionFacts(text(350, 100));
  expect(even).toMatch(/^It has 900 ms of waiting for mutexes \(450 waits\), (?!.*multiplied)/);
});

it('a place with most waits and little of the time is no more than that', () => {
  const of = (cycles: number, count: number, at: string): string[] => [`${cycles} ${count} @ 0x1 0x2 0x3`,
    '#\t0x1\tsync.(*RWMutex).Unlock+0x73\t\t/go/src/sync/rwmutex.go:223',
    `#\t0x2\texample.com/db.${at}+0x34\t/a.go:58`, '#\t0x3\texample.com/db.(*Table).compact+0x34\t/a.go:9'];
  expect(contentionFacts(['--- mutex:', 'cycles/second=1000000000', 'sampling period=1',
    ...of(90_000_000_000, 300, '(*Index).Rewrite'), ...of(1_000_000_000, 50_000, '(*Index).Add')].join('\n')))
    .toContain('db.(*Index).Rewrite released the mutex within db.(*Table).compact: others waited 300 ms each time on '
      + 'average. db.(*Index).Add has 99.4 % of the waits, but 1.1 % of the time.');
});

it('the caller of all holders is named', () => {
  const held = (cycles: number, at: string): string[] => [`${cycles} 2 @ 0x1 0x2 0x3`,
    '#\t0x1\tsync.(*Mutex).Unlock+0x73\t\t/go/src/sync/mutex.go:223',
    `#\t0x2\texample.com/a/store.${at}+0x34\t/a.go:58`, '#\t0x3\texample.com/a/store.(*Store).flush+0x34\t/a.go:9'];
  expect(contentionFacts(['--- mutex:', 'cycles/second=1000000000', 'sampling period=10',
    ...held(300_000_000, '(*Tx).End'), ...held(100_000_000, '(*Log).Close')].join('\n')))
    .toContain('It has 4 s of waiting for mutexes (40 waits), 75 % behind store.(*Tx).End, 25 % '
      + 'store.(*Log).Close; all were held within store.(*Store).flush.');
  // A method that only releases the lock is not what holds it.
  expect(contentionFacts(['--- mutex:', 'cycles/second=1000000000', ...held(300_000_000, '(*Tx).Unlock')].join('\n')))
    .toContain('all behind store.(*Store).flush.');
});

it('each of several profiles in one text is told', () => {
  const heap = ['heap profile: 1: 1024 [1: 1024] @ heap/1048576',
    '1: 1024 [1: 1024] @ 0x1', '#\t0x1\tmain.a+0x1\t/a.go:1'];
  const { format, interest } = recognize(new TextEncoder().encode([
    '# Heap', '', '```', ...heap, '```', '', '# Mutex', '', '```', ...MUTEX, '```', '', '# Block', '',
    '```', ...BLOCK, '```',
  ].join('\n')));
  expect(format).toBe('text-heap');
  expect(interest).toContain('It also has the text form of a contention profile (Go, Mutex): it has 4 s of '
    + 'waiting for mutexes (4 waits), all behind wolf.(*Wolf).Howl.func1.');
  expect(interest).toContain('It also has the text form of a contention profile (Go, Block): it has 4 s of blocked '
    + 'goroutines (4 waits), 75 % in selects');
});

it('places are reported up to most of the time, and methods of one type together', () => {
  const held = (cycles: number, at: string): string[] => [`${cycles} 1 @ 0x1 0x2`,
    '#\t0x1\tsync.(*Mutex).Unlock+0x73\t\t/go/src/sync/mutex.go:223', `#\t0x2\texample.com/a/${at}+0x34\t/a.go:58`];
  expect(contentionFacts(['--- mutex:', 'cycles/second=1000000000', 'sampling period=1',
    ...held(600_000_000, 'store.(*Index).Add'), ...held(350_000_000, 'store.(*Index).Close'),
    ...held(50_000_000, 'log.(*File).Write')].join('\n')))
    .toContain('It has 1 s of waiting for mutexes (3 waits), 60 % behind store.(*Index).Add, 35 % '
      + 'store.(*Index).Close; methods of store.(*Index) have 95 %.');
});
