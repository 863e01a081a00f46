import { describe, expect, it } from 'vitest';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { subjectOf, trainsOfWindow } from './trainsOfWindow.ts';

const T0 = 1_800_000_000_000;
const HEAVY = '/etc/a.yml;heavy';

interface Group { key: string; intervalSeconds: number; phaseSeconds: number; width: number; ticks?: [number, number] }

/** Returns a window of one scrape per second; a group exists in ticks `from <= tick < to`. */
function windowOf(seconds: number, groups: readonly Group[], startMs = T0): RoleWindow {
  const ticks = Array.from({ length: seconds }, (_, tick) => tick);
  const labelled = groups.flatMap((group) => {
    const { key, intervalSeconds, phaseSeconds, width, ticks: [from, to] = [0, Infinity] } = group;
    const held = (role: Role, valueAt: (atSeconds: number) => number) => ({
      role, labels: { rule_group: key },
      values: ticks.map((tick) => (tick < from || tick >= to ? null : valueAt(startMs / 1000 + tick))),
    });
    return [
      held('ruleGroupIntervalSeconds', () => intervalSeconds), held('ruleGroupLastSeconds', () => width),
      held('ruleGroupEvaluatedSeconds', (at) => {
        const newest = Math.floor((at - width - phaseSeconds) / intervalSeconds) * intervalSeconds + phaseSeconds;
        return key.endsWith('never') ? 0 : newest;
      }),
    ];
  });
  const starts = ticks.map(() => T0 / 1000 - 5000);
  return handMadeWindow({ startMs, roles: { processStartSeconds: starts }, labelled });
}

describe('trains of a window', () => {
  it('come from the target’s own metrics, the heaviest first', () => {
    const trains = trainsOfWindow(windowOf(120, [
      { key: '/etc/a.yml;light', intervalSeconds: 30, phaseSeconds: 3.25, width: 0.001 },
      { key: HEAVY, intervalSeconds: 15, phaseSeconds: 11.5, width: 1.25 },
    ]));
    expect(trains).toMatchObject([
      { kind: 'rule-group', name: 'heavy', file: '/etc/a.yml', instance: null, periodMs: 15_000, widthMs: 1250 },
      { name: 'light', periodMs: 30_000, widthMs: 1, untilMs: null },
    ]);
    expect(trains.map(({ phaseMs, periodMs }) => phaseMs % periodMs)).toEqual([11_500, 3250]);
    expect(trains[0]?.sinceMs).toBeLessThanOrEqual(T0);
  });

  it('end and begin with the groups of a reload: a renamed group and one of another interval are new', () => {
    const trains = trainsOfWindow(windowOf(200, [
      { key: '/etc/a.yml;old', intervalSeconds: 10, phaseSeconds: 2, width: 0.1, ticks: [0, 100] },
      { key: '/etc/a.yml;new', intervalSeconds: 10, phaseSeconds: 7, width: 0.1, ticks: [100, 200] },
    ]));
    expect(trains.map(({ name, untilMs }) => [name, untilMs])).toEqual([['old', T0 + 99_000], ['new', null]]);
    expect(trains[1]?.sinceMs).toBeGreaterThan(T0 + 90_000);
  });

  it('of several parts of a time are one where the phase is the same', () => {
    const group = { key: HEAVY, intervalSeconds: 15, phaseSeconds: 11.5, width: 1.25 };
    const parts = [0, 3600, 7200].map((second) => windowOf(60, [group], T0 + 1000 * second));
    expect(trainsOfWindow(...parts)).toMatchObject([{ name: 'heavy', untilMs: null, phaseErrorMs: 0 }]);
    // It is missing in the middle part, so it ended, but the time is unknown.
    const [first, , last] = parts;
    if (first === undefined || last === undefined) throw new Error('three parts');
    expect(trainsOfWindow(first, windowOf(60, [], T0 + 3_600_000), last)).toHaveLength(2);
  });

  it('are none without rule groups, or before their first evaluation', () => {
    expect(trainsOfWindow(windowOf(60, []))).toEqual([]);
    expect(trainsOfWindow(windowOf(10, [{ key: '/a;never', intervalSeconds: 60, phaseSeconds: 30, width: 0 }])))
      .toEqual([]);
  });

  it('name file and group as the label does', () => {
    expect(subjectOf('/etc/a.yml;b;c')).toMatchObject({ file: '/etc/a.yml', name: 'b;c' });
    expect(subjectOf('alone')).toMatchObject({ file: '', name: 'alone' });
  });
});
