import { describe, expect, it } from 'vitest';
import { WorkRest } from './scrapeBackoff.ts';

describe('a target whose answers take long to be kept', () => {
  it('is left alone for thrice that time, and says why', () => {
    const rest = new WorkRest(60_000);
    rest.add(2, 10_000);
    expect(rest.reason(10_001))
      .toBe('Left out: keeping the last answer took 2.0 s, and other targets are to be recorded too.');
    expect(rest.reason(15_999)).toMatch(/^Left out/);
    expect(rest.reason(16_000)).toBeNull();
  });

  it.each(
    [
      ['a usual one is not', 0.29, 10_001], ['not for longer than the longest interval', 100, 70_000],
      ['not once the clock was set back', 2, -60_000],
    ]
  )(
    '%s', (_name, workSeconds, atMs) => {
      const rest = new WorkRest(60_000);
      rest.add(workSeconds, 10_000);
      expect(rest.reason(atMs)).toBeNull();
    });
});
