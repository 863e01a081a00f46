import { describe, expect, it } from 'vitest';
import { memoryFacts } from './memStats.ts';
import { schedulerFacts } from './schedtrace.ts';

const sched = (ms: number, { idle = 0, global = 0, threads = 20 }): string =>
  `SCHED ${ms}ms: gomaxprocs=4 idleprocs=${idle} threads=${threads} spinningthreads=0 idlethreads=9 runqueue=${
    global} [1 0 2 0]`;

describe('a trace of the scheduler', () => {
  it('whose run queue grows is CPU-bound or has a burst', () => {
    const lines = [97, 120, 197].map((global, i) => sched(1000 + 100 * i, { global }));
    expect(schedulerFacts(lines.join('\n'))).toBe('All 4 processors were busy in 3 of 3 lines; up to 200 goroutines '
      + 'waited for one, at 1,200 ms. The run queue grows from 100 to 200 goroutines (+100 %) in 200 ms, nearly all of '
      + 'it in the global queue (97 to 197). There are more runnable goroutines than 4 processors can run: the program '
      + 'is CPU-bound, or a burst of work comes in faster than it is done. Each runnable goroutine waits for its turn, '
      + 'which adds to every latency. It has 20 threads in all lines.');
  });

  it('with idle processors lacks no CPU, and threads that grow are named', () => {
    expect(schedulerFacts([10, 20, 40].map((threads, i) => sched(1000 + i, { idle: 2, threads })).join('\n')))
      .toBe('At least 2 of 4 processors were idle: the program did not lack CPU. Threads grow from 10 to 40: system '
        + 'calls or calls of C hold them.');
  });

  it('whose run queue shrinks works a burst off', () => {
    const said = schedulerFacts([300, 200, 90].map((global, i) => sched(i, { global })).join('\n'));
    expect(said).toContain('The run queue shrinks from 303 to 93 goroutines');
    expect(said).toContain('works off a burst');
  });
});

const MIB = 2 ** 20;
const stats = (over: Readonly<Record<string, number>>): string => JSON.stringify({
  HeapAlloc: 100 * MIB, Sys: 380 * MIB, HeapIdle: 150 * MIB, HeapInuse: 180 * MIB, HeapReleased: 80 * MIB,
  StackSys: 26 * MIB, GCSys: 13 * MIB, NextGC: 190 * MIB, PauseTotalNs: 75_000_000, NumGC: 300, GCCPUFraction: 1.5e-3,
  ...over,
}, null, 2);

describe('memory statistics', () => {
  it('that are usual say so, with what is resident and what GC costs', () => {
    expect(memoryFacts(stats({}))).toBe('Nothing in these statistics is unusual. 100 MiB of heap are allocated, '
      + '380 MiB were requested from the system, 150 MiB of the heap are idle, 80 MiB of them returned to '
      + 'the system. So at most about 300 MiB are resident: 100 MiB allocated objects, 80 MiB free between them, 70 '
      + 'MiB idle heap that is kept, 26 MiB stacks, 13 MiB data of '
      + 'the collector. 300 GC cycles since the start, with 0.15 % of the CPU, 250 µs of pauses per cycle; the next '
      + 'begins at 190 MiB. One moment shows no leak: compare HeapAlloc with a later one, or '
      + 'two heap profiles (/debug/pprof/heap). Resident memory above 300 MiB is not of Go’s runtime, but of C '
      + 'code or mapped files.');
  });

  it.each([
    [{ HeapIdle: 270 * MIB, HeapReleased: 0, HeapInuse: 110 * MIB }, '270 MiB of idle heap are not returned'],
    [{ HeapAlloc: 20 * MIB }, 'fragmentation'], [{ GCCPUFraction: 0.25 }, 'GC takes 25 % of the CPU'],
    [{ StackSys: 150 * MIB }, '150 MiB are stacks'], [{ PauseTotalNs: 9e9 }, 'pauses of 30 ms on average are long'],
  ])('%o', (over, words) => {
    expect(memoryFacts(stats(over))).toMatch(new RegExp(`^Unusual in it: .*${words}`));
  });

  it('an exponent is read', () => {
    expect(memoryFacts(stats({ GCCPUFraction: 2.5e-7 }))).toContain('with 2.5e-5 % of the CPU');
  });
});
