/** Tests what is said of threads, processes and callers beside the shares of a profile. */
import { expect, it } from 'vitest';
import { perfPeriods } from './perfPeriods.ts';
import { perfThreads } from './perfThreads.ts';
import { speedscopeSides } from './speedscopeSides.ts';
import { stackprofCallers } from './stackprofCallers.ts';
import { traceThreads } from './traceThreads.ts';

const json = (value: unknown): { text: string; isCut: boolean } => ({ text: JSON.stringify(value), isCut: false });

it('samples of perf script are counted by thread, without idle processors', () => {
  const sample = (name: string, id: string): string => `${name} ${id} [001] 103265.377019:  1001001 cpu-clock:\n\t 6f1 `
    + 'work (/app)\n';
  const text = [sample('app', '7'), sample('app', '8'), sample('swapper', '0'), sample('app', '7'), sample('app', '8')]
    .join('\n');
  expect(perfThreads({ text, isCut: false }))
    .toBe('The samples of app are of 2 threads or processes: 7 and 8 have 2 each.');
  expect(perfThreads({ text: sample('app', '7'), isCut: false })).toBeNull();
});

it('the period that perf adapts is reported with its first and last value, or its range', () => {
  const of = (event: string, ...periods: number[]): string | null => perfPeriods({ isCut: false, text: periods.map(
    (period, i) => `my app 7/8 [000] 5.00${1000 + i}: ${String(period).padStart(10)} ${event}: \n\t6f1 work (/app)\n`)
    .join('\n') });
  expect(of('cycles:P', 10_000, 20_000, 400_000, ...Array<number>(9).fill(900_000), 880_000)).toBe(
    'The period of its samples grows from 10,000 to 880,000 cycles, as perf adapts it to the sampling frequency: a '
      + 'sample counts as its period, so shares are not those of numbers of samples.');
  expect(of('cpu_core/cycles/', ...Array<number>(6).fill(700), 90, ...Array<number>(6).fill(800)))
    .toContain(' is between 90 and 800 cpu_core/cycles/, as perf');
  expect(of('cpu-clock:u', ...Array<number>(12).fill(1_001_001))).toBeNull();
  expect(of('cycles', 10, 900)).toBeNull();
});

it('samples of trace events are counted by thread', () => {
  expect(traceThreads(json({
    traceEvents: [{ name: 'thread_name', ph: 'M', tid: '1', args: { name: 'js' } }],
    samples: [{ tid: '1' }, { tid: '2' }, { tid: '2' }],
  }))).toBe('Its samples are of 2 threads: 2 in thread 2, 1 in thread 1 (js).');
});

it('profiles of one file that are the same are reported as such', () => {
  const profile = (name: string, weight: number): unknown =>
    ({ name, type: 'sampled', samples: [[0]], weights: [weight] });
  expect(speedscopeSides(json({ profiles: [profile('a', 2), profile('b', 2)] })))
    .toMatch(/^Its 2 profiles are the same but for their names/);
  expect(speedscopeSides(json({ profiles: [profile('a', 2), profile('b', 3)] }))).toBeNull();
});

it('the method with the most samples of stackprof is reported with its callers, and garbage collection', () => {
  expect(stackprofCallers(json({ mode: 'wall', samples: 1000, gc_samples: 50, frames: {
    1: { name: 'Kernel#sleep', samples: 700 }, 2: { name: 'Job#wait', samples: 100, edges: { 1: 700 } },
    3: { name: 'Job#run', samples: 150, edges: { 2: 800 } },
  } }))).toBe('Kernel#sleep has 70 % of the samples, called by Job#wait (700). Garbage collection has 5 %.');
});
