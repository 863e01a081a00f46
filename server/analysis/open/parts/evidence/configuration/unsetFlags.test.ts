/** Tests that a flag which has its default is told beside the error that names it. */
import { expect, it } from 'vitest';
import { unsetFlag } from './unsetFlags.ts';

const FACTS = 'The answer was larger than -promscrape.maxScrapeSize, and none of it was stored.';
const flag = (name: string, isSet: boolean): string => `flag{name="${name}", value="16777216", is_set="${isSet}"} 1`;

it('tells that the value is the default', () => {
  expect(unsetFlag(FACTS, `a\n${flag('promscrape.maxScrapeSize', false)}\nb`)).toBe('-promscrape.maxScrapeSize is '
    + 'not set in that process (is_set="false" in its metrics), so 16777216 is its default. A value that is given '
    + 'elsewhere, as in a chart or an object of the operator, did not reach it: see the arguments of the running '
    + 'container.');
});

it.each([
  ['a flag that is set', flag('promscrape.maxScrapeSize', true)],
  ['another flag', flag('promscrape.maxDroppedTargets', false)],
  ['two processes of which one sets it', `${flag('promscrape.maxScrapeSize', false)}\n${
    flag('promscrape.maxScrapeSize', true)}`],
])('is not told of %s', (_, text) => { expect(unsetFlag(FACTS, text)).toBeNull(); });
