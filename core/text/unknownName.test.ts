import { expect, test } from 'vitest';
import { meant, unknownName } from './unknownName.ts';

const known = ['start', 'end', 'step', 'minRatio', 'show_from'];

test.each([
  ['strat', 'start'], ['stat', 'start'], ['Start', 'start'], ['min_ratio', 'minRatio'], ['showfrom', 'show_from'],
  ['minratios', 'minRatio'], ['ned', 'end'],
])('%s is %s', (name, one) => {
  expect(meant(name, known)).toBe(` (did you mean "${one}"?)`);
});

test.each(['limit', 'e', '', 'x'.repeat(100_000), '__proto__'])('nothing is near %.20s', (name) => {
  expect(meant(name, known)).toBe('');
});

test('the sentence names the key and what is known', () => {
  expect(unknownName('parameter', 'strat', known))
    .toBe('Unknown parameter "strat" (did you mean "start"?); known here: end, minRatio, show_from, start, step.');
  expect(unknownName('key', 'x', [])).toBe('Unknown key "x"; no key is taken here.');
});
