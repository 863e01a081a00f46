import { expect, it } from 'vitest';
import { foldedProfile } from '../../../../testdata/profiles/foldedProfile.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { claimMistakes, statements } from '../../../../core/finding.ts';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { top } from '../top.ts';

type Stack = readonly [stack: string, waits: number, seconds: number];
const said = (stacks: readonly Stack[], type = 'delay'): string[] => {
  const profile = foldedProfile(stacks.map(([stack]) => `${stack} 1`).join('\n'), {
    sampleTypes: [{ type: 'contentions', unit: 'count' }, { type: 'delay', unit: 'nanoseconds' }],
    values: Float64Array.from(stacks.flatMap(([, waits, seconds]) => [waits, seconds * 1e9])),
  });
  const finding = profileFinding(unwrap(top(profile, { sampleType: type })));
  expect(claimMistakes(finding.claim)).toEqual([]);
  return statements(finding);
};
const PUT = 'testing.(*B).launch;shop.BenchmarkPut;shop.(*View).Put;shop.(*Write).End;db.(*Tx).Unlock';
const SYNC = 'runtime.goexit;shop.(*Store).loop;shop.(*Store).sync;sync.(*Mutex).Unlock';

it('a mutex profile names who held the lock, not the methods that only release it', () => {
  const [claim, meaning, places] = said([[`${PUT};sync.(*Mutex).Unlock`, 40_000, 5.6], [SYNC, 16_000, 4]]);
  expect(claim).toBe('Goroutines waited 9.6 s for locks, 56,000 times (171 \u00b5s each), most for those that '
    + 'shop.(*Write).End held.');
  expect(meaning).toMatch(/^This is a mutex profile: .* is no CPU time\. Hold the lock for less time in /);
  expect(places).toBe('Who held them: shop.(*Write).End 58.3 %, 5.6 s in 40,000 waits of 140 \u00b5s, called by '
    + 'shop.(*View).Put; shop.(*Store).sync 41.7 %, 4 s in 16,000 waits of 250 \u00b5s, '
    + 'called by shop.(*Store).loop.');
});

it('the number of waits alone is of the same kind', () => {
  expect(said([[`${PUT};sync.(*Mutex).Unlock`, 40_000, 5.6], [SYNC, 16_000, 4]], 'contentions')[0])
    .toBe('Goroutines waited 56,000 times for locks, most for those that shop.(*Write).End held.');
});

it('a block profile names who waits', () => {
  const [claim, meaning] = said([
    ['main.main;shop.(*Cart).Add;sync.(*Mutex).Lock', 90, 9], ['main.main;time.Sleep', 1, 1],
  ]);
  expect(claim).toBe('Goroutines waited 9 s for locks, 90 times (100 ms each), most in shop.(*Cart).Add.');
  expect(meaning).toContain('of whose 10 s that is 90 %: it shows waiting, no CPU time');
});
