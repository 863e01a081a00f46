import { expect, it } from 'vitest';
import { withCountedMaps } from './numberedMaps.ts';

const mapOf = (count: number, valueOf: (key: number) => string): string =>
  `{${Array.from({ length: count }, (_, key) => `${key}: ${valueOf(key)}`).join(', ')}}`;

it.each([
  [`ranges ${mapOf(12, () => '2h0m0s')} are left`, 'ranges {12 keys, 0 to 11: 2h0m0s each} are left'],
  [`unfulfilled ranges: ${mapOf(6, (key) => (key < 4 ? '8h0m0s' : '2h0m0s'))}`,
    'unfulfilled ranges: {6 shards, 0 to 5: 8h0m0s (4), 2h0m0s (2)}'],
  ['a few {0: 1h, 1: 1h} stay', 'a few {0: 1h, 1: 1h} stay'],
  [`all different ${mapOf(5, (key) => `${key}s`)}`, `all different ${mapOf(5, (key) => `${key}s`)}`],
  ['of a cut line {0: 10h, 1: 10h, 2: 10h, 3: 10h, 4: 10h, 5:', 'of a cut line {at least 5 keys, 0 to 4: 10h each}'],
  ['of a cut line {0: 10h, 1: 10h, 2: 10h, 3: 10h, 4: 10h, 5: 1', 'of a cut line {at least 5 keys, 0 to 4: 10h each}'],
  ['of a cut line {0: 10h, 1: 10h, 2: 10h, 3: 10h, 4: 1', 'of a cut line {0: 10h, 1: 10h, 2: 10h, 3: 10h, 4: 1'],
])('%s', (line, said) => { expect(withCountedMaps(line)).toBe(said); });
