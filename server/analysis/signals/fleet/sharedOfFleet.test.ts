import { describe, expect, it } from 'vitest';
import type { FleetShared } from '../../../../core/contract/contract.ts';
import { claimMistakes } from '../../../../core/finding.ts';
import { hypergeometricAtLeast } from '../../../../core/statistics/hypergeometric.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { sharedOfFleet } from './sharedOfFleet.ts';

type One = Parameters<typeof sharedOfFleet>[0][number];
const RANGE = { start: 1_000_000, end: 1_000_000 + 21_600 };
const quiet: One['worst'] = {
  code: 'fleet-quiet', severity: 'ok', claim: [], sentence: '', moment: null, page: 'overview',
};
const down: One['worst'] = { ...quiet, code: 'fleet-down', severity: 'critical' };

function target(i: number, more: Partial<One> = {}): One {
  return {
    name: `t${i}`, kind: 'prometheus', version: '2.53.0', labels: { instance: `t${i}`, region: i % 2 ? 'eu' : 'us' },
    worst: quiet, compactions: [], failures: [], restarts: [], ...more,
  };
}

function fleet(count: number, more: (i: number) => Partial<One>): One[] {
  return Array.from({ length: count }, (_, i) => target(i, more(i)));
}

function said(targets: One[]): { code: string; sentence: string; targets: number }[] {
  const shared = sharedOfFleet(targets, RANGE);
  for (const { claim, sentence } of shared) {
    expect(claimMistakes(claim)).toEqual([]);
    expect(sentence.split(' ').length).toBeLessThanOrEqual(20);
  }
  return shared.map((one: FleetShared) => ({ code: one.code, sentence: one.sentence, targets: one.targets.length }));
}

const span = (start: number): { start: number; end: number } =>
  ({ start: RANGE.start + start, end: RANGE.start + start + 30 });

describe('what targets share', () => {
  it('names compactions in the same 20 s', () => {
    const targets = fleet(40, (i) => ({ compactions: i < 31 ? [span(7200 + i % 15)] : i < 40 ? [span(100 * i)] : [] }));
    expect(said(targets)).toEqual([
      { code: 'shared-compaction', targets: 31, sentence: '31 of 40 targets compact in the same 20 s.' },
    ]);
  });

  it('is silent where as many meet by their number alone, or fewer than half of those that compact', () => {
    const random = seededRandom(1);
    // One per 60 s each: a third of them begin one in any 20 s.
    expect(said(fleet(40, () => ({
      compactions: Array.from({ length: 360 }, () => span(random() * 21_600)),
    })))).toEqual([]);
    expect(said(fleet(40, (i) => ({ compactions: [span(i < 15 ? 7200 : 100 * i)] })))).toEqual([]);
    expect(said(fleet(2, () => ({ compactions: [span(7200)] })))).toEqual([]);
  });

  it('is wrong for random events less often than the rule allows', () => {
    const random = seededRandom(7);
    let times = 0;
    for (let round = 0; round < 300; round++) {
      const targets = fleet(30, () => ({
        compactions: Array.from({ length: 3 }, () => span(random() * 21_600)),
        failures: random() < 0.3 ? [RANGE.start + random() * 21_600] : [],
        restarts: random() < 0.2 ? [RANGE.start + random() * 21_600] : [],
      }));
      times += sharedOfFleet(targets, RANGE).length;
    }
    expect(times).toBeLessThanOrEqual(2);
  });

  it('names gaps and restarts in the same 20 s before compactions', () => {
    const targets = fleet(40, (i) => ({
      failures: i < 12 ? [RANGE.start + 3600] : [], restarts: i < 6 ? [RANGE.start + 5000 + i] : [],
      compactions: [span(7200)],
    }));
    expect(said(targets).map(({ code, targets: count }) => [code, count]))
      .toEqual([['shared-restart', 6], ['shared-gap', 12], ['shared-compaction', 40]]);
    expect(said(targets)[1]?.sentence).toBe('12 of 40 targets stopped answering in the same 20 s.');
  });

  it('names the label that those in trouble have, and how many others have it', () => {
    const troubled = fleet(40, (i) => (i < 6 ? { worst: down, version: '2.42.0' } : {}));
    expect(said(troubled)[0]?.sentence).toBe('All 6 targets that do not answer have version "2.42.0", no other does.');
    const partly = fleet(60, (i) => (
      i < 10 ? { worst: down, ...(i < 9 ? { labels: { zone: 'b' } } : {}) } : i < 13 ? { labels: { zone: 'b' } } : {}
    ));
    expect(said(partly)[0]?.sentence).toBe('9 of 10 targets that do not answer have zone "b", as 3 others do.');
  });

  it('is silent about labels that most have, that too few have, or that chance explains', () => {
    expect(said(fleet(40, (i) => (i < 6 ? { worst: down } : { version: i < 38 ? '2.53.0' : '3.0.0' })))).toEqual([]);
    expect(said(fleet(40, (i) => (i < 2 ? { worst: down, version: '2.42.0' } : {})))).toEqual([]);
    const few = fleet(8, (i) => ({ ...(i < 3 ? { worst: down } : {}), ...(i < 6 ? { labels: { zone: 'b' } } : {}) }));
    expect(said(few)).toEqual([]);
  });

  it('does not name the kind that a target without an answer lacks', () => {
    expect(said(fleet(40, (i) => (i < 6 ? { worst: down, kind: 'unknown', version: '' } : {})))).toEqual([]);
  });

  it('labels are texts of others: any name, any length', () => {
    const value = '<b>"'.repeat(50);
    const labels = Object.fromEntries([['constructor', value], ['__proto__', 'x']]);
    const targets = fleet(40, (i) => (i < 6 ? { worst: down, labels } : {}));
    expect(said(targets)[0]?.sentence).toMatch(/have constructor "(<b>"){10}…", no other does\.$/);
  });
});

it('the tail of the hypergeometric distribution', () => {
  // Fisher's tea experiment: 4 of 4 cups found among 8 with 4 marked; 1 in 70.
  expect(hypergeometricAtLeast(4, 8, 4, 4)).toBeCloseTo(1 / 70, 12);
  expect(hypergeometricAtLeast(3, 8, 4, 4)).toBeCloseTo(17 / 70, 12);
  expect(hypergeometricAtLeast(0, 8, 4, 4)).toBe(1);
  expect(hypergeometricAtLeast(5, 500, 200, 480)).toBe(1);
  expect(hypergeometricAtLeast(200, 500, 200, 480)).toBeGreaterThan(0);
});
