import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangeCursor, ChangeEncoder } from './changeCodec.ts';

interface Change { scrape: number; value: number; present: boolean }

function roundTrip(changes: Change[]): { back: Change[]; bytes: number } {
  const encoder = new ChangeEncoder(changes[0]?.scrape ?? 0);
  for (const change of changes) {
    if (change.present) encoder.value(change.scrape, change.value);
    else encoder.gone(change.scrape);
  }
  const bytes = encoder.finish();
  const cursor = new ChangeCursor(bytes, changes[0]?.scrape ?? 0);
  const back: Change[] = [];
  while (cursor.next()) back.push({ scrape: cursor.scrape, value: cursor.value, present: cursor.present });
  return { back, bytes: bytes.length };
}

const at = (values: number[]): Change[] => values.map((value, scrape) => ({ scrape, value, present: true }));

describe('changes survive encoding to the bit', () => {
  const rows: { name: string; values: number[] }[] = [
    { name: 'a counter of whole numbers', values: [0, 1, 5, 5000, 2 ** 40, 3] },
    { name: 'CPU seconds with two decimals', values: [0.01, 0.1, 0.17, 12.34, 100] },
    { name: 'nanosecond sums', values: [0.000207868, 0.000207869, 0.123456789012] },
    { name: 'both zeros', values: [0, -0, 0, -0] },
    { name: 'NaN and the infinities', values: [NaN, Infinity, -Infinity, NaN, 1] },
    {
      name: 'the extremes of int64 and double',
      values: [
        9.223372036854776e18, -9.223372036854776e18, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 51, -(2 ** 51),
        2 ** 51 - 1,
      ],
    },
    { name: 'a jump from the lowest to the highest mantissa', values: [-(2 ** 51) + 1, 2 ** 51 - 1, -(2 ** 51) + 1] },
    { name: 'negative values near zero', values: [-1e-13, -0.4, -1e-12, -3] },
  ];
  it.each(rows)('$name', ({ values }) => {
    expect(roundTrip(at(values)).back).toEqual(at(values));
  });

  it('any doubles, at any scrapes, with gaps in between', () => {
    const change = fc.record({
      step: fc.integer({ min: 0, max: 100_000 }),
      value: fc.oneof(fc.double(), fc.integer(), fc.integer().map((cents) => cents / 100)),
      present: fc.boolean(),
    });
    fc.assert(fc.property(fc.array(change), (steps) => {
      let scrape = 0;
      const changes = steps.map(({ step, value, present }) => {
        scrape += step;
        return { scrape, value: present ? value : NaN, present };
      });
      expect(roundTrip(changes).back).toEqual(changes);
    }));
  });
});

it('a counter that grows by a hundred thousand each scrape takes at most four bytes a change', () => {
  const values = Array.from({ length: 1000 }, (_, i) => 1e9 + i * 100_000);
  expect(roundTrip(at(values)).bytes).toBeLessThan(4 * 1000 + 10);
});

it('cut-off bytes throw instead of giving numbers', () => {
  const encoder = new ChangeEncoder(0);
  encoder.value(0, 1e9);
  const cut = encoder.finish().slice(0, 2);
  expect(() => new ChangeCursor(cut, 0).next()).toThrow(RangeError);
});
