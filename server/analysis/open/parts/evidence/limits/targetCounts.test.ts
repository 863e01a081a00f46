/** Tests that the targets which are up are told beside one that cannot be scraped. */
import { expect, it } from 'vitest';
import { targetCounts } from './targetCounts.ts';

const FACTS = 'The error "cannot scrape target "http://a:1/metrics"" is repeated every 30 s.';
const metric = (type: string, status: string, count: number): string =>
  `vm_promscrape_targets{type="${type}", status="${status}"} ${count}`;

it('adds up the kinds of discovery', () => {
  expect(targetCounts(FACTS, [metric('a', 'up', 60), metric('b', 'up', 1200), metric('a', 'down', 1)].join('\n')))
    .toBe('By vm_promscrape_targets, 1 of 1,261 targets is down, and the others are up.');
});

it.each([
  ['all are down', FACTS, metric('a', 'down', 4)], ['nothing failed', 'No error.', metric('a', 'down', 4)],
])('says nothing if %s', (_, facts, text) => { expect(targetCounts(facts, text)).toBeNull(); });
