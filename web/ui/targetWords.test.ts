import { expect, test } from 'vitest';
import { badLinesText, badLinesWord, lastScrapeWords } from './targetWords.ts';

test.each([
  ['no invalid lines', { badLines: [], badLineCount: 0 }, null],
  [
    'one line', { badLines: [{ line: 12, message: 'no value' }], badLineCount: 1 },
    '1 line of the last response is invalid; the others were stored: line 12: no value',
  ],
  [
    'three in full, the others counted',
    { badLines: [1, 2, 3, 4].map((line) => ({ line, message: 'x' })), badLineCount: 1_234 },
    '1,234 lines of the last response are invalid; the others were stored: line 1: x; line 2: x; line 3: x; '
      + 'and 1,231 more.',
  ],
  [
    'a count without lines', { badLines: [], badLineCount: 2 },
    '2 lines of the last response are invalid; the others were stored.',
  ],
])('invalid lines: %s', (_name, scrape, text) => {
  expect(badLinesText(scrape)).toBe(text);
});

test('a long message of the target is cut', () => {
  expect(badLinesText({ badLines: [{ line: 1, message: 'x'.repeat(5_000) }], badLineCount: 1 })?.length)
    .toBeLessThan(260);
  expect(badLinesWord(1)).toBe('1 invalid line');
});

test.each([
  ['answered', 'up', { error: null }, 'scraped 12 s ago'],
  ['refused', 'down', { error: 'nothing listens there' }, 'last scrape failed 12 s ago: nothing listens there'],
  ['not scraped yet', 'starting', null, 'not scraped yet'],
  ['a file', 'recorded', { error: 'x' }, 'recording'],
] as const)('the last scrape: %s', (_name, state, scrape, words) => {
  expect(
    lastScrapeWords(
      {
        state,
        lastScrape: scrape === null ? null
          : { time: 100, durationSeconds: 1, badLines: [], badLineCount: 0, ...scrape },
      },
      112
    )
  ).toBe(words);
});

test('the last scrape of another shard is said to be late', () => {
  const lastScrape = { time: 100, durationSeconds: 1, badLines: [], badLineCount: 0, error: null };
  expect(lastScrapeWords({ state: 'up', lastScrape, shard: { number: 2, of: 5 } }, 112))
    .toBe('scraped 12 s ago; by shard 2/5, a few seconds late here');
  expect(lastScrapeWords({ state: 'down', lastScrape: null, shard: { number: null, of: 5 } }, 112))
    .toBe('scraped by no shard at present');
});
