import { expect, it } from 'vitest';
import { readLease } from './shardReport.ts';

const lease = (value: unknown): ReturnType<typeof readLease> => readLease(Buffer.from(JSON.stringify(value)));
const target = {
  name: 'a', state: 'up', stateSince: 5, kind: 'go', version: '', goVersion: 'go1.26',
  lastScrape: { time: 9, durationSeconds: 0.1, error: null },
};

it('reads what a shard wrote', () => {
  expect(lease({ holder: 'h', targets: [target] })).toEqual({ holder: 'h', targets: [target] });
});

it('takes nothing that it cannot show', () => {
  for (const bad of [
    null, 7, { ...target, state: 'recorded' }, { ...target, state: '<b>' }, { ...target, kind: 'toString' },
    { ...target, name: 1 }, { ...target, version: null },
  ]) expect(lease({ holder: 'h', targets: [bad, target] }).targets).toEqual([target]);
  expect(lease({ holder: 'h', targets: [{ ...target, stateSince: 'x', lastScrape: { time: 'x' } }] }).targets)
    .toEqual([{ ...target, stateSince: null, lastScrape: null }]);
});

it.each(['', '{', '[]', 'null', '{"targets":[]}', '{"holder":1}'])('of %j nobody is the holder', (text) => {
  expect(readLease(Buffer.from(text))).toEqual({ holder: '', targets: [] });
});
