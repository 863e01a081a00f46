import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerText, MAX_ANSWER_CHARACTERS } from './answers.ts';

describe('the text of an answer', () => {
  it('is JSON in one line within the limit, whatever is in it', () => {
    const texts = fc.oneof(fc.string(), fc.string({ minLength: 300, maxLength: 900, unit: 'binary' }));
    const row = fc.dictionary(fc.constantFrom('function', 'file', 'note', 'inner'), fc.oneof(texts, fc.array(texts)));
    fc.assert(fc.property(fc.array(row, { maxLength: 150, size: 'max' }), (rows) => {
      const text = answerText({ data: { rows }, link: 'http://127.0.0.1:9797/' });
      expect(text.length).toBeLessThanOrEqual(MAX_ANSWER_CHARACTERS);
      expect(text).not.toMatch(/[\n\r]/);
      expect(JSON.parse(text)).toMatchObject({ link: 'http://127.0.0.1:9797/' });
    }), { numRuns: 8 });
  });

  it('says how many entries of a list are omitted, and keeps the rest as it is', () => {
    const rows = Array.from({ length: 250 }, (_, at) => ({ at, name: 'a\nb', gone: undefined }));
    const read = JSON.parse(answerText({ data: { rows } })) as { rows: unknown[] };
    expect(read.rows.slice(0, 2)).toEqual([{ at: 0, name: 'a b' }, { at: 1, name: 'a b' }]);
    expect(read.rows.at(-1)).toEqual({ omitted: 250 - read.rows.length + 1 });
  });
});
