/** Tests that a log of PostgreSQL is reported with the hint under its error. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { withHint } from './postgresHints.ts';

const FACTS = 'It logged the error "out of shared memory".';

describe('the hint under an error', () => {
  it('is reported with what it means, and where it happened', () => {
    expect(withHint(FACTS, ['app=# DROP SCHEMA old CASCADE;', 'ERROR:  out of shared memory',
      'HINT:  You might need to increase max_locks_per_transaction.',
      'CONTEXT:  SQL statement "DROP TABLE old.t_7"'].join('\n')))
      .toMatch(/Its hint is "You might need to increase max_locks_per_transaction"\. .*SQL statement .DROP TABLE/);
  });

  it('of a log with times, under the lines of a detail', () => {
    const at = '2026-03-01 10:00:00.123 UTC [77]';
    const { interest } = recognize(new TextEncoder().encode([
      `${at} LOG:  starting PostgreSQL 15.4 on x86_64-pc-linux-gnu, compiled by gcc`,
      `${at} ERROR:  could not load library "/usr/lib/a.so"`, `${at} DETAIL:  It is of version 14.`,
      `${at} HINT:  Install the library for version 15.`, `${at} STATEMENT:  CREATE EXTENSION a`,
    ].join('\n')));
    expect(interest).toContain('Its hint is "Install the library for version 15');
  });

  it.each([
    ['of another error', ['ERROR:  division by zero', 'HINT:  Use NULLIF.']],
    ['far below', ['ERROR:  out of shared memory', ...Array.from({ length: 9 }, () => 'x'), 'HINT:  Use NULLIF.']],
    ['above it', ['HINT:  Use NULLIF.', 'ERROR:  out of shared memory']],
  ])('is not told %s', (_, lines) => {
    expect(withHint(FACTS, lines.join('\n'))).toBe(FACTS);
  });
});
