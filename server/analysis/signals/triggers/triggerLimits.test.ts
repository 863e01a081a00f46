import { describe, expect, it } from 'vitest';
import { DEFAULT_TRIGGERS } from '../../../../core/triggers.ts';
import { ruleLimit } from './triggerLimits.ts';

const DAY = 86_400_000;
const settings = { ...DEFAULT_TRIGGERS, cooldownMs: 60_000, maxPerDay: 3, budgetBytes: 100 };
const at = (rule: string, timeMs: number, bytes = 0): { rule: string; timeMs: number; bytes: number } =>
  ({ rule, timeMs, bytes });

describe('the limits of a rule', () => {
  it('hold it for its cooldown, not another', () => {
    const taken = [at('cpu', DAY + 5000)];
    expect(ruleLimit('cpu', taken, settings, DAY + 64_999))
      .toEqual({ lastMs: DAY + 5000, takenToday: 1, notBeforeMs: DAY + 65_000, held: 'cooldown' });
    expect(ruleLimit('cpu', taken, settings, DAY + 65_000).held).toBeNull();
    expect(ruleLimit('heap', taken, settings, DAY + 6000)).toMatchObject({ lastMs: null, takenToday: 0, held: null });
  });

  it('hold it after so many a day, until midnight UTC', () => {
    const taken = [DAY - 1, DAY, DAY + 1, DAY + 2].map((timeMs) => at('cpu', timeMs));
    expect(ruleLimit('cpu', taken, settings, DAY + 999_999))
      .toMatchObject({ takenToday: 3, notBeforeMs: 2 * DAY, held: 'per-day' });
    expect(ruleLimit('cpu', taken, settings, 2 * DAY)).toMatchObject({ takenToday: 0, held: null });
  });

  it('hold all rules once the bytes of the day are used up', () => {
    const taken = [at('cpu', DAY - 1, 500), at('cpu', DAY, 60), at('heap', DAY + 1, 40)];
    expect(ruleLimit('goroutines', taken, settings, DAY + 999_999))
      .toMatchObject({ notBeforeMs: 2 * DAY, held: 'budget' });
    expect(ruleLimit('goroutines', taken.slice(0, 2), settings, DAY + 999_999).held).toBeNull();
  });
});
