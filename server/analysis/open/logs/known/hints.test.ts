/** Tests that an error and the hint under it are told once. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('with the words of the error and the meaning of the hint', () => {
  const facts = said('We see this:', '', 'backup: query failed: ERROR:  out of shared memory',
    'HINT:  You might need to increase max_locks_per_transaction.', 'backup: query was: LOCK TABLE a');
  expect(facts).toContain('out of shared memory');
  expect(facts).toContain('raise max_locks_per_transaction');
  expect(facts.match(/It has the error/g)).toHaveLength(1);
});

it('a hint alone is told itself', () => {
  expect(said('We see this:', '', '- `HINT:  You might need to increase max_locks_per_transaction.`'))
    .toContain('raise max_locks_per_transaction');
});
