/** Tests that patterns which are ruled out by what a text lacks answer as alone. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fits, forgetTexts, mayMatch } from '../../../core/text/prefilter/fits.ts';
import { neededTexts } from '../../../core/text/prefilter/needs.ts';
import { LOG_PROGRAMS } from './logs/logPrograms.ts';

const FILLER = 'A line that no program writes, of words and 12 numbers.\n'.repeat(30);
const PATTERNS = LOG_PROGRAMS.flatMap(({ texts, version }) => (version === undefined ? [texts] : [texts, version]));
/** What the patterns need is most of what they match. */
const PIECES = PATTERNS.flatMap((pattern) => neededTexts(pattern)?.flat() ?? []);

it('most patterns of programs need something', () => {
  expect(PATTERNS.filter((pattern) => neededTexts(pattern) !== null).length).toBeGreaterThan(PATTERNS.length * 0.9);
});

it('the patterns of programs answer as alone, whatever the text', () => {
  const other = fc.constantFrom(
    '\n', ' ', '"', '=', ': ', ' user=7 ', 'tsdb', 'WAL', '2.45.0', '12', 'v1.2.3', '[7]: x', ' level=info ',
    'a/b.go:5 ', 'TSDBs', 'Starting ', 'caller=', '(version=2.45.0, ', 'INFO ', '\t', 'series', 'kernel: ',
    ' log_id=abcdefg ',
  );
  // Patterns are read when they were tested on many characters.
  for (const pattern of PATTERNS) mayMatch(pattern, FILLER.repeat(100));
  fc.assert(fc.property(fc.array(fc.oneof(fc.constantFrom(...PIECES), other), { maxLength: 40 }), (pieces) => {
    const text = `${FILLER}${pieces.join('')}\n`;
    const own = PATTERNS.filter((pattern) => fits(pattern, text)).map(({ source }) => source);
    forgetTexts();
    expect(own).toEqual(PATTERNS.filter((pattern) => pattern.test(text)).map(({ source }) => source));
  }), { numRuns: 300 });
});
