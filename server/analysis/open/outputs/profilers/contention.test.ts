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

it('says how long goroutines waited, and where most', () => {
  expect(contentionFacts(MUTEX.join('\n'))).toBe('It has 4 s of waiting for mutexes (4 waits), all behind '
    + 'wolf.(*Wolf).Howl.func1.');
  expect(contentionFacts(BLOCK.join('\n'))).toBe('It has 4 s of blocked goroutines (4 waits), 75 % in cat.(*Cat).Pee, '
    + '25 % main.other.');
  expect(contentionFacts('--- contentionz 1 ---\nformat = java\n')).toBeNull();
});

it('both columns are multiplied by the sampling period, and the caller of all holders is named', () => {
  const held = (cycles: number, at: string): string[] => [`${cycles} 2 @ 0x1 0x2 0x3`,
    '#\t0x1\tsync.(*Mutex).Unlock+0x73\t\t/go/src/sync/mutex.go:223',
    `#\t0x2\texample.com/a/store.${at}+0x34\t/a.go:58`, '#\t0x3\texample.com/a/store.(*Store).flush+0x34\t/a.go:9'];
  expect(contentionFacts(['--- mutex:', 'cycles/second=1000000000', 'sampling period=10',
    ...held(300_000_000, '(*Tx).Unlock'), ...held(100_000_000, '(*Log).Unlock')].join('\n')))
    .toBe('It has 4 s of waiting for mutexes (40 waits), 75 % behind store.(*Tx).Unlock, 25 % store.(*Log).Unlock; all '
      + 'were held within store.(*Store).flush.');
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
    + 'waiting for mutexes (4 waits), all behind wolf.(*Wolf).Howl.func1. It also has the text form of a contention '
    + 'profile (Go, Block): it has 4 s of blocked goroutines (4 waits), 75 % in cat.(*Cat).Pee, '
    + '25 % main.other.');
});

it('places are reported up to most of the time, and methods of one type together', () => {
  const held = (cycles: number, at: string): string[] => [`${cycles} 1 @ 0x1 0x2`,
    '#\t0x1\tsync.(*Mutex).Unlock+0x73\t\t/go/src/sync/mutex.go:223', `#\t0x2\texample.com/a/${at}+0x34\t/a.go:58`];
  expect(contentionFacts(['--- mutex:', 'cycles/second=1000000000', 'sampling period=1',
    ...held(600_000_000, 'store.(*Index).Add'), ...held(350_000_000, 'store.(*Index).Close'),
    ...held(50_000_000, 'log.(*File).Write')].join('\n')))
    .toBe('It has 1 s of waiting for mutexes (3 waits), 60 % behind store.(*Index).Add, 35 % store.(*Index).Close; '
      + 'methods of store.(*Index) have 95 %.');
});
