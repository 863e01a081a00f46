import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { allIn, fits, forgetTexts, isIn, mayMatch } from './fits.ts';

const FILLER = 'The quick brown fox jumps over the lazy dog. '.repeat(40);

afterEach(forgetTexts);

/** Tests a pattern so often that it is read. */
function read(...patterns: readonly RegExp[]): void {
  for (const pattern of patterns) mayMatch(pattern, FILLER.repeat(100));
}

describe('a pattern on a long text', () => {
  it('is ruled out by what the text lacks, once it was tested often', () => {
    expect(mayMatch(/checkpoint/, FILLER)).toBe(true);
    read(/checkpoint/, /CHECKPOINT|brown FOX/, /quick brown/, /quick white/);
    expect(mayMatch(/checkpoint/, FILLER)).toBe(false);
    expect(mayMatch(/CHECKPOINT|brown FOX/, FILLER)).toBe(true);
    expect(fits(/CHECKPOINT|brown FOX/, FILLER)).toBe(false);
    expect(fits(/CHECKPOINT|brown FOX/i, FILLER)).toBe(true);
    expect(allIn(/quick brown/g, FILLER)).toHaveLength(40);
    expect(allIn(/quick white/g, FILLER)).toEqual([]);
  });

  it('is tested by those of its alternatives that the text may have', () => {
    const pattern = /^checkpoint|(?:segment|chunk) \d|fox (jumps|runs)$|^lazy/im;
    read(pattern);
    const long = FILLER.repeat(20);
    expect(fits(pattern, long)).toBe(false);
    for (const line of ['Checkpoint', 'chunk 7', 'the fox runs', 'LAZY']) {
      expect(fits(pattern, `${long}\n${line}\n${long}`)).toBe(true);
      expect(fits(pattern, `${long}\n- ${line} x\n${long}`)).toBe(line === 'chunk 7');
    }
  });

  it('is tested at once on a short one', () => {
    expect(mayMatch(/checkpoint/, 'short')).toBe(true);
    expect(fits(/checkpoint/, 'short')).toBe(false);
  });

  it.each([
    ['at its beginning', `kind: Pod\n${FILLER}`], ['at its end', `${FILLER}\nkind: Pod`],
    ['in a line', `${FILLER}\nkind: Pod\n${FILLER}`], ['behind a line end of Windows', `${FILLER}\r\nkind: Pod\r\n`],
    ['behind a line end of Unicode', `${FILLER}\u2028kind: Pod\u2029${FILLER}`],
  ])('finds a line %s', (_, text) => {
    const patterns = [/^kind: Pod$/m, /^kind: Pod\s*$/m, /^kind:\sPod(?=\s|$)/m, /(?:^|\s)kind: Pod(?:$|\s)/m];
    read(...patterns);
    for (const pattern of patterns) expect(fits(pattern, text)).toBe(pattern.test(text));
  });

  it('tells texts of one length apart, more of them than it keeps', () => {
    read(/=\d\dxabab/, /number=\d\dx/);
    for (let round = 0; round < 2; round += 1)
      for (let i = 0; i < 40; i += 1) {
        const text = `${FILLER}number=${String(i).padStart(2, '0')}x${'ab'.repeat(i)}`.slice(0, FILLER.length + 11);
        expect(fits(/=\d\dxabab/, text)).toBe(false);
        expect(fits(/number=\d\dx/, text)).toBe(true);
      }
  });
});

it.each([FILLER, FILLER.repeat(2000), 'brown fox'])('a text is searched for another one', (text) => {
  for (const part of ['brown fox', 'Brown fox', 'fox brown', 'dog. The', 'x', '', 'ox '])
    expect(isIn(part, text)).toBe(text.includes(part));
});

/** Patterns of all kinds of parts. */
const PATTERNS: readonly RegExp[] = [
  /starting (?:tsdb|server)/, /caller=(?:head|db|compact)\.go:\d{1,5}/, /level=\w{4,5} ts=\d{4}-\d\d-\d\dT/,
  /"(?:caller|source)"\s?:\s?"[^"]{1,20}"/, /\[ ?\d{1,5}\][ \t]+\S{1,9} done/, /a{3}b{2,4}c+d?e*fgh/,
  /(?:ab|cd){2,3}(?:ef)?ghij/, /x[abc]y[0-9]z[^q]{0,4}wxyz/, /(?:one|two|three) (?:four|five) \(six\)/,
  /checkpoint: \d|[|(]segment\)|chunk [a-d]{3}/, /\u2502 total\s+\d+ \u00b5s/,
  /(?:a|b|c|d|e)(?:a|b|c|d|e)(?:a|b|c|d|e)xyz:/,
];

describe('a text with a match', () => {
  it.each(PATTERNS.map((pattern) => [pattern] as const))('is never ruled out: %s', (pattern) => {
    read(pattern);
    fc.assert(fc.property(fc.stringMatching(pattern), fc.boolean(), (match, isLast) => {
      forgetTexts();
      const text = isLast ? `${FILLER}\n${match}` : `${match}\n${FILLER}`;
      expect(mayMatch(pattern, text)).toBe(true);
      expect(fits(pattern, text)).toBe(true);
    }), { numRuns: 100 });
  });
});
