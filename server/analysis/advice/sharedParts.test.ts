import { describe, expect, it } from 'vitest';
import type { LoggedQuery } from '../../../core/contract/contract.ts';
import { partsOf, sharedPart } from './sharedParts.ts';

const RATE = 'rate(http_requests_total{code=~"5.."}[5m])';
const SUM = `sum by (job) (${RATE})`;

const logged = (text: string, evalSeconds: number, group = 'slo'): LoggedQuery[] => [0, 1, 2].map((k) => ({
  text, start: 100 * k, end: 100 * k + evalSeconds, evalSeconds, queueSeconds: 0, samples: 1000, peakSamples: 100,
  rangeSeconds: 0, origin: { kind: 'rule', group, file: '/r.yml' }, error: null,
}));
const slo = { name: 'slo', widthSeconds: 3 };

describe('the parts of an expression', () => {
  it.each<[string, string, string[]]>([
    ['calls within aggregations', `${SUM} > 0.1`, [RATE, SUM]],
    ['grouping behind', `sum(${RATE}) by (job)`, [RATE, `sum(${RATE}) by (job)`]],
    ['parentheses in strings', 'label_replace(up, "a", "(", "b", "c)")', ['label_replace(up, "a", "(", "b", "c)")']],
    ['single spaces', 'max(  node_load1\n / 2 )', ['max( node_load1 / 2 )']],
    ['no lists of labels', 'up * on(instance, job) group_left(version) build_info_of_it', []],
    ['unbalanced ones', ')) max_over_time((x[5m]', []],
    ['an omitted middle', 'sum(rate(aaaa…bbbb[5m]))', []],
  ])('%s', (_, text, parts) => {
    expect([...partsOf(text)]).toEqual(parts);
  });
});

describe('what a recording rule saves at most', () => {
  it('is the shared part once less than it is computed, by the shortest rule that has it', () => {
    const queries = [
      ...logged(`${SUM} > 0.1`, 1), ...logged(`${SUM} / 2 > 0.5`, 0.8), ...logged('count(up) > 5 and vector(1)', 0.9),
    ];
    expect(sharedPart(slo, queries)).toEqual({ text: SUM, rules: 2, maxShareRatio: 0.8 / 3 });
  });

  it('is the largest of several, counted by rules', () => {
    const other = 'max_over_time(other_metric[1h])';
    const queries = [`${SUM} > 1`, `${SUM} > 2`, `${other} > 1`, `${other} > 2`, `${other} > 3`]
      .flatMap((text) => logged(text, 0.6));
    expect(sharedPart(slo, queries)).toMatchObject({ text: other, rules: 3 });
  });

  it.each<[string, LoggedQuery[]]>([
    ['rules that share nothing', [...logged(`${SUM} > 0.1`, 1), ...logged('count(up) > 5 and vector(1)', 1)]],
    ['one rule, logged often', [...logged(SUM, 1), ...logged(SUM, 1)]],
    ['rules of another group', [...logged(`${SUM} > 1`, 1), ...logged(`${SUM} > 2`, 1, 'other')]],
    ['texts that are switched off', [...logged('', 1), ...logged('', 1)]],
    ['a part of a short rule', [...logged(`${SUM} > 1`, 2.9), ...logged(`${SUM} > 2`, 0.1)]],
    ['two evaluations', [...logged(`${SUM} > 1`, 1).slice(1), ...logged(`${SUM} > 2`, 1)]],
    ['no log', []],
  ])('is not known of %s', (_, queries) => {
    expect(sharedPart(slo, queries)).toBeNull();
  });

  it('is found in bounded time in texts made to be slow', () => {
    const deep = `${'a('.repeat(1000)}`;
    const closed = `${'a('.repeat(600)}x${')'.repeat(600)}`;
    const spaces = `sum${' '.repeat(1500)}by(`;
    expect(partsOf(closed).size).toBeLessThanOrEqual(100);
    expect([...partsOf(deep), ...partsOf(spaces)]).toEqual([]);
  });
});
