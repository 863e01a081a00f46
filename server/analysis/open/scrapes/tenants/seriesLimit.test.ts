/** Tests the comparison of the series in memory with the limit of the tenant. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const said = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(`${lines.join('\n')}\n`)).interest ?? '';
const scrape = ({ held = 200_000, active = 50_000, ingesters = 1, users = 1 }): string => said(
  '# TYPE cortex_ingester_memory_series gauge', `cortex_ingester_memory_series ${held}`,
  '# TYPE cortex_ingester_active_series gauge', `cortex_ingester_active_series{user="shop"} ${active}`,
  '# TYPE cortex_ingester_memory_users gauge', `cortex_ingester_memory_users ${users}`,
  'cortex_limits_defaults{limit_name="max_global_series_per_user"} 200000',
  `cortex_ring_members{name="ingester",state="ACTIVE"} ${ingesters}`,
);

it('tells that series that ended count, too', () => {
  expect(scrape({})).toContain('The tenant has 200,000 series in memory, and max_global_series_per_user is 200,000. '
    + 'Only 50,000 of them are active (25 %): the limit counts all that are in memory');
});

it('with active series only', () => {
  expect(scrape({ active: 199_000 })).toContain('_per_user is 200,000: raise it, or reduce the labels');
});

it.each([
  ['far below the limit', { held: 90_000 }], ['several ingesters', { ingesters: 3 }], ['several tenants', { users: 2 }],
])('says nothing of %s', (_, values) => { expect(scrape(values)).not.toContain('series in memory, and'); });
