import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]) => recognize(new TextEncoder().encode(lines.join('\n')));
const MUTEX = ['--- mutex:', 'cycles/second=3000000000'];

it('a period of 0 says that the program records no contention, and that another fetch stays empty', () => {
  const { format, door, interest, remedy } = of(...MUTEX, 'sampling period=0', '');
  expect({ format, door }).toEqual({ format: 'text-contention-empty', door: null });
  expect(interest).toMatch(/^Mutex profiling is off in this program \("sampling period=0"\), so the /);
  expect(interest).toContain('Another fetch, with or without debug=, stays empty until it is on.');
  expect(remedy).toMatch(/^Turn it on: call runtime\.SetMutexProfileFraction\(100\) .* DEBUG set .* Wait under load, /);
});

it('profiling that is on and found nothing is not called off', () => {
  const { interest, remedy } = of(...MUTEX, 'sampling period=20', '');
  expect(interest).toMatch(/^Mutex profiling is on \(one in 20 contentions is recorded\), and none was recorded /);
  expect(remedy).not.toContain('Turn it on');
});

it('an empty block profile may have either reason', () => {
  const { format, interest, remedy } = of('--- contention:', 'cycles/second=3000000000', '');
  expect(format).toBe('text-contention-empty');
  expect(interest).toMatch(/^The block profile has no sample: either block profiling is off .*, or nothing /);
  expect(remedy).toContain('runtime.SetBlockProfileRate');
});

it('of two empty ones, each is told', () => {
  const { interest, remedy } = of('--- contention:', 'cycles/second=3000000000', '', ...MUTEX, 'sampling period=0', '');
  expect(interest).toMatch(/^The block profile has no sample: .* Mutex profiling is off in this program /);
  expect(remedy).toContain('runtime.SetMutexProfileFraction');
});

it('one with a sample is read', () => {
  expect(of(...MUTEX, 'sampling period=1', '4000000000 4 @ 0x1', '#\t0x1\tmain.put+0x73\t\t/go/a.go:3', '').format)
    .toBe('text-contention');
});
