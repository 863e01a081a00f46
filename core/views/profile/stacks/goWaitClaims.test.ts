import { expect, it } from 'vitest';
import type { TopRow, TopTable } from '../../../contract/contract.ts';
import { claimMistakes, statements } from '../../../finding.ts';
import { profileFinding } from '../profileFinding.ts';

const row = (name: string, seconds: number): TopRow =>
  ({ function: name, file: '', flat: seconds * 1e9, cum: seconds * 1e9 });
const said = (rows: TopRow[]): string[] => {
  const top: TopTable = {
    unit: 'nanoseconds', sampleType: 'delay', rowsLeftOut: 0, rows,
    total: rows.reduce((sum, { flat }) => sum + flat, 0),
    caveats: [{ code: 'since-start', sentence: 'Values add up since the process started.', leads: false }],
    stacks: {
      leaves: rows.map(({ function: name, flat }) => (
        { function: name, flat, caller: { name: `shop.${name.length}`, value: flat }, process: null, bottom: null })),
      own: null, threads: [],
    },
  };
  const finding = profileFinding(top);
  expect(claimMistakes(finding.claim)).toEqual([]);
  return statements(finding);
};

it('waits for work are not what a block profile leads with', () => {
  const [claim, idle, ...more] = said([row('runtime.selectgo', 900), row('runtime.chanrecv2', 60),
    row('sync.(*Mutex).Lock', 40)]);
  expect(claim).toBe('Waits for work aside, sync.(*Mutex).Lock has most of the delay: 40 s of 16m 40s, called by '
    + 'shop.18.');
  expect(idle).toMatch(/^96 % of the delay is in selects, channel receives and the like, where goroutines usually /);
  expect(more.join(' ')).toMatch(/since the process started\. Open two such profiles, taken some minutes apart, /);
});

it('a lock with little of the delay is no headline', () => {
  const [claim, idle, lock] = said([row('runtime.selectgo', 9000), row('sync.(*RWMutex).RLock', 20)]);
  expect(claim).toBe('Nearly all of the delay, 99.8 % of 2h 30m, is waits for work.');
  expect(idle).toMatch(/^These are selects, channel receives and the like/);
  expect(lock).toBe('Besides them, sync.(*RWMutex).RLock has most: 20 s, called by shop.21.');
});

it('without another wait, it says only that', () => {
  expect(said([row('runtime.selectgo', 30)])[0])
    .toBe('All 30 s of delay is in selects, channel receives and the like: waits for work.');
});

it('locks that have most of the delay are who waits for them, and no CPU time', () => {
  const [claim, meaning] = said([row('sync.(*Mutex).Lock', 900), row('runtime.selectgo', 100)]);
  expect(claim).toBe('Goroutines waited 15m for locks, most in shop.18.');
  expect(meaning).toBe('This is a block profile, of whose 16m 40s that is 90 %: it shows waiting, no CPU '
    + 'time, and not who held the locks meanwhile, which a mutex profile (/debug/pprof/mutex) does.');
});
