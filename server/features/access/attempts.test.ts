import { describe, expect, it } from 'vitest';
import { Attempts } from './attempts.ts';

describe('wrong passwords', () => {
  it('cost nothing at first, then each twice as long as the one before, up to a minute', () => {
    let nowMs = 0;
    const attempts = new Attempts(() => nowMs);
    const waits: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      attempts.failed('1.2.3.4', 'alice');
      const waitMs = attempts.waitMs('1.2.3.4', 'alice');
      waits.push(waitMs);
      nowMs += waitMs;
    }
    expect(waits.slice(0, 8)).toEqual([0, 0, 0, 0, 500, 1000, 2000, 4000]);
    expect(waits.at(-1)).toBe(60_000);
  });

  it('make nobody else wait: another user of the address, the user from elsewhere', () => {
    const attempts = new Attempts(() => 0);
    for (let i = 0; i < 20; i += 1) attempts.failed('1.2.3.4', 'alice');
    expect(attempts.waitMs('1.2.3.4', 'bob')).toBe(0);
    expect(attempts.waitMs('5.6.7.8', 'alice')).toBe(0);
    expect(attempts.waitMs('1.2.3.4', 'alice')).toBeGreaterThan(0);
  });

  it('of an address that tries names count together', () => {
    const attempts = new Attempts(() => 0);
    for (let i = 0; i < 100; i += 1) attempts.failed('1.2.3.4', `user${i}`);
    expect(attempts.waitMs('1.2.3.4', 'another')).toBeGreaterThan(0);
    expect(attempts.waitMs('5.6.7.8', 'another')).toBe(0);
  });

  it('are forgotten by a right one, and after a while', () => {
    let nowMs = 0;
    const attempts = new Attempts(() => nowMs);
    for (let i = 0; i < 10; i += 1) attempts.failed('a', 'alice');
    attempts.succeeded('a', 'alice');
    expect(attempts.waitMs('a', 'alice')).toBe(0);
    for (let i = 0; i < 10; i += 1) attempts.failed('a', 'alice');
    nowMs += 16 * 60_000;
    attempts.failed('a', 'alice');
    expect(attempts.waitMs('a', 'alice')).toBe(0);
  });

  it('are remembered of the last 20,000 pairs, so that a flood of names takes no memory', () => {
    const attempts = new Attempts(() => 0);
    for (let i = 0; i < 10; i += 1) attempts.failed('first', 'alice');
    for (let i = 0; i < 30_000; i += 1) attempts.failed(`a${i}`, 'x');
    expect(attempts.waitMs('first', 'alice')).toBe(0);
  });
});
