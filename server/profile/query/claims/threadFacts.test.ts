import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { decodeAny } from '../../foreign/decodeAny.ts';
import { profileFacts } from '../profileFacts.ts';
import { top } from '../top.ts';

const FRAMES = [
  { name: 'run', file: 'app/main.py', line: 3 }, { name: 'select', file: '/usr/lib/python3.11/selectors.py', line: 4 },
  { name: 'beat', file: 'app/beat.py', line: 5 }, { name: 'parse', file: 'app/parse.py', line: 6 },
  { name: 'store', file: 'app/store.py', line: 7 },
];

/** Returns what is said of threads of 100 samples of 10 ms each, by the innermost frames of their samples. */
async function told(threads: Record<string, (at: number) => number>): Promise<string[]> {
  const profiles = Object.entries(threads).map(([name, leaf], at) => ({
    type: 'sampled', name: `Process 7 Thread ${at} "${name}"`, unit: 'seconds', startValue: 0, endValue: 1,
    samples: Array.from({ length: 100 }, (_, i) => [0, leaf(i)]), weights: Array.from({ length: 100 }, () => 0.01),
  }));
  const read = await decodeAny(new TextEncoder().encode(JSON.stringify({ shared: { frames: FRAMES }, profiles })));
  if (!read.ok) throw new Error(read.error.message);
  const facts = profileFacts(read.value.profile, 'x');
  const table = top(read.value.profile, { sampleType: facts.defaultSampleType });
  if (!table.ok) throw new Error(table.error.message);
  return statements(profileFinding(table.value, { info: facts }));
}

it('a thread that never leaves one line is no work, and work is told per thread', async () => {
  const said = await told({
    main: () => 1, heart: () => 2, worker: (at) => (at % 10 === 0 ? 3 : at % 25 === 1 ? 4 : 1),
  });
  expect(said[0]).toBe('62 % of wall-clock time is spent in functions that wait, 1.86 s of 3 s.');
  expect(said).toContain('heart is in one line all the time, 1 s (33.3 %): beat (app/beat.py:5). Such a thread waits, '
    + 'spins or is in one long call: which, the profile does not show.');
  expect(said).toContain('What neither waits nor stays in one line is 140 ms (4.67 %): in worker, 100 ms in parse, '
    + '40 ms in store.');
  expect(said).toContain('These are 3 threads side by side, of 1 s each: the sum is no CPU time.');
  expect(said.join(' ')).not.toContain('highest self value');
});

it('a thread that is in several lines has its largest function', async () => {
  const said = await told({ main: (at) => (at % 2 === 0 ? 3 : 4), worker: (at) => (at % 4 === 0 ? 3 : 4) });
  expect(said[0]).toBe('store has the highest self value: 62.5 % of wall-clock time, 1.25 s of 2 s.');
  expect(said.join(' ')).not.toContain('in one line');
});
