import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const SHARDS = Array.from({ length: 24 }, (_, shard) => `${shard}: 26h0m0s`).join(', ');

it('a bootstrap of M3DB that has no data for its shards', () => {
  const { program, interest } = recognize(new TextEncoder().encode('12:01:07.101010[F] could not bootstrap database: '
    + `bootstrap completed with unfulfilled ranges: {${SHARDS}}\n`));
  expect(program).toBe('M3DB');
  expect(interest).toContain('"could not bootstrap database: bootstrap completed with unfulfilled ranges: {24 shards, '
    + '0 to 23: 26h0m0s each}"');
  expect(interest).toContain('uninitialized_topology');
});
