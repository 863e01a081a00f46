import { expect, it } from 'vitest';
import { stepWords } from './diffSteps.ts';

it.each([
  ['decoding', 'flame graph', 'Decoding profiles (step 1 of 4)'],
  ['significance', 'flame graph', 'Testing significance (step 4 of 4)'],
  ['functions', 'table', 'Summing functions (step 1 of 2)'],
  ['decoding', 'table', 'Decoding profiles'],
  ['waiting', 'flame graph', 'Waiting for other work on profiles'],
  [null, 'table', 'Summing functions'],
] as const)('%s of the %s', (step, of, words) => expect(stepWords(step, of)).toBe(words));
