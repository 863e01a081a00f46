import { describe, expect, it } from 'vitest';
import type { RuleGroup, TargetTrain } from '../../../../core/contract/contract.ts';
import { ok } from '../../../../core/result.ts';
import type { PanelQuery } from '../../../data/store/dataStore.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { EvaluationClock } from './evaluationClock.ts';

const NOW = 1_700_000_000;

/** Evaluates every 15 s from 5 s past the minute on, for 0.4 s, once for 2 s. */
function clockOf(
  { group = '/r.yml;node', nowSeconds = NOW, until = null, lastStart = NOW - 5 }: Partial<{
    group: string; nowSeconds: number; until: number | null; lastStart: number;
  }> = {}
): EvaluationClock {
  const train: TargetTrain = {
    kind: 'rule-group', name: 'node', file: '/r.yml', instance: null, periodSeconds: 15, phase: NOW - 5,
    phaseErrorSeconds: 0.01, widthSeconds: 0.4, since: NOW - 1000, until,
  };
  const row = { name: 'node', file: '/r.yml', maxSeconds: 2, medianSeconds: 0.4, lastStart } as RuleGroup;
  const before = { ...train, periodSeconds: 60, until: NOW - 1000 };
  return new EvaluationClock({
    now: () => nowSeconds * 1000,
    targets: {
      find: () => Promise.resolve({ name: 't' }),
      panelQuery: (_: unknown, startMs: number, endMs: number): PanelQuery => ({ startMs, endMs }) as PanelQuery,
    } as never,
    data: {
      ruleGroups: () => Promise.resolve(ok({ trains: [before, train], groups: [row], omitted: 0, aheadSeconds: 0 })),
    },
  }, group);
}

describe('the next evaluation of a rule group', () => {
  it('follows its phase, lasts as long as the longest, and is one that a profile can begin before', async () => {
    expect(unwrap(await clockOf().next('t'))).toEqual({
      startMs: (NOW + 10) * 1000, errorMs: 10, lastsMs: 2000, everyMs: 15_000,
    });
    expect(unwrap(await clockOf({ nowSeconds: NOW + 9.5 }).next('t')).startMs).toBe((NOW + 25) * 1000);
  });

  it('is not known of a group that another file has, or that is not evaluated any more', async () => {
    for (const clock of [clockOf({ group: '/other.yml;node' }), clockOf({ until: NOW - 100 })]) {
      expect(await clock.next('t')).toMatchObject({
        ok: false, error: { message: 'The target states no evaluation of rule group node in the last half hour.' },
      });
      expect(await clock.cameWithin('t', 0, 1)).toBeNull();
    }
  });

  it.each<[string, number, number, number, boolean]>([
    ['the last one that was seen', NOW - 5, NOW - 6, NOW - 4, true],
    ['the end of one', NOW - 5, NOW - 4.8, NOW - 3, true],
    ['one before the last', NOW - 5, NOW - 21, NOW - 18, true],
    ['between two', NOW - 5, NOW - 16, NOW - 8, false],
    ['after the last that was seen, as one may still come', NOW - 5, NOW + 5, NOW + 15, false],
  ])('came within a span: %s', async (_, lastStart, start, end, came) => {
    expect(await clockOf({ lastStart }).cameWithin('t', start * 1000, end * 1000)).toBe(came);
  });
});
