import { expect, it } from 'vitest';
import { growthText } from './growth.ts';

const LIVE = [2000, 2300, 2600, 2900, 3200, 3500, 3800];

it('a live heap that no cycle lessens leads with its rate, and with a heap goal that is low', () => {
  const facts = growthText({ liveMb: LIVE, goalPerLive: [1.1, 1.1, 1.1], seconds: 18 });
  expect(facts).toMatch(/^The live heap grew from 1\.95 GiB to 3\.71 GiB in 18 s \(100 MiB\/s\), and GC freed none /);
  expect(facts).toContain('(GOGC about 10), so a cycle begins about every 3 s');
  expect(growthText({ liveMb: LIVE, goalPerLive: [2], seconds: 18 })).not.toContain('GOGC');
});

it.each([
  ['falls in between', [2000, 3800, 2100, 3800, 2100, 3800, 3900]], ['is small', LIVE.map((live) => live / 10)],
  ['has stopped to grow', [2000, 3000, 3700, 3800, 3800, 3800, 3800, 3810]], ['has few cycles', LIVE.slice(-3)],
])('nothing is said of a heap that %s', (_, liveMb) => {
  expect(growthText({ liveMb, goalPerLive: [], seconds: 18 })).toBeNull();
});
