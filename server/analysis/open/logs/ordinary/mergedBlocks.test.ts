import { expect, it } from 'vitest';
import { mergedBlocks } from './mergedBlocks.ts';

const line = (rest: string): string => `level=info ts=2018-12-05T09:00:12.199Z caller=compact.go:352 component=tsdb `
  + `msg="compact blocks" count=3 mint=1543968000000 maxt=1543989600000${rest}`;

it('a merge is told by the line that names its block', () => {
  expect(mergedBlocks([line(' ulid=01CXYSH4GP082JQ2XV1BFVBTQF sources="[a b c]"')]))
    .toBe('It merged blocks: 3 into one of 6h at 2018-12-05T09:00:12Z.');
});

it('one that only began, as 2.0 to 2.2 log it, is not', () => {
  expect(mergedBlocks([line('')])).toBeNull();
});

it('one with its duration is read elsewhere', () => {
  expect(mergedBlocks([line(' ulid=01CXYSH4GP082JQ2XV1BFVBTQF sources="[a b c]" duration=2.1s')])).toBeNull();
});
