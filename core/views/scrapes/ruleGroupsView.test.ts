import { describe, expect, it } from 'vitest';
import type { RuleGroup, TargetTrains } from '../../contract/contract.ts';
import { driftText, rangeAround, ruleGroupsView, rulesText } from './ruleGroupsView.ts';

const T = 1_800_000_000;

function group(name: string, more: Partial<RuleGroup> = {}): RuleGroup {
  return {
    name, file: '/r.yml', intervalSeconds: 15, rules: 3, medianSeconds: 0.5, maxSeconds: 1.5, maxStart: T,
    lastStart: T + 30, busyRatio: 0.03, nearRatio: 0.1, evaluations: 40, missed: 0, failures: 0,
    driftSecondsPerHour: 0, details: null, ...more,
  };
}

function answer(groups: RuleGroup[], more: Partial<TargetTrains> = {}): TargetTrains {
  return {
    target: 'a', trains: [], groups, omitted: 0, aheadSeconds: 0, sentence: null,
    readings: {
      state: 'read', sentence: null, requests: 0, failed: 0, mostPerMinute: 0, lastSeconds: null, lastBytes: null,
      lastTime: null,
    },
    ...more,
  };
}

describe('the section of rule groups', () => {
  it.each<[string, RuleGroup[], string | null]>([
    ['without groups', [], null],
    [
      'in time', [group('a'), group('b', { nearRatio: 0.2, maxSeconds: 3 })],
      'All 2 rule groups are evaluated in time; b took up to 3 s of its 15 s.',
    ],
    ['alone', [group('a')], 'The rule group is evaluated in time; a took up to 1.5 s of its 15 s.'],
    [
      'near its interval', [group('a', { nearRatio: 0.9, maxSeconds: 13.5 }), group('b')],
      'a took up to 13.5 s of its 15 s: nearly the whole interval.',
    ],
    [
      'longer than its interval', [group('a', { nearRatio: 1.07, maxSeconds: 16 })],
      'a took up to 16 s of its 15 s: the next evaluation was late.',
    ],
    [
      'that fails', [group('a', { failures: 7 }), group('b')],
      '1 of 2 rule groups failed, most often a: 7 failed evaluations.',
    ],
    [
      'that misses evaluations', [group('a', { failures: 7 }), group('b', { missed: 2 }), group('c', { missed: 5 })],
      '2 of 3 rule groups missed evaluations, most of them c: 5 missed.',
    ],
    [
      'of unknown durations', [group('a', { nearRatio: null, maxSeconds: null })],
      '1 rule groups; the target does not state how long they take.',
    ],
  ])('%s says the worst', (_, groups, claim) => {
    expect(ruleGroupsView(answer(groups)).claim).toBe(claim);
  });

  it('says why there is none, what is not listed, and what asking costs', () => {
    const view = ruleGroupsView(answer([], {
      sentence: 'There is none.', omitted: 12,
      readings: {
        state: 'waiting', sentence: 'Not asked: the target is down.', requests: 8, failed: 0, mostPerMinute: 2,
        lastSeconds: 0.25, lastBytes: 2048, lastTime: T,
      },
    }));
    expect(view.note).toBe('There is none. 12 more groups are not listed. Not asked: the target is down.');
    expect(view.cost).toBe(
      'Rules and targets: 8 GETs so far, at most 2 in a minute; the last answer took 250 ms (2 KiB).'
    );
  });

  it('leads to the longest evaluation on the time axis', () => {
    expect(rangeAround(group('a'))).toEqual({ kind: 'absolute', start: T - 60, end: T + 60 });
    expect(rangeAround(group('a', { maxStart: null, intervalSeconds: 300 }))).toEqual({
      kind: 'absolute', start: T - 570, end: T + 630,
    });
  });

  it('names the slowest rule and those that fail', () => {
    const rule = { name: 'r', type: 'recording', health: 'ok', lastError: null, seconds: 0.2 } as const;
    expect(rulesText(null)).toBe('');
    expect(rulesText([rule, { ...rule, name: 'x', health: 'err', lastError: 'no such metric' }])).toBe(
      'slowest: r, 200 ms; fails: x (no such metric)'
    );
    expect([driftText(null), driftText(0.0123)]).toEqual(['–', '12 ms/h']);
  });
});
