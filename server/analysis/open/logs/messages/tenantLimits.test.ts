/** Tests what limits of tenants mean in the words of Cortex and of Mimir before 2.2. */
import { describe, expect, it } from 'vitest';
import { isMeaning, meaningOf } from '../said/meanings.ts';
import { recognize } from '../../recognize.ts';
import { tenantLimit } from './tenantLimits.ts';

const limit = (what: string, behind: string): string =>
  `user=a: per-${what} limit of 9000 exceeded, please contact administrator to raise it (${behind})`;

describe('a limit of a tenant', () => {
  it.each([
    ['user series', 'per-ingester local limit: 9000', 'raise max_global_series_per_user.'],
    ['user series', 'local limit: 9000 global limit: 0 actual local limit: 9000', 'raise max_series_per_user.'],
    ['metric series', 'local limit: 0 global limit: 9000 actual', 'raise max_global_series_per_metric.'],
    ['user metric metadata', 'local limit: 9000 global limit: 0 actual', 'raise max_metadata_per_user.'],
  ])('%s (%s)', (what, behind, step) => {
    const said = meaningOf(limit(what, behind)) ?? '';
    expect(said.endsWith(step)).toBe(true);
    expect(isMeaning(said)).toBe(true);
  });

  it('loses samples that are refused with a status which the sender does not repeat', () => {
    const refused = `rpc error: code = Code(400) desc = ${limit('user series', 'per-ingester local limit: 9000')}`;
    const facts = recognize(new TextEncoder().encode('level=error ts=2026-01-02T03:04:05.1Z caller=push.go:89 user=a '
      + `msg="push error" err="${refused}"`)).interest;
    expect(facts).toContain('are rejected, with status 400, after which the sender drops them: find which labels');
    expect(recognize(new TextEncoder().encode(`Our Mimir answers:\n\n\`${refused}\``)).interest)
      .toContain('max_global_series_per_user');
  });

  it('of Mimir in its next words, quoted with the limit', () => {
    const { program, interest } = recognize(new TextEncoder().encode('We see this since Monday:\n\n```\nuser=a: '
      + 'per-user series limit of 9000 exceeded, contact an administrator to raise it (per-ingester local limit: 9000)'
      + '\n```\n'));
    expect(program).toBe('Mimir');
    expect(interest).toContain('"user=a: per-user series limit of 9000 exceeded, contact an administrator to raise it');
    expect(interest).toContain('or raise max_global_series_per_user.');
  });

  it('is none of the words of newer versions, which name the setting', () => {
    expect(tenantLimit('per-user series limit of 9 exceeded (err-mimir-max-series-per-user)')).toBeNull();
  });
});
