import { expect, it } from 'vitest';
import { labelWords } from './labelWords.ts';

const GROUP = '/etc/prometheus/rules/prometheus-shop-rulefiles-0/monitoring-shop-rules.yaml;checkout-burnrate.rules';

it('a long value keeps its end, by which it differs', () => {
  expect(labelWords(`rule_group="${GROUP}"`, 100))
    .toBe('rule_group="…lefiles-0/monitoring-shop-rules.yaml;checkout-burnrate.rules"');
});

it('short labels stay, and of many the first are named', () => {
  expect(labelWords('a="1", b="2",', 100)).toBe('a="1", b="2"');
  expect(labelWords('job="shop",instance="10.0.0.1:9090",path="/api"', 45))
    .toBe('job="shop",instance="10.0.0.1:9090",…');
});
