import { expect, it } from 'vitest';
import { tradeWords } from './tradeOffs.ts';

const percent = (change: number): string => `${change > 0 ? '+' : '\u2212'}${Math.abs(Math.round(100 * change))} %`;

it('less time with more memory is a trade, and the other way round', () => {
  expect(tradeWords([{ unit: 'sec/op', change: -0.16 }, { unit: 'B/op', change: 0.31 }], percent, true))
    .toBe('It trades memory for time: sec/op \u221216 %, B/op +31 % in geometric mean. Weigh that by whether CPU or '
      + 'memory is short.');
  expect(tradeWords([{ unit: 'ns/op', change: 0.1 }, { unit: 'allocs/op', change: -0.5 }], percent, false))
    .toBe('It trades time for memory: ns/op +10 %, allocs/op \u221250 %. Weigh that by whether CPU or memory is '
      + 'short.');
});

it('changes of one direction, small ones and those of memory both ways are none', () => {
  expect(tradeWords([{ unit: 'sec/op', change: -0.16 }, { unit: 'B/op', change: -0.3 }], percent, true)).toBeNull();
  expect(tradeWords([{ unit: 'sec/op', change: -0.01 }, { unit: 'B/op', change: 0.3 }], percent, true)).toBeNull();
  expect(tradeWords([{ unit: 'sec/op', change: -0.2 }, { unit: 'B/op', change: 0.3 },
    { unit: 'allocs/op', change: -0.3 }], percent, true)).toBeNull();
  expect(tradeWords([{ unit: 'B/op', change: 0.3 }], percent, true)).toBeNull();
});
