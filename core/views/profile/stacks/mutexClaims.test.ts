import { expect, it } from 'vitest';
import { claimMistakes, statements } from '../../../finding.ts';
import { profileFinding } from '../profileFinding.ts';

const UNLOCK = 'sync.(*Mutex).Unlock';
const told = (sampleType: string, caller: number): string[] => {
  const found = profileFinding({
    sampleType, unit: 'nanoseconds', total: 4e9, rows: [{ function: UNLOCK, file: 'mutex.go', flat: 4e9, cum: 4e9 }],
    stacks: {
      leaves: [{
        function: UNLOCK, flat: 4e9, caller: { name: 'shop.(*Cart).Add', value: caller }, process: null, bottom: null,
      }],
      own: null, threads: [],
    },
  });
  expect(claimMistakes(found.claim)).toEqual([]);
  return statements(found);
};

it('a mutex profile has the wait of others and who released the lock, not a slow Unlock', () => {
  const [claim, meaning] = told('delay', 3e9);
  expect(claim).toBe('Goroutines waited 4 s for locks, most for those that shop.(*Cart).Add releases.');
  expect(meaning).toBe('This is a mutex profile: the wait of the others is booked at sync.(*Mutex).Unlock, where the '
    + 'lock is released, and is no CPU time. Hold the lock for less time in the functions that call it.');
  expect(told('delay', 1e9)[0]).toBe('Goroutines waited 4 s for locks.');
});

it('Unlock in a CPU profile is a function like others', () => {
  expect(told('cpu', 3e9)[0]).toContain('sync.(*Mutex).Unlock has the highest self value');
});
