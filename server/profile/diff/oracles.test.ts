import { describe, expect, it } from 'vitest';
import { differences, ourRows, readOracles } from '../../../testdata/profiles/oracles.ts';

const oracles = readOracles();

describe('flat, cum and delta equal go tool pprof to the unit', () => {
  it('has a table of every kind', () => {
    expect(oracles.length).toBeGreaterThan(300);
    for (const part of ['top', 'diff_base', '.base.', 'normalize', 'filters/', 'malformed/', 'recordings/']) {
      expect(oracles.some(({ name }) => name.includes(part)), part).toBe(true);
    }
  });

  it.each(oracles.map((oracle) => [oracle.name, oracle] as const))('%s', async (_name, oracle) => {
    expect(differences(oracle, await ourRows(oracle))).toEqual([]);
  });
});
