import { describe, expect, it } from 'vitest';
import { Inconclusive, relyingOn, watchStandstills } from './inconclusive.ts';
import { againstOracle, OracleMismatch } from './oracleMismatch.ts';

const fails = (): void => { expect(1).toBe(2); };

describe('a check of a real server', () => {
  it('that fails is a failure where the machine gave what it relies on, else inconclusive', async () => {
    await expect(relyingOn(() => null, fails)).rejects.toThrow('expected 1 to be 2');
    await expect(relyingOn(() => 'It slept.', fails)).rejects.toEqual(new Inconclusive('It slept.'));
    await relyingOn(() => 'It slept.', () => undefined);
  });

  it('against an oracle names both', () => {
    expect(() => { againstOracle('r of 80', fails); }).toThrow(OracleMismatch);
    expect(() => { againstOracle('r of 80', fails); }).toThrow(/^r of 80: expected 1 to be 2/);
  });

  it('knows that this process stood still', () => {
    const watch = watchStandstills();
    expect(watch.unmet()).toBeNull();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300);
    expect(watch.unmet()).toMatch(/^This machine stood still for 1\.\d s\.$/);
    watch.stop();
  });
});
