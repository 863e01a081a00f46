import { expect, it } from 'vitest';
import type { WatchRule } from '../../../core/contract/contract.ts';
import { EMPTY_RULE, fieldsOf, readRule, withRule } from './ruleForm.ts';

const QUEUE: WatchRule = {
  name: 'queue', selector: 'queue', above: null, below: 2, forSeconds: 90, kind: 'heap', seconds: 0,
};

it('of a rule gives that rule again', () => {
  expect(fieldsOf(QUEUE)).toMatchObject({ side: 'below', threshold: '2', forText: '1m30s' });
  expect(readRule(fieldsOf(QUEUE)))
    .toEqual({ rule: { name: 'queue', selector: 'queue', below: 2, forSeconds: 90, kind: 'heap' } });
});

it.each([
  [{}, 'Give the rule a name.'],
  [{ name: 'q' }, 'Give a selector, such as prometheus_engine_queries.'],
  [{ name: 'q', selector: 'q' }, 'The threshold must be a number.'],
  [
    { name: 'q', selector: 'q', threshold: '5', forText: 'soon' },
    '"soon" is no duration; write 30s or 5m, or nothing.',
  ],
  [
    { name: 'q', selector: 'q', threshold: '5', secondsText: '' },
    'The profile\'s length must be a whole number of seconds.',
  ],
])('of %o says what is wrong', (fields, error) => {
  expect(readRule({ ...EMPTY_RULE, ...fields })).toEqual({ error });
});

it('changes, adds and removes one of the rules', () => {
  const other = { ...QUEUE, name: 'other' };
  // Only CPU profiles have a duration.
  const sent = { name: 'queue', selector: 'queue', above: null, below: 2, forSeconds: 90, kind: 'heap' };
  const rule = { name: 'new', selector: 'x', above: 1 };
  expect(withRule([QUEUE, other], 'other', rule)).toEqual([sent, rule]);
  expect(withRule([QUEUE], null, rule)).toEqual([sent, rule]);
  expect(withRule([QUEUE, other], 'queue', null).map(({ name }) => name)).toEqual(['other']);
});
