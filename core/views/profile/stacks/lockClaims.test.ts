import { expect, it } from 'vitest';
import type { ContendedPlace } from '../../../contract/contract.ts';
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

it('the number of waits, and the path below each release', () => {
  const place = (name: string, value: number, waits: number): ContendedPlace =>
    ({ function: name, value, waits, caller: `${name}Up`, entry: 'shop.Main' });
  const top = {
    unit: 'nanoseconds', total: 4e9, rows: [{ function: UNLOCK, file: 'mutex.go', flat: 4e9, cum: 4e9 }],
    stacks: {
      leaves: [], own: null, threads: [],
      contention: {
        value: 4e9, waits: 2000, places: [place('shop.Add', 3e9, 500), place('shop.Get', 9e8, 1500),
          place('shop.Log', 1e8, 1)],
      },
    },
  };
  const finding = profileFinding({ ...top, sampleType: 'delay' });
  expect(claimMistakes(finding.claim)).toEqual([]);
  const [claim, , places, ...more] = statements(finding);
  expect(claim).toBe('Goroutines waited 4 s for locks, 2,000 times (2 ms each), most for those that shop.Add held.');
  expect(places).toBe('Who held them: shop.Add 75 %, 3 s in 500 waits of 6 ms, called by shop.AddUp, below shop.Main; '
    + 'shop.Get 22.5 %, 900 ms in 1,500 waits of 600 \u00b5s, called by shop.GetUp, below shop.Main.');
  expect(more).toEqual([]);
});

it('Unlock in a CPU profile is a function like others', () => {
  expect(told('cpu', 3e9)[0]).toContain('sync.(*Mutex).Unlock has the highest self value');
});
