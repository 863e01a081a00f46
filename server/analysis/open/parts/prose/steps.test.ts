/** Tests that a step is seen in facts, and not in what they quote or in a state. */
import { expect, it } from 'vitest';
import { hasStep } from './steps.ts';

it.each([
  'The table of locks is full: raise max_locks_per_transaction, which needs a restart.',
  'Its churn is high. Narrow what exports a, then analyze a newer block.',
  'Each value is of one run, so no difference is tested: run both sides with -count 10.',
  'The disk is full; free space on it.', 'The answer is 403: see why, or change valid_status_codes.',
])('a step: %s', (facts) => { expect(hasStep(facts)).toBe(true); });

it.each([
  'It has the error "no space left: free space on the disk".', 'Free memory is 10 %.', 'It is full: 99 % in use.',
  'It sets 1 scrape job; scrape interval 5s.', 'Open files: 1024. Use is 3 %.',
])('none: %s', (facts) => { expect(hasStep(facts)).toBe(false); });
