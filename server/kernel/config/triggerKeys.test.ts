import { describe, expect, it } from 'vitest';
import { DEFAULT_TRIGGERS, type TriggerSettings } from '../../../core/triggers.ts';
import { parseConfigText } from './configFile.ts';

const read = (text: string): ReturnType<typeof parseConfigText> => parseConfigText('c.yml', text);
const ofFirst = (text: string): TriggerSettings | undefined => read(text).targets[0]?.triggers;

describe('triggers', () => {
  it('are read with their defaults, for all targets or for one', () => {
    const text = `
triggers:
  cooldown: 1m
  max_per_day: 5
  budget: 1MiB
  reset: 10m
  off: [goroutines]
  rules:
    - {name: many, selector: 'queries{engine="a"}', above: 20, for: 10s}
    - {name: few, selector: workers, below: 2.5, capture: heap}
targets:
  - {url: http://one}
  - {url: http://two, triggers: {off: [cpu]}}
`;
    const { targets } = read(text);
    expect(targets[0]?.triggers).toEqual({
      cooldownMs: 60_000, maxPerDay: 5, budgetBytes: 2 ** 20, resetMs: 600_000, off: ['goroutines'],
      rules: [
        { name: 'many', selector: 'queries{engine="a"}', above: 20, forMs: 10_000, kind: 'cpu', seconds: 5 },
        { name: 'few', selector: 'workers', below: 2.5, forMs: 0, kind: 'heap', seconds: 0 },
      ],
    });
    expect(targets[1]?.triggers).toEqual({ ...DEFAULT_TRIGGERS, off: ['cpu'] });
    expect(ofFirst('targets: [{url: http://one}]\n')).toBeUndefined();
  });

  it.each([
    ['a rule that is none', 'triggers: {off: [gorutines]}\n', /c\.yml:1: triggers\.off: "gorutines" is no rule/],
    ['no selector', 'triggers:\n  rules:\n  - {name: a, above: 1}\n', /triggers\.rules\[0\]\.selector: is missing/],
    ['a function', 'triggers: {rules: [{name: a, selector: rate(x), above: 1}]}\n', /selector: The selector cannot be/],
    ['no threshold', 'triggers: {rules: [{name: a, selector: x}]}\n', /give the rule either "above" or "below"/],
    ['two', 'triggers: {rules: [{name: a, selector: x, above: 1, below: 0}]}\n', /either "above" or "below"/],
    ['no number', 'triggers: {rules: [{name: a, selector: x, above: lots}]}\n', /above: must be a number/],
    ['no kind', 'triggers: {rules: [{name: a, selector: x, above: 1, capture: go}]}\n', /capture: must be one of cpu/],
    ['a twin', 'triggers: {rules: [{name: cpu, selector: x, above: 1}]}\n', /two rules are named "cpu"/],
    ['too often', 'triggers: {max_per_day: 0}\n', /max_per_day: must be a whole number from 1 to 1000/],
    [
      'seconds of a heap profile', 'triggers: {rules: [{name: a, selector: x, above: 1, capture: heap, seconds: 5}]}\n',
      /seconds: goes with "capture: cpu" only/,
    ],
    ['an unknown key', 'triggers: {cool_down: 5m}\n', /triggers\.cool_down: unknown key \(did you mean "cooldown"/],
  ])('refuses %s', (_what, text, message) => { expect(() => read(text)).toThrow(message); });
});
