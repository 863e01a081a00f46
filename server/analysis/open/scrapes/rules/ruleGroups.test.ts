/** Tests that rule groups which exceed their interval are reported, of one scrape and between two. */
import { expect, it } from 'vitest';
import { readScrape, type Sample } from '../readScrape.ts';
import { coversMissed, ruleGroupFacts } from './ruleGroups.ts';

type Row = readonly [name: string, last: number, interval: number, missed: number, all: number];

const samplesOf = (...rows: readonly Row[]): readonly Sample[] => readScrape(rows.flatMap(([name, ...values]) =>
  ['last_duration_seconds', 'interval_seconds', 'iterations_missed_total', 'iterations_total'].map((metric, i) =>
    `prometheus_rule_group_${metric}{rule_group="/etc/rules/app.yaml;${name}"} ${values[i] ?? 0}`)).join('\n')).samples;
const FAST: Row = ['b', 2, 60, 0, 500];

it('the group that takes longer than its interval, with the share that it missed', () => {
  const samples = samplesOf(['a.rules', 45, 15, 600, 1000], FAST);
  expect(ruleGroupFacts(samples)).toBe('The rule group a.rules (app.yaml) takes longer than its interval: 45 s for its '
    + 'last evaluation, at an interval of 15 s. It missed 600 of 1,000 evaluations since the start (60 %), so what it '
    + 'records has gaps and its alerts are late. The other group is within the interval and missed none. Split that '
    + 'group, simplify its queries (fewer series, shorter ranges), or give it a longer interval.');
  expect(coversMissed(samples)).toBe(true);
});

it('between two scrapes, what it missed in that time', () => {
  const said = ruleGroupFacts(samplesOf(['a.rules', 45, 15, 608, 1010]), samplesOf(['a.rules', 44, 15, 600, 1000]));
  expect(said).toContain('45 s for its last evaluation (44 s in the earlier scrape), at an interval of 15 s. It missed '
    + '8 of 10 evaluations between the two scrapes (80 %), in all 608 of 1,010 evaluations since the start (60.2 %), '
    + 'so');
});

it('groups in time are not reported, and what another group missed is not covered', () => {
  expect(ruleGroupFacts(samplesOf(FAST))).toBeNull();
  expect(coversMissed(samplesOf(FAST))).toBe(false);
  const samples = samplesOf(['a.rules', 45, 15, 600, 1000], ['c', 2, 60, 3, 500]);
  expect(coversMissed(samples)).toBe(false);
  expect(ruleGroupFacts(samples)).not.toContain('missed none');
});
